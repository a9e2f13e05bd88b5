"""Attacks on an export of transfers: plain ones, those of a forger who makes the hashes anew, and on its checkpoint."""

import io
import re
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from casino.bundle.drill.attack import Outcome
from casino.bundle.drill.paper import Paper, edited
from casino.bundle.drill.signers import ORIGIN, Signers
from ledger.log import keys
from ledger.log.note import Checkpoint
from ledger.verify import Unreadable, verify
from ledger.verify.form import guarded
from ledger.verify.leaves import Leaves
from ledger.verify.lines import CsvExport
from ledger.verify.trust import Trust


def attacks(export: Path, signers: Signers) -> Iterator[Outcome]:
    """Mounts them all on copies of an export of everything under a checkpoint that was signed and cosigned."""
    paper = Paper.read(export)
    with tempfile.TemporaryDirectory(prefix="drill-") as folder:
        for name, content in {**_plain(paper), **_forged(paper), **_unsigned(paper)}.items():
            yield _judged(name, content, Path(folder) / "attacked.csv", signers.trust)


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


def _unsigned(paper: Paper) -> dict[str, bytes]:
    """By one who rewrites the file whole, without a contradiction, and then sees to its checkpoint."""
    another = [row.replace(b",staff:7,", b",staff:8,", 1) for row in paper.rows]
    line = next(each for each in paper.trailer.splitlines(keepends=True) if each.startswith(b"#checkpoint,"))
    kept, own = line.split(b",\xe2\x80\x94 ")[0], _forgers_own(paper.forged(another))

    def under(rows: Sequence[bytes], checkpoint: bytes) -> bytes:
        return paper.forged(rows, paper.trailer.replace(line, checkpoint))

    return {
        "the file is rebuilt whole": paper.forged(another),
        "the file is rebuilt whole, its checkpoint left out": under(another, b""),
        "the file is rebuilt whole under a checkpoint of the forger's": under(another, own),
        "the checkpoint is left out": under(paper.rows, b""),
        "the cosignature is taken off": under(paper.rows, line.rsplit(b",", 1)[0] + b"\n"),
        "all signatures are taken off": under(paper.rows, kept + b"\n"),
        "the checkpoint is said to be over fewer leaves": under(
            paper.rows, re.sub(rb"^(#checkpoint,[^,]*),[0-9]+,", rb"\1,3,", line)
        ),
    }


def _forgers_own(content: bytes) -> bytes:
    """A checkpoint over the leaves that these rows make, signed with a key of the forger's in the log's name."""
    leaves = Leaves(Trust())
    for number, line in enumerate(CsvExport(io.BufferedReader(io.BytesIO(content))).rows(), 1):
        leaves.take(number, line.cells or [])
    leaves.finish()
    forger = keys.parse_private(keys.private_text(ORIGIN, bytes(32)))
    note = str(forger.signed(Checkpoint(ORIGIN, leaves.size, leaves.root())))
    return f"#checkpoint,{','.join(guarded(cell) for cell in note.removesuffix(chr(10)).split(chr(10)))}\n".encode()


def _judged(name: str, content: bytes, path: Path, trust: Trust) -> Outcome:
    path.write_bytes(content)
    try:
        report = verify(path, trust=trust)
    except Unreadable as wrong:
        return Outcome("export", name, "verifier", True, str(wrong))
    control = f"verifier: {report.first.kind}" if report.first else "none"
    return Outcome("export", name, control, not report.good, str(report.first))


def _plus_one(cell: bytes) -> bytes:
    return b"%d" % (int(cell) + 1)
