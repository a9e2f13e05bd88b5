"""The floor: every table as it stands, in one query. Amounts in minor units unless a name says chips."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final, NamedTuple

from casino.books.act import see
from games import find

FLOOR: Final = """
select t.code, t.game, coalesce(s.settings, t.settings), coalesce(s.chip, t.chip), t.seats,
       f.data->>'currency', (f.data->>'places')::int, s.id, coalesce(s.state, 'closed'), s.day, s.number, s.opened_at,
       d.display_name, v.display_name, coalesce(s.rounds, 0),
       coalesce(s.links - (select coalesce(max(i), 0) from fairness_close where chain_id = s.chain), 0), s.edition,
       r.number, r.game_state, c.at,
       coalesce(tray.balance, 0), coalesce(held.balance, 0), coalesce(lay.balance, 0),
       coalesce((select sum((w.net->>'house')::bigint) from pit_round w where w.shift_id = s.id), 0)::bigint,
       (select count(*) from pit_seat q where q.shift_id = s.id and q.left_at is null),
       (select coalesce(array_agg(q.number order by q.number), '{}') from pit_seat q
        where q.shift_id = s.id and q.left_at is null and q.player_id in (
              select card.id from people_exclusion x join people_player own on own.id = x.player_id
              join people_player card on card.person = own.person
              where x.from_at <= %(at)s and (x.until is null or x.until > %(at)s)))
from pit_table t
left join pit_shift s on s.table_id = t.id and s.state <> 'closed'
join profile_profile f on f.version = coalesce(s.profile, (select max(version) from profile_profile))
join ledger_asset a on a.code = 'chips:' || (f.data->>'currency')
left join people_login d on d.id = s.dealer_id
left join people_login v on v.id = s.supervisor_id
left join pit_round r on r.shift_id = s.id and r.over_at is null
left join fairness_close c on c.round = r.id and c.throw = r.throws + 1
left join ledger_account tray on tray.asset_id = a.id and tray.path = 'table:' || lower(t.code) || ':tray'
left join ledger_account held on held.asset_id = a.id and held.path = 'table:' || lower(t.code) || ':held'
left join ledger_account lay on lay.asset_id = a.id and lay.path = 'table:' || lower(t.code) || ':layout'
where t.retired_at is null and (%(table)s = '' or t.code = %(table)s)
order by t.code
"""
FEW_LINKS: Final = 64


@dataclass(frozen=True, slots=True)
class Alert:
    """Something at a table that needs a hand: a stable code and what it is about."""

    code: str
    about: str = ""


class _Found(NamedTuple):
    code: str
    game: str
    settings: Mapping[str, Any]
    chip: int
    seats: int
    currency: str
    places: int
    shift: int | None
    state: str
    day: date | None
    number: int | None
    opened_at: datetime | None
    dealer: str | None
    supervisor: str | None
    rounds: int
    links: int
    edition: str | None
    round: int | None
    game_state: Mapping[str, Any] | None
    dice_out_at: datetime | None
    tray: int
    held: int
    layout: int
    win_chips: int
    seated: int
    barred: list[int]


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table on the floor; without an open shift, `state` is closed and crew, day and caster are missing.

    `links` is how many throws its chain still has; `win_chips` what the house won in the shift's rounds so far.
    """

    code: str
    game: str
    settings: Mapping[str, Any]
    chip: int
    currency: str
    places: int
    shift: int | None
    state: str
    day: date | None
    number: int | None
    opened_at: datetime | None
    dealer: str | None
    supervisor: str | None
    rounds: int
    round: int | None
    caster: str | None
    seats: int
    seated: int
    tray: int
    held: int
    layout: int
    win_chips: int
    alerts: tuple[Alert, ...]

    @property
    def win(self) -> int:
        """The same in minor units."""
        return self.win_chips * self.chip


def tables(at: datetime, code: str = "") -> list[TableRow]:
    """Every table that is not retired (or only the one with this code), by code."""
    (rows,) = see((FLOOR, {"at": at, "table": code}))
    return [_row(_Found(*row)) for row in rows]


def _row(found: _Found) -> TableRow:
    return TableRow(
        code=found.code, game=found.game, settings=found.settings, chip=found.chip, currency=found.currency,
        places=found.places, shift=found.shift, state=found.state, day=found.day, number=found.number,
        opened_at=found.opened_at, dealer=found.dealer, supervisor=found.supervisor, rounds=found.rounds,
        round=found.round, caster=_caster(found), seats=found.seats, seated=found.seated, tray=found.tray,
        held=found.held, layout=found.layout, win_chips=found.win_chips, alerts=tuple(_alerts(found)),
    )  # fmt: skip


def _caster(found: _Found) -> str | None:
    """The seat that has the dice, while a round runs and the seat is taken."""
    if found.game_state is None:
        return None
    game = find(found.game, found.edition)
    state = game.load(found.game_state)
    seat = game.thrower(state)
    return None if seat in state.gone else seat


def _alerts(found: _Found) -> Iterator[Alert]:
    if found.dice_out_at is not None:
        yield Alert("dice_out", found.dice_out_at.isoformat())
    for seat in found.barred:
        yield Alert("barred", str(seat))
    if found.shift is not None and found.links <= FEW_LINKS:
        yield Alert("few_links", str(found.links))
