"""A player's own endpoints. Whatever is asked for, only the caller's own things are looked at."""

from typing import Any, Final

from rest_framework.request import Request
from rest_framework.response import Response

from casino.api import shapes
from casino.api.access import login_of, player_of
from casino.api.documented import look
from casino.api.endpoint import Endpoint, Page, only, versioned
from casino.api.own_copy import own_copy
from casino.api.proof import throws_of
from casino.people import staff
from casino.people.models import Player
from casino.pit.view import players, version
from casino.pit.view.own_record import kept_for
from casino.refusal import Unknown
from games import find
from games.engine import Verb

NO_ROUND: Final = ("no_round", "There is no such round.")


class Me(Endpoint):
    """Who the token belongs to."""

    @look(shapes.Me, "Who I am")
    def get(self, request: Request) -> Response:
        only(request, ())
        person = login_of(request)
        card = Player.objects.filter(login=person.pk).values_list("card", flat=True).first()
        me = {
            "username": person.username, "name": person.display_name, "language": person.language, "card": card,
            "roles": sorted(staff.roles_of(person.pk)),
        }  # fmt: skip
        return Response(shapes.Me(me).data)


class Balance(Endpoint):
    @look(shapes.Balance, "My chips", versioned=True)
    def get(self, request: Request) -> Response:
        only(request, ())
        held = players.holdings(player_of(request))
        return versioned(request, version(held), shapes.Balance(held).data)


class Statement(Endpoint):
    @look(shapes.Statement, "Every movement of my chips, newest first", page=True)
    def get(self, request: Request) -> Response:
        page = Page(request)
        found = players.statement(player_of(request), before=page.before, day=page.day, limit=page.limit + 1)
        return page.answer(request, "movements", found, shapes.Movement, "version")


class Rounds(Endpoint):
    @look(shapes.OwnRounds, "The rounds I sat in, newest first", page=True)
    def get(self, request: Request) -> Response:
        page = Page(request)
        found = players.rounds(player_of(request), before=page.before, day=page.day, limit=page.limit + 1)
        return page.answer(request, "rounds", found, shapes.OwnRound, "id")


class Round(Endpoint):
    """A round that I sat in. Somebody else's answers exactly like one that isn't there."""

    @look(shapes.OwnRoundInFull, "A round with its throws and my acts", "unknown")
    def get(self, request: Request, round: int) -> Response:
        only(request, ())
        found = players.round_of(player_of(request), round)
        if found is None:
            raise Unknown(*NO_ROUND)
        whole = {
            **shapes.OwnRound(found.round).data,
            "throws": shapes.Thrown(found.throws, many=True).data,
            "acts": shapes.OwnAct([_act(act, found.round) for act in found.acts], many=True).data,
        }
        return Response(whole)


class Proof(Endpoint):
    """Of a round of mine: each throw from its chain's link 0 to its faces, step by step."""

    @look(shapes.Proof, "Each throw of a round followed from link 0 to its faces", "unknown")
    def get(self, request: Request, round: int) -> Response:
        only(request, ())
        if players.round_of(player_of(request), round) is None:
            raise Unknown(*NO_ROUND)
        return Response(shapes.Proof({"round": round, "throws": throws_of(round)}).data)


class Record(Endpoint):
    """A round of mine as a record that `python -m games replay` takes; its numbers are JSON integers."""

    @look(dict[str, Any], "A round as its record", "unknown")
    def get(self, request: Request, round: int) -> Response:
        only(request, ())
        player = player_of(request)
        kept = kept_for(player, round)
        if kept is None:
            raise Unknown(*NO_ROUND)
        return Response(own_copy(kept, player))


def _act(act: players.OwnAct, round: players.OwnRound) -> dict[str, Any]:
    """`{"stake": 10, "by": "3"}` as the API says it: act stake, chips "10"."""
    verb, value = next((name, value) for name, value in act.event.items() if name not in ("by", "on"))
    field = {Verb.NUMBER: "number", Verb.FACES: "faces"}.get(find(round.game, round.edition).verbs[verb], "chips")
    on = {"on": act.event["on"]} if "on" in act.event else {}
    what = {} if value is True else {field: value}
    return {"n": act.n, "at": act.at, "seat": act.event["by"], "act": verb, **what, **on}
