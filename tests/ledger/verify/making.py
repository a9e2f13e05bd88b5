"""Books in miniature, and their exports, without a database: what the verifier's tests attack."""

import csv
import io
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import itemgetter

from ledger.exports import csv_form, jsonl_form
from ledger.exports.reach import Reach
from ledger.exports.rows import Span
from ledger.exports.scope import Scope
from ledger.exports.text import Shape, assemble, sealed_by, trailer_of
from ledger.exports.totals import AccountTotal, AssetTotal, Totals
from ledger.log import keys
from ledger.log.note import Checkpoint
from ledger.log.tree import Frontier, leaf_hash
from ledger.verify import Report, Unreadable
from ledger.verify.audit import audit
from ledger.verify.form import COLUMNS, guarded, may_go_below_zero
from ledger.verify.lines import CsvExport, JsonLinesExport
from ledger.verify.receipts import entry
from ledger.verify.trust import Trust
from tests.ledger.sealed import KEY

TRUST = Trust((KEY.public,))
SHAPES: dict[str, Shape] = {"csv": csv_form.SHAPE, "jsonl": jsonl_form.SHAPE}
CHIPS, CASH = "chips:GBP", "cash:GBP"
REASONS = ("", "plain", "=1+1", "a, b", 'said "no"', "two\nlines", "'quoted", "\tx", "ünï", 'cut, "x"\n,\n\'')


@dataclass
class Model:
    """Books that are written as the house writes them; `lines` are the CSV rows as PostgreSQL gives them."""

    lines: list[bytes] = field(default_factory=list)
    held: dict[tuple[str, str], tuple[int, int]] = field(default_factory=dict)
    debits: dict[tuple[str, str], int] = field(default_factory=dict)
    credits: dict[tuple[str, str], int] = field(default_factory=dict)
    postings: int = 0

    def post(self, *moves: tuple[str, str, str, int], reason: str = "", reverses: str = "") -> None:
        """One posting of (debit, credit, asset, amount) moves."""
        self.postings += 1
        number, recorded = str(self.postings), f"2026-06-15 20:{self.postings // 60:02}:{self.postings % 60:02}.5+00"
        for debit, credit, asset, amount in moves:
            got = self._move((debit, asset), amount)
            gave = self._move((credit, asset), -amount)
            words = {
                "sequence": str(self.postings - 1), "transfer": str(len(self.lines) + 1), "posting": number,
                "public_id": f"01a22d94-5f32-78c2-9610-{self.postings:012x}", "kind": "test_bet",
                "period": "2026-06-15", "effective_at": "2026-06-15 20:00:00+00", "recorded_at": recorded,
                "actor": "staff:7", "approvers": "staff:1 staff:2" if reason else "",
                "reason": guarded(reason), "scope": "test", "key": number, "reverses": reverses, "void_of": "",
                "facts": '{"n": 1}', "debit": debit, "credit": credit, "asset": asset, "amount": str(amount),
                "debit_balance": str(got[0]), "debit_version": str(got[1]), "credit_balance": str(gave[0]),
                "credit_version": str(gave[1]),
            }  # fmt: skip
            self.lines.append(line_of([words[name] for name in COLUMNS[1:-1]]))

    def _move(self, place: tuple[str, str], change: int) -> tuple[int, int]:
        balance, version = self.held.get(place, (0, 0))
        self.held[place] = after = (balance + change, version + 1)
        side = self.debits if change > 0 else self.credits
        side[place] = side.get(place, 0) + abs(change)
        return after

    def totals(self) -> Totals:
        """What PostgreSQL would add up."""
        accounts = tuple(
            AccountTotal(
                path, asset, 0, 0, self.debits.get((path, asset), 0), self.credits.get((path, asset), 0), version,
                version, balance, 0, 0, version, balance, None if may_go_below_zero(path) else 0, None,
            )
            for (path, asset), (balance, version) in sorted(self.held.items())
        )  # fmt: skip
        assets = tuple(
            AssetTotal(
                code, 2, sum(each.rows for each in accounts if each.asset == code) // 2,
                sum(each.debits for each in accounts if each.asset == code),
            )
            for code in sorted({account.asset for account in accounts})
        )  # fmt: skip
        return Totals("2026-06-16 06:00:00+00", Reach(self.postings, 0), assets, accounts)

    def export(
        self, form: str = "csv", lines: Sequence[bytes] | None = None, totals: Totals | None = None,
        note: str | None = None,
    ) -> bytes:  # fmt: skip
        """The export of everything, or one rebuilt whole around other lines, totals and checkpoint."""
        out, given = io.BytesIO(), list(self.lines if lines is None else lines)
        summed = self.totals() if totals is None else totals
        if summed.rows != len(given):
            first, *others = summed.assets
            summed = replace(summed, assets=(first._replace(rows=first.rows + len(given) - summed.rows), *others))
        span = Span(self.postings, *(int(cells_of(given[at])[0]) for at in (0, -1))) if given else Span(0)
        sealed = [*sealed_by(span, self.checkpoint(given) if note is None else note, 0)]
        assemble(SHAPES[form], given, out, lambda digest: trailer_of(Scope(), summed, sealed, digest), summed.rows)
        return out.getvalue()

    def checkpoint(self, lines: Sequence[bytes] | None = None, key: keys.SigningKey = KEY) -> str:
        """The checkpoint over the leaves of these lines, signed by the log's key."""
        rows = [["", *cells_of(line), ""] for line in (self.lines if lines is None else lines)]
        frontier = Frontier()
        for _, group in groupby(rows, itemgetter(COLUMNS.index("sequence"))):
            deque(frontier.append(leaf_hash(entry([*group]))), 0)
        return str(key.signed(Checkpoint(key.public.name, frontier.size, frontier.root())))


def night(postings: int = 12) -> Model:
    """Chips issued, bought, staked, won and lost by four players, and a reversal."""
    model = Model()
    model.post(("cage:vault", "outside:chips", CHIPS, 100_000), reason="issue")
    for n in range(postings):
        player = f"player:{n % 4 + 1}"
        reason = REASONS[n % len(REASONS)]
        match n % 3:
            case 0:
                model.post(
                    ("cage:window:1", "outside:patrons:w1", CASH, 500 + n), (player, "cage:vault", CHIPS, 500 + n),
                    reason=reason,
                )  # fmt: skip
            case 1:
                giver = f"player:{(n - 1) % 4 + 1}"
                model.post(("table:7:layout", giver, CHIPS, 10 + n), reason=reason)
            case _:
                model.post(("table:7:tray", "table:7:layout", CHIPS, 9 + n), reason=reason)
    model.post(("outside:chips", "cage:vault", CHIPS, 3), reason="reversal", reverses="1")
    return model


def verified(content: bytes, form: str = "csv", trust: Trust = TRUST) -> Report:
    """The verifier's report over a file's bytes, by the log's key."""
    reader: Callable[[io.BufferedReader], CsvExport] = JsonLinesExport if form == "jsonl" else CsvExport
    return audit(reader(io.BufferedReader(io.BytesIO(content))), trust=trust)


def passes(content: bytes, form: str = "csv") -> bool:
    """Whether the verifier takes a file for what the house wrote."""
    try:
        return verified(content, form).good
    except Unreadable:
        return False


def line_of(cells: Sequence[str]) -> bytes:
    """Cells as COPY writes them."""
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerow(cells)
    return written.getvalue().encode()


def cells_of(line: bytes) -> list[str]:
    """The cells of a line."""
    return next(csv.reader([line.rstrip(b"\n").decode()]))


@dataclass(frozen=True)
class Parts:
    """A CSV export taken apart: header, rows (a row may run over lines), trailer."""

    header: bytes
    rows: tuple[bytes, ...]
    trailer: bytes

    def joined(self, rows: Sequence[bytes] | None = None) -> bytes:
        return self.header + b"".join(self.rows if rows is None else rows) + self.trailer


def apart(content: bytes) -> Parts:
    """Header, rows and trailer of a CSV export."""
    head, _, rest = content.partition(b"\n")
    at = rest.index(b"#export")
    rows: list[bytes] = []
    open_row = b""
    for line in rest[:at].splitlines(keepends=True):
        open_row += line
        if open_row.count(b'"') % 2 == 0:
            rows.append(open_row)
            open_row = b""
    return Parts(head + b"\n", tuple(rows), rest[at:])
