"""Every door's addresses, and what is answered where no view could answer."""

import sys
from datetime import date

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, include, path, register_converter
from django.urls.converters import IntConverter, StringConverter

from casino.api import problems
from casino.console import errors
from casino.day import read_day


class TableCode(StringConverter):
    """A table's code, as it is painted on the table."""

    regex = "[0-9A-Z]{1,12}"


class Number(IntConverter):
    """A number that fits the database."""

    regex = "[1-9][0-9]{0,17}"


class Day:
    """A gaming day, 2026-03-29; what is no date is no address."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        return read_day(value)

    def to_url(self, value: date | str) -> str:
        return value if isinstance(value, str) else value.isoformat()


class Card(StringConverter):
    """A player's card, as it is printed."""

    regex = "[0-9A-Z][0-9A-Z-]{0,19}"


register_converter(Card, "card")
register_converter(Day, "day")
register_converter(TableCode, "table")
register_converter(Number, "number")

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("casino.console.urls")),
    path("api/", include("casino.api.urls")),
    path("admin/", include("casino.admin.urls")),
    path("", include("casino.api.service")),
]


def handler500(request: HttpRequest) -> HttpResponse:
    """The API's callers get problems, people a page; a database that is away is 503 for both."""
    answer = problems.server_error if request.path.startswith("/api/") else errors.server_error
    return answer(request, sys.exc_info()[1])


def handler404(request: HttpRequest, exception: Exception) -> HttpResponse:
    answer = problems.not_found if request.path.startswith("/api/") else errors.not_found
    return answer(request)
