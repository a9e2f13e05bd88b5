"""A table's page: the desk with everybody's name, what each seat may do now, the last throw, the rounds before."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final, NamedTuple

from casino.books.act import Row, see
from casino.pit.desk import AnyState, Desk, Sitting, look
from casino.pit.view.prospects import Prospect, prospects
from casino.refusal import Conflict, Unavailable, Unknown
from games.engine import Bet, Offer, Refused

TABLE: Final = """
select t.code, t.game, t.settings, t.chip, t.seats, f.data->>'currency', (f.data->>'places')::int
from pit_table t, profile_profile f
where t.code = %(table)s and t.retired_at is null order by f.version desc limit 1
"""
# What the desk doesn't say: names, chain, what waits for its dice, what lies in the house's places.
AROUND: Final = """
select d.display_name, v.display_name, h.name, h.link0, s.opened_at,
       (select c.id from pit_round r join fairness_close c on c.round = r.id and c.throw = r.throws + 1
        where r.shift_id = s.id and r.over_at is null),
       (select coalesce(jsonb_object_agg(p.id, jsonb_build_array(p.card, coalesce(n.name, ''))), '{}')
        from people_player p left join people_personaldata n on n.player_id = p.id
        where p.id in (select q.player_id from pit_seat q where q.shift_id = s.id)),
       (select coalesce(jsonb_object_agg(split_part(a.path, ':', 3), a.balance), '{}') from ledger_account a
        where a.asset_id = (select id from ledger_asset where code = 'chips:' || (f.data->>'currency'))
        and a.path = any (array['table:' || lower(t.code) || ':held', 'table:' || lower(t.code) || ':layout'])),
       coalesce((select sum((w.net->>'house')::bigint) from pit_round w where w.shift_id = s.id), 0)::bigint,
       s.rounds, exists (select from pit_count k where k.shift_id = s.id and k.kind = 'opener'),
       exists (select from pit_count k where k.shift_id = s.id and k.kind = 'closer')
from pit_shift s
join pit_table t on t.id = s.table_id
join profile_profile f on f.version = s.profile
join people_login d on d.id = s.dealer_id
join people_login v on v.id = s.supervisor_id
join fairness_chain h on h.id = s.chain
where s.id = %(shift)s
"""
ROUNDS: Final = """
select r.id, r.number, r.state, r.net,
       (select coalesce(jsonb_agg(jsonb_build_array(e.event->'throw', e.calls, e.movements) order by e.n), '[]')
        from pit_event e where e.round_id = r.id and e.event ? 'throw')
from pit_round r where r.shift_id = %(shift)s order by r.id desc limit 12
"""
LOOKS: Final = 3


@dataclass(frozen=True, slots=True)
class Pay:
    """Chips that a throw or act moved for a seat (or house): won, lost, back, trimmed, fee."""

    seat: str
    why: str
    chips: int


@dataclass(frozen=True, slots=True)
class Thrown:
    """A throw that fell: its faces, what was called, what was paid."""

    faces: tuple[int, ...]
    calls: tuple[str, ...]
    pays: tuple[Pay, ...]


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round of this shift, with its throws in order; `net` in chips by seat and house."""

    id: int
    number: int
    state: str
    net: Mapping[str, int]
    throws: tuple[Thrown, ...]


@dataclass(frozen=True, slots=True)
class SeatView:
    """A taken seat. Chips are whole chips of the table, `money` minor units.

    `plays`: in the running round (who sat down later waits for the next); `holds`: reserved beyond the stakes;
    `gone`: the player has left, his bets still stand.
    """

    seat: str
    player: int
    card: str
    name: str
    chips: int
    money: int
    barred: bool
    gone: bool
    plays: bool
    casts: bool
    holds: int
    net: int
    bets: tuple[Bet, ...]
    offers: tuple[Offer, ...]

    @property
    def lying(self) -> list[tuple[str, int | None, int]]:
        """What lies on the layout: verb, number where it is on one, chips; bets of one kind together."""
        chips: dict[tuple[str, int | None], int] = {}
        for bet in self.bets:
            chips[bet.kind, bet.on] = chips.get((bet.kind, bet.on), 0) + bet.stake
        return [(kind, on, laid) for (kind, on), laid in chips.items()]


@dataclass(frozen=True, slots=True)
class ClosedTable:
    """A table without an open shift: what it will open with."""

    code: str
    game: str
    settings: Mapping[str, Any]
    chip: int
    places: int
    seats: int
    currency: str


@dataclass(frozen=True, slots=True)
class TableView:
    """A table with an open shift. `round` None: the round to come. `pending`: a close that waits for its dice.

    `opened`, `closed`: opener and closer are counted; `begun`: how many rounds the shift has begun.
    """

    code: str
    game: str
    settings: Mapping[str, Any]
    chip: int
    places: int
    currency: str
    state: str
    shift: int
    day: date
    number: int
    opened_at: datetime
    dealer: str
    supervisor: str
    chain: str
    link0: str
    beacon: str
    link: int
    links: int
    round: int | None
    round_number: int
    pending: int | None
    facts: Mapping[str, Any]
    seats: tuple[SeatView, ...]
    free_seats: tuple[int, ...]
    throw: Offer
    prospects: tuple[Prospect, ...]
    tray: int
    held: int
    layout: int
    win_chips: int
    opened: bool
    closed: bool
    begun: int
    rounds: tuple[PlayedRound, ...]

    @property
    def win(self) -> int:
        return self.win_chips * self.chip

    @property
    def caster(self) -> SeatView | None:
        return next((seat for seat in self.seats if seat.casts), None)

    @property
    def last(self) -> PlayedRound | None:
        """The newest round in which dice fell."""
        return next((played for played in self.rounds if played.throws), None)


class _Around(NamedTuple):
    dealer: str
    supervisor: str
    chain: str
    link0: str
    opened_at: datetime
    pending: int | None
    names: Mapping[str, list[str]]
    places: Mapping[str, int]
    win_chips: int
    rounds: int
    opener: bool
    closer: bool


def table(code: str, at: datetime) -> TableView | ClosedTable:
    """The table with this code, open or closed. Raises Unknown `no_table`."""
    (found,) = see((TABLE, {"table": code}))
    if not found:
        raise Unknown("no_table", f"There is no table {code}.", table=code)
    code, game, settings, chip, seats, currency, places = found[0]
    for _ in range(LOOKS):
        try:
            desk = look(code, at)
        except Conflict:
            return ClosedTable(code, game, settings, chip, places, seats, currency)
        around, rounds = see((AROUND, {"shift": desk.shift}), (ROUNDS, {"shift": desk.shift}))
        view = _view(desk, _Around(*around[0]), rounds, seats, places)
        if view is not None:
            return view
    raise Unavailable("busy", f"Table {code} changes too fast to be shown; look again.", table=code)


def _view(desk: Desk, around: _Around, rounds: list[Row], seats: int, places: int) -> TableView | None:
    """None when somebody sat down between the two looks."""
    if not all(str(player) in around.names for player in desk.players().values()):
        return None
    play = _play(desk, around)
    taken = {seat.seat for seat in desk.seats} | {int(seat) for seat in desk.round_seats or {}}
    return TableView(
        code=desk.table, game=desk.game, settings=desk.settings, chip=desk.chip, places=places,
        currency=desk.currency, state=desk.shift_state, shift=desk.shift, day=desk.day, number=desk.number,
        opened_at=around.opened_at, dealer=around.dealer, supervisor=around.supervisor, chain=around.chain,
        link0=around.link0, beacon=desk.beacon, link=desk.link, links=desk.links,
        round=desk.round if desk.round_state else None, round_number=desk.round_number, pending=around.pending,
        facts=play.facts, seats=play.seats, free_seats=tuple(n for n in range(1, seats + 1) if n not in taken),
        throw=play.throw, prospects=play.prospects, tray=desk.tray,
        held=around.places.get("held", 0), layout=around.places.get("layout", 0),
        win_chips=around.win_chips, opened=around.opener, closed=around.closer, begun=around.rounds,
        rounds=tuple(_played(*row) for row in rounds),
    )  # fmt: skip


class _Play(NamedTuple):
    throw: Offer
    prospects: tuple[Prospect, ...]
    facts: Mapping[str, Any]
    seats: tuple[SeatView, ...]


def _play(desk: Desk, around: _Around) -> _Play:
    """The throw that is due, the game's facts, the seats; where too few sit for a round, why there is none."""
    sitting = {str(taken.seat): taken for taken in desk.seats}
    names = sorted({*sitting, *(desk.round_seats or {})}, key=int)
    players = desk.players()
    try:
        state = desk.state_of_play()
    except Refused as refused:
        throw = Offer("throw", "", why_not=refused.code, sentence=refused.sentence)
        return _Play(throw, (), {}, tuple(_seat(name, players, sitting, desk, around) for name in names))
    offers = desk.rules.offers(state, desk.purses())
    throw = next(offer for offer in offers if offer.verb == "throw")
    seats = tuple(
        _seat(name, players, sitting, desk, around, state, offers)
        for name in names
        if name in sitting or any(bet.seat == name for bet in state.bets)
    )
    ahead = prospects(desk.rules, state, throw.dice)
    return _Play(throw, ahead, desk.rules.facts(state), seats)


def _seat(
    name: str, players: Mapping[str, int], sitting: Mapping[str, Sitting], desk: Desk, around: _Around,
    state: AnyState | None = None, offers: tuple[Offer, ...] = (),
) -> SeatView:  # fmt: skip
    player, taken = players[name], sitting.get(name)
    card, called = around.names[str(player)]
    money = taken.chips if taken else 0
    return SeatView(
        seat=name, player=player, card=card, name=called, chips=money // desk.chip, money=money,
        barred=taken is not None and taken.barred, gone=taken is None,
        plays=state is not None and name in state.seats and name not in state.gone,
        casts=state is not None and name == desk.rules.thrower(state),
        holds=dict(state.held).get(name, 0) if state else 0, net=desk.net.get(name, 0),
        bets=tuple(bet for bet in state.bets if bet.seat == name) if state else (),
        offers=tuple(offer for offer in offers if offer.seat == name and offer.verb != "throw"),
    )  # fmt: skip


def _played(
    number_of_all: int, number: int, state: str, net: Mapping[str, int], throws: list[list[Any]]
) -> PlayedRound:
    return PlayedRound(number_of_all, number, state, net, tuple(_thrown(*thrown) for thrown in throws))


def _thrown(faces: list[int], calls: list[str], movements: list[list[Any]]) -> Thrown:
    """What a throw paid, added up by seat and why; reserves that were set free are no pay."""
    paid: dict[tuple[str, str], int] = {}
    for _, _, _, _, chips, why, seat in movements:
        if why not in ("release", "hold"):
            paid[seat, why] = paid.get((seat, why), 0) + chips
    return Thrown(tuple(faces), tuple(calls), tuple(Pay(seat, why, chips) for (seat, why), chips in paid.items()))
