"""Setting a table up: its game, its settings as the game checks them, what a chip is worth there."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from casino.books.act import act
from casino.people import permissions
from casino.people.actors import login_of
from casino.people.signing import ROLES, roles_in
from casino.pit import odds
from casino.profile import versions
from casino.refusal import BadInput, Conflict
from games import discover

TAKEN = "select nextval('pit_table_id_seq'), exists (select from pit_table where code = %(code)s)"
SET_UP = """
insert into pit_table (id, code, game, settings, chip, seats)
values (%(table)s, %(code)s, %(game)s, %(settings)s, %(chip)s, %(seats)s)
"""
LONGEST_CODE = 12


@dataclass(frozen=True, slots=True)
class TableReceipt:
    """A table on the floor; `settings` name what differs from the game's defaults, `chip` is in minor units."""

    table: str
    game: str
    settings: Mapping[str, Any]
    chip: int
    seats: int


def set_up(
    *, key: str, code: str, game: str, settings: Mapping[str, Any], chip: int, seats: int, actor: str, at: datetime
) -> TableReceipt:
    """Puts a table on the floor. Refused: wrong or taken code, unknown game, settings that game or house can't take."""
    if not (0 < len(code) <= LONGEST_CODE and code.isascii() and code.isalnum() and code == code.upper()):
        raise BadInput("code_wrong", "A table's code is up to 12 of the characters 0-9 and A-Z.", code=code)
    if game not in discover():
        raise BadInput("no_such_game", f"The house has no game {game}.", games=sorted(discover()))
    denominations = versions.current().denominations
    if chip not in denominations:
        raise BadInput("chip_wrong", "A table's chip is one of the house's denominations.", issued=list(denominations))
    request: dict[str, Any] = {"table": code, "game": game, "settings": dict(settings), "chip": chip, "seats": seats}
    who = login_of(actor)
    with act(actor, key, request, [(ROLES, {"logins": (who,), "at": at}), (TAKEN, {"code": code})]) as deed:
        if deed.earlier is not None:
            return TableReceipt(**deed.earlier)
        permissions.check("table.set_up", roles_in(deed.rows(0), who))
        checked = odds.accepted(game, settings)
        number, taken = deed.rows(1)[0]
        if taken:
            raise Conflict("code_taken", f"There is a table {code} already.", code=code)
        answer: dict[str, Any] = request | {"settings": checked}
        deed.write(SET_UP, answer | {"table": number, "code": code})
        deed.audit(at, actor, "table.set_up", f"table:{code}", answer, topic="chains_wanted")
        deed.answer(answer)
    return TableReceipt(**answer)
