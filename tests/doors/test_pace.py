"""Tries are counted: wrong passwords by the account, calls by the token, whatever address the caller claims."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest
from django.db import connections

from casino.people import pace
from casino.refusal import TooMany
from tests.doors.doors import PASSWORD, Doors, client


@pytest.fixture(autouse=True)
def one_long_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow machine must not carry a test into the next minute."""
    monkeypatch.setattr(pace, "SECONDS", 10**9)


def test_E06_who_tried_too_often_waits_for_the_minutes_end(doors: Doors, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "SECONDS", 60)
    late, next_minute = (datetime(2026, 6, 15, 4, minute, 45, tzinfo=UTC) for minute in (10, 11))
    pace.take("one", 1, late)
    with pytest.raises(TooMany) as refused:
        pace.take("one", 1, late)
    assert refused.value.facts == {"wait": 15}
    pace.take("one", 1, next_minute)


def test_E06_the_sixth_wrong_password_in_a_minute_is_not_even_tried_from_any_address(doors: Doors) -> None:
    username = doors.password(doors.floor.house.dealer)
    said = []
    for n in range(7):
        sent = {"username": username, "password": "guess"}
        forged = {"X-Forwarded-For": f"10.0.0.{n}"}
        answer = client().post("/api/v1/tokens", sent, content_type="application/json", headers=forged)
        said.append(answer.status_code)
    assert said == [401] * 5 + [429] * 2
    assert int(answer["Retry-After"]) >= 1
    right = client().post("/login", {"username": username, "password": PASSWORD})
    assert (right.status_code, "Too many tries" in right.content.decode()) == (429, True)
    other = doors.password(doors.floor.house.supervisor)
    assert client().post("/login", {"username": other, "password": PASSWORD}).status_code == 302


def test_E06_a_signature_on_somebody_elses_screen_can_not_be_guessed_either(doors: Doors) -> None:
    house = doors.floor.house
    username = doors.password(house.runner)
    boss = doors.screen(house.pit)
    boss.look("/tables/H1/shift")
    said = [boss.send("/tables/H1/shift/swap", signer=username, password=f"guess {n}") for n in range(6)]
    assert [answer.status for answer in said] == [403] * 5 + [429]
    assert "<code>too_many</code>" in said[-1].text


def test_E06_right_passwords_count_for_nothing_however_many(doors: Doors) -> None:
    username = doors.password(doors.floor.house.dealer)
    for _ in range(8):
        assert client().post("/login", {"username": username, "password": PASSWORD}).status_code == 302


def test_E06_one_token_out_of_breath_throttles_nobody_else(doors: Doors, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "CALLS", 3)
    first, second = doors.player(1), doors.player(2)
    answers = [first.get("me/balance", **{"X-Forwarded-For": f"10.0.0.{n}"}) for n in range(5)]
    assert [answer.status for answer in answers][:3] == [200] * 3
    late = answers[-1]
    assert (late.status, late.body["code"], late.body["type"]) == (429, "too_many", "/api/problems/throttled")
    assert int(late.headers["Retry-After"]) >= 1
    assert second.get("me/balance", **{"X-Forwarded-For": "10.0.0.1"}).status == 200


def test_E07_of_two_hundred_at_once_exactly_as_many_pass_as_may(doors: Doors) -> None:
    at = datetime.now(UTC)

    def tries(n: int) -> int:
        passed = 0
        try:
            for _ in range(n):
                try:
                    pace.take("token:one", 60, at)
                    passed += 1
                except TooMany:
                    pass
        finally:
            connections.close_all()
        return passed

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(tries, [25] * 8)) == 60
