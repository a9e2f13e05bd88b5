"""What auditors read by token: balances explained, receipts, the log's checkpoint, nights, registers, exports."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, date, datetime
from typing import Any

from django.db import connection
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from casino.api.acting import shape_of
from casino.api.documented import look
from casino.api.endpoint import Endpoint, day_of, only, reading
from casino.api.fields import Text
from casino.books.refusals import of_ledger
from casino.cage import register
from casino.count import exceptions
from casino.night import progress, view
from casino.people import review
from casino.refusal import BadInput, Unknown
from ledger.errors import Refused
from ledger.explain import explain
from ledger.exports.models import Job
from ledger.log import store
from ledger.log.receipts import receipt


class Sealed(serializers.Serializer[Any]):
    """Text that anybody can check with the log's keys: a receipt (C2SP tlog-proof) or a checkpoint."""

    text = Text()


class Explained(serializers.Serializer[Any]):
    """Why a balance is what it is; amounts are text of digits with a minus sign below zero."""

    explanation = serializers.DictField()


class Nights(serializers.Serializer[Any]):
    nights = shape_of(view.DayView)(many=True)


class Asked(serializers.Serializer[Any]):
    """An export asked for; its file can be fetched from the console once it is `done`."""

    job = serializers.IntegerField()
    kind = Text()
    form = Text()
    state = Text()
    rows_done = serializers.IntegerField()
    rows_total = serializers.IntegerField(allow_null=True)
    sha256 = Text(allow_blank=True)
    error = Text(allow_blank=True)


class Rows(serializers.Serializer[Any]):
    rows = serializers.ListField(child=serializers.DictField())


class Explain(Endpoint):
    """`account` and `asset` name the place; `at` an instant with its zone, now if none is given."""

    acts = ("ledger.read",)

    @look(Explained, "Why a balance is what it is", "conflict", query=("account", "asset", "at"))
    def get(self, request: Request) -> Response:
        reading(request, self.acts)
        asked = only(request, ("account", "asset", "at"))
        at = _instant(asked["at"]) if "at" in asked else datetime.now(UTC)
        try:
            found = explain(connection, asked.get("account", ""), asked.get("asset", ""), recorded_at=at)
        except Refused as refused:
            raise of_ledger(refused) from refused
        return Response({"explanation": _plain(asdict(found) | {"causes": [one._asdict() for one in found.causes],
                                                                "differently": []})})  # fmt: skip


class Receipt(Endpoint):
    acts = ("ledger.read",)

    @look(Sealed, "A posting's receipt", "conflict")
    def get(self, request: Request, posting: int) -> Response:
        reading(request, self.acts)
        only(request, ())
        try:
            return Response({"text": receipt(connection, posting)})
        except Refused as refused:
            raise of_ledger(refused) from refused


class Checkpoint(Endpoint):
    acts = ("ledger.read",)

    @look(Sealed, "The log's newest checkpoint", "unknown")
    def get(self, request: Request) -> Response:
        reading(request, self.acts)
        only(request, ())
        newest = store.newest(connection)
        if newest is None:
            raise Unknown("no_checkpoint", "Nothing is sealed yet: ask again in a moment.")
        return Response({"text": newest.checkpoint})


class NightList(Endpoint):
    acts = ("ledger.read",)

    @look(Nights, "The gaming days and their reconciliation")
    def get(self, request: Request) -> Response:
        reading(request, self.acts)
        only(request, ())
        return Response(Nights({"nights": view.days()}).data)


class NightReport(Endpoint):
    acts = ("ledger.read",)

    @look(Explained, "A night's frozen report", "unknown")
    def get(self, request: Request, day: date) -> Response:
        reading(request, self.acts)
        only(request, ())
        frozen = progress.report(day)
        return Response({"explanation": {"figures": frozen.figures, "digest": frozen.digest}})


class SlipRegister(Endpoint):
    acts = ("ledger.read",)

    @look(Rows, "The register of slips of a gaming-day year")
    def get(self, request: Request, year: int) -> Response:
        reading(request, self.acts)
        only(request, ())
        found = register.register(year)
        return Response({"rows": [_plain(asdict(row)) for row in found.rows]})


class ExceptionRegister(Endpoint):
    acts = ("ledger.read",)

    @look(Rows, "The register of exceptions", query=("first", "last"))
    def get(self, request: Request) -> Response:
        reading(request, self.acts)
        asked = only(request, ("first", "last"))
        if len(asked) < 2:
            raise BadInput("query_wrong", "Give the first and the last gaming day.", field="first")
        found = exceptions.register(first=day_of(asked["first"], "first"), last=day_of(asked["last"], "last"))
        return Response({"rows": [_plain(asdict(row)) for row in found]})


class AccessReview(Endpoint):
    acts = ("ledger.read",)

    @look(Rows, "Who holds which role")
    def get(self, request: Request) -> Response:
        reading(request, self.acts)
        only(request, ())
        return Response({"rows": [_plain(asdict(row)) for row in review.holders(at=datetime.now(UTC))]})


class Export(Endpoint):
    acts = ("ledger.export",)

    @look(Asked, "How far an export is", "unknown")
    def get(self, request: Request, job: int) -> Response:
        reading(request, self.acts)
        only(request, ())
        wanted = ("kind", "form", "state", "rows_done", "rows_total", "sha256", "error")
        found = Job.objects.filter(pk=job).values(*wanted).first()
        if found is None:
            raise Unknown("no_export", "There is no such export.")
        return Response({"job": job, **found})


def _instant(value: str) -> datetime:
    try:
        at = datetime.fromisoformat(value)
        if at.utcoffset() is not None:
            return at.astimezone(UTC)
    except (ValueError, OverflowError):
        pass
    raise BadInput("query_wrong", "An instant is written 2026-03-29T01:30:00Z.", field="at")


def _plain(value: Any) -> Any:
    """As the API writes it: numbers as text, days and instants by ISO 8601."""
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, Mapping):
        return {str(name): _plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(each) for each in value]
    return value.isoformat() if isinstance(value, date | datetime) else str(value)
