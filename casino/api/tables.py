"""Tables as everybody with a token may see them: the game, the seats, the chain and link 0 before any bet."""

from datetime import UTC, datetime
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from casino.api import shapes
from casino.api.documented import look
from casino.api.endpoint import Endpoint, only, versioned
from casino.pit.view import floor, version
from casino.pit.view.table import ClosedTable, TableView, table

FORESIGHT = {"none": "the house could foresee and steer"}


class Tables(Endpoint):
    @look(shapes.Tables, "The tables of the house", versioned=True, called="tables_list")
    def get(self, request: Request) -> Response:
        only(request, ())
        body = {"tables": shapes.TableRow(floor.tables(datetime.now(UTC)), many=True).data}
        return versioned(request, version(body), body)


class Table(Endpoint):
    @look(shapes.Table, "A table, its chain and the round that runs", "unknown", versioned=True)
    def get(self, request: Request, code: str) -> Response:
        only(request, ())
        body = shapes.Table(_shown(table(code, datetime.now(UTC)))).data
        return versioned(request, version(body), body)


def _shown(seen: TableView | ClosedTable) -> dict[str, Any]:
    common = {
        "table": seen.code, "game": seen.game, "currency": seen.currency, "chip": seen.chip, "settings": seen.settings,
    }  # fmt: skip
    if isinstance(seen, ClosedTable):
        free = [str(number) for number in range(1, seen.seats + 1)]
        nothing = dict.fromkeys(("day", "shift", "chain", "link0", "i", "beacon", "foresight", "round"))
        return {**common, **nothing, "state": "closed", "taken": [], "free": free}
    running = {
        "number": seen.round_number, "facts": seen.facts, "dice": seen.throw.dice, "waits": seen.throw.why_not or None,
    }  # fmt: skip
    return {
        **common,
        "state": seen.state,
        "taken": [seat.seat for seat in seen.seats],
        "free": [str(number) for number in seen.free_seats],
        "day": seen.day,
        "shift": seen.shift,
        "chain": seen.chain,
        "link0": seen.link0,
        "i": seen.link,
        "beacon": seen.beacon,
        "foresight": FORESIGHT.get(seen.beacon),
        "round": running,
    }
