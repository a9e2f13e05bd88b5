"""Staff at the API: the acts of a table, once a key, refused with code and sentence and nothing changed."""

import pytest

from casino.people import players
from casino.people.actors import staff
from casino.profile.roles import Role
from tests.doors.doors import Caller, Doors


@pytest.fixture
def dealer(doors: Doors) -> Caller:
    return doors.caller(doors.floor.house.dealer)


def test_a_round_by_token_from_the_stake_to_the_settlement(doors: Doors, dealer: Caller) -> None:
    taken = dealer.post("tables/H1/acts", {"seat": 1, "act": "stake", "chips": "10"})
    assert (taken.status, taken.body["net"]) == (201, [{"seat": "1", "chips": "-10"}, {"seat": "house", "chips": "0"}])
    while not (last := dealer.post("tables/H1/throws")).body["over"]:
        assert last.status == 201
    assert len(last.body["faces"]) == 2
    assert sum(int(one["chips"]) for one in last.body["net"]) == 0


def test_the_same_request_with_the_same_key_is_taken_once_and_marked(doors: Doors, dealer: Caller) -> None:
    first = dealer.post("tables/H1/acts", {"seat": 1, "act": "stake", "chips": "10"}, key="once-and-only")
    before = doors.books()
    again = dealer.post("tables/H1/acts", {"seat": 1, "act": "stake", "chips": "10"}, key="once-and-only")
    assert (again.status, again.body) == (201, first.body)
    assert "Idempotency-Hit" not in first.headers
    assert again.headers["Idempotency-Hit"] == "true"
    assert doors.books() == before


def test_a_key_that_is_missing_wrong_or_used_for_something_else_is_refused(doors: Doors, dealer: Caller) -> None:
    act = {"seat": 1, "act": "stake", "chips": "10"}
    dealer.post("tables/H1/acts", act, key="a-first-key")
    before = doors.books()
    missing = dealer.post("tables/H1/throws", key=None)
    wrong = dealer.post("tables/H1/throws", key="short")
    reused = dealer.post("tables/H1/throws", key="a-first-key")
    codes = [(each.status, each.body["code"]) for each in (missing, wrong, reused)]
    assert codes == [(400, "key_missing"), (400, "key_wrong"), (422, "key_reused")]
    assert doors.books() == before


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"seat": 1, "act": "stake", "chips": 10}, "/chips"),
        ({"seat": 1, "act": "stake", "chips": "010"}, "/chips"),
        ({"seat": 1, "act": "stake", "chips": "-10"}, "/chips"),
        ({"seat": 1, "act": "stake", "chips": "1e3"}, "/chips"),
        ({"seat": "1", "act": "stake", "chips": "10"}, "/seat"),
        ({"seat": True, "act": "stake", "chips": "10"}, "/seat"),
        ({"seat": 1, "act": "stake", "chips": "10", "player": 2}, "/player"),
        ({"seat": 1, "act": "stake", "chips": "10", "status": "WON", "payout": "500"}, "/payout"),
        ({"act": "stake", "chips": "10"}, "/seat"),
        ({"seat": 1, "act": 7}, "/act"),
        ({"seat": 1, "act": "keep", "faces": [0]}, "/faces/0"),
    ],
)
def test_E03_A07_fields_unknown_mistyped_or_out_of_bounds_are_named(
    doors: Doors, dealer: Caller, body: dict[str, object], pointer: str
) -> None:
    before = doors.books()
    answer = dealer.post("tables/H1/acts", body)
    assert (answer.status, answer.body["code"]) == (400, "fields_wrong")
    assert pointer in [error["pointer"] for error in answer.body["errors"]]
    assert doors.books() == before


def test_E19_expected_refusals_are_4xx_with_a_stable_code_and_nothing_changed(doors: Doors, dealer: Caller) -> None:
    """Overdrawn, late, wrong seat, unknown act, unknown table, closed table, nothing to throw: none is a 500."""
    before = doors.books()

    def refused(path: str, body: object = None) -> tuple[int, str]:
        answer = dealer.post(path, body)
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert answer.body["detail"]
        assert answer.body["request_id"] == answer.headers["X-Request-ID"]
        return answer.status, answer.body["code"]

    assert refused("tables/H1/throws") == (409, "stake_first")
    assert refused("tables/H1/acts", {"seat": 1, "act": "stake", "chips": "1001"}) == (409, "purse_short")
    assert refused("tables/H1/acts", {"seat": 2, "act": "stake", "chips": "1"}) == (409, "not_caster")
    assert refused("tables/H1/acts", {"seat": 7, "act": "stake", "chips": "1"}) == (404, "no_seat")
    assert refused("tables/H1/acts", {"seat": 1, "act": "odds", "chips": "1"}) == (409, "no_chance")
    assert refused("tables/H1/acts", {"seat": 1, "act": "fly"}) == (400, "act_unknown")
    assert refused("tables/H1/acts", {"seat": 1, "act": "by"}) == (400, "act_unknown")
    assert refused("tables/X9/throws") == (409, "table_closed")
    assert refused("tables/H1/seats", {"seat": 3, "card": "NOBODY"}) == (404, "no_player")
    assert refused("tables/H1/seats", {"seat": 99, "card": "G1"})[0] in (400, 409)
    assert doors.books() == before


def test_who_has_not_the_role_is_refused_and_a_player_too(doors: Doors) -> None:
    before = doors.books()
    cashier = doors.caller(doors.floor.house.cashier)
    for caller in (cashier, doors.player(1)):
        answer = caller.post("tables/H1/throws")
        assert (answer.status, answer.body["code"]) == (403, "not_allowed")
    assert [row for row in doors.books() if row[0] not in ("audit",)] == [row for row in before if row[0] != "audit"]


def test_a_late_bet_is_refused_while_the_dice_are_out(
    doors: Doors, dealer: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The keeper is away between CLOSE and THROW: bets are late, and the same key finishes the throw afterwards."""
    dealer.post("tables/H1/acts", {"seat": 1, "act": "stake", "chips": "10"})
    with monkeypatch.context() as away:
        away.setattr("casino.fairness.keeper.client._exchange", _gone)
        out = dealer.post("tables/H1/throws", key="the-throw-key")
        assert (out.status, out.body["code"]) == (503, "keeper_silent")
        assert out.headers["Retry-After"] == "2"
        late = dealer.post("tables/H1/acts", {"seat": 1, "act": "stake", "chips": "10"})
        assert (late.status, late.body["code"]) == (409, "dice_out")
    assert dealer.post("tables/H1/throws", key="the-throw-key").status == 201
    assert doors.count("fairness_throw") == 1


def _gone(line: bytes) -> dict[str, object]:
    raise ConnectionRefusedError


def test_an_excluded_player_neither_sits_nor_stakes(doors: Doors, dealer: Caller) -> None:
    house = doors.floor.house
    players.exclude(
        key=house.key(), player=doors.players[0], kind="self", until=None, actor=staff(house.pit), at=house.now(),
        by=house.pit,
    )  # fmt: skip
    answer = dealer.post("tables/H1/acts", {"seat": 1, "act": "stake", "chips": "10"})
    assert (answer.status, answer.body["code"]) == (403, "excluded")
    card = doors.rows("select card from people_player where id = %s", doors.players[0])[0][0]
    dealer.post("tables/H1/leave", {"seat": 1})
    answer = dealer.post("tables/H1/seats", {"seat": 3, "card": card})
    assert (answer.status, answer.body["code"]) == (403, "excluded")


def test_a_void_is_signed_by_the_caller_and_by_a_second_who_gives_his_own_login(doors: Doors, dealer: Caller) -> None:
    house = doors.floor.house
    played = dealer.post("tables/H1/acts", {"seat": 1, "act": "stake", "chips": "10"}).body["round"]
    username, alone = doors.password(house.pit), doors.password(house.supervisor)
    supervisor = doors.caller(house.supervisor)
    path = f"tables/H1/rounds/{played}/void"
    before = doors.books()
    forged = supervisor.post(path, {"reason": "die off", "second": {"username": username, "password": "guess"}})
    assert (forged.status, forged.body["code"]) == (403, "signature_wrong")
    twice = supervisor.post(path, {"reason": "die off", "second": {"username": alone, "password": "correct horse"}})
    assert (twice.status, twice.body["code"]) == (403, "same_signer")
    assert doors.books() == before
    second = {"username": username, "password": "correct horse"}
    done = supervisor.post(path, {"reason": "die off the table", "second": second})
    assert (done.status, done.body["signers"]) == (201, [house.supervisor, house.pit])
    assert house.balance(f"player:{doors.players[0]}") == 100_000


def test_a_table_is_told_to_close_and_closes_only_counted(doors: Doors) -> None:
    house = doors.floor.house
    supervisor = doors.caller(house.supervisor)
    assert supervisor.post("tables/H1/close").body["code"] == "not_told"
    assert supervisor.post("tables/H1/tell-to-close").body["state"] == "closing"
    late = doors.caller(house.dealer).post("tables/H1/acts", {"seat": 1, "act": "stake", "chips": "10"})
    assert (late.status, late.body["code"]) == (409, "table_closing")
    assert supervisor.post("tables/H1/close").body["code"] == "no_closer"
    house.closer({50000: 20, 10000: 100, 2500: 40})
    assert supervisor.post("tables/H1/close").body["state"] == "closed"


def test_a_closed_gaming_day_takes_nothing_more(doors: Doors, dealer: Caller) -> None:
    doors.rows("select ledger_turn_period('2026-06-15', 'closing', 'house')::text")
    answer = dealer.post("tables/H1/acts", {"seat": 1, "act": "stake", "chips": "10"})
    assert (answer.status, answer.body["code"]) == (409, "period_closing")


def test_a_dealer_opens_a_table_by_token(empty: Doors) -> None:
    floor, house = empty.floor, empty.floor.house
    floor.table("H2")
    house.tell("H2")
    house.closer({50000: 20, 10000: 100, 2500: 40}, "H2")
    house.close("H2")
    opened = empty.caller(house.dealer).post("tables/H2/open", {"dealer": house.dealer, "supervisor": house.supervisor})
    assert (opened.status, opened.body["state"]) == (201, "open")
    assert len(opened.body["link0"]) == 64
    again = empty.caller(empty.hire("dora", Role.DEALER)).post(
        "tables/H2/open", {"dealer": house.dealer, "supervisor": house.supervisor}
    )
    assert (again.status, again.body["code"]) == (409, "table_open")
