"""Exports: asked for here, made by a worker with its progress shown, fetched when they are whole."""

from datetime import date
from pathlib import Path
from typing import Any

from django.http import FileResponse, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from casino.bundle import asking
from casino.console import screens
from casino.console.doing import Asked, does, looks
from casino.console.names import of_actors
from casino.console.screens import Screen
from casino.profile.roles import Role
from casino.refusal import Conflict, Unknown
from ledger.exports.forms import FORMS
from ledger.exports.models import Job

MOST = 30


def _screen() -> Screen:
    wanted = (
        "id", "kind", "form", "scope", "actor", "requested_at", "state", "rows_done", "rows_total", "name", "size",
        "sha256", "error",
    )  # fmt: skip
    jobs: list[dict[str, Any]] = [dict(job) for job in Job.objects.order_by("-id").values(*wanted)[:MOST]]
    names = of_actors(job["actor"] for job in jobs)
    for job in jobs:
        first, last = (_day(job["scope"].get(end)) for end in ("first_day", "last_day"))
        job |= {"who": names[job["actor"]], "first": first, "last": last}
    return Screen("exports", _("Audit"), {"jobs": jobs, "kinds": asking.KINDS, "forms": list(FORMS)}, now="exports_now")


def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None


@looks("ledger.export")
def show(request: HttpRequest, roles: frozenset[Role]) -> HttpResponse:
    return screens.show(request, roles, _screen(), whole=True)


@looks("ledger.export")
def now(request: HttpRequest, roles: frozenset[Role]) -> HttpResponse:
    """The jobs alone; 304 while none has moved."""
    return screens.show(request, roles, _screen(), whole=False)


@does("ledger.export")
def ask(request: HttpRequest, asked: Asked) -> HttpResponse:
    """Whole gaming days; no day is everything."""
    first: date | None = asked.day("first") if asked.text("first") else None
    last: date | None = asked.day("last") if asked.text("last") else None
    asking.ask(
        key=asked.key, kind=asked.text("kind"), form=asked.text("form"), first=first, last=last, actor=asked.actor,
        at=asked.at,
    )  # fmt: skip
    return screens.done(request, asked, _screen(), _("Asked for: it appears here when it is whole."))


@looks("ledger.export")
def fetch(request: HttpRequest, roles: frozenset[Role], job: int) -> HttpResponse:
    """The finished file, as it was published."""
    found = Job.objects.filter(pk=job).first()
    if found is None:
        raise Unknown("no_export", "There is no such export.")
    if found.state != "done":
        raise Conflict("export_not_done", "This export is not whole yet.", state=found.state)
    path = Path(found.folder) / found.name
    if not path.is_file():
        raise Unknown("file_gone", "The file lies no more where it was written; ask for it again.")
    response: HttpResponse = FileResponse(path.open("rb"), as_attachment=True, filename=found.name)  # type: ignore[assignment]
    return response
