"""Django's admin under the house's rules: roles decide, the departments write, nothing is deleted."""

from typing import Any

from django.contrib.admin import AdminSite
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.utils.http import urlencode

from casino.people import staff
from casino.people.models import Login
from casino.people.permissions import ACTS
from casino.profile.roles import Role


def roles_of(request: HttpRequest) -> frozenset[Role]:
    """The roles that the person holds now, read once a request; none for a deactivated login."""
    known: frozenset[Role] | None = getattr(request, "house_roles", None)
    if known is None:
        known = staff.roles_of(request.user.pk) if isinstance(request.user, Login) else frozenset()
        request.house_roles = known  # type: ignore[attr-defined]
    return known


def may(request: HttpRequest, act: str) -> bool:
    """Whether the matrix lets this person do `act`; what it doesn't name, nobody may."""
    return bool(roles_of(request) & ACTS.get(act, frozenset()))


class Office(AdminSite):
    """For those who may read one of its pages; which act each of them asks for, it says itself."""

    site_header = site_title = "Hazard House"
    index_title = "Office"
    index_template = "admin/office.html"
    enable_nav_sidebar = False

    def has_permission(self, request: HttpRequest) -> bool:
        return request.user.is_active and any(
            may(request, getattr(page, "read_act", "")) for page in self._registry.values()
        )

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
