"""A player at the API: his own chips, statement and rounds; nobody else's, in no way."""

import pytest

from casino.profile.roles import Role
from games.engine.replay import differences
from tests.doors.doors import Doors


def test_E05_amounts_are_text_of_digits_and_the_statement_runs_to_the_balance(doors: Doors) -> None:
    doors.floor.act(1, {"stake": 10})
    me = doors.player(1)
    assert me.get("me/balance").body == {
        "currency": "GBP", "free": "99000", "at_stake": "1000", "reserved": "0", "deposit": "0", "version": "2",
    }  # fmt: skip
    movements = me.get("me/statement").body["movements"]
    assert [(one["direction"], one["amount"], one["balance"]) for one in movements] == [
        ("out", "1000", "99000"), ("in", "100000", "100000"),
    ]  # fmt: skip


def test_a_statement_is_paged_by_the_versions_of_the_account(doors: Doors) -> None:
    for _ in range(3):
        doors.floor.play_round()
    me = doors.player(1)
    whole = me.get("me/statement?limit=200").body
    assert whole["next"] is None
    seen, path = [], "me/statement?limit=2"
    while path:
        page = me.get(path)
        seen += page.body["movements"]
        assert ("Link" in page.headers) == (page.body["next"] is not None)
        path = f"me/statement?limit=2&cursor={page.body['next']}" if page.body["next"] else ""
    assert seen == whole["movements"]


def test_a_statement_can_be_asked_for_one_gaming_day(doors: Doors) -> None:
    me = doors.player(1)
    assert len(me.get("me/statement?day=2026-06-15").body["movements"]) == 1
    assert me.get("me/statement?day=2026-06-16").body["movements"] == []


def test_E18_a_player_without_a_chip_has_zeros_and_empty_lists(doors: Doors) -> None:
    doors.players.append(doors.floor.player(chips=0))
    me = doors.player(3)
    assert me.get("me/balance").body["free"] == "0"
    assert me.get("me/statement").body == {"movements": [], "next": None}
    assert me.get("me/rounds").body == {"rounds": [], "next": None}


def test_E18_a_member_of_the_staff_is_no_player(doors: Doors) -> None:
    answer = doors.caller(doors.floor.house.dealer).get("me/balance")
    assert (answer.status, answer.body["code"]) == (403, "not_a_player")


def test_a_round_is_shown_to_who_sat_in_it_with_his_own_acts_only(doors: Doors) -> None:
    last = doors.floor.play_round(seat=1, stake=10)
    body = doors.player(1).get(f"rounds/{last.round}").body
    assert body["acts"][0] | {"at": ""} == {"n": 1, "seat": "1", "act": "stake", "chips": "10", "at": ""}
    assert body["throws"][-1]["faces"] == last.faces
    assert body["net"] == [{"seat": "1", "chips": str(last.net["1"])}]
    other = doors.player(2).get(f"rounds/{last.round}").body
    assert other["acts"] == []


def test_E01_a_foreign_round_answers_exactly_like_one_that_is_not_there(doors: Doors) -> None:
    last = doors.floor.play_round()
    doors.players.append(doors.floor.player())
    stranger = doors.player(3)
    for path in (f"rounds/{last.round}", f"rounds/{last.round}/record"):
        foreign, unknown = stranger.get(path), stranger.get(path.replace(str(last.round), "999999"))
        assert foreign.status == unknown.status == 404
        assert foreign.body | {"request_id": ""} == unknown.body | {"request_id": ""}


@pytest.mark.parametrize(
    "query",
    ["player=2", "search=P2", "ordering=player__email", "expand=player", "limit=0", "limit=-1", "limit=1000000",
     "cursor=0", "cursor=abc", "cursor=9223372036854775808", "day=2026-02-30", "limit=5&limit=9"],
)  # fmt: skip
def test_E01_E17_a_query_that_is_not_known_is_refused(doors: Doors, query: str) -> None:
    me = doors.player(1)
    assert me.get(f"me/statement?{query}").status == 400
    assert me.get(f"me/rounds?{query}").status == 400
    assert me.get("me/balance?player=2").status == 400


def test_E01_head_and_options_say_nothing_more(doors: Doors) -> None:
    me = doors.player(1)
    assert me.send("HEAD", "me/balance").text == ""
    assert me.send("OPTIONS", "me/balance").status == 405


def test_the_record_of_a_round_replays_and_hides_what_others_have(doors: Doors) -> None:
    last = doors.floor.play_round(seat=1)
    record = doors.player(2).get(f"rounds/{last.round}/record").body
    assert differences(record) == []
    assert record["purses"]["2"] == 1000
    assert record["purses"]["1"] == 10, "what seat 1 laid in sight of all, not what it had"
    assert record["house"]["players"] == {"2": doors.players[1]}


def test_a_balance_that_has_not_changed_is_304(doors: Doors) -> None:
    me = doors.player(1)
    tag = me.get("me/balance").headers["ETag"]
    again = me.get("me/balance", **{"If-None-Match": tag})
    assert (again.status, again.text) == (304, "")
    doors.floor.act(1, {"stake": 10})
    assert me.get("me/balance", **{"If-None-Match": tag}).status == 200


def test_a_table_shows_its_chain_before_any_bet_and_who_could_steer(doors: Doors) -> None:
    me = doors.player(1)
    table = me.get("tables/H1").body
    assert table["i"] == 0
    assert len(table["link0"]) == 64
    assert (table["beacon"], table["foresight"]) == ("none", "the house could foresee and steer")
    assert table["round"]["waits"] == "stake_first"
    assert [one["table"] for one in me.get("tables").body["tables"]] == ["H1"]
    assert me.get("tables/X9").body["code"] == "no_table"


def test_E16_a_dismissed_login_is_out_from_the_next_request_on(doors: Doors) -> None:
    login = doors.hire("cash", Role.CASHIER)
    caller, screen = doors.caller(login), doors.screen(login)
    assert caller.get("me").status == 200
    assert screen.look("/").status == 200
    doors.dismiss(login)
    assert (caller.get("me").status, caller.get("me").body["code"]) == (401, "bad_token")
    assert screen.look("/").status == 302


def test_a_token_opens_for_the_right_password_until_it_is_given_back(doors: Doors) -> None:
    username = doors.password(doors.hire("ann"))
    nobody = doors.nobody()
    wrong = nobody.post("tokens", {"username": username, "password": "wrong"}, key=None)
    assert (wrong.status, wrong.body["code"]) == (401, "bad_token")
    right = nobody.post("tokens", {"username": username, "password": "correct horse"}, key=None)
    nobody.token = right.body["token"]
    assert nobody.get("me").body["username"] == username
    assert nobody.post("tokens/revoke", key=None).status == 204
    assert nobody.get("me").status == 401
