"""The master game report: every flow in the win, sums over sums, unknown stays unknown, peer games by their fee."""

from datetime import UTC, date, datetime

import pytest

from casino.cage import exchange
from casino.count import boxes, drop, master
from casino.count.causes import Cause, Paper, causes
from casino.people.actors import staff as actor_of
from casino.pit import overrides
from casino.profile import versions
from casino.profile.ready import ready
from casino.refusal import BadInput
from tests.casino.pit.conftest import floor
from tests.casino.pit.floor import Floor
from tests.casino.refusals import refused
from tests.casino.world import House

__all__ = ["floor"]
NIGHT = date(2026, 6, 15)


def buy_in(house: House, amount: int, table: str = "H1") -> None:
    exchange.buy_in_at_table(
        key=house.key(), player=house.player(), table=table, amount=amount, actor=actor_of(house.dealer), at=house.now()
    )


def count_box(house: House, cash: int, table: str = "H1", box: int = 1) -> None:
    first, second = house.counters
    boxes.collect(key=house.key(), table=table, box=box, collector=first, witness=second, at=house.now())
    for counter in (first, second):
        drop.enter(key=house.key(), table=table, box=box, cash=cash, chip_lines={}, counter=counter, at=house.now())


@pytest.fixture
def worked(house: House) -> House:
    """H1: fill 3,000.00, credit 1,000.00, sold 500.00, counted 50.00 short; its box is not counted yet."""
    versions.make(data=ready(pits={"A": ["H1"]}), actor=None, at=house.now(), reason="pits")
    house.stock(chips={10000: 100, 500: 100})
    house.table()
    house.open()
    house.opener({})
    house.done("fill", {10000: 30})
    house.done("credit", {10000: 10})
    buy_in(house, 50_000)
    house.tell()
    house.closer({10000: 14, 500: 10})
    house.close()
    return house


def test_win_is_unknown_until_the_drop_is_counted_and_never_0(worked: House) -> None:
    (line,) = master.report(first=NIGHT, last=NIGHT, by="table")
    assert (line.win, line.hold_percent, line.drop, line.status) == (None, None, None, "awaiting drop")
    assert (line.fills, line.credits) == (300_000, 100_000)
    count_box(worked, 50_000)
    (line,) = master.report(first=NIGHT, last=NIGHT, by="table")
    assert line.win == 145_000 + 100_000 + 50_000 - 0 - 300_000 == -5_000
    assert (line.hold_percent, line.status) == ("-10.00", "known")


def test_D08_the_inventory_ties_out_against_rounds_and_counted_differences(worked: House) -> None:
    count_box(worked, 49_900)
    (shift,) = master.shifts(first=NIGHT, last=NIGHT)
    assert (shift.closer_difference, shift.drop_recorded) == (-5_000, 50_000)
    assert shift.counted.win == shift.due == -5_100
    assert shift.apart == 0


@pytest.mark.parametrize(
    ("by", "of"),
    [
        ("table", "H1"), ("pit", "A"), ("game", "hazard"), ("shift", "2026-06-15 H1 1"), ("day", "2026-06-15"),
        ("month", "2026-06"), ("year", "2026"), ("house", ""),
    ],
)  # fmt: skip
def test_the_report_rolls_up_by_whatever_is_asked(worked: House, by: str, of: str) -> None:
    count_box(worked, 50_000)
    (line,) = master.report(first=NIGHT, last=NIGHT, by=by)
    assert (line.of, line.shifts, line.win) == (of, 1, -5_000)


def test_roll_ups_are_sums_over_sums_and_one_unknown_makes_the_whole_unknown(worked: House) -> None:
    count_box(worked, 50_000)
    worked.at = datetime(2026, 6, 16, 20, tzinfo=UTC)
    worked.open()
    worked.opener({10000: 14, 500: 10})
    buy_in(worked, 20_000)
    worked.tell()
    worked.closer({10000: 12, 500: 10})
    worked.close()
    spans = master.to_date(day=date(2026, 6, 16), by="house")
    assert [spans[span][0].win for span in ("day", "month", "year")] == [None, None, None]
    count_box(worked, 60_000, box=2)
    spans = master.to_date(day=date(2026, 6, 16), by="house")
    assert (spans["day"][0].win, spans["day"][0].hold_percent) == (40_000, "66.67")
    assert (spans["month"][0].win, spans["month"][0].hold_percent) == (35_000, "31.82")
    assert spans["year"] == spans["month"]


def test_chips_sold_at_the_cage_only_make_win_exact_hold_null_and_another_name_for_the_rest(house: House) -> None:
    versions.make(data=ready("cage_only"), actor=None, at=house.now(), reason="no boxes")
    house.stock(chips={10000: 100})
    house.table()
    house.open()
    house.opener({})
    house.done("fill", {10000: 10})
    house.tell()
    house.closer({10000: 10})
    house.close()
    (line,) = master.report(first=NIGHT, last=NIGHT, by="table")
    assert (line.win, line.hold_percent, line.hold_on_sales) == (0, None, None)


def test_a_payout_by_hand_is_in_what_the_inventory_must_show(floor: Floor) -> None:
    floor.table(main="seven")
    floor.sit(1_000_000)
    last = floor.play_round(1, 10)
    overrides.pay(
        key="o", table="H1", round=last.round, n=last.n, seat=1, paid=5_000, reason="paid by mistake",
        supervisor=floor.house.supervisor, at=floor.house.now(),
    )  # fmt: skip
    (shift,) = master.shifts(first=NIGHT, last=NIGHT)
    (row,) = floor.rows("select paid - engine from pit_override")
    assert shift.by_hand == row[0]
    assert floor.house.balance("table:h1:tray") == 2_100_000 + shift.rounds - shift.by_hand


def test_a_peer_game_wins_nothing_and_earns_its_fee(floor: Floor) -> None:
    floor.table("C1", "covered_hazard", fee_percent=5)
    (shift,) = master.shifts(first=NIGHT, last=NIGHT)
    assert shift.peer
    assert (shift.counted.win, shift.counted.hold_percent, shift.fee) == (0, None, 0)
    with floor.house.owner() as owner:
        owner.execute(
            "insert into pit_round (shift_id, number, state, game_state, seats, purses, opened_at, net)"
            " values (%s, 1, 'over', '{}', '{}', '{}', now(), '{\"house\": 7, \"1\": 93, \"2\": -100}')",
            [shift.id],
        )
    (shift,) = master.shifts(first=NIGHT, last=NIGHT)
    assert (shift.counted.win, shift.fee, shift.apart) == (0, 700, None)
    (line,) = master.report(first=NIGHT, last=NIGHT, by="game")
    assert (line.of, line.win, line.fee) == ("covered_hazard", 0, 700)


def test_a_report_that_can_not_be_is_refused(house: House) -> None:
    with refused(house, "group_unknown", BadInput):
        master.report(first=NIGHT, last=NIGHT, by="dealer")
    with refused(house, "backwards", BadInput):
        master.report(first=NIGHT, last=date(2026, 6, 1), by="table")
    assert master.report(first=NIGHT, last=NIGHT, by="house") == []


def codes(found: list[Cause]) -> list[str]:
    return [cause.code for cause in found]


def test_candidate_causes_are_those_that_fit_the_difference_exactly() -> None:
    chips = (500, 2500, 10000)
    slips = [Paper("Fill 2026/6", 80_000, 1), Paper("Credit 2026/7", 80_000, -1), Paper("Credit 2026/8", 1, -1)]
    found = causes(-80_000, slips=slips, denominations=chips)
    assert [(cause.code, cause.about) for cause in found[:2]] == [
        ("unposted_slip", "Credit 2026/7"), ("miscounted", "10000"),
    ], "a fill left unposted would leave too much, never too little"  # fmt: skip
    assert causes(80_000, slips=slips)[0].about == "Fill 2026/6"
    assert codes(causes(-300, overrides=[Paper("Payout by hand 3", 300, -1)])) == ["paid_by_hand"]
    assert codes(causes(300, overrides=[Paper("Payout by hand 3", 300, -1)])) == ["none_fits"]
    assert ("miscounted", "10000") in [(cause.code, cause.about) for cause in found]
    assert codes(causes(12_345, payouts=[Paper("round 5", 12_345)])) == ["mispaid_round"]
    assert causes(2_000, denominations=chips)[0].about == "500/2500"
    assert "digits_swapped" in codes(causes(2_700))
    assert codes(causes(1)) == ["none_fits"]
