"""A bundle's part of the log: from the rows of any days to signed roots, with what lies between named by its hash."""

import json
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import psycopg
import pytest

from ledger.exports import Scope, write
from ledger.exports.log_part import write_part
from ledger.exports.snapshot import snapshot
from ledger.log import keys
from ledger.log.note import parse_checkpoint, parse_note
from ledger.verify import Finding, Report, verify
from ledger.verify.findings import OF_A_PART, WHOLE
from ledger.verify.trust import Trust
from tests.ledger.conftest import DAY, Books
from tests.ledger.exports.conftest import NEXT_DAY, sealed
from tests.ledger.sealed import TRUST, seal

Connection = psycopg.Connection[Any]
Lines = list[dict[str, Any]]
EVERY = Trust(TRUST.logs, TRUST.witnesses, every=True)


@pytest.fixture
def days(night: Books) -> Books:
    """Two days that run into each other, in many seals, one of them never cosigned."""
    for n in range(12):
        night.post((f"player:{n % 3 + 1}", "cage:vault", 5 + n), period=DAY if n % 3 else NEXT_DAY)
        if n == 6:
            seal(night.database.url("sealer"), cosigned=False)
        elif n % 2:
            sealed(night)
    return night


class Part:
    """A day's transfers and their part of the log."""

    def __init__(self, auditor: Connection, scope: Scope, folder: Path) -> None:
        with snapshot(auditor, scope) as snap:
            self.transfers = write(snap, scope, folder).path
            self.lines: Lines = [
                json.loads(line) for line in write_part(snap, scope, folder).path.read_bytes().splitlines()
            ]

    def verified(self, lines: Lines | None = None, trust: Trust = EVERY) -> Report:
        written = (json.dumps(line).encode() for line in (self.lines if lines is None else lines))
        return verify(self.transfers, trust=trust, part=written)


@pytest.fixture
def part(days: Books, auditor: Connection, tmp_path: Path) -> Part:
    return Part(auditor, Scope.of_day(DAY), tmp_path)


@pytest.mark.parametrize(
    "scope",
    [Scope(), Scope.of_day(DAY), Scope.of_day(NEXT_DAY), Scope(first_day=NEXT_DAY), Scope(kind="reversal")],
    ids=lambda scope: scope.name(),
)
def test_rows_of_any_days_lead_to_every_signed_root_over_them(
    days: Books, auditor: Connection, tmp_path: Path, scope: Scope
) -> None:
    found = Part(auditor, scope, tmp_path)
    report = found.verified()
    assert report.findings == ()
    assert report.sealed is not None
    assert (report.sealed.proven, report.sealed.signed, len(report.sealed.cosigned)) == (True, True, 1)
    assert report.sealed.seals == sum("seal" in line for line in found.lines) > 0
    assert report.word.startswith(WHOLE if scope == Scope() else OF_A_PART)


def test_a_day_without_rows_still_ends_under_the_checkpoint(days: Books, auditor: Connection, tmp_path: Path) -> None:
    report = Part(auditor, Scope.of_day(date(2026, 6, 20)), tmp_path).verified()
    assert (report.rows, report.findings) == (0, ())
    assert report.sealed is not None
    assert report.sealed.proven


def test_books_that_were_never_sealed_have_nothing_to_show(books: Books, auditor: Connection, tmp_path: Path) -> None:
    found = Part(auditor, Scope(), tmp_path)
    assert found.verified(trust=Trust()).findings == ()
    assert [finding.kind for finding in found.verified().findings] == ["forged"]


def first(report: Report) -> Finding:
    assert report.findings
    return report.findings[0]


def elsewhere(lines: Lines) -> Iterator[int]:
    return (n for n, line in enumerate(lines) if "leaf" in line)


def other_hash(lines: Lines) -> None:
    lines[next(elsewhere(lines))]["hash"] = "A" * 43 + "="


def drop_leaf(lines: Lines) -> None:
    del lines[next(elsewhere(lines))]


def swap_leaves(lines: Lines) -> None:
    one, other = [*elsewhere(lines)][:2]
    lines[one]["hash"], lines[other]["hash"] = lines[other]["hash"], lines[one]["hash"]


def drop_edge(lines: Lines) -> None:
    lines[0] |= {"begins": "3", "edge": lines[0]["edge"][:1]}


def drop_head(lines: Lines) -> None:
    del lines[0]


def more(lines: Lines) -> None:
    lines.append({"leaf": "900", "hash": "A" * 43 + "="})


def nonsense(lines: Lines) -> None:
    lines[2] = {"seal": 5}


def huge(lines: Lines) -> None:
    lines[0] |= {"begins": "9" * 4000}


@pytest.mark.parametrize(
    "change",
    [other_hash, drop_leaf, swap_leaves, drop_edge, drop_head, more, nonsense, huge],
    ids=lambda one: one.__name__,
)
def test_a_part_that_was_changed_does_not_lead_to_the_roots(part: Part, change: Callable[[Lines], None]) -> None:
    lines = [dict(line) for line in part.lines]
    change(lines)
    assert first(part.verified(lines)).kind == "forked"


def seals(lines: Lines) -> list[dict[str, Any]]:
    return [line for line in lines if "seal" in line]


def test_the_last_seal_left_out_is_missed(part: Part) -> None:
    assert first(part.verified(part.lines[:-1])).kind == "trailer"


def test_an_earlier_signature_is_looked_at_when_every_one_is_asked_for(part: Part) -> None:
    forger = keys.parse_private(keys.private_text("log.example/house", bytes(32)))
    line = seals(part.lines)[0]
    line["note"] = str(forger.signed(parse_checkpoint(parse_note(line["note"]).text)))
    assert part.verified(trust=TRUST).findings == ()
    assert first(part.verified()).kind == "forged"


def test_a_cosignature_that_a_witness_never_gave_is_found_among_all(part: Part) -> None:
    line = next(each for each in seals(part.lines) if "witness" in each["note"])
    line["note"] = line["note"][:-8] + "AAAAAA=\n"
    assert part.verified(trust=TRUST).findings == ()
    assert first(part.verified()).kind == "forged"


def test_the_first_row_that_no_good_root_covers_is_named(days: Books, auditor: Connection, tmp_path: Path) -> None:
    """A sealed posting is rewritten with the triggers off: the roots before it hold, the next one does not."""
    late = days.web.execute("select posting_id from ledger_leaf order by sequence desc offset 5 limit 1").fetchone()
    assert late is not None
    with days.database.connect("owner") as owner:
        owner.execute("alter table ledger_posting disable trigger append_only")
        owner.execute("update ledger_posting set reason = 'another' where id = %s", [late[0]])
    found = first(Part(auditor, Scope(), tmp_path).verified())
    (begins,) = days.web.execute(
        "select count(*) from ledger_transfer t join ledger_leaf l on l.posting_id = t.posting_id where l.sequence <"
        " (select max(s.size) from ledger_seal s join ledger_leaf l on l.posting_id = %s where s.size <= l.sequence)",
        [late[0]],
    ).fetchone() or (0,)
    assert (found.kind, found.row) == ("forked", begins + 1)
