"""Players and their exclusions."""

from datetime import UTC, datetime, timedelta

import psycopg
import pytest
from django.db import connection

from casino.people import players
from casino.people.actors import HOUSE
from casino.refusal import BadInput, Conflict, Unknown
from tests.casino.refusals import refused
from tests.casino.world import House


def barred(player: int, at: datetime) -> str | None:
    with connection.cursor() as cursor:
        cursor.execute("select people_barred(%s, %s)", [player, at])
        kind: str | None = cursor.fetchone()[0]
    return kind


def test_a_player_has_a_card_of_his_own_and_a_guest_gets_a_number(house: House) -> None:
    first = players.register(key="1", actor=HOUSE, at=house.now(), card="C100", name="Jane Doe")
    again = players.register(key="1", actor=HOUSE, at=house.now(), card="C100", name="Jane Doe")
    guest = players.register(key="2", actor=HOUSE, at=house.now())
    assert again == first
    assert guest.card == f"G{guest.player}"
    with refused(house, "card_taken", Conflict):
        players.register(key="3", actor=HOUSE, at=house.now(), card="C100")


def test_an_exclusion_holds_from_its_instant_to_its_end(house: House) -> None:
    player, begin = house.player(), house.now()
    end = begin + timedelta(days=3)
    players.exclude(key="x", player=player, kind="timeout", until=end, actor=HOUSE, at=begin)
    assert barred(player, begin - timedelta(seconds=1)) is None
    assert barred(player, begin) == "timeout"
    assert barred(player, end - timedelta(microseconds=1)) == "timeout"
    assert barred(player, end) is None


@pytest.mark.parametrize(
    ("kind", "days", "code"),
    [("self", 30, "too_short"), ("timeout", None, "no_end"), ("house", -1, "backwards"), ("ban", 400, "kind_unknown")],
)
def test_an_exclusion_that_is_none_is_refused(house: House, kind: str, days: int | None, code: str) -> None:
    at = house.now()
    until = None if days is None else at + timedelta(days=days)
    player = house.player()
    with refused(house, code, BadInput):
        players.exclude(key="x", player=player, kind=kind, until=until, actor=HOUSE, at=at)
    with refused(house, "no_player", Unknown):
        players.exclude(key="x", player=10_000, kind="self", until=None, actor=HOUSE, at=at)


def test_a_self_exclusion_is_six_months_in_the_database_too_and_never_shortened(house: House) -> None:
    player, at = house.player(), datetime(2026, 8, 31, 12, 0, tzinfo=UTC)
    least = players.months_after(at, 6)
    assert least == datetime(2027, 2, 28, 12, 0, tzinfo=UTC)
    players.exclude(key="x", player=player, kind="self", until=least, actor=HOUSE, at=at)
    with house.web() as web, pytest.raises(psycopg.errors.CheckViolation):
        web.execute(
            "insert into people_exclusion (player_id, kind, from_at, until, profile) values (%s, 'self', %s, %s, 1)",
            [player, at, at + timedelta(days=180)],
        )
    with house.owner() as owner, pytest.raises(psycopg.IntegrityError, match="append-only"):
        owner.execute("update people_exclusion set until = now()")
