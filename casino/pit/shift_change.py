"""A shift change at an open table: both crews count the tray together and sign, boxes are swapped, the play goes on."""

from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any, Final, NamedTuple

from casino.books import days, places
from casino.books.act import Act, Read, act
from casino.day import gaming_day
from casino.fairness import sealing
from casino.people import permissions
from casino.people.actors import login_of, staff
from casino.people.signing import check_fresh, roles_at, roles_in
from casino.pit import boxes, counts, shifts
from casino.pit.desk import Desk, desk_of, reads
from casino.profile import lines as denominations
from casino.profile import versions
from casino.profile.house import HouseProfile
from casino.profile.lines import Lines
from casino.refusal import Conflict, Forbidden, Unavailable
from games import find

NEW: Final = """
select t.id, t.game, t.settings, t.chip, nextval('pit_shift_id_seq'), nextval('pit_count_id_seq'),
       (select count(*) from pit_shift s where s.table_id = t.id and s.day = %(day)s), pit_crew(n.id)
from pit_table t join pit_shift n on n.table_id = t.id and n.state <> 'closed' where t.code = %(table)s
"""
KEEP_SEATS: Final = """
insert into pit_seat (shift_id, number, player_id, taken_at)
select %(to)s, number, player_id, %(at)s from pit_seat where shift_id = %(shift)s and left_at is null
"""


@dataclass(frozen=True, slots=True)
class ChangeReceipt:
    """The shift that ended, and the one that goes on at the same table; `difference` is the outgoing one's closer."""

    table: str
    ended: int
    shift: int
    day: str
    number: int
    amount: int
    difference: int
    escalation: str
    box: int
    chain: str
    link0: str


class Crew(NamedTuple):
    """Dealer and supervisor of a shift; login ids."""

    dealer: int
    supervisor: int


class _New(NamedTuple):
    table_id: int
    game: str
    settings: dict[str, Any]
    chip: int
    shift: int
    opener: int
    before: int
    crew: list[int]


def change(
    *, key: str, table: str, lines: Lines, outgoing: Crew, incoming: Crew, swappers: tuple[int, int], actor: str,
    at: datetime,
) -> ChangeReceipt:  # fmt: skip
    """Ends the open shift with its closer and begins the next one, in the gaming day of `at`, with the same count as
    its opener: one act. Seats and the dice in turn stay; the new shift has a chain and a box of its own.

    Refused: a round under way, a slip on its way, a crew other than the shift's, wrong roles, one person twice in a
    crew, box swappers of either shift, no chain ready.
    """
    rules = versions.current()
    day = gaming_day(rules.day_rule, at)
    days.ensure_open(day, actor)
    kept = denominations.stored(lines)
    request = {"change": table, "lines": kept, "crews": [*outgoing, *incoming], "swappers": list(swappers)}
    by = login_of(actor)
    people = (*outgoing, *incoming, *swappers, by)
    values = {"table": table, "kind": "closer", "paths": (places.tray(table), places.held(table)), "day": day}
    facts: list[Read] = [
        *reads(table, at), (counts.FACTS, values), (NEW, values), sealing.unused(table),
        roles_at(f"table:{table}", at, *people),
    ]  # fmt: skip
    with act(actor, key, request, facts) as deed:
        if deed.earlier is not None:
            return ChangeReceipt(**deed.earlier)
        permissions.check("table.change_shift", roles_in(deed.rows(-1), by))
        desk = desk_of(deed, table, row=1)
        found, new = counts.Facts(*deed.rows(2)[0]), _New(*deed.rows(3)[0])
        _check(deed, desk, new, outgoing, incoming, swappers)
        profile = versions.of_row((found.version, found.data))
        amount = denominations.total(profile, lines)
        closed = counts.compared("closer", found, table, amount, lines, profile)
        _end(deed, desk, closed, kept, found, outgoing, actor, at)
        box = _swap_box(deed, found, new, swappers, at)
        chain, link0 = _begin(deed, desk, new, rules, day, incoming, at)
        _open_count(deed, new, closed, kept, rules, incoming, box, at)
        deed.write(shifts.EMPTY_SEATS, {"shift": desk.shift, "at": at})
        counts.book(deed, closed, profile.currency, found.day, *outgoing, actor, at)
        deed.audit(at, actor, "shift.change", f"table:{table}", {
            "ended": desk.shift, "shift": new.shift, "difference": str(closed.difference),
        }, topic="shift_closed")  # fmt: skip
        receipt = ChangeReceipt(
            table, desk.shift, new.shift, day.isoformat(), new.before + 1, amount, closed.difference,
            closed.escalation, box, chain, link0,
        )  # fmt: skip
        deed.answer(asdict(receipt))
    return receipt


def _check(deed: Act, desk: Desk, new: _New, outgoing: Crew, incoming: Crew, swappers: tuple[int, int]) -> None:
    if desk.shift_state != "open":
        raise Conflict("table_closing", f"Table {desk.table} is closing: count and close it.", table=desk.table)
    if desk.round_state is not None:
        raise Conflict("round_running", f"Table {desk.table} finishes its round first.", round=desk.round)
    if outgoing != (desk.dealer, desk.supervisor):
        raise Forbidden("not_the_crew", "The shift that ends is signed by those who work it now.")
    roles = deed.rows(-1)
    check_fresh(roles, *outgoing, *incoming, *swappers)
    for crew in (outgoing, incoming):
        shifts.guard_crew(roles, *crew)
    for login in swappers:
        permissions.check("box.swap", roles_in(roles, login))
    boxes.check_takers(swappers, [*new.crew, *incoming])


def _end(
    deed: Act, desk: Desk, closed: counts.CountReceipt, kept: dict[str, int], found: counts.Facts, crew: Crew,
    actor: str, at: datetime,
) -> None:  # fmt: skip
    old = {"shift": desk.shift, "at": at}
    deed.write(shifts.TELL, old)
    deed.write(counts.COUNT, asdict(closed) | crew._asdict() | {
        "lines": kept, "expected_lines": None, "profile": found.version, "at": at,
    })  # fmt: skip
    deed.write(shifts.CLOSE, old)
    sealing.end(deed, shift=desk.shift, at=at)
    deed.audit(at, actor, "table.closer", f"shift:{desk.shift}", {
        "count": closed.count, "difference": str(closed.difference), "escalation": closed.escalation,
    })  # fmt: skip


def _swap_box(deed: Act, found: counts.Facts, new: _New, swappers: tuple[int, int], at: datetime) -> int:
    """The old shift's box goes with its cash; the drop number of the one that hangs now."""
    first, second = swappers
    if found.box_in_place is not None:
        deed.write(counts.TAKE_BOX, {
            "table": new.table_id, "number": found.box_in_place, "first": first, "second": second, "at": at,
        })  # fmt: skip
    return found.next_box


def _begin(
    deed: Act, desk: Desk, new: _New, rules: HouseProfile, day: date, crew: Crew, at: datetime
) -> tuple[str, str]:
    """The next shift, on the table's settings of now, with a chain of its own and everybody in his seat."""
    chain = deed.row(-2)
    if chain is None:
        raise Unavailable("no_chain", f"No chain is ready for table {desk.table} yet; try again in a few seconds.")
    chain_id, name, links, link0 = chain
    game = find(new.game)
    deed.write(shifts.OPEN, crew._asdict() | {
        "shift": new.shift, "id": new.table_id, "day": day, "number": new.before + 1, "game": new.game,
        "edition": game.edition, "settings": game.settings(new.settings).full(), "chip": new.chip,
        "profile": rules.version, "at": at, "chain": chain_id, "links": links, "carry": dict(desk.carry),
    })  # fmt: skip
    sealing.take_chain(deed, chain=chain_id, shift=new.shift, n=1)
    deed.write(KEEP_SEATS, {"to": new.shift, "shift": desk.shift, "at": at})
    return str(name), str(link0)


def _open_count(
    deed: Act, new: _New, closed: counts.CountReceipt, kept: dict[str, int], rules: HouseProfile, crew: Crew, box: int,
    at: datetime,
) -> None:  # fmt: skip
    """The same chips are the incoming crew's opener: nothing can differ."""
    deed.write(counts.COUNT, crew._asdict() | {
        "count": new.opener, "shift": new.shift, "kind": "opener", "lines": kept, "amount": closed.amount,
        "expected": closed.amount, "expected_lines": kept, "difference": 0, "escalation": "none",
        "profile": rules.version, "at": at,
    })  # fmt: skip
    deed.write(counts.PLACE_BOX, crew._asdict() | {
        "table": new.table_id, "number": box, "shift": new.shift, "at": at,
    })  # fmt: skip
    deed.audit(at, staff(crew.supervisor), "table.opener", f"shift:{new.shift}", {"count": new.opener})
