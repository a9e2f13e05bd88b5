"""The rest of the house by token: paper of the floor, the cage, players' own limits, what auditors read."""

import pytest

from casino.profile.roles import Role
from tests.doors.doors import PASSWORD, Caller, Doors, in_days
from tests.ledger.sealed import seal


def second(doors: Doors, login: int) -> dict[str, str]:
    """A second signer's own login, as a body takes it."""
    return {"username": doors.password(login), "password": PASSWORD}


def card_of(doors: Doors, seat: int) -> str:
    return str(doors.rows("select card from people_player where id = %s", doors.players[seat - 1])[0][0])


@pytest.fixture
def cashier(doors: Doors) -> Caller:
    return doors.caller(doors.floor.house.cashier)


def test_a_window_deals_once_a_key_and_a_foreign_window_is_refused(doors: Doors, cashier: Caller) -> None:
    house, card = doors.floor.house, card_of(doors, 1)
    dealing = {"card": card, "amount": "25000"}
    sold = cashier.post("windows/1/buy-ins", dealing, key="sold-once-1")
    again = cashier.post("windows/1/buy-ins", dealing, key="sold-once-1")
    assert (sold.status, again.body) == (201, sold.body)
    assert again.headers["Idempotency-Hit"] == "true"
    assert (sold.body["amount"], sold.body["direction"], sold.body["place"]) == ("25000", "in", "window:1")
    assert house.balance(f"player:{doors.players[0]}") == 125_000
    assert cashier.post("windows/1/deposits", dealing).status == 201
    assert cashier.post("windows/1/draws", {"card": card, "amount": "5000"}).body["amount"] == "5000"
    assert cashier.post("windows/1/withdrawals", {"card": card, "amount": "20000"}).status == 201
    before = doors.books()
    codes = [
        cashier.post("windows/9/buy-ins", dealing).body["code"],
        cashier.post("windows/1/withdrawals", dealing).body["code"],
        cashier.post("windows/1/buy-ins", {"card": "NOBODY", "amount": "100"}).body["code"],
        cashier.post("windows/1/buy-ins", {"card": card, "amount": "-5"}).body["code"],
        cashier.post("windows/1/buy-ins", {**dealing, "player": 2}).body["code"],
    ]
    assert codes == ["no_such_window", "insufficient_funds", "no_player", "fields_wrong", "fields_wrong"]
    assert doors.books() == before


def test_a_slip_lives_through_the_api_signed_by_each_with_his_own_token(doors: Doors, cashier: Caller) -> None:
    house = doors.floor.house
    boss = doors.caller(house.supervisor)
    asked = boss.post("tables/H1/slips", {"kind": "fill", "window": 1, "lines": {"10000": 5}})
    assert (asked.status, asked.body["amount"], asked.body["waits_for"]) == (201, "50000", "issue")
    path = f"slips/{asked.body['slip']}/signatures"
    early = doors.caller(house.dealer).post(path, {"step": "count", "amount": "50000"})
    assert (early.status, early.body["code"]) == (409, "not_due")
    for caller, step in (
        (cashier, "issue"),
        (doors.caller(house.runner), "carry"),
        (doors.caller(house.dealer), "count"),
    ):
        signed = caller.post(path, {"step": step, "amount": "50000"})
        assert signed.status == 201
    assert signed.body["state"] == "done"
    prints = [boss.post(f"slips/{asked.body['slip']}/prints").body["mark"] for _ in range(2)]
    assert prints == ["", "REPRINT 1"]
    reason = {"reason": "wrong table"}
    assert boss.post(f"slips/{asked.body['slip']}/reversal", reason).body["kind"] == "credit"
    assert boss.post(f"slips/{asked.body['slip']}/reversal", reason).body["code"] == "already_reversed"


def test_E03_nobody_sends_a_slip_already_signed(doors: Doors) -> None:
    boss, before = doors.caller(doors.floor.house.supervisor), doors.books()
    forged = {"kind": "fill", "window": 1, "lines": {"10000": 5}, "status": "COMPLETE", "signed_by": "CG"}
    answer = boss.post("tables/H1/slips", forged)
    assert (answer.status, answer.body["code"]) == (400, "fields_wrong")
    assert {error["pointer"] for error in answer.body["errors"]} == {"/status", "/signed_by"}
    assert doors.books() == before


def test_the_floors_paper_by_token(doors: Doors) -> None:
    house = doors.floor.house
    last = doors.floor.play_round()
    boss, dora = doors.caller(house.pit), doors.hire("dora", Role.DEALER)
    assert boss.post("tables/H1/relief", {"dealer": dora}).body["dealer"] == dora
    assert boss.post("tables/H1/relief", {}).body["code"] == "nobody_new"
    swapped = boss.post("tables/H1/box-swap", {"second": second(doors, house.runner)})
    assert (swapped.body["removed"], swapped.body["hung"]) == (1, 2)
    paid = {"round": last.round, "n": last.n, "seat": 1, "paid": "2500", "reason": "paid by hand"}
    assert boss.post("tables/H1/payouts", paid).body["paid"] == "2500"
    assert doors.caller(house.dealer).post("tables/H1/tokes", {"seat": 2, "chips": "5"}).body["amount"] == "500"
    made = {"code": "B1", "game": "hazard", "settings": {}, "chip": "100", "seats": 6, "idle_minutes": None}
    assert boss.post("set-up", made).body["table"] == "B1"
    changed = {"settings": {"main": "seven"}, "idle_minutes": None, "version": 1, "reason": "by request"}
    assert boss.post("tables/B1/settings", changed).body["version"] == 2
    assert boss.post("tables/B1/settings", {**changed, "reason": "again"}).body["code"] == "changed_meanwhile"
    assert boss.post("tables/B1/retire", {"version": 2, "reason": "worn out"}).body["retired"] is True


def test_a_player_limits_and_bars_himself_and_sees_his_cash(doors: Doors) -> None:
    me = doors.player(1)
    limit = {"kind": "stake", "span": "day", "amount": "50000"}
    made = me.post("me/limits", limit)
    assert (made.status, made.body["source"]) == (201, "self")
    assert me.get("me/limits").body["limits"] == [{"kind": "stake", "span": "day", "amount": "50000", "used": "0"}]
    brought = me.get("me/deposits").body["deposits"]
    assert [(line["direction"], line["amount"], line["voids"]) for line in brought] == [("in", "100000", None)]
    short = me.post("me/exclusion", {"kind": "self", "until": in_days(20)})
    assert (short.status, short.body["code"]) == (400, "too_short")
    house = me.post("me/exclusion", {"kind": "house", "until": None})
    assert (house.status, house.body["code"]) == (400, "fields_wrong")
    assert me.post("me/exclusion", {"kind": "self", "until": None}).status == 201
    assert me.get("me/exclusion").body["exclusions"][0]["until"] is None
    stake = doors.caller(doors.floor.house.dealer).post("tables/H1/acts", {"seat": 1, "act": "stake", "chips": "1"})
    assert (stake.status, stake.body["code"]) == (403, "excluded")


def test_the_proof_of_a_round_follows_every_throw_and_is_nobody_elses(doors: Doors) -> None:
    last = doors.floor.play_round()
    proof = doors.player(2).get(f"rounds/{last.round}/proof").body
    assert [one["faces"] for one in proof["throws"]][-1] == last.faces
    assert all(one["follows"] and one["root"] is None for one in proof["throws"])
    assert {step["holds"] for one in proof["throws"] for step in one["steps"]} == {True, None}
    doors.players.append(doors.floor.player())
    stranger = doors.player(3)
    foreign, unknown = (stranger.get(f"rounds/{number}/proof") for number in (last.round, 999_999))
    assert (foreign.status, foreign.body | {"request_id": ""}) == (404, unknown.body | {"request_id": ""})


def test_an_auditor_reads_the_books_the_log_and_the_registers_and_writes_nothing(doors: Doors) -> None:
    seal(doors.floor.house.addresses["SEALER_DATABASE_URL"])
    auditor = doors.caller(doors.hire("aud", Role.AUDITOR))
    why = auditor.get("ledger/explain?account=table:h1:tray&asset=chips:GBP").body["explanation"]
    assert (why["balance"], why["causes"][0]["kind"], why["faults"]) == ("2100000", "fill", [])
    assert "c2sp.org/tlog-proof" in auditor.get("ledger/postings/1/receipt").body["text"]
    assert auditor.get("log/checkpoint").body["text"]
    assert auditor.get("ledger/postings/999999/receipt").body["code"] == "unknown_posting"
    assert auditor.get("registers/slips/2026").body["rows"][0]["amount"] == "2100000"
    assert auditor.get("registers/exceptions?first=2026-06-15&last=2026-06-15").body == {"rows": []}
    assert any(row["role"] == "auditor" for row in auditor.get("registers/access").body["rows"])
    assert auditor.get("nights").body["nights"][-1]["day"] == "2026-06-15"
    assert auditor.get("nights/2026-06-15/report").body["code"] == "no_report"
    asked = auditor.post("exports", {"kind": "transfers", "form": "csv"})
    assert auditor.get(f"exports/{asked.body['job']}").body["state"] == "waiting"
    assert auditor.post("tables/H1/throws").body["code"] == "not_allowed"
    dealer = doors.caller(doors.floor.house.dealer)
    for path in (
        "ledger/explain?account=table:h1:tray&asset=chips:GBP",
        "registers/access",
        "log/checkpoint",
        "nights",
    ):
        assert dealer.get(path).status == 403, path
