"""The console in Chromium: all of the work by keys, nothing sent twice, nothing typed lost, nothing from elsewhere."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from casino.count import boxes
from casino.profile.roles import Role
from tests.doors.browsing import SHOTS, Site, posted, tab_to
from tests.doors.doors import PASSWORD, Doors

pytestmark = pytest.mark.slow
PAGES = {
    "pit": ("/", "/tables/H1", "/tables/H1/shift", "/dice", "/set-up", "/set-up/H1", "/cage", "/players?asked=G",
            "/night"),
    "cashier": ("/cage/window", "/cage/drawers", "/players/G1", "/me"),
    "counter": ("/count",),
    "auditor": ("/cage/register", "/cage/drawers", "/currency", "/audit/exceptions?first=2026-06-15", "/audit/figures",
                "/audit/books?path=table:h1:tray&asset=chips:GBP", "/audit/exports", "/audit/access"),
}  # fmt: skip


def test_by_keyboard_alone_a_dealer_opens_seats_stakes_throws_and_sees_the_settlement(site: Site) -> None:
    doors, house = site.doors, site.doors.floor.house
    player = site.do(lambda: _closed_table(doors, "K1"))
    dealer, supervisor = site.do(lambda: (doors.password(house.dealer), doors.password(house.supervisor)))
    page = site.page(site.context())
    press, type_in = page.keyboard.press, page.keyboard.type
    page.goto(site.url)
    type_in(dealer)
    press("Tab")
    type_in(PASSWORD)
    press("Enter")
    page.wait_for_url(f"{site.url}/")
    for _ in range(2):
        press("ArrowDown")
    press("Enter")
    page.wait_for_url(f"{site.url}/tables/K1")
    tab_to(page, "supervisor")
    type_in("Sue")
    press("Tab")
    assert "open" in posted(page, "Enter")
    tab_to(page, "pieces-opener-50000")
    for pieces in ("20", "100", "40"):
        type_in(pieces)
        press("Tab")
    tab_to(page, "signer-opener")
    type_in(supervisor)
    press("Tab")
    type_in(PASSWORD)
    assert "against the books 0.00" in posted(page, "Enter")
    press("s")
    type_in(f"G{player}")
    expect(page.locator("#found button")).to_be_visible()
    assert "Seat 1 is taken" in posted(page, "Enter")
    while page.locator("#chips-stake-1").count() == 0:
        posted(page, "t")
    press("1")
    type_in("25")
    assert "Seat 1: Stake 25." in posted(page, "Enter")
    for _ in range(60):
        posted(page, "t")
        if doors.rows("select state from pit_round order by id desc limit 1")[0][0] == "over":
            break
    expect(page.locator(".pays li").first).to_be_visible()
    net = doors.rows("select net->>'1' from pit_round order by id desc limit 1")[0][0]
    assert house.balance(f"player:{player}") == 100_000 + 100 * int(net)
    assert not site.complaints


def _closed_table(doors: Doors, code: str) -> int:
    """A table that was played, counted, closed, its box taken; and a player with chips who wants to sit down there."""
    floor, house = doors.floor, doors.floor.house
    floor.table(code)
    house.tell(code)
    house.closer({50000: 20, 10000: 100, 2500: 40}, code)
    house.close(code)
    collector, witness = house.counters
    boxes.collect(key=house.key(), table=code, box=1, collector=collector, witness=witness, at=house.now())
    return floor.player()


def test_a_double_click_throws_once_whether_fast_or_slow(site: Site) -> None:
    doors = site.doors
    site.do(lambda: doors.floor.act(1, {"stake": 10}))
    page = site.sign_in(doors.floor.house.dealer, site.context())
    site.show(page, "/tables/H1")
    with page.expect_response(lambda response: response.request.method == "POST"):
        page.dblclick("#throw", delay=0)
    page.wait_for_timeout(900)
    assert doors.count("fairness_throw") == 1
    for pause in (0, 100, 300):
        if page.is_disabled("#throw"):
            site.do(lambda: doors.floor.act(1, {"stake": 10}))
            page.reload()
        page.evaluate(TWO_CLICKS, pause)
        page.wait_for_timeout(900)
    assert doors.count("fairness_throw") == 4


def test_by_keyboard_alone_a_cashier_sells_chips_and_a_double_click_pays_out_once(site: Site) -> None:
    doors = site.doors
    player = doors.players[0]
    page = site.sign_in(doors.floor.house.cashier, site.context())
    site.show(page, "/cage/window")
    page.keyboard.press("s")
    page.keyboard.type("G1")
    expect(page.locator(f"#found-{player}")).to_be_visible()
    tab_to(page, "amount")
    page.keyboard.type("25")
    assert "Sold chips for 25.00." in posted(page, "Enter")
    page.fill("#asked", "G1")
    expect(page.locator(f"#found-{player}")).to_be_visible()
    page.fill("#amount", "10")
    page.dblclick("#exchange button[formaction$='/cash-out']", delay=0)
    expect(page.locator("#notice")).to_contain_text("Paid out 10.00.")
    page.wait_for_timeout(900)
    assert doors.rows("select direction, count(*) from people_currencyline group by 1 order by 1") == [
        ("in", 3), ("out", 1)
    ]  # fmt: skip
    assert doors.floor.house.balance(f"player:{player}") == 101_500
    assert not site.complaints


# The second click comes `pause` after the answer to the first, on the button that the answer brought.
TWO_CLICKS = """(pause) => new Promise((done) => {
    const throws = () => document.getElementById("throw").click();
    const answered = (event) => {
        if (event.detail.requestConfig.verb !== "post") return;
        document.removeEventListener("htmx:afterRequest", answered);
        setTimeout(() => { throws(); done(); }, pause);
    };
    document.addEventListener("htmx:afterRequest", answered);
    throws();
})"""


def test_what_is_typed_outlives_a_refusal_somebody_elses_act_and_a_broken_line(site: Site) -> None:
    doors, house = site.doors, site.doors.floor.house
    context = site.context()
    page = site.sign_in(house.dealer, context)
    site.show(page, "/tables/H1")
    page.fill("#chips-stake-1", "99999")
    assert "purse_short" in posted(page, "Enter")
    assert page.input_value("#chips-stake-1") == "99999"
    page.fill("#asked", "some name")
    page.focus("#chips-stake-1")
    page.fill("#chips-stake-1", "25")
    site.do(lambda: house.slip("fill", {10000: 5}))
    expect(page.locator(".side .slip").first).to_be_visible()
    assert page.input_value("#chips-stake-1") == "25"
    assert page.evaluate("document.activeElement.id") == "chips-stake-1"
    context.set_offline(True)
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_contain_text("never taken twice")
    expect(page.locator("#stale")).to_be_visible()
    assert page.input_value("#chips-stake-1") == "25"
    context.set_offline(False)
    expect(page.locator("#stale")).to_be_hidden()
    assert "Seat 1: Stake 25." in posted(page, "Enter")
    assert doors.rows("select count(*) from pit_event where event ? 'stake'") == [(1,)]


def test_a_held_key_acts_once_and_single_keys_can_be_switched_off(site: Site) -> None:
    doors = site.doors
    site.do(lambda: doors.floor.act(1, {"stake": 10}))
    page = site.sign_in(doors.floor.house.dealer, site.context())
    site.show(page, "/tables/H1")
    with page.expect_response(lambda response: response.request.method == "POST"):
        for _ in range(8):
            page.keyboard.down("t")
    page.keyboard.up("t")
    page.wait_for_timeout(500)
    assert doors.count("fairness_throw") == 1
    page.keyboard.press("?")
    page.uncheck("#single-keys")
    page.keyboard.press("Escape")
    page.keyboard.press("t")
    page.wait_for_timeout(400)
    assert doors.count("fairness_throw") == 1


def test_somebody_elses_act_shows_by_itself(site: Site) -> None:
    doors = site.doors
    page = site.sign_in(doors.floor.house.supervisor, site.context())
    site.show(page, "/tables/H1")
    site.do(lambda: doors.floor.act(1, {"stake": 75}))
    expect(page.locator("#seat-1 .bet")).to_contain_text("75")


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("language", ["en", "ru", "pt"])
def test_every_page_is_sound_in_every_language_and_theme(site: Site, language: str, theme: str) -> None:
    """Axe finds nothing serious, no page scrolls sideways on a phone, targets are large, all comes from the house."""
    doors = site.doors
    site.do(doors.floor.play_round)
    site.do(lambda: doors.floor.act(1, {"stake": 10}))
    site.do(lambda: doors.floor.house.slip("fill", {10000: 5}))
    SHOTS.mkdir(parents=True, exist_ok=True)
    context = site.context()
    page = site.page(context)
    site.show(page, "/login")
    _sound(page)
    page.close()
    house = doors.floor.house
    auditor = site.do(lambda: doors.hire("aud", Role.AUDITOR))
    logins = {"pit": house.pit, "cashier": house.cashier, "counter": house.counters[0], "auditor": auditor}
    for who, paths in PAGES.items():
        page = site.sign_in(logins[who], context)
        page.click(f".languages [value={language}]")
        if page.get_attribute("html", "data-theme") != theme:
            page.click("form[action='/theme'] button")
        for path in paths:
            for width in (1440, 390):
                page.set_viewport_size({"width": width, "height": 900 if width > 400 else 844})
                site.show(page, path)
                assert page.get_attribute("html", "lang") == language
                page.eval_on_selector_all("main details", "all => all.forEach((one) => { one.open = true; })")
                assert page.evaluate("document.scrollingElement.scrollWidth") <= width, (path, width)
                _sound(page)
                name = path.partition("?")[0].strip("/").replace("/", "-") or "floor"
                page.screenshot(path=SHOTS / f"{name}-{language}-{theme}-{width}.png", full_page=True)
        context.clear_cookies()
        page.close()
    assert {url for url in site.asked if not url.startswith(site.url)} == set()
    assert site.complaints == []


def _sound(page: Page) -> None:
    serious = [
        (found["id"], [node["target"] for node in found["nodes"]])
        for found in Axe().run(page).response["violations"]
        if found["impact"] in ("serious", "critical")
    ]
    assert serious == []
    small = page.evaluate(
        """() => [...document.querySelectorAll("button, summary, select, input:not([type=hidden]), nav a")]
            .filter((one) => one.offsetParent && !(one.type === "checkbox" || one.type === "radio"))
            .map((one) => [one.id || one.textContent.trim(), one.getBoundingClientRect()])
            .filter(([, box]) => box.height < 44 || box.width < 44).map(([name]) => name)"""
    )
    assert small == []


def test_the_office_and_the_documents_break_no_rule_of_the_page(site: Site) -> None:
    administrator = site.do(lambda: site.doors.floor.house.administrator)
    page = site.sign_in(administrator, site.context())
    for path in ("/admin/", "/admin/people/login/", "/admin/people/login/add/", "/admin/pit/table/", "/api/v1/docs"):
        site.show(page, path)
        page.wait_for_timeout(500)
    expect(page.locator("#swagger-ui .info")).to_be_visible()
    assert {url for url in site.asked if not url.startswith((site.url, "data:"))} == set()
    assert site.complaints == []
