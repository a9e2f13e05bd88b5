"""The access review and the who-may-do-what matrix."""

import ast
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from casino.people import review, staff, step_up
from casino.people.actors import staff as actor_of
from casino.people.matrix import matrix
from casino.people.permissions import ACTS
from casino.profile.roles import Role
from tests.casino.world import House

CASINO = Path(__file__).resolve().parents[3] / "casino"
ON_THE_FLOOR = {Role.DEALER, Role.SUPERVISOR, Role.PIT, Role.CASHIER, Role.RUNNER, Role.HOST}


def test_a_leaver_whose_login_was_shut_after_72_hours_is_on_the_review(house: House) -> None:
    by = actor_of(house.administrator)
    late, punctual = house.hire("lea", Role.DEALER), house.hire("pia", Role.DEALER)
    left = house.now()
    staff.dismiss(key="p", login=punctual, left_at=left, actor=by, at=left + timedelta(hours=72))
    assert review.late_leavers(at=left + timedelta(hours=80)) == []
    staff.dismiss(key="l", login=late, left_at=left, actor=by, at=left + timedelta(hours=73))
    (found,) = review.late_leavers(at=left + timedelta(hours=80))
    assert (found.username, found.late) == ("lea", timedelta(hours=73))


def test_a_leaver_whose_login_still_lives_is_on_the_review(house: House) -> None:
    left = house.now()
    with house.owner() as owner:
        owner.execute("update people_login set left_at = %s where id = %s", [left, house.dealer])
    assert review.late_leavers(at=left + timedelta(hours=72)) == []
    (found,) = review.late_leavers(at=left + timedelta(hours=72, seconds=1))
    assert (found.login, found.deactivated_at) == (house.dealer, None)


def test_a_password_that_another_put_in_place_of_ones_own_is_on_the_review(house: House) -> None:
    """A first one replaces none; afterwards whoever gave the newest could enrol the authenticator, and sign."""
    by = actor_of(house.administrator)

    def give(login: int, key: str) -> None:
        staff.give_password(key=key, login=login, password="long enough", actor=by, at=house.now())

    give(house.dealer, "first")
    assert review.given() == []
    give(house.dealer, "second")
    (found,) = review.given()
    assert (found.username, found.by, found.enrolled_at) == ("dan", "ada", None)
    step_up.enrol(login=house.dealer, name="dan", entropy=bytes(20), at=house.now())
    (found,) = review.given()
    assert found.enrolled_at == house.at


def test_the_review_names_who_holds_what_from_whom(house: House) -> None:
    assert house.dealer
    (dealer,) = [holder for holder in review.holders(at=house.at) if holder.username == "dan"]
    assert (dealer.role, dealer.place, dealer.granted_by) == ("dealer", "", "ada")


def _checked() -> dict[str, list[str]]:
    """Every act that the house's code asks permission for, and where."""
    found: dict[str, list[str]] = {}
    for path in CASINO.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and path.name != "permissions.py":
                found.setdefault(node.value, []).append(str(path.relative_to(CASINO)))
    return found


@pytest.mark.parametrize("act", sorted(ACTS))
def test_every_act_of_the_matrix_is_asked_for_somewhere(act: str) -> None:
    assert _checked().get(act), f"nobody checks {act}: take it off the list, or check it"


def test_D15_the_matrix_denies_by_default() -> None:
    roles = list(Role)
    for act, may in matrix():
        assert len(may) == len(roles)
        allowed = {role for role, yes in zip(roles, may, strict=True) if yes}
        assert allowed == ACTS[act]
        assert Role.HOST not in allowed, act
        if act in ("currency.near", "exclusion.attempts", "player.link", "player.read"):
            assert not allowed & ON_THE_FLOOR
    auditor = {act for act, roles_of_act in ACTS.items() if Role.AUDITOR in roles_of_act}
    assert auditor == {
        "currency.list", "currency.near", "exception.sign_off", "exclusion.attempts", "house.read", "player.read",
        "ledger.read", "ledger.export",
    }  # fmt: skip


def test_who_may_prints_the_matrix_an_act_or_a_role() -> None:
    def said(*words: str) -> str:
        out = StringIO()
        call_command("who_may", *words, stdout=out)
        return out.getvalue()

    assert said("cage.buy_in") == "cashier\n"
    assert "table.deal" in said("dealer").splitlines()
    assert said("host") == "nothing\n"
    whole = said().splitlines()
    assert len(whole) == len(ACTS) + 1
    assert whole[0].split() == [role.value for role in Role]
    with pytest.raises(CommandError, match="no act and no role"):
        said("croupier")
