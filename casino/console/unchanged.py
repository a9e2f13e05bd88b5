"""Answers for pages that ask again: nothing new is 304."""

from django.http import HttpRequest, HttpResponse


def unchanged(request: HttpRequest, version: str) -> HttpResponse | None:
    """304 when the asker has this version already, else None."""
    if request.headers.get("If-None-Match") != f'"{version}"':
        return None
    return HttpResponse(status=304, headers={"ETag": f'"{version}"', "Cache-Control": "no-store, private"})
