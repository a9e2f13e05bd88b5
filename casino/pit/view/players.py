"""What a player may see of himself: his chips, every movement of them, the rounds he sat in. Nobody else's."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from casino.books.act import see

HOLDINGS: Final = """
select f.data->>'currency', coalesce(own.balance, 0), coalesce(own.version, 0), coalesce(held.balance, 0),
       coalesce(kept.balance, 0),
       coalesce((select sum((bet->>'stake')::bigint * s.chip)
                 from pit_round r join pit_shift s on s.id = r.shift_id,
                      jsonb_each_text(r.seats) sits, jsonb_array_elements(r.game_state->'bets') bet
                 where r.over_at is null and sits.value = who.player::text and bet->>'seat' = sits.key),
                0)::bigint
from unnest(%(players)s::bigint[]) with ordinality who (player, n)
cross join (select data from profile_profile order by version desc limit 1) f
join ledger_asset a on a.code = 'chips:' || (f.data->>'currency')
left join ledger_account own on own.asset_id = a.id and own.path = 'player:' || who.player
left join ledger_account held on held.asset_id = a.id and held.path = 'player:' || who.player || ':held'
left join ledger_account kept on kept.asset_id = a.id and kept.path = 'player:' || who.player || ':deposit'
order by who.n
"""
# Both sides by their own index, newest first; the account's version is the order of its movements.
STATEMENT: Final = """
select m.version, p.public_id, p.kind, p.period, p.effective_at, p.recorded_at, m.credit, m.amount, m.balance,
       p.scope, p.key
from ledger_account a
join ledger_asset c on c.id = a.asset_id
join lateral (
    (select t.posting_id, t.debit_version as version, false as credit, t.amount, t.debit_balance as balance
     from ledger_transfer t join ledger_posting q on q.id = t.posting_id
     where t.debit_id = a.id and t.debit_version < %(before)s
       and (%(day)s = '' or q.period = nullif(%(day)s, '')::date)
     order by t.debit_version desc limit %(limit)s)
    union all
    (select t.posting_id, t.credit_version, true, t.amount, t.credit_balance
     from ledger_transfer t join ledger_posting q on q.id = t.posting_id
     where t.credit_id = a.id and t.credit_version < %(before)s
       and (%(day)s = '' or q.period = nullif(%(day)s, '')::date)
     order by t.credit_version desc limit %(limit)s)
) m on true
join ledger_posting p on p.id = m.posting_id
where a.path = 'player:' || %(player)s
  and c.code = 'chips:' || (select data->>'currency' from profile_profile order by version desc limit 1)
order by m.version desc limit %(limit)s
"""
ROUNDS: Final = """
select r.id, t.code, s.game, s.edition, s.day, r.number, r.state, s.chip, r.seats, r.net, r.opened_at, r.over_at
from pit_round r join pit_shift s on s.id = r.shift_id join pit_table t on t.id = s.table_id
where s.id in (select q.shift_id from pit_seat q where q.player_id = %(player)s)
  and r.id < %(before)s and (%(day)s = '' or s.day = nullif(%(day)s, '')::date)
  and exists (select from jsonb_each_text(r.seats) sits where sits.value = %(player)s::text)
order by r.id desc limit %(limit)s
"""
ROUND: Final = """
select r.id, t.code, s.game, s.edition, s.day, r.number, r.state, s.chip, r.seats, r.net, r.opened_at, r.over_at
from pit_round r join pit_shift s on s.id = r.shift_id join pit_table t on t.id = s.table_id
where r.id = %(round)s and exists (select from jsonb_each_text(r.seats) sits where sits.value = %(player)s::text)
"""
EVENTS: Final = "select n, event, calls, movements, at from pit_event where round_id = %(round)s order by n"
THROWS: Final = """
select c.throw, h.name, c.i, c.beacon, w.link, w.faces
from fairness_close c join fairness_chain h on h.id = c.chain_id left join fairness_throw w on w.close_id = c.id
where c.round = %(round)s order by c.throw
"""
NEWEST: Final = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Holdings:
    """A player's chips in minor units: free, laid on layouts, reserved beyond that, on deposit at the cage.

    `version` counts the movements of the free ones.
    """

    currency: str
    free: int
    version: int
    reserved: int
    deposit: int
    at_stake: int


@dataclass(frozen=True, slots=True)
class Entry:
    """One movement of a player's free chips; `out`: away from him. `balance` is what he had then."""

    version: int
    posting: str
    kind: str
    day: date
    effective_at: datetime
    recorded_at: datetime
    out: bool
    amount: int
    balance: int
    scope: str
    key: str


@dataclass(frozen=True, slots=True)
class OwnRound:
    """A round that a player sat in; `seats` are his own, `net` his chips by seat."""

    id: int
    table: str
    game: str
    edition: str
    day: date
    number: int
    state: str
    chip: int
    seats: tuple[str, ...]
    net: Mapping[str, int]
    opened_at: datetime
    over_at: datetime | None


@dataclass(frozen=True, slots=True)
class OwnThrow:
    """A throw of his round: where its dice come from, and the faces once they fell."""

    throw: int
    chain: str
    i: int
    beacon: str
    link: str | None
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OwnAct:
    """What he himself did in a round: event number, verb with what came with it, when."""

    n: int
    event: Mapping[str, Any]
    at: datetime


@dataclass(frozen=True, slots=True)
class OwnRoundInFull:
    """A round with its throws and the player's own acts; other seats' acts are not in it."""

    round: OwnRound
    throws: tuple[OwnThrow, ...]
    acts: tuple[OwnAct, ...]


def holdings(player: int) -> Holdings:
    """What the player has; zeros for one who never had a chip."""
    (one,) = holdings_of([player])
    return one


def holdings_of(several: Sequence[int]) -> list[Holdings]:
    """What each of these players has, in their order."""
    (rows,) = see((HOLDINGS, {"players": tuple(several)}))
    return [Holdings(*row) for row in rows]


def statement(player: int, *, before: int = NEWEST, day: date | None = None, limit: int = 50) -> list[Entry]:
    """Movements of the player's free chips, newest first, those before version `before`, of one gaming day if asked."""
    values = {"player": player, "before": before, "day": day.isoformat() if day else "", "limit": limit}
    (rows,) = see((STATEMENT, values))
    return [Entry(*row) for row in rows]


def rounds(player: int, *, before: int = NEWEST, day: date | None = None, limit: int = 50) -> list[OwnRound]:
    """Rounds that the player sat in, newest first, those before round `before`."""
    values = {"player": player, "before": before, "day": day.isoformat() if day else "", "limit": limit}
    (rows,) = see((ROUNDS, values))
    return [_own(player, *row) for row in rows]


def round_of(player: int, number: int) -> OwnRoundInFull | None:
    """One round of the player's; None for one that isn't there and for somebody else's alike."""
    asked = {"player": player, "round": number}
    found, events, throws = see((ROUND, asked), (EVENTS, {"round": number}), (THROWS, {"round": number}))
    if not found:
        return None
    own = _own(player, *found[0])
    acts = tuple(OwnAct(n, event, at) for n, event, _, _, at in events if event.get("by") in own.seats)
    return OwnRoundInFull(own, tuple(_throw(*row) for row in throws), acts)


def _own(player: int, *row: Any) -> OwnRound:
    *head, seats, net, opened_at, over_at = row
    own = tuple(seat for seat, who in seats.items() if who == player)
    facts: list[Any] = [*head, own, {seat: net.get(seat, 0) for seat in own}, opened_at, over_at]
    return OwnRound(*facts)


def _throw(throw: int, chain: str, i: int, beacon: str, link: str | None, faces: list[int] | None) -> OwnThrow:
    return OwnThrow(throw, chain, i, beacon, link, tuple(faces or ()))
