"""What staff do at a table, by token: the same functions of the pit as the console's buttons."""

from collections.abc import Mapping
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from casino.api import shapes
from casino.api.documented import does
from casino.api.endpoint import Doing, Endpoint, sent
from casino.api.fields import Nothing
from casino.people.cosigning import cosigner
from casino.people.models import Player
from casino.pit import acts, seats, shifts, throws, voids
from casino.refusal import BadInput, Unknown


class Open(Endpoint):
    acts = ("table.open",)

    @does(shapes.Opening, shapes.Shift, "Open a table")
    def post(self, request: Request, code: str) -> Response:
        doing, said = Doing(request, self.acts, code), sent(request, shapes.Opening)
        shift = shifts.open_shift(key=doing.key, table=code, actor=doing.actor, at=doing.at, **said)
        return doing.done(shapes.Shift(shift).data)


class Seats(Endpoint):
    acts = ("table.seat",)

    @does(shapes.Sitting, shapes.Seat, "Seat a player by his card")
    def post(self, request: Request, code: str) -> Response:
        doing, said = Doing(request, self.acts, code), sent(request, shapes.Sitting)
        player = Player.objects.filter(card=said["card"]).values_list("id", flat=True).first()
        if player is None:
            raise Unknown("no_player", "There is no such player.")
        taken = seats.take(
            key=doing.key, table=code, seat=said["seat"], player=player, actor=doing.actor, at=doing.at
        )  # fmt: skip
        return doing.done(shapes.Seat(taken).data)


class Leave(Endpoint):
    acts = ("table.seat",)

    @does(shapes.Rising, shapes.Seat, "A player leaves his seat")
    def post(self, request: Request, code: str) -> Response:
        doing, said = Doing(request, self.acts, code), sent(request, shapes.Rising)
        left = seats.leave(key=doing.key, table=code, seat=said["seat"], actor=doing.actor, at=doing.at)
        return doing.done(shapes.Seat(left).data)


class Acts(Endpoint):
    acts = ("table.act",)

    @does(shapes.Doing, shapes.Happened, "What a seat does: a stake, odds, a main …")
    def post(self, request: Request, code: str) -> Response:
        doing, said = Doing(request, self.acts, code), sent(request, shapes.Doing)
        happened = acts.take(
            key=doing.key, table=code, seat=said["seat"], event=_event(said), actor=doing.actor, at=doing.at
        )  # fmt: skip
        return doing.done(shapes.Happened(happened).data)


class Throws(Endpoint):
    acts = ("table.throw",)

    @does(Nothing, shapes.Threw, "Throw the dice that are due")
    def post(self, request: Request, code: str) -> Response:
        doing = Doing(request, self.acts, code)
        sent(request)
        return doing.done(
            shapes.Threw(throws.throw(key=doing.key, table=code, actor=doing.actor, at=doing.at)).data
        )  # fmt: skip


class Void(Endpoint):
    acts = ("table.void",)

    @does(shapes.Voiding, shapes.Voided, "Void the running round; the second signer gives his own login")
    def post(self, request: Request, code: str, round: int) -> Response:
        doing, said = Doing(request, self.acts, code), sent(request, shapes.Voiding)
        second = cosigner(said["second"]["username"], said["second"]["password"])
        gone = voids.void(
            key=doing.key, table=code, round=round, reason=said["reason"], signers=(doing.login, second),
            actor=doing.actor, at=doing.at,
        )  # fmt: skip
        return doing.done(shapes.Voided(gone).data)


class TellToClose(Endpoint):
    acts = ("table.close",)

    @does(Nothing, shapes.Shift, "Tell a table to close: no new bets")
    def post(self, request: Request, code: str) -> Response:
        doing = Doing(request, self.acts, code)
        sent(request)
        told = shifts.tell_to_close(key=doing.key, table=code, actor=doing.actor, at=doing.at)
        return doing.done(shapes.Shift(told).data)


class Close(Endpoint):
    acts = ("table.close",)

    @does(Nothing, shapes.Shift, "Close a table that was told to, played out and counted")
    def post(self, request: Request, code: str) -> Response:
        doing = Doing(request, self.acts, code)
        sent(request)
        closed = shifts.close_shift(key=doing.key, table=code, actor=doing.actor, at=doing.at)
        return doing.done(shapes.Shift(closed).data)


def _event(said: Mapping[str, Any]) -> dict[str, Any]:
    """`act` and what came with it as the game's rules read it; what they do not know, they refuse."""
    if said["act"] in ("by", "on"):
        raise BadInput("act_unknown", "There is no such act.", field="act")
    value = next((said[name] for name in ("chips", "number", "faces") if name in said), True)
    return {said["act"]: value, **({"on": said["on"]} if "on" in said else {})}
