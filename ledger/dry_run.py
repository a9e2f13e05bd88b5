"""What the books would say to postings, without writing them: every limit that stands in the way, not only the first.

The books are read as they are now; nothing is locked, so between a dry run and the posting they may change.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final

from ledger.errors import Refused
from ledger.posting import Posting
from ledger.verify.form import may_go_below_zero
from ledger.wire import Connection, Row, Statement, wire

_LARGEST: Final = 2**63 - 1

_ASSETS: Final = "select code from ledger_asset where code = any($1::text[])"
_KINDS: Final = "select code, finishes from ledger_kind where code = any($1::text[])"
_PERIODS: Final = "select day, state from ledger_period where day = any($1::date[])"
_PLACES: Final = "select place, balance, floor, ceiling from ledger_account where place = any($1::text[])"
_KEYS: Final = """
select p.scope, p.key, p.id from ledger_posting p
  join unnest($1::text[], $2::text[]) given(scope, key) on p.scope = given.scope and p.key = given.key
"""
_REFERRED: Final = """
select p.id, p.reverses_id is not null, (select r.id from ledger_posting r where r.reverses_id = p.id)
  from ledger_posting p where p.id = any($1::bigint[])
"""
_REVERSED: Final = """
select t.posting_id, d.path, c.path, s.code, t.amount
  from ledger_transfer t join ledger_account d on d.id = t.debit_id join ledger_account c on c.id = t.credit_id
  join ledger_asset s on s.id = t.asset_id where t.posting_id = any($1::bigint[])
"""


@dataclass(frozen=True, slots=True)
class Limit:
    """One reason to refuse: the door's own code, a sentence, the posting (from 1); amounts in `facts` are text."""

    code: str
    sentence: str
    posting: int
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DryRun:
    """The outcome: admitted when there is no limit. `balances` are what each place would hold, by path and asset."""

    limits: tuple[Limit, ...]
    balances: Mapping[tuple[str, str], int]

    @property
    def admitted(self) -> bool:
        return not self.limits


@dataclass(frozen=True, slots=True)
class _Bounds:
    balance: int
    floor: int | None
    ceiling: int | None


@dataclass(frozen=True, slots=True)
class _Known:
    """What the books know of everything that the postings speak of."""

    assets: frozenset[str]
    kinds: Mapping[str, bool]
    periods: Mapping[date, str]
    places: Mapping[str, _Bounds]
    keys: Mapping[tuple[str, str], int]
    referred: Mapping[int, tuple[bool, int | None]]
    reversed: Mapping[int, Counter[tuple[str, str, str, int]]]


def dry_run(connection: Connection, *postings: Posting) -> DryRun:
    """Every limit that would refuse these postings, written in one call in this order. One round trip, nothing written.

    A place is named once, where it would cross its bounds furthest. Raises Refused `malformed` without postings.
    """
    if not postings:
        raise Refused("malformed", "There is no posting to try.")
    known = _read(connection, postings)
    limits: list[Limit] = []
    seen: set[tuple[str, str]] = set()
    reversed_here: set[int] = set()
    for number, posting in enumerate(postings, 1):
        limits += _of_event(posting, number, known, seen)
        limits += _of_reversal(posting, number, known, reversed_here)
        seen.add((posting.scope, posting.key))
    moved, balances = _moved(postings, known)
    return DryRun(tuple(limits + moved), balances)


def _of_event(posting: Posting, number: int, known: _Known, seen: set[tuple[str, str]]) -> Iterator[Limit]:
    day, state = posting.period, known.periods.get(posting.period)
    if posting.kind not in known.kinds:
        yield Limit("unknown_kind", f"There is no kind of posting called {posting.kind}.", number)
    if state is None:
        yield Limit("unknown_period", f"Gaming day {day} has not been opened.", number)
    elif state == "closed":
        yield Limit("period_closed", f"Gaming day {day} is closed: date the posting today and refer back.", number)
    elif state == "closing" and not known.kinds.get(posting.kind, True):
        yield Limit("period_closing", f"Gaming day {day} is closing and admits only what finishes it.", number)
    event = (posting.scope, posting.key)
    if event in known.keys:
        facts = {"posting": known.keys[event]}
        yield Limit(
            "already_posted", f"This event is in the books already, as posting {known.keys[event]}.", number, facts
        )
    elif event in seen:
        yield Limit("already_posted", "This event stands twice among these postings.", number)
    for asset in sorted({line.asset for line in posting.transfers} - known.assets):
        yield Limit("unknown_asset", f"There is no asset {asset}.", number, {"asset": asset})


def _of_reversal(posting: Posting, number: int, known: _Known, reversed_here: set[int]) -> Iterator[Limit]:
    for referred in {posting.reverses, posting.void_of} - {None}:
        if referred not in known.referred:
            yield Limit("unknown_posting", f"There is no posting {referred}.", number)
    if posting.reverses is None or posting.reverses not in known.referred:
        return
    is_reversal, reversed_by = known.referred[posting.reverses]
    if is_reversal:
        yield Limit("reversal_of_reversal", "A reversal can't be reversed: post the event anew.", number)
    if reversed_by is not None:
        sentence = f"Posting {posting.reverses} has been reversed already, by {reversed_by}."
        yield Limit("already_reversed", sentence, number, {"reversal": reversed_by})
    elif posting.reverses in reversed_here:
        yield Limit("already_reversed", f"Posting {posting.reverses} is reversed twice among these postings.", number)
    reversed_here.add(posting.reverses)
    back = Counter((line.credit, line.debit, line.asset, line.amount) for line in posting.transfers)
    if back != known.reversed.get(posting.reverses, Counter()):
        yield Limit("reversal_not_mirror", "A reversal moves exactly the same amounts back.", number)


def _moved(postings: Sequence[Posting], known: _Known) -> tuple[list[Limit], dict[tuple[str, str], int]]:
    """The moves in their order; a limit for each bound of a place that it would cross, where it does so furthest."""
    balances: dict[tuple[str, str], int] = {}
    worst: dict[tuple[str, str, str], tuple[int, Limit]] = {}
    for number, posting in enumerate(postings, 1):
        for line in posting.transfers:
            if line.asset not in known.assets:
                continue
            for path, change in ((line.debit, line.amount), (line.credit, -line.amount)):
                place, bounds = (path, line.asset), _bounds(path, line.asset, known)
                balances[place] = after = balances.get(place, bounds.balance) + change
                beyond, limit = _beyond(place, bounds, after, change, number)
                if limit is not None and beyond > worst.get((*place, limit.code), (0, limit))[0]:
                    worst[*place, limit.code] = beyond, limit
    return [limit for _, limit in worst.values()], balances


def _beyond(place: tuple[str, str], bounds: _Bounds, after: int, change: int, number: int) -> tuple[int, Limit | None]:
    """How far past its bounds a place would be, and the limit that says so."""
    name = " ".join(place)
    facts: dict[str, Any] = {"account": place[0], "asset": place[1], "would_hold": str(after)}
    if abs(after) > _LARGEST:
        return abs(after), Limit("out_of_range", f"{name} would hold more than the books can write.", number, facts)
    if change < 0 and bounds.floor is not None and after < bounds.floor:
        sentence = f"{name} would hold {after}; {bounds.floor} must stay."
        return bounds.floor - after, Limit(
            "insufficient_funds", sentence, number, {**facts, "floor": str(bounds.floor)}
        )
    if change > 0 and bounds.ceiling is not None and after > bounds.ceiling:
        sentence = f"{name} would hold {after}, past its ceiling of {bounds.ceiling}."
        return after - bounds.ceiling, Limit(
            "over_ceiling", sentence, number, {**facts, "ceiling": str(bounds.ceiling)}
        )
    return 0, None


def _bounds(path: str, asset: str, known: _Known) -> _Bounds:
    """What the place holds and may hold; one that is not open yet would be opened empty."""
    return known.places.get(f"{path} {asset}", _Bounds(0, None if may_go_below_zero(path) else 0, None))


def _read(connection: Connection, postings: Sequence[Posting]) -> _Known:
    lines = [line for posting in postings for line in posting.transfers]
    places = {f"{path} {line.asset}" for line in lines for path in (line.debit, line.credit)}
    referred = {number for posting in postings for number in (posting.reverses, posting.void_of) if number is not None}
    statements: list[Statement] = [
        (_ASSETS, [_array({line.asset for line in lines})]),
        (_KINDS, [_array({posting.kind for posting in postings})]),
        (_PERIODS, [_array({posting.period.isoformat() for posting in postings})]),
        (_PLACES, [_array(places)]),
        (_KEYS, [_array([posting.scope for posting in postings]), _array([posting.key for posting in postings])]),
        (_REFERRED, [_array(map(str, referred))]),
        (_REVERSED, [_array(map(str, referred))]),
    ]
    wired = wire(connection)
    assets, kinds, periods, held, keys, known, reversed_rows = (
        wired.rows(result) for result in wired.exchange(statements)
    )
    return _Known(
        frozenset(code for (code,) in assets),
        dict(kinds),
        dict(periods),
        {place: _Bounds(*bounds) for place, *bounds in held},
        {(scope, key): number for scope, key, number in keys},
        {number: (is_reversal, by) for number, is_reversal, by in known},
        _by_posting(reversed_rows),
    )


def _by_posting(rows: list[Row]) -> dict[int, Counter[tuple[str, str, str, int]]]:
    found: dict[int, Counter[tuple[str, str, str, int]]] = {}
    for posting, debit, credit, asset, amount in rows:
        found.setdefault(posting, Counter())[debit, credit, asset, amount] += 1
    return found


def _array(words: Any) -> str:
    """An array literal of any text."""
    return "{" + ",".join('"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"' for word in words) + "}"
