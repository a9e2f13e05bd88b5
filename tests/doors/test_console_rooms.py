"""The console's rooms: each act of the cage, the shift, the dice, set-up, players and the auditor by its own form."""

import re
from datetime import UTC, datetime

import pytest

from casino.fairness.entropy import draw
from casino.people import step_up
from casino.profile import versions
from casino.profile.ready import ready
from casino.profile.roles import Role
from tests.casino.pit.floor import TRAY
from tests.doors.doors import PASSWORD, Doors, Screen, in_days

SHIFT = "/tables/H1/shift"


def signed(doors: Doors, login: int, part: str = "") -> dict[str, str]:
    """The fields of a signature on somebody else's screen."""
    return {f"{part}signer": doors.password(login), f"{part}password": PASSWORD}


def card_of(doors: Doors, seat: int) -> str:
    return str(doors.rows("select card from people_player where id = %s", doors.players[seat - 1])[0][0])


def test_a_window_sells_pays_takes_deposits_and_changes_chips(doors: Doors) -> None:
    house, player = doors.floor.house, doors.players[0]
    cashier = doors.screen(house.cashier)
    at = "/cage/window"
    cashier.look(at)
    found = cashier.client.get(f"{at}/players", {"asked": card_of(doors, 1), "into": "found"}).content.decode()
    assert f'value="{player}" id="found-{player}"' in found
    assert "1,000.00" in found
    dealing = {"player": player, "window": 1}
    assert "Sold chips for 250.00." in cashier.send(f"{at}/buy-in", amount="250", **dealing).text
    assert "Paid out 50.00." in cashier.send(f"{at}/cash-out", amount="50.00", **dealing).text
    assert "Took a deposit of 300.00." in cashier.send(f"{at}/deposit", amount="300", **dealing).text
    assert "Paid back 100.00 of the deposit." in cashier.send(f"{at}/withdraw", amount="100", **dealing).text
    assert "Gave chips for 200.00 of the deposit." in cashier.send(f"{at}/draw", amount="200", **dealing).text
    assert house.balance(f"player:{player}") == 100_000 + 25_000 - 5_000 + 20_000
    pads = {"taken-10000": 1, "given-2500": 4}
    assert "Changed 100.00 in chips." in cashier.send(f"{at}/change", window=1, **pads).text
    witness = signed(doors, house.vault)
    shown = cashier.send(f"{at}/shown", player=player, amount="25", **witness)
    assert shown.status in (200, 409)
    before = doors.books()
    nobody = cashier.send(f"{at}/buy-in", window=1, amount="5")
    assert (nobody.status, "no_player_chosen" in nobody.text) == (400, True)
    short = cashier.send(f"{at}/withdraw", amount="1", **dealing)
    assert short.status == 409
    assert "<code>insufficient_funds</code>" in short.text
    assert doors.books() == before


def test_D09_a_line_entered_in_error_is_taken_back_by_two_and_stays_to_be_read(doors: Doors) -> None:
    house, player = doors.floor.house, doors.players[0]
    own = signed(doors, house.cashier)
    cashier = doors.screen(house.cashier)
    cashier.look("/cage/window")
    cashier.send("/cage/window/buy-in", player=player, window=1, amount="250")
    line = doors.rows("select max(id) from people_currencyline")[0][0]
    path = f"/cage/window/lines/{line}/take-back"
    alone = cashier.send(path, key=draw(16).hex(), reason="wrong player", **own)
    assert "<code>same_signer</code>" in alone.text
    back = cashier.send(path, key=draw(16).hex(), reason="wrong player", **signed(doors, house.vault))
    assert f"Line {line} is taken back." in back.text
    assert house.balance(f"player:{player}") == 100_000


def test_amounts_in_refusals_stand_in_the_currency_and_nowhere_in_minor_units(doors: Doors) -> None:
    house = doors.floor.house
    cashier = doors.screen(house.cashier)
    cashier.look("/cage/window")
    deal = {"player": doors.players[0], "window": 1}
    short = cashier.send("/cage/window/buy-in", amount="99999900", **deal).text
    assert "Less than 99,999,900.00 is free in window 1" in short
    assert "41,500.00" not in short, "who counts blind must not learn it from a refusal"
    odd = cashier.send("/cage/window/buy-in", amount="10.50", **deal).text
    assert "the smallest is 1.00" in odd
    assert not re.search(r"\d{4,}", re.sub(r"<[^>]+>", "", short + odd))


def test_a_drawer_is_counted_blind_by_two_and_only_then_shows_what_the_books_had(doors: Doors) -> None:
    house, other = doors.floor.house, doors.hire("cat", Role.CASHIER)
    cashier, vault = doors.screen(house.cashier), doors.screen(house.vault)
    page = cashier.look("/cage/drawers").text
    assert "41,500.00" not in page
    counted = cashier.send(
        "/cage/drawers/count", drawer="cage:window:1", cash="52000.00", **{"pieces-500000": 8},
        **signed(doors, other),
    )  # fmt: skip
    assert "chips −1,500.00, cash 0.00" in counted.text
    vault.look("/cage/drawers")
    fetched = vault.send(
        "/cage/drawers/outside", kind="bank_fetch", amount="500", **signed(doors, house.accounting)
    )  # fmt: skip
    assert "Signed: 500.00." in fetched.text
    offer = {"source": "cage:vault", "target": "cage:window:1", "what": "cash", "amount": "500"}
    assert "it moves when accepted" in vault.send("/cage/drawers/offer", **offer).text
    transfer = doors.rows("select max(id) from cage_transfer")[0][0]
    cashier.look("/cage/drawers")
    assert "Accepted." in cashier.send(f"/cage/drawers/hand-overs/{transfer}", verb="accept").text


def test_a_done_slip_is_taken_back_by_another_and_reprints_say_so(doors: Doors) -> None:
    house = doors.floor.house
    supervisor = doors.screen(house.supervisor)
    supervisor.look("/cage")
    slip = doors.rows("select max(id) from cage_slip")[0][0]
    asked = supervisor.send(f"/cage/slips/{slip}/reverse", reason="sent to the wrong table")
    assert "takes it back once all have signed" in asked.text
    again = supervisor.send(f"/cage/slips/{slip}/reverse", key=draw(16).hex(), reason="once more")
    assert "<code>already_reversed</code>" in again.text
    key = draw(16).hex()
    papers = [supervisor.client.post(f"/cage/slips/{slip}/print", {"key": each}) for each in (key, key, draw(16).hex())]
    marks = [re.findall("REPRINT [0-9]+", paper.content.decode()) for paper in papers]
    assert marks == [[], [], ["REPRINT 1"]]
    register = doors.screen(doors.hire("aud", Role.AUDITOR)).look("/cage/register?year=2026").text
    assert "No number is missing." in register
    assert "takes back 2026/1" in register


def test_a_wrong_count_of_a_carried_slip_makes_it_void_and_says_so_in_the_currency(doors: Doors) -> None:
    house = doors.floor.house
    slip = house.slip("fill", {10000: 5}).slip
    at_table = doors.screen(house.supervisor)
    at_table.look("/tables/H1")
    steps = ((house.cashier, "issue", "500"), (house.runner, "carry", "500"), (house.dealer, "count", "400"))
    for login, step, amount in steps:
        fields = {"step": step, "amount": amount, "table": "H1", **signed(doors, login)}
        answer = at_table.send(f"/cage/slips/{slip}/sign", key=draw(16).hex(), **fields)
        assert answer.status == 200
        assert 'id="felt"' in answer.text
    page = doors.screen(house.supervisor).look("/cage").text
    assert "counted: 400.00; the slip says 500.00." in page


def test_a_table_is_relieved_its_box_swapped_a_payout_corrected_by_hand(doors: Doors) -> None:
    house = doors.floor.house
    other = doors.hire("dora", Role.DEALER)
    doors.floor.play_round()
    boss = doors.screen(house.pit)
    page = boss.look(SHIFT).text
    assert "Relieved" in boss.send(f"{SHIFT}/relieve", dealer=other, supervisor="").text
    nobody = boss.send(f"{SHIFT}/relieve", dealer="", supervisor="")
    assert "<code>nobody_new</code>" in nobody.text
    swap = boss.send(f"{SHIFT}/swap", **signed(doors, house.runner))
    assert "Box 1 is off the table, box 2 hangs there." in swap.text
    payout = re.search(r'<option value="(\d+\.\d+\.1)">', page)
    assert payout
    before = house.balance(f"player:{doors.players[0]}")
    paid = {"payout": payout.group(1), "paid": "25", "reason": "dealer paid by hand"}
    assert "by hand" in boss.send(f"{SHIFT}/pay", **paid).text
    assert house.balance(f"player:{doors.players[0]}") != before
    figures = doors.screen(doors.hire("aud", Role.AUDITOR)).look("/audit/figures").text
    assert "Master game report" in figures
    dealer = doors.screen(house.dealer)
    dealer.look(SHIFT)
    assert "A toke of 5.00." in dealer.send(f"{SHIFT}/toke", seat=2, chips=5).text


def test_both_crews_sign_a_change_of_shifts_on_one_screen(doors: Doors) -> None:
    house = doors.floor.house
    dora, sam = doors.hire("dora", Role.DEALER), doors.hire("sam", Role.SUPERVISOR)
    people = {
        "out-dealer-": house.dealer, "out-supervisor-": house.supervisor, "in-dealer-": dora, "in-supervisor-": sam,
        "swap-1-": house.pit, "swap-2-": house.runner,
    }  # fmt: skip
    fields = {name: value for part, login in people.items() for name, value in signed(doors, login, part).items()}
    pieces = {"pieces-50000": 20, "pieces-10000": 100, "pieces-2500": 40}
    boss = doors.screen(sam)
    boss.look(SHIFT)
    key = boss.key(f"{SHIFT}/change")
    forged = boss.send(f"{SHIFT}/change", key=key, **{**fields, "out-dealer-password": "guess"}, **pieces)
    assert "<code>signature_wrong</code>" in forged.text
    changed = boss.send(f"{SHIFT}/change", key=key, **fields, **pieces)
    assert "goes on with 21,000.00; against the books 0.00." in changed.text
    assert doors.rows("select count(*) from pit_seat where left_at is null") == [(2,)]


def test_dice_go_from_receipt_to_withdrawal_by_two_signatures_each(doors: Doors) -> None:
    house = doors.floor.house
    boss = doors.screen(house.supervisor)
    boss.look("/dice")
    witness = signed(doors, house.dealer)
    for step, table in (("receipt", ""), ("inspection", ""), ("issue", "H1"), ("withdrawal", "H1")):
        done = boss.send("/dice/sign", dice="a17", step=step, table=table, remark="", **witness)
        assert "Dice A17" in done.text, step
    wrong = boss.send("/dice/sign", dice="A17", step="issue", table="H1", remark="", **witness)
    assert "<code>dice_step</code>" in wrong.text
    assert doors.count("pit_dicestep") == 4


def test_a_table_is_set_up_with_its_edges_shown_and_refused_where_the_house_would_lose(doors: Doors) -> None:
    boss = doors.screen(doors.floor.house.pit)
    page = boss.look("/set-up/new?game=zar").text
    assert "49/162" in page
    typed = {"game": "zar", "set-preset": "seed", "set-bank": "house", "set-takes": "[9, 9, 9]"}
    preview = boss.client.get("/set-up/edges", typed).content.decode()
    assert "<code>house_edge</code>" in preview
    new = {"code": "b1", "chip": 100, "seats": 6, "idle": 20}
    refused = boss.send("/set-up/make", **new, **typed)
    assert (refused.status, "house_edge" in refused.text) == (409, True)
    assert doors.count("pit_table") == 1
    made = boss.send("/set-up/make", **new, **typed | {"set-takes": "[2, 1, 2]"})
    assert "Table B1 is on the floor." in made.text, made.text[:400]


def test_E15_two_who_change_one_table_do_not_overwrite_each_other(doors: Doors) -> None:
    first, second = (doors.screen(doors.hire(name, Role.PIT)) for name in ("pia", "paul"))
    for boss in (first, second):
        boss.look("/set-up/H1")
    change = {"game": "hazard", "idle": 20, "version": 1, "reason": "quiet night"}
    kept = second.key("/set-up/H1/change")
    assert "from its next shift on" in first.send("/set-up/H1/change", **change, **{"set-main": "thrown"}).text
    late = second.send("/set-up/H1/change", key=kept, **change, **{"set-main": "named"})
    assert "<code>changed_meanwhile</code>" in late.text
    assert doors.rows("select settings from pit_table where code = 'H1'") == [({},)]
    standing = first.send("/set-up/H1/retire", version=2, reason="worn out")
    assert "<code>table_open</code>" in standing.text
    assert "The par is set." in first.send("/set-up/H1/par", version=2, par="5000").text


def test_limits_time_outs_and_exclusions_are_laid_down_on_a_players_page(doors: Doors) -> None:
    house, card = doors.floor.house, card_of(doors, 1)
    boss, compliance = doors.screen(house.pit), doors.screen(doors.hire("com", Role.COMPLIANCE))
    at = f"/players/{card}"
    assert card in boss.look(f"/players?asked={card}").text
    boss.look(at)
    limit = {"kind": "loss", "span": "day", "source": "self"}
    assert "The limit holds now." in boss.send(f"{at}/limit", amount="500", **limit).text
    assert "raised later" in boss.send(f"{at}/limit", amount="900", **limit).text
    short = boss.send(f"{at}/exclude", kind="self", until=in_days(20))
    assert "<code>too_short</code>" in short.text
    barred = boss.send(f"{at}/exclude", kind="house", until="")
    assert "excluded by the house" in barred.text
    compliance.look(at)
    joined = compliance.send(f"{at}/link", joined=card_of(doors, 2), reason="same passport")
    assert "count together" in joined.text
    stranger = compliance.look("/players/NOBODY")
    assert (stranger.status, "no_player" in stranger.text) == (404, True)
    lists = compliance.look("/currency?day=2026-06-15")
    assert lists.status == 200
    assert 'value="2026-06-15"' in lists.text
    assert '<time datetime="2026-06-15">' not in lists.text
    assert "Near the line" in lists.text


def test_a_rake_is_counted_blind_by_two_and_posted_once_they_agree(empty: Doors) -> None:
    floor, house = empty.floor, empty.floor.house
    floor.table("C1", "covered_hazard", fee_percent=5)
    house.tell("C1")
    house.closer(TRAY, "C1")
    house.close("C1")
    shift = empty.rows("select id from pit_shift")[0][0]
    first, second = (empty.screen(login) for login in house.counters)
    path = f"/count/rakes/{shift}/enter"
    for screen in (first, second):
        screen.look("/count")
    later = second.key(path)
    assert "counted once" in first.send(path, **{"pieces-100": 7}).text
    assert path not in first.page
    assert "700" not in second.look("/count").text
    differs = second.send(path, key=later, **{"pieces-100": 8})
    assert "counts differ" in differs.text
    solved = second.send(
        f"/count/rakes/{shift}/resolve", chips="0", reason="two chips of another table",
        **signed(empty, house.counters[0]),
    )  # fmt: skip
    assert "The rake is posted." in solved.text
    assert empty.count("count_rake") == 1


@pytest.fixture
def strict(doors: Doors) -> Doors:
    """The same house, where a signature needs a code of the last five minutes."""
    data = {**ready("default"), "step_up_seconds": 300}
    versions.make(data=data, actor=None, at=doors.floor.house.now(), reason="step-up at signing")
    return doors


def test_a_house_that_asks_for_codes_takes_one_beside_a_signature_and_one_of_ones_own(strict: Doors) -> None:
    house = strict.floor.house
    boss = strict.screen(house.supervisor)
    boss.look("/tables/H1")
    pieces = {"pieces-10000": 5}
    key = boss.key("/tables/H1/slip")
    refused = boss.send("/tables/H1/slip", key=key, kind="fill", window=1, **pieces)
    assert refused.status == 403
    assert 'id="fresh-code"' in refused.text
    secret = _enrolled(boss)
    htmx = {"HX-Request": "true", "HX-Target": "notice"}
    told = boss.client.post("/me/code", {"key": draw(16).hex(), "code": _code(secret)}, headers=htmx)
    assert "sign again" in told.content.decode()
    assert boss.send("/tables/H1/slip", key=key, kind="fill", window=1, **pieces).status == 200
    slip = strict.rows("select max(id) from cage_slip")[0][0]
    sign = {"step": "issue", "amount": "500", **signed(strict, house.cashier)}
    cashier = strict.screen(house.cashier)
    cashier.look("/cage")
    assert 'name="code"' in cashier.page
    assert "<code>step_up</code>" in cashier.send(f"/cage/slips/{slip}/sign", **sign).text
    own = _enrolled(cashier)
    cashier.look("/cage")
    key = cashier.key(f"/cage/slips/{slip}/sign")
    wrong = cashier.send(f"/cage/slips/{slip}/sign", key=key, code="000000", **sign)
    assert "<code>code_wrong</code>" in wrong.text
    code = _code(own)
    for _ in range(2):
        assert cashier.send(f"/cage/slips/{slip}/sign", key=key, code=code, **sign).status == 200


def _enrolled(screen: Screen) -> str:
    screen.look("/me")
    shown = screen.send("/me/enrol").text
    secret = re.search(r'id="secret">([A-Z2-7 ]+)<', shown)
    assert secret
    assert 'id="secret"' not in screen.look("/me").text
    return secret.group(1).replace(" ", "")


def _code(secret: str) -> str:
    return step_up.code_at(secret, int(datetime.now(UTC).timestamp()) // step_up.PERIOD)
