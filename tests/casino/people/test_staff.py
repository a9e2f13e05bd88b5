"""Logins and roles: who may give them, which exclude each other, what a dismissal ends."""

import psycopg
import pytest

from casino.demo import world
from casino.demo.cast import PASSWORD, STAFF
from casino.people import permissions, staff
from casino.people.actors import HOUSE
from casino.people.actors import staff as actor_of
from casino.people.cosigning import cosigner
from casino.profile.roles import Role
from casino.refusal import BadInput, Conflict, Forbidden, Unknown
from tests.casino.refusals import refused
from tests.casino.world import House


def test_the_house_makes_its_first_administrator_and_nobody_after(house: House) -> None:
    assert staff.roles_of(house.administrator) == {Role.ADMINISTRATOR}
    with refused(house, "not_allowed", Forbidden):
        staff.hire(key="h2", username="eve", display_name="Eve", password=None, actor=HOUSE, at=house.now())


GRANT = "insert into people_rolegrant (login_id, role, place, granted_at, granted_by_id) values (%s, %s, '', now(), %s)"


def test_only_an_administrator_grants(house: House) -> None:
    by = actor_of(house.supervisor)
    with refused(house, "not_allowed", Forbidden):
        staff.grant(key="g", login=house.supervisor, role=Role.PIT, actor=by, at=house.now())
    with refused(house, "not_staff", Forbidden):
        staff.grant(key="g", login=house.supervisor, role=Role.PIT, actor="player:1", at=house.now())


def test_D02_roles_that_exclude_each_other_are_nobodys(house: House) -> None:
    login, by = house.pit, actor_of(house.administrator)
    with refused(house, "roles_exclude", Conflict):
        staff.grant(key="g", login=login, role=Role.CASHIER, actor=by, at=house.now())
    with house.web() as web, pytest.raises(psycopg.IntegrityError, match="exclude each other"):
        web.execute(GRANT, [login, "cashier", house.administrator])


def test_no_raw_grant_is_given_by_anybody_but_an_administrator(house: House) -> None:
    login, former = house.hire("eve"), house.hire("adm", Role.ADMINISTRATOR)
    staff.end_grant(key="e", login=former, role=Role.ADMINISTRATOR, actor=actor_of(house.administrator), at=house.now())
    for who, by in ((login, None), (login, login), (login, house.dealer), (login, former), (house.administrator,) * 2):
        with house.web() as web, pytest.raises(psycopg.IntegrityError) as given:
            web.execute(GRANT, [who, "host", by])
        assert given.value.diag.constraint_name == "not_granted"
    with house.web() as web:
        web.execute(GRANT, [login, "host", house.administrator])


@pytest.mark.parametrize(
    "change",
    ["id = id + 100", "role = 'vault'", "login_id = login_id - 1", "place = 'table:H1'", "granted_at = now()",
     "granted_by_id = null"],
)  # fmt: skip
def test_a_grant_is_only_ended(house: House, change: str) -> None:
    assert house.dealer
    with house.owner() as owner, pytest.raises(psycopg.IntegrityError) as changed:
        owner.execute(f"update people_rolegrant set {change}, ended_at = now() where role = 'dealer'")
    assert changed.value.diag.constraint_name == "grant_fixed"


def test_a_grant_that_ended_neither_ends_again_nor_begins_anew(house: House) -> None:
    assert house.dealer
    with house.web() as web:
        with pytest.raises(psycopg.IntegrityError, match="can only be ended"):
            web.execute("update people_rolegrant set ended_by_id = login_id where role = 'dealer'")
        web.execute("update people_rolegrant set ended_at = now() where role = 'dealer'")
        for again in ("now() + interval '1 year'", "null"):
            with pytest.raises(psycopg.IntegrityError) as changed:
                web.execute(f"update people_rolegrant set ended_at = {again} where role = 'dealer'")
            assert changed.value.diag.constraint_name == "grant_fixed"


def test_D02_two_roles_given_at_once_see_each_other(house: House) -> None:
    login = house.hire("eve")
    with house.web() as one, house.web() as two:
        one.execute("begin")
        one.execute(GRANT, [login, "dealer", house.administrator])
        two.execute("set lock_timeout = '200ms'")
        with pytest.raises(psycopg.errors.LockNotAvailable):
            two.execute(GRANT, [login, "cashier", house.administrator])


@pytest.mark.parametrize("role", ["auditor", "compliance", "administrator"])
def test_D02_some_roles_exclude_every_other_by_raw_sql_too(house: House, role: str) -> None:
    with house.web() as web, pytest.raises(psycopg.IntegrityError) as excluded:
        web.execute(GRANT, [house.dealer, role, house.administrator])
    assert excluded.value.diag.constraint_name == "roles_exclude"


def test_a_role_ends_and_can_be_given_again(house: House) -> None:
    login, by = house.dealer, actor_of(house.administrator)
    staff.end_grant(key="e", login=login, role=Role.DEALER, actor=by, at=house.now())
    assert staff.roles_of(login) == frozenset()
    with refused(house, "role_not_held", Conflict):
        staff.end_grant(key="e2", login=login, role=Role.DEALER, actor=by, at=house.now())
    staff.grant(key="g2", login=login, role=Role.CASHIER, actor=by, at=house.now())
    assert staff.roles_of(login) == {Role.CASHIER}
    with refused(house, "role_held", Conflict):
        staff.grant(key="g3", login=login, role=Role.CASHIER, actor=by, at=house.now())


def test_a_role_at_one_place_holds_there_only(house: House) -> None:
    login, by = house.hire("pat"), actor_of(house.administrator)
    staff.grant(key="g", login=login, role=Role.DEALER, actor=by, at=house.now(), place="table:H1")
    assert staff.roles_of(login, "table:H1") == {Role.DEALER}
    assert staff.roles_of(login, "table:H2") == frozenset()


def test_E16_a_dismissed_login_has_no_roles_and_takes_none(house: House) -> None:
    login, by = house.cashier, actor_of(house.administrator)
    staff.dismiss(key="d", login=login, left_at=house.now(), actor=by, at=house.now())
    assert staff.roles_of(login) == frozenset()
    with refused(house, "login_inactive", Conflict):
        staff.grant(key="g", login=login, role=Role.DEALER, actor=by, at=house.now())


def test_reporting_lines_never_run_in_a_circle(house: House) -> None:
    by = actor_of(house.administrator)
    staff.report_to(key="r1", login=house.dealer, boss=house.supervisor, actor=by, at=house.now())
    staff.report_to(key="r2", login=house.supervisor, boss=house.pit, actor=by, at=house.now())
    with refused(house, "circle", Conflict):
        staff.report_to(key="r3", login=house.pit, boss=house.dealer, actor=by, at=house.now())
    with refused(house, "circle", Conflict):
        staff.report_to(key="r4", login=house.pit, boss=house.pit, actor=by, at=house.now())


def test_a_name_is_needed_and_is_one_persons(house: House) -> None:
    by = actor_of(house.administrator)
    with refused(house, "name_missing", BadInput):
        staff.hire(key="h", username=" ", display_name="X", password=None, actor=by, at=house.now())
    with refused(house, "username_taken", Conflict):
        staff.hire(key="h", username="ada", display_name="X", password=None, actor=by, at=house.now())
    with refused(house, "no_login", Unknown):
        staff.grant(key="h", login=10_000, role=Role.PIT, actor=by, at=house.now())


def test_a_password_given_by_an_administrator_signs_in_and_signs_for_its_owner(house: House) -> None:
    by, login = actor_of(house.administrator), house.runner
    with pytest.raises(Forbidden, match="don't sign for anybody"):
        cosigner("rob", "carry me home")
    staff.give_password(key="p", login=login, password="carry me home", actor=by, at=house.now())
    assert cosigner("rob", "carry me home") == login
    with house.owner() as owner:
        audited = owner.execute("select actor, facts from audit_auditrow where verb = 'staff.password'").fetchall()
    assert audited == [(by, {"first": True})]
    with refused(house, "password_short", BadInput):
        staff.give_password(key="p2", login=login, password="short one", actor=by, at=house.now())
    with refused(house, "not_allowed", Forbidden):
        staff.give_password(
            key="p3", login=login, password="long enough", actor=actor_of(house.supervisor), at=house.now()
        )


def test_everybody_of_the_demo_signs_in_once_the_house_is_up(house: House) -> None:
    world.let_in(world.found(house.now()), house.now())
    assert {member.role for member in STAFF} == set(Role)
    assert {cosigner(member.name, PASSWORD) for member in STAFF} == {
        login for logins in world.found(house.now()).staff.values() for login in logins
    }


@pytest.mark.parametrize("table", ["people_login", "people_rolegrant", "people_player"])
def test_A15_nobody_is_deleted(house: House, table: str) -> None:
    assert house.administrator
    with house.owner() as owner, pytest.raises(psycopg.IntegrityError, match="append-only"):
        owner.execute(f"delete from {table}")
    with house.web() as web, pytest.raises(psycopg.errors.InsufficientPrivilege):
        web.execute(f"delete from {table}")


def test_an_act_that_is_not_listed_is_refused_to_all() -> None:
    with pytest.raises(Forbidden, match="nobody"):
        permissions.check("house.burn_down", [role.value for role in Role])


def test_D15_host_and_administrator_do_no_act_with_money() -> None:
    rooms, at_the_table = ("cage", "count", "slip", "box"), ("buy_in", "count", "act", "throw", "void")
    money = [
        act for act in permissions.ACTS
        if act.startswith(rooms) or act.removeprefix("table.") in at_the_table
    ]  # fmt: skip
    assert len(money) > 10
    for act in money:
        assert not {Role.HOST, Role.ADMINISTRATOR} & permissions.ACTS[act], act
    assert [act for act, roles in permissions.ACTS.items() if Role.HOST in roles] == []
