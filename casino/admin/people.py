"""Logins, roles, players, exclusions: every change by a function of the people's room."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.admin import EmptyFieldListFilter, action, display, register
from django.db.models import QuerySet
from django.http import HttpRequest

from casino.admin.records import Act, Made, Record, Rows
from casino.admin.site import may, office
from casino.fairness.entropy import draw
from casino.people import actors, players, staff
from casino.people.models import CurrencyLine, Exclusion, Login, Player, RoleGrant
from casino.profile.roles import Role
from casino.refusal import Refusal


class Hiring(Act):
    password = forms.CharField(widget=forms.PasswordInput, min_length=10, help_text="at least 10 characters")

    class Meta:
        model = Login
        fields = ("username", "display_name", "password", "reports_to")

    def act(self, said: Mapping[str, Any], doing: Mapping[str, Any]) -> int:
        boss = said["reports_to"]
        return staff.hire(
            username=said["username"], display_name=said["display_name"], password=said["password"],
            reports_to=boss.pk if boss else None, **doing,
        ).login  # fmt: skip


class Grants(Rows):
    """A login's roles, those that ended too."""

    model = RoleGrant
    fk_name = "login"
    fields = readonly_fields = ("role", "place", "granted_at", "granted_by", "ended_at", "ended_by")


@register(Login, site=office)
class Logins(Made):
    add_act, add_form, subject = "staff.hire", Hiring, "login"
    read_act = "house.read"
    list_display = ("username", "display_name", "roles", "is_active", "reports_to", "last_login")
    list_filter = ("is_active", "grants__role")
    list_select_related = ("reports_to",)
    search_fields = ("username", "display_name")
    ordering = ("username",)
    exclude = ("password",)
    actions = ("dismiss",)

    def get_inlines(self, request: HttpRequest, obj: Any) -> Any:
        return (Grants,) if obj else ()

    def get_queryset(self, request: HttpRequest) -> QuerySet[Login]:
        return super().get_queryset(request).prefetch_related("grants")

    @display(description="roles")
    def roles(self, login: Login) -> str:
        return ", ".join(sorted(grant.role for grant in login.grants.all() if grant.ended_at is None))

    def has_dismiss_permission(self, request: HttpRequest) -> bool:
        return may(request, "staff.dismiss")

    @action(description="Deactivate: the person has left", permissions=["dismiss"])
    def dismiss(self, request: HttpRequest, chosen: QuerySet[Login]) -> None:
        """Each person by the department's own act: one that is refused stops nobody else's."""
        at = datetime.now(UTC)
        for login in chosen:
            _told(
                request, f"{login.username}: deactivated", staff.dismiss, login=login.pk, left_at=at, at=at
            )  # fmt: skip


class Granting(Act):
    class Meta:
        model = RoleGrant
        fields = ("login", "role", "place")

    def act(self, said: Mapping[str, Any], doing: Mapping[str, Any]) -> int:
        who, role, place = said["login"].pk, Role(said["role"]), said["place"]
        staff.grant(login=who, role=role, place=place, **doing)
        return int(RoleGrant.objects.get(login=who, role=role, place=place, ended_at=None).pk)


@register(RoleGrant, site=office)
class RoleGrants(Made):
    add_act, add_form = "staff.grant", Granting
    read_act = "house.read"
    list_display = ("login", "role", "place", "granted_at", "granted_by", "ended_at", "ended_by")
    list_filter = ("role", ("ended_at", EmptyFieldListFilter))
    list_select_related = ("login", "granted_by", "ended_by")
    search_fields = ("login__username", "login__display_name")
    ordering = ("-id",)
    actions = ("end",)

    def has_end_permission(self, request: HttpRequest) -> bool:
        return may(request, "staff.grant")

    @action(description="End these roles", permissions=["end"])
    def end(self, request: HttpRequest, chosen: QuerySet[RoleGrant]) -> None:
        for grant in chosen.select_related("login"):
            _told(
                request, f"{grant.login.username}: no {grant.role} any more", staff.end_grant, login=grant.login_id,
                role=Role(grant.role), place=grant.place, at=datetime.now(UTC),
            )  # fmt: skip


class Registering(Act):
    name = forms.CharField(max_length=120, required=False, help_text="kept apart, and erasable")

    class Meta:
        model = Player
        fields = ("card", "name", "login")

    def act(self, said: Mapping[str, Any], doing: Mapping[str, Any]) -> int:
        login = said["login"]
        return players.register(
            card=said["card"], name=said["name"] or None, login=login.pk if login else None, **doing
        ).player  # fmt: skip


@register(Player, site=office)
class Players(Made):
    add_act, add_form, subject = "player.register", Registering, "player"
    read_act = "house.read"
    list_display = ("card", "name", "login", "created_at")
    list_select_related = ("personal", "login")
    search_fields = ("card", "personal__name")
    ordering = ("card",)

    @display(description="name")
    def name(self, player: Player) -> str:
        personal = getattr(player, "personal", None)
        return personal.name if personal else ""


@register(Exclusion, site=office)
class Exclusions(Record):
    read_act = "exclusion.attempts"
    list_display = ("player", "kind", "from_at", "until", "made_by", "profile")
    list_filter = ("kind",)
    list_select_related = ("player", "made_by")
    search_fields = ("player__card",)
    ordering = ("-id",)


@register(CurrencyLine, site=office)
class CurrencyLines(Record):
    read_act = "currency.list"
    list_display = ("day", "at", "place", "direction", "amount", "player", "recorder", "posting")
    list_filter = ("direction", "place")
    list_select_related = ("player", "recorder")
    date_hierarchy = "day"
    ordering = ("-id",)


def _told(request: HttpRequest, said: str, act: Callable[..., Any], **asked: Any) -> None:
    """One act, its outcome as a message: done, or the refusal's sentence with its code."""
    try:
        act(key=draw(16).hex(), actor=actors.staff(int(str(request.user.pk))), **asked)
    except Refusal as refusal:
        messages.error(request, f"{said.partition(':')[0]}: {refusal.sentence} [{refusal.code}]")
    else:
        messages.success(request, said)
