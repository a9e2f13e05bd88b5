"""A table's screen: what a dealer and a supervisor do on it, and what they are told when it can't be done."""

import pytest

from casino.count import boxes
from casino.fairness.entropy import draw
from casino.profile.roles import Role
from tests.doors.doors import PASSWORD, Doors, Screen

H1 = "/tables/H1"


@pytest.fixture
def dealer(doors: Doors) -> Screen:
    screen = doors.screen(doors.floor.house.dealer)
    screen.look(H1)
    return screen


def test_a_stake_and_throws_to_the_settlement(doors: Doors, dealer: Screen) -> None:
    staked = dealer.send(f"{H1}/act", game="hazard", seat=1, verb="stake", chips=10)
    assert "Seat 1: Stake 10." in staked.text
    while True:
        thrown = dealer.send(f"{H1}/throw", game="hazard")
        assert thrown.status == 200
        if doors.rows("select state from pit_round")[0][0] == "over":
            break
    assert '<svg class="die"' in thrown.text
    assert 'class="pays"' in thrown.text
    assert doors.floor.house.balance("table:h1:layout") == 0


def test_a_double_click_posts_once_and_shows_the_first_receipt(doors: Doors, dealer: Screen) -> None:
    key = dealer.key(f"{H1}/act")
    act = {"game": "hazard", "seat": 1, "verb": "stake", "chips": 10}
    first = dealer.send(f"{H1}/act", key=key, **act)
    before = doors.books()
    again = dealer.send(f"{H1}/act", key=key, **act)
    assert again.status == 200
    assert "Seat 1: Stake 10." in again.text
    assert "Seat 1: Stake 10." in first.text
    assert doors.books() == before
    throw = dealer.key(f"{H1}/throw")
    dealer.send(f"{H1}/throw", key=throw, game="hazard")
    dealer.send(f"{H1}/throw", key=throw, game="hazard")
    assert doors.count("fairness_throw") == 1


def test_every_answer_brings_new_keys(dealer: Screen) -> None:
    first = dealer.key(f"{H1}/throw")
    dealer.send(f"{H1}/act", game="hazard", seat=1, verb="stake", chips=10)
    assert dealer.key(f"{H1}/throw") != first


def test_a_refusal_stands_beside_what_was_entered_and_the_same_form_may_be_sent_again(
    doors: Doors, dealer: Screen
) -> None:
    before = doors.books()
    key = dealer.key(f"{H1}/act")
    refused = dealer.send(f"{H1}/act", key=key, game="hazard", seat=1, verb="stake", chips=1001)
    assert refused.status == 409
    assert refused.headers["HX-Retarget"] == "#notice"
    assert "<code>purse_short</code>" in refused.text
    assert "Seat 1 has 1000 free chips" in refused.text
    assert doors.books() == before
    assert dealer.send(f"{H1}/act", key=key, game="hazard", seat=1, verb="stake", chips=1000).status == 200


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"seat": 1, "verb": "stake", "chips": "10.5"}, "number_wrong"),
        ({"seat": 1, "verb": "stake", "chips": "-10"}, "number_wrong"),
        ({"seat": 1, "verb": "stake", "chips": "١٠"}, "number_wrong"),
        ({"seat": 1, "verb": "stake", "chips": "0"}, "chips_too_few"),
        ({"seat": 1, "verb": "fly", "chips": "1"}, "act_unknown"),
        ({"seat": 8, "verb": "stake", "chips": "1"}, "no_seat"),
        ({"seat": "", "verb": "stake", "chips": "1"}, "number_wrong"),
    ],
)
def test_A07_entries_that_are_no_bet_are_refused(
    doors: Doors, dealer: Screen, fields: dict[str, object], code: str
) -> None:
    before = doors.books()
    refused = dealer.send(f"{H1}/act", game="hazard", **fields)
    assert refused.status in (400, 404)
    assert f"<code>{code}</code>" in refused.text
    assert doors.books() == before


def test_a_form_without_its_key_is_refused(doors: Doors, dealer: Screen) -> None:
    before = doors.books()
    assert "<code>key_missing</code>" in dealer.send(f"{H1}/throw", key="x").text
    assert doors.books() == before


def test_a_throw_whose_dice_are_out_is_finished_from_any_screen(
    doors: Doors, dealer: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    dealer.send(f"{H1}/act", game="hazard", seat=1, verb="stake", chips=10)
    with monkeypatch.context() as away:
        away.setattr("casino.fairness.keeper.client._exchange", _gone)
        out = dealer.send(f"{H1}/throw", game="hazard")
        assert (out.status, out.headers["Retry-After"]) == (503, "2")
        assert "<code>keeper_silent</code>" in out.text
    other = doors.screen(doors.floor.house.supervisor)
    assert "dice are out" in other.look("/").text
    assert "Finish the throw" in other.look(H1).text
    pending = doors.rows("select id from fairness_close")[0][0]
    assert other.send(f"{H1}/throw", game="hazard", pending=pending).status == 200
    assert doors.count("fairness_throw") == 1


def _gone(line: bytes) -> dict[str, object]:
    raise ConnectionRefusedError


def test_a_void_needs_a_second_signer_and_gives_every_bet_back(doors: Doors, dealer: Screen) -> None:
    house = doors.floor.house
    dealer.send(f"{H1}/act", game="hazard", seat=1, verb="stake", chips=10)
    supervisor = doors.screen(house.supervisor)
    supervisor.look(H1)
    assert 'id="void"' not in dealer.look(H1).text
    played = doors.rows("select id from pit_round")[0][0]
    username = doors.password(house.pit)
    void = {"round": played, "reason": "die off the table", "signer": username}
    key = supervisor.key(f"{H1}/void")
    assert "<code>signature_wrong</code>" in supervisor.send(f"{H1}/void", key=key, password="guess", **void).text
    assert "is void" in supervisor.send(f"{H1}/void", key=key, password=PASSWORD, **void).text
    assert house.balance(f"player:{doors.players[0]}") == 100_000


def test_who_has_not_the_role_sees_no_form_and_is_refused_when_he_sends_one(doors: Doors) -> None:
    before = doors.books()
    auditor = doors.screen(doors.hire("aud", Role.AUDITOR))
    page = auditor.look(H1)
    assert page.status == 200
    assert f'hx-post="{H1}/throw"' not in page.text
    sent = auditor.send(f"{H1}/throw", key=draw(16).hex(), game="hazard")
    assert sent.status == 403
    assert "<code>not_allowed</code>" in sent.text
    assert [row for row in doors.books() if row[0] != "audit"] == [row for row in before if row[0] != "audit"]


def test_a_dealer_opens_counts_seats_sells_and_closes(empty: Doors) -> None:
    """A whole table day on one screen; the other of the two signs on it with his own login."""
    floor, house = empty.floor, empty.floor.house
    floor.table("H2")
    house.tell("H2")
    house.closer({50000: 20, 10000: 100, 2500: 40}, "H2")
    house.close("H2")
    collector, witness = house.counters
    boxes.collect(key=house.key(), table="H2", box=1, collector=collector, witness=witness, at=house.now())
    player = floor.player()
    username = empty.password(house.supervisor)
    empty.password(house.dealer)
    screen = empty.screen(house.dealer)
    at = "/tables/H2"
    screen.look(at)
    screen.send(f"{at}/open", dealer=house.dealer, supervisor=house.supervisor)
    pieces = {"pieces-50000": 20, "pieces-10000": 100, "pieces-2500": 39}
    counted = screen.send(f"{at}/opener", signer=username, password=PASSWORD, **pieces)
    assert "Counted 20,975.00; against the books −25.00." in counted.text
    found = screen.client.get(f"{at}/players", {"asked": f"G{player}"}).content.decode()
    assert f'value="{player}"' in found
    screen.send(f"{at}/seat", seat=3, player=player)
    assert "Bought in for 200.00." in screen.send(f"{at}/buy-in", player=player, chips=200).text
    assert house.balance(f"player:{player}") == 120_000
    screen.send(f"{at}/leave", seat=3)
    assert "Nobody sits here yet" in screen.page
    boss = empty.screen(house.supervisor)
    boss.look(at)
    boss.send(f"{at}/tell-to-close")
    boss.send(f"{at}/closer", signer="dan", password=PASSWORD, **{"pieces-50000": 20, "pieces-10000": 100})
    assert "is closed" in boss.send(f"{at}/close").text


def test_a_fill_is_asked_for_at_the_table_and_signed_at_the_cage_by_three_more(doors: Doors) -> None:
    house = doors.floor.house
    supervisor = doors.screen(house.supervisor)
    supervisor.look(H1)
    asked = supervisor.send(f"{H1}/slip", kind="fill", window=1, **{"pieces-10000": 50})
    assert asked.status == 200
    slip = doors.rows("select max(id) from cage_slip")[0][0]
    steps = (("issue", house.cashier), ("carry", house.runner), ("count", house.dealer))
    signers = [(step, doors.password(login)) for step, login in steps]
    cage = doors.screen(house.cashier)
    for step, username in signers:
        cage.look("/cage")
        sign = {"step": step, "signer": username, "password": PASSWORD}
        assert cage.send(f"/cage/slips/{slip}/sign", amount="5000.00", **sign).status == 200
    assert doors.rows("select state from cage_slip where id = %s", slip) == [("done",)]
    assert house.balance("table:h1:tray") == 2_100_000 + 500_000
