"""The other three games at a real table: escrow from the players' own racks, the fee as the house's only income."""

import json

import pytest

from casino.bundle import kept
from casino.bundle.records import record
from casino.pit import seats
from casino.pit.desk import look
from casino.refusal import Conflict
from games.engine.replay import differences
from tests.casino.pit.floor import Floor


def chips(floor: Floor) -> dict[str, int]:
    """Balances of all chips accounts that are not outside."""
    rows = floor.rows(
        "select path, balance from ledger_account a join ledger_asset s on s.id = a.asset_id"
        " where s.code like 'chips:%%' and path not like 'outside:%%'"
    )
    return dict(rows)


def racks(floor: Floor) -> list[int]:
    return [floor.house.balance(f"player:{player}") for player in floor.players]


def empty(floor: Floor, table: str) -> None:
    """Nothing lies on the layout or in a reserve."""
    held = chips(floor)
    assert held.get(f"table:{table.lower()}:layout", 0) == 0
    assert held.get(f"table:{table.lower()}:held", 0) == 0
    assert all(balance == 0 for path, balance in held.items() if path.startswith("player:") and path.endswith(":held"))


def test_A24_the_pot_of_covered_hazard_goes_to_the_winners_less_the_fee(floor: Floor) -> None:
    floor.table("C1", "covered_hazard", main="seven", fee_percent=5)
    floor.sit(10_000, 10_000, 10_000, table="C1")
    floor.act(1, {"stake": 10}, "C1")
    floor.act(2, {"cover": 4}, "C1")
    floor.act(3, {"cover": 6}, "C1")
    while not (last := floor.throw("C1")).over:
        pass
    assert last.net["house"] == 1
    assert sum(last.net.values()) == 0
    assert floor.house.balance("table:c1:rake") == 100
    won = {"1": 9, "2": -4, "3": -6, "house": 1}
    lost = {"1": -10, "2": 4, "3": 5, "house": 1}
    assert {seat: net for seat, net in last.net.items() if net} in (won, lost)
    empty(floor, "C1")


def test_zar_pays_the_punter_from_the_bankers_rack_and_the_bank_goes_round(floor: Floor) -> None:
    floor.table("Z1", "zar")
    floor.sit(10_000, 10_000, 10_000, table="Z1")
    tray = floor.house.balance("table:z1:tray")
    banked = 0
    for _ in range(6):
        offers = _offers(floor, "Z1")
        banker = next(seat for verb, seat in offers if verb == "bank")
        floor.act(int(banker), {"bank": 20}, "Z1")
        punter = next(seat for verb, seat in _offers(floor, "Z1") if verb == "punt")
        floor.act(int(punter), {"punt": 5}, "Z1")
        assert floor.house.balance(f"player:{floor.players[int(banker) - 1]}:held") >= 1000
        while not (last := floor.throw("Z1")).over:
            pass
        assert sum(last.net.values()) == 0
        assert last.net.get("house", 0) == 0
        empty(floor, "Z1")
        banked += 1
    assert banked == 6
    assert sum(racks(floor)) == 30_000
    assert floor.house.balance("table:z1:tray") == tray


def test_a_seat_that_can_not_cover_its_exposure_is_refused(floor: Floor) -> None:
    floor.table("Z1", "zar")
    floor.sit(2_000, 900, table="Z1")
    floor.act(1, {"bank": 20}, "Z1")
    before = chips(floor)
    with pytest.raises(Conflict) as refused:
        floor.act(2, {"punt": 5}, "Z1")
    assert refused.value.code == "purse_short"
    assert chips(floor) == before
    floor.act(2, {"punt": 4}, "Z1")


def test_B23_a_leavers_ante_stays_in_and_the_last_one_seated_takes_the_pot(floor: Floor) -> None:
    floor.table("T1", "ten_thousand")
    floor.sit(10_000, 10_000, 10_000, table="T1")
    for seat in (1, 2, 3):
        floor.act(seat, {"ante": 50}, "T1")
    assert floor.house.balance("table:t1:layout") == 15_000
    floor.throw("T1")
    for seat in (2, 3):
        leave(floor, "T1", seat)
    assert racks(floor) == [20_000, 5_000, 5_000]
    empty(floor, "T1")


def test_B23_before_any_throw_antes_go_back_and_a_game_of_one_is_void(floor: Floor) -> None:
    floor.table("T1", "ten_thousand")
    floor.sit(10_000, 10_000, table="T1")
    floor.act(1, {"ante": 50}, "T1")
    leave(floor, "T1", 2)
    assert racks(floor) == [10_000, 10_000]
    empty(floor, "T1")


def test_every_settled_round_exports_as_a_record_that_replays(floor: Floor) -> None:
    floor.table("C1", "covered_hazard", main="seven", fee_percent=5)
    floor.sit(10_000, 10_000, table="C1")
    for _ in range(4):
        caster = next(seat for verb, seat in _offers(floor, "C1") if verb == "stake")
        other = 3 - int(caster)
        floor.act(int(caster), {"stake": 10}, "C1")
        floor.act(other, {"cover": 10}, "C1")
        while not floor.throw("C1").over:
            pass
    with floor.house.owner() as owner, owner.transaction():
        records = [record(each) for each in kept.rounds(owner, None, None)]
    assert len(records) == 4
    for each in records:
        assert differences(json.loads(json.dumps(each))) == []


def leave(floor: Floor, table: str, seat: int) -> seats.SeatReceipt:
    house = floor.house
    return seats.leave(key=house.key(), table=table, seat=seat, actor=f"staff:{house.dealer}", at=house.now())


def _offers(floor: Floor, table: str) -> list[tuple[str, str]]:
    desk = look(table, floor.house.now())
    offered = desk.rules.offers(desk.state_of_play(), desk.purses())
    return [(offer.verb, offer.seat) for offer in offered if not offer.why_not]
