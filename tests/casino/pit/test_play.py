"""Rounds at a table with real chips: what is laid, thrown, paid, refused."""

import psycopg
import pytest

from casino.fairness.keeper import client
from casino.people import players
from casino.pit import seats, throws
from casino.refusal import BadInput, Conflict, Forbidden, KeyReused, Refusal
from ledger.wire import counting
from tests.casino.pit.floor import Floor


def balances(floor: Floor) -> list[tuple[str, int]]:
    return floor.rows("select path, balance from ledger_account order by path, asset_id")


@pytest.fixture
def h1(floor: Floor) -> Floor:
    floor.table(main="seven")
    floor.sit(100_000, 100_000)
    return floor


def test_a_round_is_paid_from_layout_and_tray_and_leaves_nothing_behind(h1: Floor) -> None:
    last = h1.play_round(stake=100)
    assert last.over
    assert sum(last.net.values()) == 0
    assert abs(last.net["1"]) == 100
    assert h1.house.balance(f"player:{h1.players[0]}") == 100_000 + 100 * last.net["1"]
    assert h1.house.balance("table:h1:layout") == 0
    assert h1.house.balance("table:h1:held") == 0


def test_B06_the_next_round_starts_with_no_odds_and_no_stake(h1: Floor) -> None:
    h1.play_round()
    assert h1.rows("select count(*) from pit_round where state = 'open'") == [(0,)]
    with pytest.raises(Conflict) as refused:
        h1.act(1, {"odds": 20})
    assert refused.value.code == "no_chance"


def test_A18_what_is_staked_lies_on_the_layout_and_can_not_be_staked_twice(h1: Floor) -> None:
    h1.act(1, {"stake": 1000})
    assert h1.house.balance("table:h1:layout") == 100_000
    assert h1.house.balance(f"player:{h1.players[0]}") == 0
    assert h1.house.balance("table:h1:held") == 100_000


def test_a_throw_takes_at_most_eight_waits_for_the_database(h1: Floor) -> None:
    h1.play_round()
    h1.act(1, {"stake": 10})
    with counting() as seen:
        h1.throw()
    assert seen.round_trips + 1 <= 8, "the keeper's one read is not among those counted"


def test_a_double_click_stakes_once_and_gets_the_first_receipt(h1: Floor) -> None:
    first = h1.act(1, {"stake": 10}, key="click")
    before = balances(h1)
    assert h1.act(1, {"stake": 10}, key="click") == first
    assert balances(h1) == before


def test_A20_a_key_belongs_to_its_caller_and_its_request(h1: Floor) -> None:
    h1.act(1, {"stake": 10}, key="k1")
    with pytest.raises(KeyReused):
        h1.act(1, {"stake": 500}, key="k1")
    with pytest.raises(KeyReused):
        h1.throw(key="k1")


def test_a_repeated_throw_has_the_same_dice_and_the_same_receipt(h1: Floor) -> None:
    h1.act(1, {"stake": 10})
    first = h1.throw(key="once")
    assert h1.throw(key="once") == first
    assert h1.rows("select count(*) from fairness_close") == [(1,)]


def test_A05_an_overdrawn_stake_is_refused_and_nothing_changes(h1: Floor) -> None:
    before = balances(h1)
    with pytest.raises(Conflict) as refused:
        h1.act(1, {"stake": 1001})
    assert refused.value.code == "purse_short"
    assert balances(h1) == before
    assert h1.rows("select count(*) from pit_round") == [(0,)]


@pytest.mark.parametrize(
    "stake", ["$50", "NaN", "1e400", 0.6, "-.6", "1_000", "५०", 50.0, "50 ", True, [50], None, -600, 0]
)
def test_A07_A08_only_whole_chips_are_staked(h1: Floor, stake: object) -> None:
    before = balances(h1)
    with pytest.raises(Refusal) as refused:
        h1.act(1, {"stake": stake})
    assert isinstance(refused.value, BadInput)
    assert balances(h1) == before


def test_B10_a_bet_is_late_while_the_dice_are_out(h1: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    h1.act(1, {"stake": 10})
    monkeypatch.setattr(client, "link", _away)
    with pytest.raises(Refusal):
        h1.throw(key="cut")
    with pytest.raises(Conflict) as late:
        h1.act(2, {"odds": 10})
    assert late.value.code == "dice_out"
    monkeypatch.undo()


def _away(close: int) -> str:
    raise Conflict("keeper_refused", "away")


def test_a_throw_cut_between_its_commits_resumes_with_the_same_key(h1: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    h1.act(1, {"stake": 10})
    with monkeypatch.context() as patch:
        patch.setattr(client, "link", _away)
        with pytest.raises(Refusal):
            h1.throw(key="cut")
    resumed = h1.throw(key="cut")
    assert resumed.i == 1
    assert h1.rows("select count(*) from fairness_throw") == [(1,)]
    assert throws.finish(close=resumed.close, table="H1", actor="house", at=h1.house.now()) == resumed


def test_a_throw_that_somebody_resumed_meanwhile_gives_the_first_receipt(
    h1: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """THROW reads nothing again: whoever comes second meets what the first wrote, be the round over by then or not."""
    ask, first, ends = client.link, list[throws.ThrowReceipt](), set[bool]()

    def overtaken(close: int) -> str:
        with monkeypatch.context() as patch:
            patch.setattr(client, "link", ask)
            first.append(throws.finish(close=close, table="H1", actor="house", at=h1.house.now()))
        return ask(close)

    monkeypatch.setattr(client, "link", overtaken)
    while len(ends) < 2:
        if not h1.rows("select from pit_round where over_at is null"):
            h1.act(1, {"stake": 10})
        receipt = h1.throw()
        assert first
        assert all(each == receipt for each in first)
        first.clear()
        ends.add(receipt.over)
        thrown = h1.rows("select count(*) from fairness_throw")
        assert thrown == h1.rows("select count(*) from pit_event where event ? 'throw'")
        assert thrown == h1.rows("select sum(throws) from pit_round")


def test_an_excluded_player_takes_no_seat_and_lays_no_stake(h1: Floor) -> None:
    players.exclude(key="x", player=h1.players[0], kind="self", until=None, actor="house", at=h1.house.now())
    before = balances(h1)
    with pytest.raises(Forbidden) as refused:
        h1.act(1, {"stake": 10})
    assert refused.value.code == "excluded"
    assert balances(h1) == before


def test_B11_a_table_told_to_close_takes_no_new_bets_and_closes_counted(h1: Floor) -> None:
    h1.act(1, {"stake": 10})
    h1.house.tell()
    with pytest.raises(Conflict) as refused:
        h1.act(2, {"odds": 10})
    assert refused.value.code in ("no_chance", "table_closing")
    while not h1.throw().over:
        pass
    with pytest.raises(Conflict) as closing:
        h1.act(1, {"stake": 10})
    assert closing.value.code == "table_closing"
    with pytest.raises(Conflict) as uncounted:
        h1.house.close()
    assert uncounted.value.code == "no_closer"


def test_a_seat_that_is_left_is_free_and_its_bet_goes_back_before_the_cast(h1: Floor) -> None:
    h1.act(1, {"stake": 10})
    seats.leave(key="go", table="H1", seat=1, actor="staff:1", at=h1.house.now())
    assert h1.house.balance(f"player:{h1.players[0]}") == 100_000
    assert h1.rows("select state from pit_round") == [("void",)]


def test_raw_sql_changes_neither_event_nor_close_nor_throw(h1: Floor) -> None:
    h1.play_round()
    for login in (h1.house.web, h1.house.owner):
        with login() as attacker:
            for table in ("pit_event", "fairness_close", "fairness_throw", "fairness_chain", "fairness_use"):
                for attack in (f"delete from {table}", f"truncate {table} cascade"):
                    with pytest.raises(psycopg.Error):
                        attacker.execute(attack)


def test_the_web_login_can_not_read_the_seeds(h1: Floor) -> None:
    with h1.house.web() as web, pytest.raises(psycopg.errors.InsufficientPrivilege):
        web.execute("select * from fairness_seed")


def test_B28_a_shift_takes_one_chain_and_an_open_table_opens_no_second_time(h1: Floor) -> None:
    with pytest.raises(Conflict) as refused:
        h1.open()
    assert refused.value.code == "table_open"
