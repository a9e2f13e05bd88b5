"""What a player sets for himself by token: his limits, his time-out or exclusion; and the cash that he brought."""

from datetime import UTC, datetime
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from casino.api import bodies
from casino.api.access import player_of
from casino.api.acting import shape_of
from casino.api.documented import does, look
from casino.api.endpoint import Endpoint, Page, arrived, only, sent
from casino.api.fields import Digits, Text, Whole
from casino.api.house_acts import until
from casino.api.keys import answered, key_of
from casino.day import gaming_day
from casino.people import players, protection
from casino.people.models import CurrencyLine, Exclusion
from casino.profile import versions


class Limit(serializers.Serializer[Any]):
    """A limit that holds now over all of the person's cards, and how much of it is used."""

    kind = Text()
    span = Text()
    amount = Digits()
    used = Digits()


class OwnLimits(serializers.Serializer[Any]):
    limits = Limit(many=True)


class Barred(serializers.Serializer[Any]):
    kind = Text()
    from_at = serializers.DateTimeField()
    until = serializers.DateTimeField(allow_null=True, help_text="null: for good")


class Barrings(serializers.Serializer[Any]):
    exclusions = Barred(many=True)


class Deposit(serializers.Serializer[Any]):
    """Cash `in` from me or `out` to me; `voids` is the line that this one takes back."""

    id = Whole()
    day = serializers.DateField()
    at = serializers.DateTimeField()
    place = Text()
    direction = Text()
    amount = Digits()
    voids = Whole(allow_null=True, source="voids_id")


class OwnDeposits(serializers.Serializer[Any]):
    deposits = Deposit(many=True)
    next = Text(allow_null=True)


class Own:
    """A player's act for himself: his number, the actor that he is, the key, when."""

    def __init__(self, request: Request) -> None:
        self.player = player_of(request)
        self.actor = f"player:{self.player}"
        self.key = key_of(request)
        self.again = answered(self.actor, self.key)
        self.at = arrived(request)

    def done(self, body: Any) -> Response:
        return Response(body, status=201, headers={"Idempotency-Hit": "true"} if self.again else {})


class Limits(Endpoint):
    @look(OwnLimits, "The limits that hold for me now")
    def get(self, request: Request) -> Response:
        only(request, ())
        at = datetime.now(UTC)
        day = gaming_day(versions.current().day_rule, at)
        return Response(OwnLimits({"limits": protection.in_force(player=player_of(request), day=day, at=at)}).data)

    @does(bodies.Limiting, shape_of(protection.LimitReceipt), "Set a limit of my own; lowering holds at once")
    def post(self, request: Request) -> Response:
        own, said = Own(request), sent(request, bodies.Limiting)
        made = protection.limit(key=own.key, player=own.player, actor=own.actor, at=own.at, source="self", **said)
        return own.done(shape_of(protection.LimitReceipt)(made).data)


class Exclusions(Endpoint):
    @look(Barrings, "My time-outs and exclusions, newest first")
    def get(self, request: Request) -> Response:
        only(request, ())
        found = Exclusion.objects.filter(player=player_of(request)).order_by("-pk")
        return Response(Barrings({"exclusions": found}).data)

    @does(bodies.Excluding, shape_of(players.ExclusionReceipt), "Bar myself from play; it can't be shortened")
    def post(self, request: Request) -> Response:
        own, said = Own(request), sent(request, bodies.Excluding)
        made = players.exclude(
            key=own.key, player=own.player, kind=said["kind"], until=until(said["until"]), actor=own.actor, at=own.at
        )  # fmt: skip
        return own.done(shape_of(players.ExclusionReceipt)(made).data)


class Deposits(Endpoint):
    @look(OwnDeposits, "Cash that I brought and took, newest first", page=True)
    def get(self, request: Request) -> Response:
        page = Page(request)
        found = CurrencyLine.objects.filter(player=player_of(request), pk__lt=page.before).order_by("-pk")
        if page.day is not None:
            found = found.filter(day=page.day)
        return page.answer(request, "deposits", list(found[: page.limit + 1]), Deposit, "pk")
