"""The office: who gets in, what can be read, that every change is a department's, and that nothing is deleted."""

import re

import pytest
from django.test import Client

from casino.admin.site import office
from casino.audit.models import AuditRow
from casino.fairness.models import Seed
from casino.people.models import Login, Player, RoleGrant
from casino.people.permissions import ACTS
from casino.pit.models import Table
from casino.profile.models import Profile
from casino.profile.ready import ready
from casino.profile.roles import Role
from tests.doors.doors import Doors, client


def signed_in(login: int) -> Client:
    at = client()
    at.force_login(Login.objects.get(pk=login))
    return at


@pytest.fixture
def administrator(doors: Doors) -> Client:
    return signed_in(doors.floor.house.administrator)


def lists() -> list[str]:
    return [f"/admin/{model._meta.app_label}/{model._meta.model_name}/" for model in office._registry]


def may_read(role: Role) -> list[str]:
    """The lists that the matrix opens to a role."""
    return [
        f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        for model, page in office._registry.items() if role in ACTS[getattr(page, "read_act", "")]
    ]  # fmt: skip


def test_who_may_read_one_of_its_pages_gets_in_and_nobody_else(doors: Doors) -> None:
    for role in Role:
        at = signed_in(doors.hire(f"one-{role}", role))
        assert at.get("/admin/").status_code == (200 if may_read(role) else 302)
        assert at.get("/admin/login/").status_code in (302, 403)


def test_every_list_and_every_record_can_be_read(doors: Doors, administrator: Client) -> None:
    doors.floor.play_round()
    auditor = signed_in(doors.hire("aud", Role.AUDITOR))
    for path in lists():
        for role, at in ((Role.ADMINISTRATOR, administrator), (Role.AUDITOR, auditor)):
            page = at.get(path)
            assert page.status_code == (200 if path in may_read(role) else 403), path
            first = re.search(rf'href="({path}[^"/]+/change/)"', page.content.decode())
            if first:
                assert at.get(first.group(1)).status_code == 200
                assert at.get(first.group(1).replace("change/", "history/")).status_code == 200


def test_the_roots_of_the_chains_are_on_no_page() -> None:
    assert not office.is_registered(Seed)


def test_E12_nothing_is_deleted_not_even_by_hand(doors: Doors, administrator: Client) -> None:
    doors.floor.play_round()
    tables = ("ledger_posting", "pit_round", "people_login", "people_player", "pit_table", "audit_auditrow")
    before = [doors.count(table) for table in tables]
    for path in lists():
        assert "delete_selected" not in administrator.get(path).content.decode()
        sent = administrator.post(path, {"action": "delete_selected", "_selected_action": ["1", "2"], "post": "yes"})
        assert sent.status_code == 403, path
        assert administrator.post(f"{path}1/delete/", {"post": "yes"}).status_code in (302, 403)
    assert [doors.count(table) for table in tables] == before


def test_E14_who_may_only_read_runs_no_action_and_adds_nothing(doors: Doors) -> None:
    auditor = signed_in(doors.hire("aud", Role.AUDITOR))
    dealer = doors.floor.house.dealer
    assert auditor.post("/admin/people/login/", {"action": "dismiss", "_selected_action": [dealer]}).status_code == 403
    assert Login.objects.get(pk=dealer).is_active
    for path in lists():
        assert auditor.get(f"{path}add/").status_code == 403, path
        assert auditor.post(f"{path}add/", {}).status_code == 403, path


def test_the_ledger_takes_no_change_from_a_form(doors: Doors, administrator: Client) -> None:
    doors.floor.play_round()
    account = doors.rows("select id, balance from ledger_account where path = 'table:h1:tray'")[0]
    sent = administrator.post(f"/admin/ledger/account/{account[0]}/change/", {"balance": "9999"})
    assert sent.status_code == 403
    assert doors.rows("select id, balance from ledger_account where path = 'table:h1:tray'")[0] == account


def test_E13_hiring_is_the_departments_act_with_its_audit_row(administrator: Client) -> None:
    form = {"username": "newbie", "display_name": "New Bie", "password": "long enough", "reports_to": ""}
    assert administrator.post("/admin/people/login/add/", form).status_code == 302
    made = Login.objects.get(username="newbie")
    assert made.check_password("long enough")
    row = AuditRow.objects.get(subject=f"login:{made.pk}")
    assert row.verb == "staff.hire"
    assert "long enough" not in str(row.facts)
    history = administrator.get(f"/admin/people/login/{made.pk}/history/").content.decode()
    assert "staff.hire" in history


def test_what_a_department_refuses_stands_above_the_form_and_nothing_is_written(
    doors: Doors, administrator: Client
) -> None:
    """A dealer can't be made a cashier: the profile excludes the pair, for the administrator too."""
    dealer = doors.floor.house.dealer
    before = RoleGrant.objects.count()
    page = administrator.post("/admin/people/rolegrant/add/", {"login": dealer, "role": "cashier", "place": ""})
    assert page.status_code == 200
    assert "[roles_exclude]" in page.content.decode()
    assert RoleGrant.objects.count() == before
    form = {"code": "H7", "game": "hazard", "settings": '{"min_stake": 0}', "chip": "500", "seats": "8"}
    page = administrator.post("/admin/pit/table/add/", form)
    assert "[setting_wrong]" in page.content.decode()
    assert not Table.objects.filter(code="H7").exists()


def test_roles_are_given_and_ended_and_people_dismissed_never_deleted(doors: Doors, administrator: Client) -> None:
    login = doors.hire("temp")
    administrator.post("/admin/people/rolegrant/add/", {"login": login, "role": "runner", "place": ""})
    grant = RoleGrant.objects.get(login=login, ended_at=None)
    administrator.post("/admin/people/rolegrant/", {"action": "end", "_selected_action": [grant.pk]})
    grant.refresh_from_db()
    assert grant.ended_at is not None
    administrator.post("/admin/people/login/", {"action": "dismiss", "_selected_action": [login]})
    assert not Login.objects.get(pk=login).is_active
    assert AuditRow.objects.filter(subject=f"login:{login}", verb="staff.dismiss").exists()


def test_tables_players_and_profiles_are_made_by_their_departments(doors: Doors, administrator: Client) -> None:
    form = {"code": "H7", "game": "hazard", "settings": '{"min_stake": 2}', "chip": "500", "seats": "8"}
    assert administrator.post("/admin/pit/table/add/", form).status_code == 302
    assert Table.objects.get(code="H7").settings == {"min_stake": 2}
    assert administrator.get("/admin/people/player/add/").status_code == 403
    assert not Player.objects.filter(card="9001").exists()
    bad = administrator.post("/admin/profile/profile/add/", {"data": '{"property": "X"}', "reason": "try"})
    assert "[profile_invalid]" in bad.content.decode()
    data = str(ready("default", zone="Europe/Lisbon")).replace("'", '"')
    assert administrator.post("/admin/profile/profile/add/", {"data": data, "reason": "we move"}).status_code == 302
    assert Profile.objects.latest("version").data["zone"] == "Europe/Lisbon"
