"""The floor: all tables on one page, one's own first, then what needs a hand."""

from dataclasses import dataclass
from datetime import UTC, datetime

from django.http import HttpRequest, HttpResponse

from casino.cage.view import SlipView, slips_waiting
from casino.console.doing import login_of, looks
from casino.console.pages import page
from casino.console.rooms import FLOOR
from casino.console.unchanged import unchanged
from casino.pit.view import version
from casino.pit.view.floor import TableRow, tables
from casino.profile.roles import Role

ORDER = {"open": 0, "closing": 1, "closed": 2}


@dataclass(frozen=True, slots=True)
class Row:
    """A table and its slips on the way; `mine`: who looks works there."""

    table: TableRow
    slips: tuple[SlipView, ...]
    mine: bool

    @property
    def needs(self) -> int:
        """How many things here wait for a hand."""
        return len(self.table.alerts) + len(self.slips)


@looks(*FLOOR)
def floor(request: HttpRequest, roles: frozenset[Role]) -> HttpResponse:
    return _floor(request, roles, "console/floor.html")


@looks(*FLOOR)
def floor_now(request: HttpRequest, roles: frozenset[Role]) -> HttpResponse:
    """The tables alone, for the page that asks again and again; 304 while nothing has changed."""
    return _floor(request, roles, "console/floor_tables.html")


def _floor(request: HttpRequest, roles: frozenset[Role], template: str) -> HttpResponse:
    waiting = slips_waiting()
    name = login_of(request).display_name
    found = [
        Row(table, tuple(waiting.get(table.code, ())), name in (table.dealer, table.supervisor))
        for table in tables(datetime.now(UTC))
    ]
    rows = sorted(found, key=lambda row: (not row.mine, -row.needs, ORDER[row.table.state], row.table.code))
    stamp = version((rows, sorted(roles)))
    return unchanged(request, stamp) or page(request, template, {"rows": rows, "version": stamp}, roles=roles)
