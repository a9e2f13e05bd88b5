"""Shift change, relief, box swap, imprest close, payouts by hand, dice sets: who may, what moves, what is refused."""

from datetime import UTC, date, datetime

import psycopg
import pytest

from casino.books import days
from casino.fairness.keeper import client
from casino.people.actors import staff as actor_of
from casino.pit import boxes, dice_sets, overrides, par, relief, shift_change, tokes
from casino.pit.shift_change import ChangeReceipt, Crew
from casino.profile import versions
from casino.profile.ready import ready
from casino.profile.roles import Role
from casino.refusal import BadInput, Conflict, Forbidden, Unknown
from tests.casino.pit.conftest import floor
from tests.casino.pit.floor import Floor
from tests.casino.refusals import refused
from tests.casino.world import House

__all__ = ["floor"]
NIGHT = date(2026, 6, 15)


@pytest.fixture
def h1(floor: Floor) -> Floor:
    """A table in play: two players, one round over."""
    floor.table(main="seven")
    floor.sit(1_000_000, 1_000_000)
    floor.play_round(1, 100)
    return floor


@pytest.fixture
def next_crew(h1: Floor) -> Crew:
    return Crew(h1.house.hire("dee", Role.DEALER), h1.house.hire("sid", Role.SUPERVISOR))


@pytest.fixture
def swappers(h1: Floor) -> tuple[int, int]:
    return h1.house.hire("may", Role.PIT), h1.house.runner


def play_round(h1: Floor, stake: int) -> None:
    """A round of whoever has the dice."""
    (carry,) = h1.rows("select carry from pit_shift where state = 'open'")
    caster = carry[0].get("caster", "1")
    h1.play_round(int(caster), stake)


def tray_lines(house: House) -> dict[int, int]:
    left, lines = house.balance("table:h1:tray"), {}
    for denomination in (50000, 10000, 2500, 500, 100):
        pieces, left = divmod(left, denomination)
        if pieces:
            lines[denomination] = pieces
    return lines


def change(
    h1: Floor, incoming: Crew, swappers: tuple[int, int], outgoing: Crew | None = None,
    lines: dict[int, int] | None = None,
) -> ChangeReceipt:  # fmt: skip
    house = h1.house
    return shift_change.change(
        key=house.key(), table="H1", lines=tray_lines(house) if lines is None else lines,
        outgoing=outgoing or Crew(house.dealer, house.supervisor), incoming=incoming, swappers=swappers,
        actor=actor_of(house.supervisor), at=house.now(),
    )  # fmt: skip


def test_a_shift_change_counts_once_for_both_shifts_and_the_play_goes_on(
    h1: Floor, next_crew: Crew, swappers: tuple[int, int]
) -> None:
    house = h1.house
    h1.chain("H1")
    short = tray_lines(house)
    short[100] = short.get(100, 0) + 1
    changed = change(h1, next_crew, swappers, lines=short)
    assert (changed.number, changed.difference, changed.escalation) == (2, 100, "recorded")
    assert h1.rows("select state, dealer_id from pit_shift order by id") == [
        ("closed", house.dealer), ("open", next_crew.dealer),
    ]  # fmt: skip
    assert h1.rows("select shift_id, kind, amount - expected from pit_count order by id") == [
        (changed.ended, "opener", 0), (changed.ended, "closer", 100), (changed.shift, "opener", 0),
    ]  # fmt: skip
    assert h1.rows("select number, removed_at is null, placed_by_id from pit_box order by id") == [
        (1, False, house.dealer), (2, True, next_crew.dealer),
    ]  # fmt: skip
    assert h1.rows("select shift_id, number from pit_seat where left_at is null order by number") == [
        (changed.shift, 1), (changed.shift, 2),
    ]  # fmt: skip
    client.hang_up()
    play_round(h1, 50)
    assert h1.rows("select count(*) from pit_round where shift_id = %s", changed.shift) == [(1,)]


def test_a_table_open_over_the_cut_changes_into_the_new_day(
    h1: Floor, next_crew: Crew, swappers: tuple[int, int]
) -> None:
    h1.chain("H1")
    h1.house.at = datetime(2026, 6, 16, 5, 0, tzinfo=UTC)
    changed = change(h1, next_crew, swappers, lines=tray_lines(h1.house))
    assert (changed.day, changed.number) == ("2026-06-16", 1)
    assert days.state(date(2026, 6, 16)) == "open"


def test_a_shift_change_is_refused_while_a_round_runs_or_a_slip_is_on_its_way(
    h1: Floor, next_crew: Crew, swappers: tuple[int, int]
) -> None:
    h1.chain("H1")
    h1.act(1, {"stake": 10})
    with refused(h1.house, "round_running", Conflict):
        change(h1, next_crew, swappers)
    while not h1.throw().over:
        pass
    slip = h1.house.slip("fill", {10000: 1})
    with refused(h1.house, "slip_on_the_way", Conflict):
        change(h1, next_crew, swappers)
    for step in ("issue", "carry", "count"):
        slip = h1.house.sign(slip, step)
    change(h1, next_crew, swappers)


def test_a_shift_change_is_signed_by_both_crews_and_swapped_by_neither(
    h1: Floor, next_crew: Crew, swappers: tuple[int, int]
) -> None:
    house = h1.house
    with refused(house, "not_the_crew", Forbidden):
        change(h1, next_crew, swappers, outgoing=next_crew)
    with refused(house, "same_signer", Forbidden):
        change(h1, Crew(next_crew.dealer, next_crew.dealer), swappers)
    with refused(house, "not_allowed", Forbidden):
        change(h1, Crew(house.cashier, next_crew.supervisor), swappers)
    with refused(house, "of_the_shift", Forbidden):
        change(h1, next_crew, (house.supervisor, house.runner))
    with refused(house, "of_the_shift", Forbidden):
        change(h1, next_crew, (next_crew.supervisor, house.runner))


def test_relief_needs_no_count_and_every_throw_knows_who_dealt_it(h1: Floor, next_crew: Crew) -> None:
    house = h1.house
    before = h1.rows("select max(id) from pit_event")[0][0]
    changed = relief.relieve(
        key="r", table="H1", dealer=next_crew.dealer, actor=actor_of(house.supervisor), at=house.now()
    )
    assert (changed.dealer, changed.supervisor) == (next_crew.dealer, house.supervisor)
    play_round(h1, 50)
    dealt = h1.rows("select id, pit_at_post(%s, 'dealer', id) from pit_event order by id", changed.shift)
    assert {who for event, who in dealt if event <= before} == {house.dealer}
    assert {who for event, who in dealt if event > before} == {next_crew.dealer}
    relief.relieve(key="b", table="H1", dealer=house.dealer, actor=actor_of(house.supervisor), at=house.now())
    again = h1.rows("select id, pit_at_post(%s, 'dealer', id) from pit_event order by id", changed.shift)
    assert again == dealt


def test_relief_is_a_floor_acts_and_puts_people_with_the_role_at_their_post(h1: Floor, next_crew: Crew) -> None:
    house, at = h1.house, h1.house.now()
    floor_actor = actor_of(house.pit)
    with refused(house, "not_allowed", Forbidden):
        relief.relieve(key="r", table="H1", dealer=next_crew.dealer, actor=actor_of(house.dealer), at=house.now())
    with refused(house, "not_allowed", Forbidden):
        relief.relieve(key="r", table="H1", dealer=house.runner, actor=floor_actor, at=house.now())
    with refused(house, "nobody_new", Conflict):
        relief.relieve(key="r", table="H1", dealer=house.dealer, actor=floor_actor, at=house.now())
    with refused(house, "nobody_new", BadInput):
        relief.relieve(key="r", table="H1", actor=floor_actor, at=house.now())
    with refused(house, "table_closed", Conflict):
        relief.relieve(key="r", table="H9", dealer=next_crew.dealer, actor=floor_actor, at=at)
    with house.web() as web, pytest.raises(psycopg.IntegrityError, match="by a relief"):
        web.execute("update pit_shift set dealer_id = %s", [next_crew.dealer])


def test_a_box_is_swapped_by_two_who_never_worked_the_shift(
    h1: Floor, next_crew: Crew, swappers: tuple[int, int]
) -> None:
    house = h1.house
    relief.relieve(key="r", table="H1", supervisor=next_crew.supervisor, actor=actor_of(house.pit), at=house.now())
    with refused(house, "of_the_shift", Forbidden):
        boxes.swap(key="s", table="H1", first=house.supervisor, second=house.runner, at=house.now())
    with refused(house, "same_signer", Forbidden):
        boxes.swap(key="s", table="H1", first=house.runner, second=house.runner, at=house.now())
    with refused(house, "not_allowed", Forbidden):
        boxes.swap(key="s", table="H1", first=house.cashier, second=house.runner, at=house.now())
    swapped = boxes.swap(key="s", table="H1", first=swappers[0], second=swappers[1], at=house.now())
    assert (swapped.removed, swapped.hung) == (1, 2)
    with house.web() as web, pytest.raises(psycopg.IntegrityError, match="Nobody of the shift"):
        web.execute(
            "update pit_box set removed_at = now(), removed_by_id = %s, removal_witness_id = %s where number = 2",
            [house.supervisor, house.runner],
        )


def test_an_imprest_table_closes_at_its_par_by_a_last_slip(house: House) -> None:
    versions.make(data=ready(model="imprest"), actor=None, at=house.now(), reason="imprest")
    house.stock(chips={10000: 100})
    house.table()
    set_ = par.set_par(key="p", table="H1", par=200_000, version=1, actor=actor_of(house.pit), at=house.now())
    assert (set_.par, set_.version) == (200_000, 2)
    house.open()
    house.opener({})
    house.done("fill", {10000: 17})
    house.tell()
    with refused(house, "not_at_par", Conflict):
        house.closer({10000: 16})
    house.done("fill", {10000: 4})
    closed = house.closer({10000: 20})
    assert (closed.amount, closed.difference) == (200_000, -10_000)
    house.close()


def test_E15_a_par_seen_at_an_older_version_is_not_written(house: House) -> None:
    house.table()
    by = actor_of(house.pit)
    par.set_par(key="a", table="H1", par=100, version=1, actor=by, at=house.now())
    with refused(house, "changed_meanwhile", Conflict):
        par.set_par(key="b", table="H1", par=900, version=1, actor=by, at=house.now())
    with refused(house, "not_allowed", Forbidden):
        par.set_par(key="b", table="H1", par=900, version=2, actor=actor_of(house.dealer), at=house.now())
    with refused(house, "no_table", Unknown):
        par.set_par(key="b", table="H9", par=900, version=1, actor=by, at=house.now())


def last_payout(h1: Floor) -> tuple[int, int, int]:
    """Round, event and what the engine paid seat 1 in minor units, for the newest event."""
    (row,) = h1.rows(
        "select e.round_id, e.n, (select coalesce(sum((m->>4)::int), 0) from jsonb_array_elements(e.movements) m"
        " where m->>2 = 'purse' and m->>3 = '1')::int * 100 from pit_event e order by e.id desc limit 1"
    )
    return row[0], row[1], row[2]


def test_D16_payouts_by_hand_are_signed_and_listed_by_dealer_and_player(floor: Floor) -> None:
    house = floor.house
    floor.table(main="seven")
    floor.sit(1_000_000)
    for n in range(25):
        floor.play_round(1, 10)
        round_, event, engine = last_payout(floor)
        overrides.pay(
            key=f"o{n}", table="H1", round=round_, n=event, seat=1, paid=engine + 2_000, reason="paid by mistake",
            supervisor=house.supervisor, at=house.now(),
        )  # fmt: skip
    (found,) = overrides.by_dealer(first=NIGHT, last=NIGHT)
    assert (found.dealer, found.player) == (house.dealer, floor.players[0])
    assert (found.payouts, found.difference) == (25, 25 * 2_000)
    assert floor.rows("select count(*) from ledger_posting where kind = 'override'") == [(25,)]


def test_a_payout_by_hand_moves_the_difference_and_counts_as_won(h1: Floor) -> None:
    house = h1.house
    round_, event, engine = last_payout(h1)
    purse, tray = house.balance(f"player:{h1.players[0]}"), house.balance("table:h1:tray")
    (before,) = h1.rows("select lost from people_played where player_id = %s", h1.players[0])
    overrides.pay(
        key="o", table="H1", round=round_, n=event, seat=1, paid=engine + 500, reason="not collected",
        supervisor=house.pit, at=house.now(),
    )  # fmt: skip
    assert house.balance(f"player:{h1.players[0]}") == purse + 500
    assert house.balance("table:h1:tray") == tray - 500
    assert h1.rows("select lost from people_played where player_id = %s", h1.players[0]) == [(before[0] - 500,)]


def test_a_payout_by_hand_needs_a_reason_a_supervisor_and_another_amount(h1: Floor) -> None:
    house = h1.house
    round_, event, engine = last_payout(h1)

    def pay(
        paid: int = engine + 100, reason: str = "mistake", supervisor: int = house.supervisor, n: int = event
    ) -> None:
        overrides.pay(
            key=house.key(), table="H1", round=round_, n=n, seat=1, paid=paid, reason=reason, supervisor=supervisor,
            at=house.now(),
        )  # fmt: skip

    with refused(house, "no_reason", BadInput):
        pay(reason=" ")
    with refused(house, "not_allowed", Forbidden):
        pay(supervisor=house.dealer)
    with refused(house, "as_the_engine", BadInput):
        pay(paid=engine)
    with refused(house, "no_payout", Unknown):
        pay(n=999)
    with refused(house, "amount_wrong", BadInput):
        pay(paid=-1)
    pay()
    with refused(house, "overridden_already", Conflict):
        pay(paid=engine + 200)
    with house.owner() as owner, pytest.raises(psycopg.IntegrityError, match="append-only"):
        owner.execute("delete from pit_override")


def test_dice_sets_go_from_receipt_to_withdrawal_by_two_people_each(house: House) -> None:
    house.table()
    house.table("H2")

    def step(step: str, table: str = "", dice: str = "A-1", witness: int = house.supervisor) -> dice_sets.DiceReceipt:
        return dice_sets.record(
            key=house.key(), dice=dice, step=step, signer=house.pit, witness=witness, at=house.now(), table=table
        )

    with refused(house, "dice_step", Conflict):
        step("issue", "H1")
    step("receipt")
    with refused(house, "same_signer", Forbidden):
        step("inspection", witness=house.pit)
    with refused(house, "not_allowed", Forbidden):
        step("inspection", witness=house.cashier)
    step("inspection")
    with refused(house, "table_wrong", BadInput):
        step("issue")
    assert step("issue", "H1").n == 3
    for other in ("receipt", "inspection"):
        step(other, dice="A-2")
    with refused(house, "dice_at_table", Conflict):
        step("issue", "H1", dice="A-2")
    with refused(house, "dice_step", Conflict):
        step("withdrawal", "H2")
    step("withdrawal", "H1")
    step("issue", "H1", dice="A-2")
    step("inspection")
    assert [(line.step, line.table) for line in dice_sets.log("A-1")] == [
        ("receipt", ""), ("inspection", ""), ("issue", "H1"), ("withdrawal", "H1"), ("inspection", ""),
    ]  # fmt: skip


def test_a_toke_goes_from_the_purse_to_the_staff_and_is_owed(h1: Floor) -> None:
    house, by = h1.house, actor_of(h1.house.dealer)
    before = house.balance(f"player:{h1.players[0]}")

    def toke(chips: int, seat: int = 1, key: str = "t", actor: str = by) -> tokes.TokeReceipt:
        return tokes.toke(key=key, table="H1", seat=seat, chips=chips, actor=actor, at=house.now())

    assert toke(5).amount == 500
    assert toke(5).amount == 500
    assert house.balance("staff:tokes") == 500
    assert house.balance(f"player:{h1.players[0]}") == before - 500
    with refused(house, "insufficient_funds", Conflict):
        toke(1_000_000, key="u")
    with refused(house, "no_seat", Conflict):
        toke(1, seat=7, key="u")
    with refused(house, "chips_not_whole", BadInput):
        toke(0, key="u")
    with refused(house, "not_allowed", Forbidden):
        toke(1, key="u", actor=actor_of(house.cashier))
