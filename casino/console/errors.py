"""What people see when a page can't be shown: never a trace, always what to do."""

import psycopg
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from casino.console.pages import refused
from casino.refusal import Forbidden


def server_error(request: HttpRequest, error: BaseException | None) -> HttpResponse:
    """503 while the database is away, else 500."""
    away = isinstance(error, OperationalError | InterfaceError | psycopg.OperationalError)
    status = 503 if away else 500
    response = render(request, "console/broken.html", {"away": away}, status=status)
    if away:
        response["Retry-After"] = "2"
    return response


def not_found(request: HttpRequest) -> HttpResponse:
    return render(request, "console/missing.html", status=404)


def stale_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form of before the last signing-in, or from another site."""
    return refused(request, Forbidden("page_old", "This page is older than your signing in: open it again."))
