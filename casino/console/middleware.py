"""Nobody sees a page before signing in; a screen that shows one is told so where it stands."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.http import HttpRequest, HttpResponse

from casino.console.pages import refused
from casino.refusal import Forbidden


class SignedIn(LoginRequiredMiddleware):
    """Deny by default: every view but those marked as open needs a login."""

    def handle_no_permission(self, request: HttpRequest, view_func: Callable[..., Any]) -> HttpResponse:  # type: ignore[override]
        if request.headers.get("HX-Request"):
            response = refused(request, Forbidden("signed_out", "You are signed out: sign in again in a new tab."))
            response.status_code = 401
            return response
        return super().handle_no_permission(request, view_func)
