"""A table on the floor: set up, changed, retired. Its settings are checked by its game, and that the house can live."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from casino.books.act import Act, Read, act
from casino.people import permissions
from casino.people.actors import login_of
from casino.people.signing import roles_at, roles_in
from casino.pit import odds
from casino.profile import versions
from casino.refusal import BadInput, Conflict, Unknown
from games import find

TAKEN: Final = "select nextval('pit_table_id_seq'), exists (select from pit_table where code = %(code)s)"
SET_UP: Final = """
insert into pit_table (id, code, game, settings, chip, seats, idle_minutes)
values (%(id)s, %(table)s, %(game)s, %(settings)s, %(chip)s, %(seats)s, %(idle_minutes)s)
"""
# Two statements on purpose: the second takes its snapshot after the lock is held.
LOCK: Final = "select id from pit_table where code = %(table)s for no key update"
TABLE: Final = """
select t.id, t.game, t.settings, t.chip, t.seats, t.idle_minutes, t.version,
       exists (select from pit_shift s where s.table_id = t.id and s.state <> 'closed'),
       exists (select from ledger_account a where a.balance <> 0 and (a.place like 'table:' || lower(t.code) || ':%%'
                                                                      or a.place like 'box:' || lower(t.code) || ':%%'))
from pit_table t where t.code = %(table)s and t.retired_at is null
"""
CHANGE: Final = """
update pit_table set settings = %(settings)s, idle_minutes = %(idle_minutes)s, version = %(version)s where id = %(id)s
"""
RETIRE: Final = "update pit_table set retired_at = %(at)s, version = %(version)s where id = %(id)s"
LONGEST_CODE = 12
SEATS_MOST = 20
IDLE_MINUTES = 20
IDLE_MOST = 1440


@dataclass(frozen=True, slots=True)
class TableReceipt:
    """A table on the floor; `settings` name what differs from the game's defaults, `chip` is in minor units.

    `version` counts its changes; `idle_minutes`: None, a game that stands still is never moved on.
    """

    table: str
    game: str
    settings: Mapping[str, Any]
    chip: int
    seats: int
    idle_minutes: int | None = IDLE_MINUTES
    version: int = 1
    retired: bool = False


class _Table(NamedTuple):
    id: int
    game: str
    settings: Mapping[str, Any]
    chip: int
    seats: int
    idle_minutes: int | None
    version: int
    open: bool
    holds: bool


def set_up(
    *, key: str, code: str, game: str, settings: Mapping[str, Any], chip: int, seats: int, actor: str, at: datetime,
    idle_minutes: int | None = IDLE_MINUTES,
) -> TableReceipt:  # fmt: skip
    """Puts a table on the floor. Refused: wrong or taken code, unknown game, settings that game or house can't take."""
    if not (0 < len(code) <= LONGEST_CODE and code.isascii() and code.isalnum() and code == code.upper()):
        raise BadInput("code_wrong", "A table's code is up to 12 of the characters 0-9 and A-Z.", code=code)
    odds.check_game(game)
    _guard_seats(game, seats)
    _guard_idle(idle_minutes)
    denominations = versions.current().denominations
    if chip not in denominations:
        raise BadInput("chip_wrong", "A table's chip is one of the house's denominations.", issued=list(denominations))
    asked = TableReceipt(code, game, dict(settings), chip, seats, idle_minutes)
    reads = [roles_at(f"table:{code}", at, login_of(actor)), (TAKEN, {"code": code})]
    with act(actor, key, {"set_up": asdict(asked)}, reads) as deed:
        if deed.earlier is not None:
            return TableReceipt(**deed.earlier)
        permissions.check("table.set_up", roles_in(deed.rows(0), login_of(actor)))
        checked = odds.accepted(game, settings)
        number, taken = deed.rows(1)[0]
        if taken:
            raise Conflict("code_taken", f"There is a table {code} already.", code=code)
        answer = asdict(asked) | {"settings": checked}
        deed.write(SET_UP, answer | {"id": number})
        deed.audit(at, actor, "table.set_up", f"table:{code}", answer, topic="chains_wanted")
        deed.answer(answer)
    return TableReceipt(**answer)


def change(
    *, key: str, table: str, settings: Mapping[str, Any], idle_minutes: int | None, version: int, reason: str,
    actor: str, at: datetime,
) -> TableReceipt:  # fmt: skip
    """Gives `table` other settings (all that differ from the defaults), as somebody saw it at `version`.

    In force from its next shift on: the running one ends as it began. Refused: settings that game or house can't
    take, no reason, nothing that changes, a table changed by somebody else since.
    """
    _guard_idle(idle_minutes)
    request = {
        "change": table, "settings": dict(settings), "idle_minutes": idle_minutes, "version": version, "reason": reason,
    }  # fmt: skip
    with act(actor, key, request, _reads(table, actor, at)) as deed:
        if deed.earlier is not None:
            return TableReceipt(**deed.earlier)
        found = _found(deed, table, version, reason, actor)
        before: dict[str, Any] = {"settings": found.settings, "idle_minutes": found.idle_minutes}
        after: dict[str, Any] = {"settings": odds.accepted(found.game, settings), "idle_minutes": idle_minutes}
        if after == before:
            raise BadInput("nothing_changed", f"Table {table} is set so already.", table=table)
        receipt = TableReceipt(table, found.game, chip=found.chip, seats=found.seats, version=version + 1, **after)
        deed.write(CHANGE, after | {"id": found.id, "version": receipt.version})
        facts = {"before": before, "after": after, "reason": reason.strip(), "version": receipt.version}
        deed.audit(at, actor, "table.change", f"table:{table}", facts)
        deed.answer(asdict(receipt))
    return receipt


def retire(*, key: str, table: str, version: int, reason: str, actor: str, at: datetime) -> TableReceipt:
    """Takes `table` off the floor for good; its code is never given again, its past stays.

    Refused: an open shift, chips in its tray or fees, a box not counted, no reason, a table changed since `version`.
    """
    request = {"retire": table, "version": version, "reason": reason}
    with act(actor, key, request, _reads(table, actor, at)) as deed:
        if deed.earlier is not None:
            return TableReceipt(**deed.earlier)
        found = _found(deed, table, version, reason, actor)
        if found.open:
            raise Conflict("table_open", f"Table {table} is open: close its shift first.", table=table)
        if found.holds:
            raise Conflict(
                "table_holds", f"Table {table} still holds something: send its tray to the cage and have its fees and "
                "boxes counted first.", table=table,
            )  # fmt: skip
        receipt = TableReceipt(
            table, found.game, found.settings, found.chip, found.seats, found.idle_minutes, version + 1, retired=True
        )
        deed.write(RETIRE, {"id": found.id, "at": at, "version": receipt.version})
        facts = {"reason": reason.strip(), "version": receipt.version}
        deed.audit(at, actor, "table.retire", f"table:{table}", facts)
        deed.answer(asdict(receipt))
    return receipt


def _reads(table: str, actor: str, at: datetime) -> list[Read]:
    return [roles_at(f"table:{table}", at, login_of(actor)), (LOCK, {"table": table}), (TABLE, {"table": table})]


def _found(deed: Act, table: str, version: int, reason: str, actor: str) -> _Table:
    """The locked table, for somebody who may change it, has seen it as it is, and says why."""
    permissions.check("table.set_up", roles_in(deed.rows(0), login_of(actor)))
    if len(reason.strip()) < 3:
        raise BadInput("no_reason", "Write why the table is changed.")
    row = deed.row(2)
    if row is None:
        raise Unknown("no_table", f"There is no table {table}.", table=table)
    found = _Table(*row)
    if found.version != version:
        raise Conflict(
            "changed_meanwhile", f"Table {table} was changed by somebody else: look again.", version=found.version
        )
    return found


def _guard_seats(game: str, seats: int) -> None:
    """As many as the game takes, so that nobody who sits down stops the play."""
    rules = find(game)
    most = min(SEATS_MOST, rules.seats_most or SEATS_MOST)
    if type(seats) is not int or not rules.seats_least <= seats <= most:
        raise BadInput("seats_wrong", f"A table of {game} has {rules.seats_least} to {most} seats.", seats=seats)


def _guard_idle(minutes: int | None) -> None:
    if minutes is not None and not (type(minutes) is int and 1 <= minutes <= IDLE_MOST):
        raise BadInput("idle_wrong", f"Give the idle time in whole minutes from 1 to {IDLE_MOST}, or none.")
