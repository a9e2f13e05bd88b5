"""Tables on the floor: set up, changed between shifts, retired; whoever writes, an audit row says what changed."""

from typing import Any

import psycopg
import pytest

from casino.people.actors import staff
from casino.pit import par, tables
from casino.refusal import BadInput, Conflict, Forbidden, Refusal, Unknown
from tests.casino.pit.floor import TRAY, Floor

# settings that a game or the house can't take, and the code of the refusal
WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("zar", {"bank": "house", "miss": 1}, "house_edge"),
    ("zar", {"bank": "house", "preset": "die_rich", "takes": [2, 2, 2]}, "house_edge"),
    ("zar", {"preset": "die_rich", "prop_scope": "round"}, "player_edge"),
    ("zar", {"prop_odds": {"3": "2/1"}}, "player_edge"),
    ("zar", {"punt_cap": "2/3"}, "cap_short"),
    ("hazard", {"min_stake": 10, "max_stake": 5}, "setting_wrong"),
    ("hazard", {"moon": 1}, "setting_unknown"),
    ("hazard", {"min_stake": 1.5}, "setting_wrong"),
    ("covered_hazard", {"fee_percent": 101}, "setting_wrong"),
    ("ten_thousand", {"take_over": {"points": 1}}, "setting_wrong"),
]
LIVABLE = [("zar", {"bank": "house", "preset": "die_rich"}), ("zar", {"punt_cap": "1/3"}), ("hazard", {"min_stake": 5})]


def set_up(floor: Floor, code: str = "H1", game: str = "hazard", **more: Any) -> tables.TableReceipt:
    house = floor.house
    given: dict[str, Any] = {"settings": {}, "chip": 100, "seats": 8, "actor": staff(house.pit)}
    return tables.set_up(key=house.key(), code=code, game=game, at=house.now(), **(given | more))


def change(floor: Floor, table: str = "H1", **more: Any) -> tables.TableReceipt:
    house = floor.house
    given: dict[str, Any] = {
        "key": house.key(), "settings": {"min_stake": 5}, "idle_minutes": 20, "version": 1, "reason": "a busy night",
        "actor": staff(house.pit),
    }  # fmt: skip
    return tables.change(table=table, at=house.now(), **(given | more))


def retire(floor: Floor, table: str = "H1", **more: Any) -> tables.TableReceipt:
    house = floor.house
    given: dict[str, Any] = {"key": house.key(), "version": 1, "reason": "worn out", "actor": staff(house.pit)}
    return tables.retire(table=table, at=house.now(), **(given | more))


def stored(floor: Floor) -> list[tuple[Any, ...]]:
    return floor.rows("select code, settings, idle_minutes, version, retired_at is null from pit_table order by code")


@pytest.mark.parametrize(("game", "settings", "code"), WRONG, ids=str)
def test_settings_that_the_house_can_not_live_with_are_refused_at_set_up_and_at_change(
    floor: Floor, game: str, settings: dict[str, Any], code: str
) -> None:
    with pytest.raises(Refusal) as refused:
        set_up(floor, game=game, settings=settings)
    assert refused.value.code == code
    assert refused.value.sentence.endswith(".")
    assert stored(floor) == []
    usual = {"bank": "house", "preset": "die_rich"} if game == "zar" else {}
    set_up(floor, game=game, settings=usual)
    before = stored(floor)
    with pytest.raises(Refusal) as refused:
        change(floor, settings=settings)
    assert refused.value.code == code
    assert stored(floor) == before


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        ("covered_hazard", 9),
        ("covered_hazard", 1),
        ("ten_thousand", 1),
        ("hazard", 0),
        ("hazard", 21),
        ("hazard", True),
    ],
)
def test_a_table_has_as_many_seats_as_its_game_takes(floor: Floor, game: str, seats: int) -> None:
    with pytest.raises(BadInput) as refused:
        set_up(floor, game=game, seats=seats)
    assert refused.value.code == "seats_wrong"
    assert stored(floor) == []
    assert set_up(floor, game=game, seats=8).seats == 8


@pytest.mark.parametrize(("game", "settings"), LIVABLE, ids=str)
def test_a_change_is_stored_with_an_audit_row_of_before_and_after(
    floor: Floor, game: str, settings: dict[str, Any]
) -> None:
    set_up(floor, game=game)
    made = change(floor, settings=settings, idle_minutes=None)
    assert (made.settings, made.idle_minutes, made.version) == (settings, None, 2)
    assert stored(floor) == [("H1", settings, None, 2, True)]
    assert floor.rows("select actor, facts from audit_auditrow where verb = 'table.change'") == [
        (
            staff(floor.house.pit),
            {
                "before": {"settings": {}, "idle_minutes": 20},
                "after": {"settings": settings, "idle_minutes": None},
                "reason": "a busy night",
                "version": 2,
            },
        )
    ]


def test_a_double_click_changes_a_table_once(floor: Floor) -> None:
    set_up(floor)
    assert change(floor, key="twice") == change(floor, key="twice")
    assert stored(floor)[0][3] == 2


def test_E15_who_saw_the_table_before_somebody_changed_it_looks_again(floor: Floor) -> None:
    set_up(floor)
    change(floor, settings={"max_stake": 400})
    for late in (change, retire):
        with pytest.raises(Conflict) as refused:
            late(floor)
        assert refused.value.code == "changed_meanwhile"
    assert stored(floor) == [("H1", {"max_stake": 400}, 20, 2, True)]


@pytest.mark.parametrize(
    ("more", "family", "code"),
    [
        ({"reason": " "}, BadInput, "no_reason"),
        ({"settings": {}}, BadInput, "nothing_changed"),
        ({"idle_minutes": 0}, BadInput, "idle_wrong"),
        ({"idle_minutes": True}, BadInput, "idle_wrong"),
        ({"table": "H9"}, Unknown, "no_table"),
        ({"actor": "dealer"}, Forbidden, "not_allowed"),
    ],
    ids=str,
)
def test_a_change_that_is_refused_changes_nothing(
    floor: Floor, more: dict[str, Any], family: type[Refusal], code: str
) -> None:
    set_up(floor)
    before = stored(floor)
    if "actor" in more:
        more = {"actor": staff(floor.house.dealer)}
    with pytest.raises(family) as refused:
        change(floor, **more)
    assert refused.value.code == code
    assert stored(floor) == before


def test_a_running_shift_ends_on_the_settings_that_it_opened_with(floor: Floor) -> None:
    floor.table(main="seven")
    floor.sit(10_000)
    floor.act(1, {"stake": 1})
    change(floor, settings={"main": "seven", "min_stake": 5})
    while not floor.throw().over:
        pass
    assert floor.act(1, {"stake": 1}).net["1"] == -1
    assert floor.rows("select settings->'min_stake' from pit_shift") == [(1,)]


def test_a_retired_table_opens_no_more_and_its_code_is_not_given_again(floor: Floor) -> None:
    set_up(floor)
    floor.chain("H1")
    assert retire(floor).retired
    for act in (floor.open, lambda: change(floor, version=2), lambda: retire(floor, version=2)):
        with pytest.raises(Unknown) as gone:
            act()
        assert gone.value.code == "no_table"
    with pytest.raises(Conflict) as taken:
        set_up(floor)
    assert taken.value.code == "code_taken"
    assert floor.rows("select facts->>'reason' from audit_auditrow where verb = 'table.retire'") == [("worn out",)]


def test_an_open_table_and_one_that_holds_chips_are_not_retired(floor: Floor) -> None:
    floor.table()
    with pytest.raises(Conflict) as refused:
        retire(floor)
    assert refused.value.code == "table_open"
    house = floor.house
    house.tell()
    house.closer(TRAY)
    house.close()
    assert house.balance("table:h1:tray") > 0
    with pytest.raises(Conflict) as refused:
        retire(floor)
    assert refused.value.code == "table_holds"
    assert stored(floor)[0][4]


@pytest.mark.parametrize(
    "attack",
    [
        "update pit_table set settings = '{\"max_stake\": 9}'",
        "update pit_table set settings = '{\"max_stake\": 9}', version = version + 1",
        "update pit_table set chip = 1, version = version + 1",
        "update pit_table set retired_at = now(), version = version + 1",
        "delete from pit_table",
    ],
)
def test_E13_no_table_changes_without_its_audit_row_whoever_writes(floor: Floor, attack: str) -> None:
    set_up(floor)
    before = stored(floor)
    for login in (floor.house.web, floor.house.owner):
        with pytest.raises(psycopg.Error), login() as attacker:
            attacker.execute(attack)
    assert stored(floor) == before
    made = par.set_par(
        key="par", table="H1", par=5, version=1, actor=staff(floor.house.pit), at=floor.house.now()
    )  # fmt: skip
    assert made.version == 2
