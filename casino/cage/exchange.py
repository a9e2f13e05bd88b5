"""Cash for chips and chips for cash: buy-in at a window or a table, cash-out at a window."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Final, NamedTuple

from casino.books import paper
from casino.books.act import Act, Read, act
from casino.cage import drawers
from casino.day import gaming_day
from casino.people import currency, permissions, protection
from casino.people.actors import login_of
from casino.people.attempts import noted
from casino.people.players import BARRED
from casino.people.signing import roles_at, roles_in
from casino.pit.desk import LOCK_SHIFT
from casino.profile import versions
from casino.refusal import Conflict, Forbidden, Unknown
from ledger.posting import Transfer

PLAYER: Final = "select id from people_player where id = %(player)s"
TABLE: Final = """
select s.id, s.day, s.state, s.profile, b.number
from pit_shift s join pit_table t on t.id = s.table_id left join pit_box b on b.shift_id = s.id and b.removed_at is null
where t.code = %(table)s and s.state <> 'closed'
"""


@dataclass(frozen=True, slots=True)
class ExchangeReceipt:
    """Currency `in` from or `out` to a player at `place` (table:H1, window:2); its line and gaming day. Minor units."""

    line: int
    direction: str
    place: str
    player: int
    amount: int
    day: str


class Dealing(NamedTuple):
    """What a window does with a player: `gives` of its drawer, currency going `direction`, `moves` in the books."""

    verb: str
    kind: str
    direction: str
    gives: str | None
    in_chips: bool
    barring: bool
    moves: Callable[..., tuple[Transfer, ...]]


BUY_IN: Final = Dealing("cage.buy_in", "buy_in", "in", "chips", True, True, paper.buy_in_at_window)
CASH_OUT: Final = Dealing("cage.cash_out", "cash_out", "out", "cash", True, False, paper.cash_out)


def buy_in_at_window(*, key: str, player: int, window: int, amount: int, actor: str, at: datetime) -> ExchangeReceipt:
    """Chips for cash at a window; `actor` is its cashier. Refused: excluded player, one at his deposit limit, drawer
    short, no whole chips."""
    return at_window(BUY_IN, key, player, window, amount, actor, at)


def cash_out(*, key: str, player: int, window: int, amount: int, actor: str, at: datetime) -> ExchangeReceipt:
    """Cash for chips at a window, for excluded players too. Refused: more than he holds, drawer short of cash."""
    return at_window(CASH_OUT, key, player, window, amount, actor, at)


def at_window(
    dealing: Dealing, key: str, player: int, window: int, amount: int, actor: str, at: datetime
) -> ExchangeReceipt:
    """One dealing of a cashier with a player, with its currency line, in the gaming day of `at`."""
    request = {dealing.verb: amount, "player": player, "window": window}
    gives = dealing.gives or "cash"
    reads = [*_person(player, actor, at), (versions.CURRENT, {}), *drawers.free(f"cage:window:{window}", gives)]

    def perform() -> ExchangeReceipt:
        trying = noted(wanted=dealing.verb, place=f"window:{window}", actor=actor, at=at, player=player)
        with trying, act(actor, key, request, reads) as deed:
            if deed.earlier is not None:
                return ExchangeReceipt(**deed.earlier)
            cashier = _check(deed, dealing.verb, actor, barring=dealing.barring)
            profile = versions.of_row(deed.rows(4)[0])
            if dealing.in_chips:
                drawers.whole_chips(profile, amount)
            drawer = drawers.window(profile, window)
            if dealing.gives is not None:
                drawers.check_holds(drawer, deed.rows(6)[0][0], drawers.whole(amount), gives)
            receipt = ExchangeReceipt(
                deed.rows(3)[0][0], dealing.direction, f"window:{window}", player, drawers.whole(amount),
                gaming_day(profile.day_rule, at).isoformat(),
            )  # fmt: skip
            moved = dealing.moves(player=player, window=window, amount=amount, currency=profile.currency)
            _write(deed, receipt, dealing.verb, dealing.kind, moved, cashier, actor, at)
        return receipt

    return drawers.in_its_day(perform, actor)


def buy_in_at_table(*, key: str, player: int, table: str, amount: int, actor: str, at: datetime) -> ExchangeReceipt:
    """Chips for cash at a table: chips from the tray, cash into its drop box, in the shift's gaming day.

    Refused: table not open or not yet counted, excluded player, tray short, chips sold at the cage only.
    """
    request = {"table.buy_in": amount, "player": player, "table": table}
    place = {"table": table}
    reads = [*_person(player, actor, at, f"table:{table}"), (LOCK_SHIFT, place), (TABLE, place), (versions.CURRENT, {})]
    trying = noted(wanted="table.buy_in", place=f"table:{table}", actor=actor, at=at, player=player)
    with trying, act(actor, key, request, reads) as deed:
        if deed.earlier is not None:
            return ExchangeReceipt(**deed.earlier)
        dealer = _check(deed, "table.buy_in", actor, barring=True)
        row, profile = deed.row(5), versions.of_row(deed.rows(6)[0])
        if row is None or row[2] != "open":
            raise Conflict("table_closed", f"Table {table} sells no chips now.", table=table)
        _, day, _, _, box = row
        if profile.model == "cage_only":
            raise Forbidden("cage_only", "This house sells chips at the cage only.", table=table)
        if box is None:
            raise Conflict("not_counted", f"Count table {table} first: its box comes with the opener.", table=table)
        drawers.whole_chips(profile, amount)
        receipt = ExchangeReceipt(deed.rows(3)[0][0], "in", f"table:{table}", player, amount, day.isoformat())
        moved = paper.buy_in_at_table(player=player, table=table, box=box, amount=amount, currency=profile.currency)
        _write(deed, receipt, "table.buy_in", "buy_in", moved, dealer, actor, at)
    return receipt


def _person(player: int, actor: str, at: datetime, place: str = "") -> list[Read]:
    """The first four reads: who acts, who comes, whether he is barred, the number of the line."""
    who = {"player": player, "at": at}
    return [roles_at(place, at, login_of(actor)), (PLAYER, who), (BARRED, who), (currency.NEXT, {})]


def _check(deed: Act, verb: str, actor: str, *, barring: bool) -> int:
    """The recorder's login, once he may do this and the player may come."""
    login = login_of(actor)
    permissions.check(verb, roles_in(deed.rows(0), login))
    if deed.row(1) is None:
        raise Unknown("no_player", "There is no such player.")
    if barring and deed.rows(2)[0][0] is not None:
        raise Forbidden("excluded", "This player is excluded from play; cashing out stays possible.")
    return login


def _write(
    deed: Act, receipt: ExchangeReceipt, verb: str, kind: str, moved: tuple[Transfer, ...], recorder: int, actor: str,
    at: datetime,
) -> None:  # fmt: skip
    day = date.fromisoformat(receipt.day)
    deed.post(kind=kind, actor=actor, day=day, scope=currency.SCOPE, key=str(receipt.line), at=at, transfers=moved)
    currency.record(
        deed, line=receipt.line, day=day, at=at, place=receipt.place, direction=receipt.direction,
        amount=receipt.amount, player=receipt.player, recorder=recorder,
    )  # fmt: skip
    if receipt.direction == "in":
        protection.bring_in(deed, player=receipt.player, day=day, at=at)
    deed.audit(at, actor, verb, receipt.place, {"player": receipt.player, "line": receipt.line})
    deed.answer(asdict(receipt))
