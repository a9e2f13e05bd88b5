"""A table as it stands, read under its lock in one round trip: shift, round, seats, purses."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from typing import Any

from casino.books.act import Act, Row, see
from casino.refusal import Conflict, Unknown
from games import find
from games.engine import HOUSE, Game, State

# Two statements on purpose: the second takes its snapshot after the lock is held.
LOCK_SHIFT = """
select s.id from pit_shift s join pit_table t on t.id = s.table_id
where t.code = %(table)s and s.state <> 'closed' for no key update of s
"""

READ_DESK = """
select s.id as shift, t.code as table, s.day, s.number, s.state as shift_state, s.game, s.edition, s.settings, s.chip,
       s.beacon, s.dealer_id as dealer, s.supervisor_id as supervisor, s.chain, h.name as chain_name, s.chains,
       coalesce(last.i, 0) as link, s.links, case when last.i is null then h.link0 else last.link end as link_before,
       s.rounds, s.carry,
       f.data->>'currency' as currency,
       coalesce(r.id, nextval('pit_round_id_seq')) as round, coalesce(r.number, s.rounds + 1) as round_number,
       case when last.i is not null and last.link is null then 'thrown' else r.state::text end as round_state,
        r.game_state, r.seats as round_seats,
       coalesce(r.throws, 0) as throws, coalesce(r.events, 0) as events, coalesce(r.net, '{}') as net,
       coalesce(a.balance, 0) as tray,
       (select coalesce(jsonb_agg(jsonb_build_object(
            'seat', seat.number, 'player', seat.player_id, 'chips', coalesce(own.balance, 0),
            'barred', exists (select from people_player own join people_player card on card.person = own.person
                              join people_exclusion x on x.player_id = card.id where own.id = seat.player_id
                              and x.from_at <= %(at)s and (x.until is null or x.until > %(at)s)))
            order by seat.number), '[]')
        from pit_seat seat
        left join ledger_account own on own.place = 'player:' || seat.player_id || ' chips:' || (f.data->>'currency')
        where seat.shift_id = s.id and seat.left_at is null) as seats
from pit_shift s
join pit_table t on t.id = s.table_id
join profile_profile f on f.version = s.profile
join fairness_chain h on h.id = s.chain
left join lateral (select c.i, w.link from fairness_close c left join fairness_throw w on w.close_id = c.id
                   where c.chain_id = s.chain order by c.i desc limit 1) last on true
left join pit_round r on r.shift_id = s.id and r.over_at is null
left join ledger_account a on a.place = 'table:' || lower(t.code) || ':tray chips:' || (f.data->>'currency')
where t.code = %(table)s and s.state <> 'closed'
"""

AnyGame = Game[Any, Any]
AnyState = State[Any, Any]


@dataclass(frozen=True, slots=True)
class Sitting:
    """A taken seat: `chips` is the player's free balance in minor units; `barred` if excluded now."""

    seat: int
    player: int
    chips: int
    barred: bool


@dataclass(frozen=True, slots=True)
class Desk:
    """A table's open shift, its running round or (round_state None) the one to come, its seats. In minor units.

    `link` is the last one taken of the chain's `links`, `link_before` its value (link 0 before the first). While its
    throw is under way `round_state` is thrown: no row says so but the close without its throw.
    """

    shift: int
    table: str
    day: date
    number: int
    shift_state: str
    game: str
    edition: str
    settings: Mapping[str, Any]
    chip: int
    beacon: str
    dealer: int
    supervisor: int
    chain: int
    chain_name: str
    chains: int
    link: int
    links: int
    link_before: str | None
    rounds: int
    carry: Mapping[str, Any]
    currency: str
    round: int
    round_number: int
    round_state: str | None
    game_state: Mapping[str, Any] | None
    round_seats: Mapping[str, int] | None
    throws: int
    events: int
    net: Mapping[str, int]
    tray: int
    seats: tuple[Sitting, ...]

    @property
    def rules(self) -> AnyGame:
        """The game on the edition that the shift opened with."""
        return edition(self.game, self.edition)

    def state_of_play(self) -> AnyState:
        """The running round's state, or a new round's for those who sit here now."""
        if self.game_state is not None:
            return self.rules.load(self.game_state)
        settings = self.rules.settings(self.settings)
        row = [str(sitting.seat) for sitting in self.seats]
        return self.rules.open(settings, row, self.carry, self.purses())

    def players(self) -> dict[str, int]:
        """Seat -> player, of the running round's seats and of those taken since."""
        now = {str(sitting.seat): sitting.player for sitting in self.seats}
        return now | dict(self.round_seats or {})

    def purses(self) -> dict[str, int]:
        """Whole chips free in each seat's purse and in the bank; what is less than a chip can't be staked here."""
        free = {str(sitting.seat): sitting.chips // self.chip for sitting in self.seats}
        free[HOUSE] = self.tray // self.chip
        return free

    def sitting(self, seat: int) -> Sitting:
        for sitting in self.seats:
            if sitting.seat == seat:
                return sitting
        raise Unknown("no_seat", f"Nobody sits in seat {seat} of table {self.table}.", seat=seat)


edition = lru_cache(maxsize=64)(find)
"""The game on an edition: asked for several times in each throw, and never changed once it has a name."""


def reads(table: str, at: datetime) -> list[tuple[str, Mapping[str, Any]]]:
    """The statements that lock and read a table, for the act's first round trip; the last one is the desk."""
    values = {"table": table, "at": at}
    return [(LOCK_SHIFT, values), (READ_DESK, values)]


def desk_of(deed: Act, table: str, row: int = -1) -> Desk:
    """The locked table's desk, from the act's read number `row`; Conflict `table_closed` when no shift is open."""
    return _desk(deed.row(row), table)


def look(table: str, at: datetime) -> Desk:
    """The table as it is committed now, unlocked: for whoever decides what to offer, never for what is written."""
    (rows,) = see((READ_DESK, {"table": table, "at": at}))
    return _desk(rows[0] if rows else None, table)


def _desk(found: Row | None, table: str) -> Desk:
    if found is None:
        raise Conflict("table_closed", f"Table {table} is not open.", table=table)
    facts: list[Any] = [*found[:-1], tuple(Sitting(**seat) for seat in found[-1])]
    return Desk(*facts)
