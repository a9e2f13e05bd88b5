"""Attacks on an export of transfers: the plain ones, and those of a forger who makes the hashes anew."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from casino.bundle.drill.attack import Outcome
from casino.bundle.drill.paper import Paper, edited
from ledger.verify import Unreadable, verify


def attacks(export: Path) -> Iterator[Outcome]:
    """Mounts them all on copies of an export of everything."""
    paper = Paper.read(export)
    with tempfile.TemporaryDirectory(prefix="drill-") as folder:
        for name, content in {**_plain(paper), **_forged(paper)}.items():
            yield _judged(name, content, Path(folder) / "attacked.csv")


def _plain(paper: Paper) -> dict[str, bytes]:
    rows, middle = paper.rows, len(paper.rows) // 2
    before, row, after = rows[:middle], rows[middle], rows[middle + 1 :]
    more = edited(row, "amount", _plus_one)
    return {
        "an amount is edited": paper.joined([*before, more, *after]),
        "who posted it is edited": paper.joined([*before, row.replace(b",staff:7,", b",staff:8,", 1), *after]),
        "a row is removed": paper.joined([*before, *after]),
        "a row is added": paper.joined([*before, row, more, *after]),
        "a row is moved": paper.joined([row, *before, *after]),
        "two rows change places": paper.joined([after[0], *before[1:], row, before[0], *after[1:]]),
        "the file is cut inside a row": paper.joined()[: len(paper.joined()) // 2],
        "the trailer is cut off": paper.joined(trailer=b""),
        "a closing balance in the trailer is edited": paper.joined(
            trailer=paper.trailer.replace(b"#account,player:1,chips:GBP,0,", b"#account,player:1,chips:GBP,1,", 1)
        ),
        "the row count is edited": paper.joined(trailer=paper.trailer.replace(b"#rows,", b"#rows,1", 1)),
    }


def _forged(paper: Paper) -> dict[str, bytes]:
    rows, middle = paper.rows, len(paper.rows) // 2
    before, row, after = rows[:middle], rows[middle], rows[middle + 1 :]
    return {
        "an amount is edited and every hash made anew": paper.forged(
            [*before, edited(row, "amount", _plus_one), *after]
        ),
        "a row is removed and every hash made anew": paper.forged([*before, *after]),
        "a row is doubled and every hash made anew": paper.forged([*before, row, row, *after]),
        "a balance is edited and every hash made anew": paper.forged(
            [*before, edited(row, "debit_balance", _plus_one), *after]
        ),
        "the last rows are cut off and every hash made anew": paper.forged(rows[:-2]),
    }


def _judged(name: str, content: bytes, path: Path) -> Outcome:
    path.write_bytes(content)
    try:
        report = verify(path)
    except Unreadable as wrong:
        return Outcome("export", name, "verifier", True, str(wrong))
    return Outcome("export", name, "verifier" if report.first else "none", not report.good, str(report.first))


def _plus_one(cell: bytes) -> bytes:
    return b"%d" % (int(cell) + 1)
