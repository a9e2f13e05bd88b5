"""A table's shifts: opened with a chain and a crew, told to close, closed, its roots revealed."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from casino.books import days
from casino.books.act import Read, act
from casino.day import gaming_day
from casino.fairness import sealing
from casino.fairness.keeper import client as keeper
from casino.people import permissions
from casino.people.signing import roles_at, roles_in
from casino.pit import rounds
from casino.pit.desk import desk_of, reads
from casino.profile import versions
from casino.refusal import Conflict, Forbidden, Unavailable, Unknown
from games import find

TABLE = """
select t.id, t.game, t.settings, t.chip,
       (select count(*) from pit_shift s where s.table_id = t.id and s.day = %(day)s) as before,
       (select s.state from pit_shift s where s.table_id = t.id and s.state <> 'closed') as running,
       (select s.carry from pit_shift s where s.table_id = t.id and s.day = %(day)s
        order by s.id desc limit 1) as carry,
       nextval('pit_shift_id_seq') as shift
from pit_table t where t.code = %(table)s and t.retired_at is null for update of t
"""
OPEN = """
insert into pit_shift (id, table_id, day, number, state, game, edition, settings, chip, profile, beacon, dealer_id,
                       supervisor_id, opened_at, chain, links, rounds, carry)
values (%(shift)s, %(id)s, %(day)s, %(number)s, 'open', %(game)s, %(edition)s, %(settings)s, %(chip)s, %(profile)s,
        'none', %(dealer)s, %(supervisor)s, %(at)s, %(chain)s, %(links)s, 0, %(carry)s)
"""
TELL = "update pit_shift set state = 'closing' where id = %(shift)s"
COUNTED = """
select c.id from pit_count c join pit_shift s on s.id = c.shift_id join pit_table t on t.id = s.table_id
where t.code = %(table)s and s.state <> 'closed' and c.kind = 'closer'
"""
EMPTY_SEATS = "update pit_seat set left_at = %(at)s where shift_id = %(shift)s and left_at is null"
CLOSE = "update pit_shift set state = 'closed', closed_at = %(at)s where id = %(shift)s"

REVEALED = """
update pit_shift s set revealed_at = %(at)s where s.id = %(shift)s and s.state = 'closed' and s.revealed_at is null
and not exists (select from fairness_use u where u.shift = s.id
                and not exists (select from fairness_reveal r where r.chain_id = u.chain_id))
"""


class _Table(NamedTuple):
    id: int
    game: str
    settings: dict[str, Any]
    chip: int
    before: int
    running: str | None
    carry: dict[str, Any] | None
    shift: int


@dataclass(frozen=True, slots=True)
class ShiftReceipt:
    """A shift as it now stands; `chain` and `link0` are public before any bet."""

    table: str
    shift: int
    day: str
    number: int
    state: str
    chain: str = ""
    link0: str = ""


def open_shift(*, key: str, table: str, dealer: int, supervisor: int, actor: str, at: datetime) -> ShiftReceipt:
    """Opens `table` for the gaming day of `at`, on the newest profile, with the oldest chain made ahead for it.

    Refused: open already, no such table, dealer or supervisor without the role or one person twice, no chain yet.
    """
    rules = versions.current()
    day = gaming_day(rules.day_rule, at)
    days.ensure_open(day, actor)
    request = {"open": table, "dealer": dealer, "supervisor": supervisor}
    facts: list[Read] = [
        (TABLE, {"table": table, "day": day}),
        sealing.unused(table),
        roles_at(f"table:{table}", at, dealer, supervisor),
    ]
    with act(actor, key, request, facts) as deed:
        if deed.earlier is not None:
            return ShiftReceipt(**deed.earlier)
        guard_crew(deed.rows(2), dealer, supervisor)
        row, chain = deed.row(0), deed.row(1)
        if row is None:
            raise Unknown("no_table", f"There is no table {table}.", table=table)
        found = _Table(*row)
        if found.running:
            raise Conflict("table_open", f"Table {table} is {found.running} already.", table=table)
        if chain is None:
            raise Unavailable("no_chain", f"No chain is ready for table {table} yet; try again in a few seconds.")
        chain_id, name, links, link0 = chain
        game = find(found.game)
        deed.write(OPEN, {
            "shift": found.shift, "id": found.id, "day": day, "number": found.before + 1, "game": found.game,
            "edition": game.edition, "settings": game.settings(found.settings).full(), "chip": found.chip,
            "profile": rules.version, "dealer": dealer, "supervisor": supervisor, "at": at, "chain": chain_id,
            "links": links, "carry": found.carry or {},
        })  # fmt: skip
        sealing.take_chain(deed, chain=chain_id, shift=found.shift, n=1)
        deed.audit(at, actor, "shift.open", f"table:{table}", {"shift": found.shift, "chain": name})
        answer: dict[str, Any] = {
            "table": table, "shift": found.shift, "day": day.isoformat(), "number": found.before + 1, "state": "open",
            "chain": name, "link0": link0,
        }  # fmt: skip
        deed.answer(answer)
    return ShiftReceipt(**answer)


def guard_crew(rows: list[tuple[Any, ...]], dealer: int, supervisor: int) -> None:
    """Two different people, each in his role, by the rows of roles_at."""
    if dealer == supervisor:
        raise Forbidden("same_signer", "Dealer and supervisor are two different people.")
    permissions.check("table.deal", roles_in(rows, dealer))
    permissions.check("table.supervise", roles_in(rows, supervisor))


def tell_to_close(*, key: str, table: str, actor: str, at: datetime) -> ShiftReceipt:
    """No new bets; the running round is finished. A round on which nothing lies is dropped at once."""
    with act(actor, key, {"tell_to_close": table}, reads(table, at)) as deed:
        if deed.earlier is not None:
            return ShiftReceipt(**deed.earlier)
        desk = desk_of(deed, table)
        if desk.shift_state == "open":
            deed.write(TELL, {"shift": desk.shift})
            deed.audit(at, actor, "shift.tell_to_close", f"table:{table}", {"shift": desk.shift})
        if desk.round_state == "open":
            state = desk.state_of_play()
            if not state.bets:
                rounds.write(deed, desk, desk.rules.void(state), rounds.Happening({"void": True}, "void", actor, at))
        answer: dict[str, Any] = {
            "table": table, "shift": desk.shift, "day": desk.day.isoformat(), "number": desk.number,
            "state": "closing",
        }  # fmt: skip
        deed.answer(answer)
    return ShiftReceipt(**answer)


def close_shift(*, key: str, table: str, actor: str, at: datetime) -> ShiftReceipt:
    """Closes a table that was told to and whose last round is over; everybody's seat is free then."""
    with act(actor, key, {"close": table}, [*reads(table, at), (COUNTED, {"table": table})]) as deed:
        if deed.earlier is not None:
            return ShiftReceipt(**deed.earlier)
        desk = desk_of(deed, table, row=-2)
        if desk.shift_state != "closing":
            raise Conflict("not_told", f"Tell table {table} to close first.", table=table)
        if desk.round_state is not None:
            raise Conflict("round_running", f"Table {table} finishes its round first.", round=desk.round)
        if deed.row(-1) is None:
            raise Conflict("no_closer", f"Count table {table} first: dealer and supervisor sign its closer.")
        values = {"shift": desk.shift, "at": at}
        deed.write(EMPTY_SEATS, values)
        deed.write(CLOSE, values)
        sealing.end(deed, shift=desk.shift, at=at)
        deed.audit(at, actor, "shift.close", f"table:{table}", {"shift": desk.shift}, topic="shift_closed")
        answer: dict[str, Any] = {
            "table": table, "shift": desk.shift, "day": desk.day.isoformat(), "number": desk.number, "state": "closed",
        }  # fmt: skip
        deed.answer(answer)
    return ShiftReceipt(**answer)


def reveal(*, shift: int, actor: str, at: datetime) -> int:
    """Publishes the roots of a finished shift; returns how many. Idempotent."""
    roots = keeper.roots(shift)
    with act(actor, None, None, []) as deed:
        for chain, root in roots.items():
            sealing.reveal(deed, chain=chain, root=root)
        deed.write(REVEALED, {"shift": shift, "at": at})
        deed.audit(at, actor, "shift.reveal", f"shift:{shift}", {"chains": len(roots)})
    return len(roots)
