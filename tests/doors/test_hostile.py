"""What no field is meant to hold, sent all the same: each is refused in a sentence, and nothing is written."""

from typing import Any

import pytest

from casino.people import staff, step_up
from casino.people.actors import staff as actor_of
from casino.profile.roles import Role
from casino.refusal import Forbidden
from tests.doors.doors import PASSWORD, Answer, Doors

KEY = "a form of nobody's page"
AGES = ("0001-01-01", "9999-12-31")


def sent(doors: Doors, login: int, path: str, **fields: Any) -> Answer:
    """Straight to the address, past the page; books as they were."""
    screen, before = doors.screen(login), doors.books()
    answer = screen.send(path, key=KEY, **fields)
    assert doors.books() == before
    return answer


def test_a_character_that_no_text_can_hold_is_refused_wherever_it_stands(doors: Doors) -> None:
    house = doors.floor.house
    signed = {"signer": doors.password(house.pit), "password": PASSWORD}
    answers = [
        sent(doors, house.cashier, "/cage/window/shown", player=1, amount="25", signer="\0", password="x"),
        sent(doors, house.supervisor, "/dice/sign", dice="a\0", step="receipt", **signed),
        sent(doors, house.supervisor, "/tables/H1/void", round=1, reason="a die\0 fell", **signed),
    ]
    assert [(answer.status, "text_unreadable" in answer.text) for answer in answers] == [(400, True)] * 3
    assert doors.screen(house.cashier).look("/cage/window/players?asked=%00&into=found").status == 400


def test_digits_of_another_script_are_no_amount(doors: Doors) -> None:
    for amount in ("1.²³", "1.٥٠", "٣"):
        answer = sent(doors, doors.floor.house.cashier, "/cage/window/deposit", player=1, window=1, amount=amount)
        assert (answer.status, "amount_unreadable" in answer.text) == (400, True)


@pytest.mark.parametrize("day", AGES)
def test_a_day_of_another_age_is_no_day(doors: Doors, day: str) -> None:
    compliance = doors.hire("com", Role.COMPLIANCE)
    assert doors.screen(compliance).look(f"/currency?day={day}").status == 400
    assert doors.screen(compliance).look(f"/night/{day}/report").status == 404
    gone = sent(doors, compliance, "/players/G1/exclude", kind="self", until=day, reason="asked for it")
    assert (gone.status, "day_wrong" in gone.text) == (400, True)


def test_a_game_that_nobody_plays_is_refused_in_a_sentence(doors: Doors) -> None:
    house = doors.floor.house
    played = sent(doors, house.dealer, "/tables/H1/act", seat=1, act="stake", chips=5, game="chess")
    shown = doors.screen(house.pit).look("/set-up/edges?game=chess")
    assert ({played.status, shown.status} <= {400, 409}, "game_unknown" in played.text) == (True, True)


def test_a_code_in_digits_of_another_script_is_a_wrong_code(doors: Doors) -> None:
    house = doors.floor.house
    step_up.enrol(login=house.pit, name="pit", entropy=bytes(20), at=house.now())
    for code in ("é", "１２３４５６", ""):
        with pytest.raises(Forbidden) as refusal:
            step_up.confirm(login=house.pit, code=code, at=house.now())
        assert refusal.value.code == "code_wrong"


def test_another_password_ends_the_tokens_of_the_old_one(doors: Doors) -> None:
    house = doors.floor.house
    mine, others = doors.caller(house.dealer), doors.caller(house.supervisor)
    assert mine.get("tables").status == 200
    staff.give_password(
        key=house.key(), login=house.dealer, password="another long one", actor=actor_of(house.administrator),
        at=house.now(),
    )  # fmt: skip
    assert (mine.get("tables").status, others.get("tables").status) == (401, 200)
