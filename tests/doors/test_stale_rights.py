"""Tokens, sessions and pages that outlive the rights they were opened with."""

from casino.people import staff
from casino.people.actors import staff as actor_of
from casino.profile.roles import Role
from tests.doors.doors import Doors

H1 = "/tables/H1"


def test_a_role_taken_away_is_gone_from_the_next_request_on_by_token_and_by_an_open_page(doors: Doors) -> None:
    """The key of an act done while he held it gives him no second answer either."""
    house = doors.floor.house
    caller, screen = doors.caller(house.dealer), doors.screen(house.dealer)
    bet = {"seat": 1, "act": "stake", "chips": "10"}
    assert caller.post("tables/H1/acts", bet, key="while-he-dealt").status == 201
    assert screen.look(H1).status == 200
    stale = screen.key(f"{H1}/throw")
    staff.end_grant(
        key=house.key(), login=house.dealer, role=Role.DEALER, actor=actor_of(house.administrator), at=house.now()
    )
    before = doors.books()
    for key in ("while-he-dealt", "after"):
        answer = caller.post("tables/H1/acts", bet, key=key)
        assert (answer.status, answer.body["code"]) == (403, "not_allowed"), key
    assert screen.send(f"{H1}/throw", key=stale).status == 403
    assert doors.books() == before


def test_a_token_opens_whole_until_it_is_given_back_and_in_no_other_form(doors: Doors) -> None:
    caller = doors.caller(doors.floor.house.dealer)
    whole = caller.token
    for forged in (whole[:15], whole[:-1], whole.upper(), f"{whole[:15]}{'0' * (len(whole) - 15)}", f"{whole}0"):
        caller.token = forged
        assert caller.get("tables").status == 401, forged[:4]
    caller.token = whole
    assert caller.get("tables").status == 200
    assert caller.post("tokens/revoke", key=None).status == 204
    assert caller.get("tables").status == 401
