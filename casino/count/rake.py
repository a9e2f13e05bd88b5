"""The rake: the fees of a peer game's shift, counted blind by two and brought to the count room once they agree."""

from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any, Final, NamedTuple

from casino.books import paper
from casino.books.act import Act, Read, act
from casino.people import permissions
from casino.people.actors import staff
from casino.people.signing import ROLES, check_fresh, roles_in
from casino.profile import lines as denominations
from casino.profile import versions
from casino.profile.lines import Lines
from casino.refusal import BadInput, Conflict, Forbidden, Unknown

LOCK: Final = "select id from pit_shift where id = %(shift)s for no key update"
FACTS: Final = """
select t.code, s.day, s.state, f.version, f.data, exists (select from count_rake k where k.shift_id = s.id),
       (select coalesce(sum(m.amount), 0)::bigint from pit_round r
        join ledger_posting p on p.scope = 'round:' || r.id join ledger_transfer m on m.posting_id = p.id
        join ledger_account d on d.id = m.debit_id
        where r.shift_id = s.id and d.path = 'table:' || lower(t.code) || ':rake'),
       (select coalesce(jsonb_agg(c.counter_id order by c.n), '[]')
        from count_rakecount c where c.shift_id = s.id)
from pit_shift s join pit_table t on t.id = s.table_id join profile_profile f on f.version = s.profile
where s.id = %(shift)s
"""
ENTER: Final = """
insert into count_rakecount (shift_id, n, counter_id, lines, chips, profile, at)
values (%(shift)s, %(n)s, %(counter)s, %(lines)s, %(chips)s, %(profile)s, %(at)s)
"""
ALIKE: Final = "select count_rakes_alike(%(shift)s)"
RAKE: Final = """
insert into count_rake (shift_id, chips, recorded, day, first_id, second_id, resolution, profile, at)
values (%(shift)s, %(chips)s, %(recorded)s, %(day)s, %(first)s, %(second)s, %(resolution)s, %(profile)s, %(at)s)
"""


@dataclass(frozen=True, slots=True)
class RakeReceipt:
    """Where a shift's rake stands: `first`, `agreed` and posted, or `differ`; figures only once agreed. Minor units."""

    shift: int
    state: str
    chips: int | None = None
    difference: int | None = None


class _Shift(NamedTuple):
    table: str
    day: date
    state: str
    version: int
    data: dict[str, Any]
    posted: bool
    recorded: int
    counters: list[int]


def enter(*, key: str, shift: int, lines: Lines, counter: int, at: datetime) -> RakeReceipt:
    """One counter's chips out of the rake of a closed shift; the second one's settles it, if they agree.

    Refused: a shift still open, counted already, the same counter again, unknown denominations, a wrong role.
    """
    kept = denominations.stored(lines)
    with act(staff(counter), key, {"rake": shift, "lines": kept}, _reads((counter,), shift, at)) as deed:
        if deed.earlier is not None:
            return RakeReceipt(**deed.earlier)
        found = _found(deed, shift, counter)
        if len(found.counters) == 2:
            raise Conflict("counts_differ", "Both have counted and differ: resolve it together.", shift=shift)
        if counter in found.counters:
            raise Forbidden("same_signer", "The second count is another person's.")
        chips = denominations.total(versions.of_row((found.version, found.data)), lines)
        deed.write(ENTER, {
            "shift": shift, "n": len(found.counters) + 1, "counter": counter, "lines": kept, "chips": chips,
            "profile": found.version, "at": at,
        })  # fmt: skip
        receipt = RakeReceipt(shift, "first")
        if found.counters:
            receipt = RakeReceipt(shift, "differ")
            if deed.ask(ALIKE, {"shift": shift})[0][0]:
                receipt = _post(deed, found, shift, chips, (found.counters[0], counter), "", at)
        deed.audit(at, staff(counter), "count.rake", f"shift:{shift}", {"state": receipt.state})
        deed.answer(asdict(receipt))
    return receipt


def resolve(*, key: str, shift: int, chips: int, reason: str, counters: tuple[int, int], at: datetime) -> RakeReceipt:
    """Both counters sign what the rake really held and why their counts differed; then it is posted."""
    if type(chips) is not int or chips < 0:
        raise BadInput("amount_wrong", "Give the chips as a whole amount from 0 on, in minor units.")
    if len(reason.strip()) < 3:
        raise BadInput("no_reason", "Write why the two counts differed.")
    request = {"resolve_rake": shift, "chips": chips, "counters": list(counters)}
    with act(staff(counters[1]), key, request, _reads(counters, shift, at)) as deed:
        if deed.earlier is not None:
            return RakeReceipt(**deed.earlier)
        found = _found(deed, shift, *counters)
        if found.counters != list(counters):
            raise Forbidden("not_the_counters", "The two who counted resolve it, in the order they counted.")
        receipt = _post(deed, found, shift, chips, counters, reason.strip(), at)
        deed.audit(at, staff(counters[1]), "count.rake", f"shift:{shift}", {"reason": reason.strip()})
        deed.answer(asdict(receipt))
    return receipt


def _reads(logins: tuple[int, ...], shift: int, at: datetime) -> list[Read]:
    return [(ROLES, {"logins": logins, "at": at}), (LOCK, {"shift": shift}), (FACTS, {"shift": shift})]


def _found(deed: Act, shift: int, *counters: int) -> _Shift:
    check_fresh(deed.rows(0), *counters)
    for counter in counters:
        permissions.check("count.box", roles_in(deed.rows(0), counter))
    row = deed.row(2)
    if row is None:
        raise Unknown("no_shift", "There is no such shift.", shift=shift)
    found = _Shift(*row)
    if found.state != "closed":
        raise Conflict("table_open", f"Table {found.table} still plays: its rake is counted once the shift is closed.")
    if found.posted:
        raise Conflict("counted_already", f"The rake of this shift of table {found.table} was counted.", shift=shift)
    return found


def _post(
    deed: Act, found: _Shift, shift: int, chips: int, counters: tuple[int, int], resolution: str, at: datetime
) -> RakeReceipt:
    first, second = counters
    deed.write(RAKE, {
        "shift": shift, "chips": chips, "recorded": found.recorded, "day": found.day, "first": first, "second": second,
        "resolution": resolution, "profile": found.version, "at": at,
    })  # fmt: skip
    moved = paper.rake(table=found.table, recorded=found.recorded, chips=chips, currency=found.data["currency"])
    if moved:
        deed.post(
            kind="rake", actor=staff(second), approvers=(staff(first), staff(second)), reason=resolution, day=found.day,
            scope="rake", key=str(shift), at=at, transfers=moved,
        )  # fmt: skip
    return RakeReceipt(shift, "agreed", chips, chips - found.recorded)
