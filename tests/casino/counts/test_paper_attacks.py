"""Raw SQL by the web's own login against openers, closers, boxes, reliefs, payouts by hand and dice sets."""

import psycopg
import pytest

from casino.profile.roles import Role
from tests.casino.refusals import Ask, asking
from tests.casino.world import House

COUNT = (
    "insert into pit_count (shift_id, kind, lines, amount, expected, difference, escalation, dealer_id, supervisor_id,"
    " profile, at) select id, %(kind)s, %(lines)s, %(amount)s, %(amount)s, 0, 'none', %(dealer)s, %(supervisor)s, 1,"
    " now() from pit_shift where state = %(state)s"
)
RELIEF = (
    "insert into pit_relief (shift_id, post, relieved_id, relieving_id, profile, at)"
    " select id, %(post)s, %(relieved)s, %(relieving)s, 1, now() from pit_shift"
)
ROUND = (
    "insert into pit_round (id, shift_id, number, state, game_state, seats, purses, opened_at, over_at)"
    " select 900, id, 1, %(state)s::pit_round_state, '{}', '{}', '{}', now(),"
    " case when %(state)s::text = 'over' then now() end from pit_shift"
)
OVERRIDE = (
    "insert into pit_override (round_id, n, seat, player_id, shift_id, day, engine, paid, dealer_id, supervisor_id,"
    " reason, profile, at) select 900, 1, 1, %(player)s, id, day, 1, 2, %(dealer)s, %(supervisor)s, 'x', 1, now()"
    " from pit_shift"
)
DICE = (
    "insert into pit_dicestep (dice, n, step, table_id, signer_id, witness_id, profile, at)"
    " select %(dice)s, %(n)s, %(step)s, (select id from pit_table where code = %(table)s), %(signer)s, %(witness)s, 1,"
    " now()"
)


@pytest.fixture
def h1(house: House) -> House:
    house.everybody()
    house.table()
    house.open()
    return house


def count(house: House, kind: str, state: str) -> Ask:
    return asking(
        house, COUNT, kind=kind, lines="{}", amount=0, dealer=house.dealer, supervisor=house.supervisor, state=state
    )


def test_an_opener_comes_before_the_first_round_from_its_own_two(h1: House) -> None:
    ask = count(h1, "opener", "open")
    assert ask(lines='{"3300": 1}', amount=3300) == "denomination_unknown"
    assert ask(dealer=h1.cashier) == ask(supervisor=h1.dealer, dealer=h1.runner) == "wrong_role"
    assert ask(supervisor=h1.runner) == "wrong_role"
    assert ask(lines='{"100": 2}', amount=100) == "pit_count_lines"
    with h1.web() as web:
        web.execute("update pit_shift set rounds = rounds + 1")
    assert ask() == "opener_late"
    assert asking(h1, "update pit_shift set rounds = 0")() == "shift_fixed"
    assert asking(h1, "update pit_shift set rounds = rounds + 2")() == "shift_fixed"


def test_a_told_table_takes_no_opener_any_more(h1: House) -> None:
    h1.tell()
    assert count(h1, "opener", "closing")() == "opener_late"


def test_a_closer_waits_until_the_table_was_told_and_nothing_is_played(h1: House) -> None:
    h1.opener({})
    assert count(h1, "closer", "open")() == "closer_early"
    h1.tell()
    assert asking(h1, ROUND, state="open")() is None
    assert count(h1, "closer", "closing")() == "closer_early"


def test_a_box_is_taken_away_once_by_two_who_never_worked_the_shift(h1: House) -> None:
    h1.opener({})
    other = h1.hire("dee", Role.DEALER)
    assert asking(h1, RELIEF, post="dealer", relieved=h1.dealer, relieving=other)() is None
    with h1.web() as web:
        web.execute("update pit_shift set dealer_id = %s", [other])
    take = asking(
        h1, "update pit_box set removed_at = now(), removed_by_id = %(one)s, removal_witness_id = %(two)s",
        one=h1.counters[0], two=h1.counters[1],
    )  # fmt: skip
    for crew in (h1.dealer, other, h1.supervisor):
        assert take(one=crew) == take(two=crew) == "of_the_shift"
    assert take() is None
    assert take() == "box_fixed"
    back = asking(h1, "update pit_box set removed_at = null, removed_by_id = null, removal_witness_id = null")
    assert back() == "box_fixed"


@pytest.mark.parametrize("post", ["dealer", "supervisor"])
def test_a_post_changes_hands_by_a_relief_of_its_holder_by_one_with_the_role(h1: House, post: str) -> None:
    holder, other = (h1.dealer, h1.supervisor) if post == "dealer" else (h1.supervisor, h1.dealer)
    fresh = h1.hire("new", Role(post))
    relieve = asking(h1, RELIEF, post=post, relieved=holder, relieving=fresh)
    put = asking(h1, f"update pit_shift set {post}_id = %(who)s", who=fresh)
    assert put() == "relief_missing"
    assert relieve(relieved=other) == "not_at_the_post"
    assert relieve(relieving=other) == "wrong_role"
    assert relieve(relieving=h1.cashier) == "wrong_role"
    assert relieve() is None
    assert put(who=h1.pit) == "relief_missing"
    assert put() is None
    back = h1.hire("nxt", Role(post))
    assert relieve(relieved=fresh, relieving=back) is None
    assert put(who=back) is None
    assert put() == "relief_missing", "his relief was of another"
    assert relieve(relieved=back) is None
    assert put() is None
    h1.opener({})
    with h1.owner() as owner:
        owner.execute("update pit_shift set state = 'closing'")
        owner.execute("update pit_shift set state = 'closed'")
    assert relieve(relieved=fresh, relieving=holder) == "not_at_the_post"


def test_a_relief_at_another_table_is_none_here(h1: House) -> None:
    h1.table("H2")
    elsewhere, fresh = h1.open("H2"), h1.hire("new", Role.DEALER)
    relieve = asking(h1, f"{RELIEF} where id = {elsewhere}", post="dealer", relieved=h1.dealer, relieving=fresh)
    assert relieve() is None
    put = asking(h1, "update pit_shift set dealer_id = %(who)s where id <> %(there)s", who=fresh, there=elsewhere)
    assert put() == "relief_missing"


def test_a_count_waits_for_whoever_turns_its_shift(h1: House) -> None:
    with h1.web() as turning, h1.web() as counting:
        turning.execute("begin")
        turning.execute("update pit_shift set state = 'closing'")
        counting.execute("set lock_timeout = '200ms'")
        values = {"kind": "opener", "lines": "{}", "amount": 0, "state": "open"}
        with pytest.raises(psycopg.errors.LockNotAvailable):
            counting.execute(COUNT, values | {"dealer": h1.dealer, "supervisor": h1.supervisor})


@pytest.mark.parametrize("table", ["pit_count", "pit_box", "pit_relief", "pit_override", "pit_dicestep"])
@pytest.mark.parametrize("attack", ["delete from {}", "truncate {} cascade"])
def test_the_floors_papers_are_never_taken_away(house: House, table: str, attack: str) -> None:
    with house.owner() as owner, pytest.raises(psycopg.IntegrityError, match="append-only"):
        owner.execute(attack.format(table))


@pytest.mark.parametrize("table", ["pit_count", "pit_relief", "pit_override", "pit_dicestep"])
def test_the_floors_papers_are_never_edited(house: House, table: str) -> None:
    with house.owner() as owner, pytest.raises(psycopg.IntegrityError, match="append-only"):
        owner.execute(f"update {table} set at = now()")


def test_a_payout_by_hand_is_signed_by_a_supervisor_who_did_not_deal(h1: House) -> None:
    assert asking(h1, ROUND, state="over")() is None
    pay = asking(h1, OVERRIDE, player=h1.player(), dealer=h1.dealer, supervisor=h1.supervisor)
    assert pay(supervisor=h1.cashier) == pay(supervisor=h1.runner) == "wrong_role"
    assert pay(dealer=h1.supervisor) == "pit_override_two"
    assert pay() is None


def test_dice_take_their_steps_in_order_and_lie_at_one_table(h1: House) -> None:
    h1.table("H2")
    step = asking(h1, DICE, dice="A-1", n=1, step="receipt", table=None, signer=h1.pit, witness=h1.supervisor)
    assert step(step="issue", table="H1") == step(step="inspection") == step(n=2) == "dice_step"
    assert step() is None
    assert step(n=2) == step(n=2, step="issue", table="H1") == "dice_step"
    assert step(n=2, step="inspection") is None
    assert step(n=4, step="issue", table="H1") == "dice_step"
    assert step(n=3, step="issue", table="H1") is None
    assert step(n=4, step="withdrawal", table="H2") == "dice_step"
    for n, other in ((1, "receipt"), (2, "inspection")):
        assert step(dice="B-1", n=n, step=other) is None
    assert step(dice="B-1", n=3, step="issue", table="H1") == "dice_at_table"
    assert step(dice="B-1", n=3, step="issue", table="H2") is None
    assert step(n=4, step="withdrawal", table="H1") is None
    assert step(n=5, step="issue", table="H1") == "dice_step"
    for n, (name, where) in enumerate((("receipt", None), ("inspection", None), ("issue", "H1")), 1):
        assert step(dice="C-1", n=n, step=name, table=where) is None


def test_two_sets_issued_at_once_do_not_lie_at_one_table(h1: House) -> None:
    step = asking(h1, DICE, dice="A-1", n=1, step="receipt", table=None, signer=h1.pit, witness=h1.supervisor)
    for dice in ("A-1", "B-1"):
        assert step(dice=dice) is None
        assert step(dice=dice, n=2, step="inspection") is None
    values = {"n": 3, "step": "issue", "table": "H1", "signer": h1.pit, "witness": h1.supervisor}
    with h1.web() as one, h1.web() as two:
        one.execute("begin")
        one.execute(DICE, values | {"dice": "A-1"})
        two.execute("set lock_timeout = '200ms'")
        with pytest.raises(psycopg.errors.LockNotAvailable):
            two.execute(DICE, values | {"dice": "B-1"})


def test_a_tables_code_game_and_chip_stay_and_a_retired_one_is_left(house: House) -> None:
    house.table()
    change = "update pit_table set {}, version = version + 1"
    for fixed in ("code = 'H2'", "game = 'zar'", "chip = 1", "id = id + 1", "seats = 4, version = version + 2"):
        statement = change.format(fixed) if "version" not in fixed else f"update pit_table set {fixed}"
        assert asking(house, statement)() == "table_fixed", fixed
    with house.web() as web:
        web.execute("begin")
        web.execute(change.format("retired_at = now()"))
        with pytest.raises(psycopg.IntegrityError) as left:
            web.execute(change.format("retired_at = null"))
    assert left.value.diag.constraint_name == "table_retired"
