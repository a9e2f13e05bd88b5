"""The books opened: why a balance is what it is, a posting's receipt, a throw step by step."""

from datetime import UTC, datetime
from typing import Any

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from casino.books.refusals import of_ledger
from casino.console import screens
from casino.console.doing import looks
from casino.console.names import of_actors
from casino.console.screens import Screen
from casino.fairness.explain import READ, Stored, Verdict, verdict
from casino.profile import versions
from casino.profile.roles import Role
from casino.refusal import BadInput, Conflict, Unknown
from ledger.errors import Refused
from ledger.explain import explain
from ledger.log.receipts import receipt as sealed_receipt


@looks("ledger.read")
def show(request: HttpRequest, roles: frozenset[Role]) -> HttpResponse:
    """What is asked for in the address: a place with its asset, or a throw; a look changes nothing."""
    path, asset = request.GET.get("path", "").strip(), request.GET.get("asset", "").strip()
    throw = request.GET.get("throw", "").strip()
    seen: dict[str, Any] = {"path": path, "asset": asset, "throw": throw, "assets": _assets()}
    if path:
        seen["explained"] = explained = _explained(path, asset)
        names = of_actors(cause.actor for cause in explained.causes)
        seen["causes"] = [(cause, names[cause.actor]) for cause in reversed(explained.causes)]
    if throw:
        seen["verdict"] = _verdict(throw)
    return screens.show(request, roles, Screen("books", _("Audit"), seen), whole=True)


@looks("ledger.read")
def receipt(request: HttpRequest, roles: frozenset[Role], posting: int) -> HttpResponse:
    """What its holder can show to anybody: the posting, its place in the log, the signed checkpoint."""
    try:
        text = sealed_receipt(connection, posting)
    except Refused as refused:
        raise of_ledger(refused) from refused
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="posting-{posting}.tlog-proof"'
    return response


def _assets() -> list[str]:
    currency = versions.current().currency
    return [f"{what}:{currency}" for what in ("chips", "cash", "claim")]


def _explained(path: str, asset: str) -> Any:
    try:
        return explain(connection, path, asset, recorded_at=datetime.now(UTC), last=50)
    except Refused as refused:
        raise of_ledger(refused) from refused


def _verdict(number: str) -> Verdict:
    if not (number.isascii() and number.isdigit() and len(number) <= 18):
        raise BadInput("number_wrong", "Enter a whole number, digits only.", field="throw")
    with connection.cursor() as cursor:
        cursor.execute(READ, [int(number)])
        row = cursor.fetchone()
    if row is None:
        raise Unknown("no_throw", "There is no such throw.")
    stored = Stored.of(row)
    if stored.link is None:
        raise Conflict("throw_pending", "This throw's dice have not fallen yet: its link is still secret.")
    return verdict(stored)
