"""Tables and the house profile: set up and versioned by their departments."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib.admin import register

from casino.admin.records import Act, Made
from casino.admin.site import office
from casino.people.actors import login_of
from casino.pit import tables
from casino.pit.models import Table
from casino.profile import versions
from casino.profile.models import Profile
from games import discover


class SettingUp(Act):
    game = forms.ChoiceField(choices=lambda: [(name, name) for name in discover()])
    settings = forms.JSONField(initial=dict, help_text="what differs from the game's defaults; its README lists them")

    seats = forms.IntegerField(initial=8, min_value=1, max_value=20)

    class Meta:
        model = Table
        fields = ("code", "game", "settings", "chip", "seats")

    def act(self, said: Mapping[str, Any], doing: Mapping[str, Any]) -> int:
        made = tables.set_up(**said, **doing)
        return int(Table.objects.get(code=made.table).pk)


@register(Table, site=office)
class Tables(Made):
    add_act, add_form, subject = "table.set_up", SettingUp, "table"
    read_act = "house.read"
    list_display = ("code", "game", "chip", "seats", "retired_at", "version")
    list_filter = ("game",)
    search_fields = ("code",)
    ordering = ("code",)

    def subject_of(self, found: Any) -> str:
        return f"table:{found.code}"


class Changing(Act):
    data = forms.JSONField(  # type: ignore[assignment]
        widget=forms.Textarea(attrs={"rows": 30, "cols": 100}), help_text="a whole profile"
    )
    reason = forms.CharField(max_length=200)

    class Meta:
        model = Profile
        fields = ("data", "reason")

    def act(self, said: Mapping[str, Any], doing: Mapping[str, Any]) -> int:
        actor = login_of(doing["actor"])
        return versions.make(data=said["data"], actor=actor, at=doing["at"], reason=said["reason"]).version


@register(Profile, site=office)
class Profiles(Made):
    """Never edited: the newest version counts, decisions keep the one that they used."""

    add_act, add_form = "profile.change", Changing
    read_act = "house.read"
    list_display = ("version", "at", "made_by", "reason")
    ordering = ("-version",)

    def get_changeform_initial_data(self, request: Any) -> dict[str, Any]:
        return {"data": Profile.objects.latest("version").data}
