"""Nobody sees a page before signing in; a screen that shows one is told so where it stands."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from casino.console.pages import refused
from casino.refusal import Conflict, Forbidden


class SignedIn(LoginRequiredMiddleware):
    """Deny by default: every view but those marked as open needs a login."""

    def process_view(
        self, request: HttpRequest, view_func: Callable[..., Any], view_args: Any, view_kwargs: Any
    ) -> HttpResponseBase | None:
        """An open view does not even ask who comes: it answers while the books are away."""
        if not getattr(view_func, "login_required", True):
            return None
        return super().process_view(request, view_func, view_args, view_kwargs) or _of_another(request)

    def handle_no_permission(self, request: HttpRequest, view_func: Callable[..., Any]) -> HttpResponse:  # type: ignore[override]
        if request.headers.get("HX-Request"):
            response = refused(request, Forbidden("signed_out", "You are signed out: sign in again in a new tab."))
            response.status_code = 401
            return response
        return super().handle_no_permission(request, view_func)


def _of_another(request: HttpRequest) -> HttpResponse | None:
    """A screen says whose it is: nobody acts from one that was opened by somebody else before him."""
    whose = request.headers.get("House-Person", "")
    if whose in ("", str(request.user.pk)):
        return None
    return refused(request, Conflict("other_person", "This page was opened by somebody else: open it again."))
