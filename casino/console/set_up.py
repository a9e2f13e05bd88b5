"""Tables set up, set otherwise and retired: the exact edges stand beside the settings as they are typed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext as _

from casino.books.refusals import of_games
from casino.console import screens, words
from casino.console.doing import Asked, does, looks
from casino.console.pages import page
from casino.console.screens import Screen
from casino.console.setting import Field, fields, read
from casino.console.words import sentence
from casino.pit import odds, par, tables
from casino.pit.models import Table
from casino.profile import versions
from casino.profile.roles import Role
from casino.refusal import Refusal, Unknown
from games import Refused, discover


@dataclass(frozen=True, slots=True)
class Edges:
    """What the settings typed mean: every bet with its exact figures, or why they can't be."""

    rows: tuple[Mapping[str, Any], ...] = ()
    refused: str = ""
    code: str = ""


def _edges(game: str, given: Mapping[str, Any]) -> Edges:
    try:
        rows = tuple(_named(game, odds.plain(row)) for row in odds.odds(game=game, settings=given))
    except Refusal as refusal:
        return Edges(refused=sentence(refusal, game), code=refusal.code)
    try:
        odds.accepted(game, given)
    except Refused as refused:
        said = of_games(refused)
        return Edges(rows, sentence(said, game), said.code)
    return Edges(rows)


def _named(game: str, row: dict[str, Any]) -> dict[str, Any]:
    """A row with its bet in the person's words."""
    rest = str(row["bet"]).removeprefix(str(row["verb"])).replace(" on ", " ")
    return row | {"bet": words.of_game(game, "verb", str(row["verb"])) + rest}


def _list() -> Screen:
    found = Table.objects.filter(retired_at=None).order_by("code")
    running = set(found.filter(shifts__state__in=("open", "closing")).values_list("code", flat=True))
    rows = [(row, row["code"] in running) for row in found.values("code", "game", "chip", "seats", "par")]
    return Screen("tables", _("Set-up"), {"rows": rows})


def _form(game: str, given: Mapping[str, Any], table: Mapping[str, Any] | None) -> Screen:
    shown: tuple[Field, ...] = fields(game, given)
    seen = {
        "game": game, "games": sorted(discover()), "fields": shown, "edges": _edges(game, given), "standing": table,
    }  # fmt: skip
    return Screen("set_up", table["code"] if table else _("New table"), seen)


@looks("table.set_up", "ledger.read")
def show(request: HttpRequest, roles: frozenset[Role]) -> HttpResponse:
    return screens.show(request, roles, _list(), whole=True)


@looks("table.set_up")
def new(request: HttpRequest, roles: frozenset[Role]) -> HttpResponse:
    """An empty form for the game that is chosen, on its defaults."""
    game = request.GET.get("game", "hazard")
    odds.check_game(game)
    return screens.show(request, roles, _form(game, {}, None), whole=True)


@looks("table.set_up", "ledger.read")
def settings(request: HttpRequest, roles: frozenset[Role], code: str) -> HttpResponse:
    table = _table(code)
    return screens.show(request, roles, _form(table["game"], table["settings"], table), whole=True)


@looks("table.set_up")
def edges(request: HttpRequest, roles: frozenset[Role]) -> HttpResponse:
    """The exact edges of the settings as they stand in the form; nothing is saved."""
    game = request.GET.get("game", "")
    try:
        found = _edges(game, read(game, request.GET))
    except Refusal as refusal:
        found = Edges(refused=sentence(refusal, game), code=refusal.code)
    return page(request, "console/parts/edges.html", {"edges": found}, roles=roles)


@does("table.set_up")
def make(request: HttpRequest, asked: Asked) -> HttpResponse:
    game = asked.text("game")
    made = tables.set_up(
        key=asked.key, code=asked.text("code").upper(), game=game, settings=_settings(game, asked.fields),
        chip=asked.number("chip"), seats=asked.number("seats"), idle_minutes=_idle(asked), actor=asked.actor,
        at=asked.at,
    )  # fmt: skip
    return screens.done(request, asked, _list(), _("Table %(table)s is on the floor.") % {"table": made.table})


@does("table.set_up")
def change(request: HttpRequest, asked: Asked, code: str) -> HttpResponse:
    """From the next shift on; two who change a table at once don't overwrite each other."""
    tables.change(
        key=asked.key, table=code, settings=_settings(_table(code)["game"], asked.fields), idle_minutes=_idle(asked),
        version=asked.number("version"), reason=asked.text("reason"), actor=asked.actor, at=asked.at,
    )  # fmt: skip
    table = _table(code)
    text = _("Table %(table)s is set so from its next shift on.") % {"table": code}
    return screens.done(request, asked, _form(table["game"], table["settings"], table), text)


@does("table.set_up")
def set_par(request: HttpRequest, asked: Asked, code: str) -> HttpResponse:
    places = versions.current().places
    par.set_par(
        key=asked.key, table=code, par=asked.money("par", places), version=asked.number("version"), actor=asked.actor,
        at=asked.at,
    )  # fmt: skip
    table = _table(code)
    return screens.done(request, asked, _form(table["game"], table["settings"], table), _("The par is set."))


@does("table.set_up")
def retire(request: HttpRequest, asked: Asked, code: str) -> HttpResponse:
    tables.retire(
        key=asked.key, table=code, version=asked.number("version"), reason=asked.text("reason"), actor=asked.actor,
        at=asked.at,
    )  # fmt: skip
    return screens.done(request, asked, _list(), _("Table %(table)s is off the floor.") % {"table": code})


def _idle(asked: Asked) -> int | None:
    """Minutes; empty is never."""
    return asked.number("idle") if asked.text("idle") else None


def _settings(game: str, sent: QueryDict) -> dict[str, Any]:
    odds.check_game(game)
    return read(game, sent)


def _table(code: str) -> dict[str, Any]:
    wanted = ("code", "game", "settings", "chip", "seats", "par", "version", "idle_minutes")
    found = Table.objects.filter(code=code, retired_at=None).values(*wanted).first()
    if found is None:
        raise Unknown("no_table", f"There is no table {code}.", table=code)
    return dict(found)
