"""Django's admin under the house's rules: roles decide, the departments write, nothing is deleted."""

from typing import Any

from django.contrib.admin import AdminSite
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.utils.http import urlencode

from casino.people import staff
from casino.people.models import Login
from casino.profile.roles import Role

READERS = frozenset({Role.ADMINISTRATOR, Role.AUDITOR})


def roles_of(request: HttpRequest) -> frozenset[Role]:
    """The roles that the person holds now, read once a request; none for a deactivated login."""
    known: frozenset[Role] | None = getattr(request, "house_roles", None)
    if known is None:
        known = staff.roles_of(request.user.pk) if isinstance(request.user, Login) else frozenset()
        request.house_roles = known  # type: ignore[attr-defined]
    return known


class Office(AdminSite):
    """Administrators and auditors read; what may be written, each page says."""

    site_header = site_title = "Hazard House"
    index_title = "Office"
    index_template = "admin/office.html"
    enable_nav_sidebar = False

    def has_permission(self, request: HttpRequest) -> bool:
        return request.user.is_active and bool(roles_of(request) & READERS)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """The console's door is the only one; who is in already and may not be here is refused."""
        if request.user.is_authenticated:
            raise PermissionDenied
        query = urlencode({"next": request.GET.get("next", request.path)})
        return HttpResponseRedirect(f"{resolve_url('console:login')}?{query}")

    def logout(  # type: ignore[override]
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        return HttpResponseRedirect(resolve_url("console:floor"))

    def password_change(  # type: ignore[override]
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        raise PermissionDenied


office = Office(name="admin")
