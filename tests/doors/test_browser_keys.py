"""The console's keys in Chromium: how many the commonest acts take, where the focus is afterwards, whose page it is."""

import pytest
from playwright.sync_api import Page, expect

from tests.doors.browsing import Site, posted
from tests.doors.doors import PASSWORD

pytestmark = pytest.mark.slow


def focus(page: Page) -> str:
    return str(page.evaluate("document.activeElement.id || document.activeElement.name"))


def beside(page: Page, field: str) -> str:
    """What stands beside a field, as a screen reader finds it."""
    named = page.get_attribute(f"#{field}", "aria-describedby")
    assert page.get_attribute(f"#{field}", "aria-invalid") == "true"
    return page.inner_text(f"#{named}")


def test_a_stake_takes_its_digits_and_two_keys_and_the_arrows_go_from_entry_to_entry(site: Site) -> None:
    page = site.sign_in(site.doors.floor.house.dealer, site.context())
    site.show(page, "/tables/H1")
    assert "Stake 25" in posted(page, "1", "2", "5", "Enter")
    assert focus(page) == "felt"
    while page.locator("#chips-odds-1").count() == 0:
        posted(page, "t")
        if page.locator("#chips-stake-1").count() == 1:
            posted(page, "1", "2", "5", "Enter")
    page.keyboard.press("1")
    assert focus(page) == "chips-odds-1"
    page.keyboard.press("ArrowDown")
    assert focus(page) == "chips-odds-2"
    page.keyboard.press("ArrowUp")
    assert focus(page) == "chips-odds-1"


def test_a_fill_is_asked_for_by_r_its_pieces_and_enter_and_signed_from_its_first_empty_field(site: Site) -> None:
    house = site.doors.floor.house
    context = site.context()
    page = site.sign_in(house.supervisor, context)
    site.show(page, "/tables/H1")
    page.keyboard.press("r")
    first = focus(page)
    assert first.startswith("pieces-slip-")
    assert "is on its way" in posted(page, "4", "Enter")
    context.clear_cookies()
    cashier = site.sign_in(house.cashier, context)
    site.show(cashier, "/cage")
    cashier.keyboard.press("ArrowDown")
    cashier.keyboard.press("Enter")
    expect(cashier.locator("[id^=amount-]").first).to_be_focused()


def test_one_key_seats_a_numbered_guest(site: Site) -> None:
    doors = site.doors
    before = doors.count("people_player")
    page = site.sign_in(doors.floor.house.supervisor, site.context())
    site.show(page, "/tables/H1")
    assert "Seat 3: a guest, card G" in posted(page, "g")
    expect(page.locator("#seat-3")).to_be_visible()
    assert doors.count("people_player") == before + 1


@pytest.mark.parametrize(
    ("language", "says"),
    [("en", "Enter a whole number, digits only."), ("ru", "Введите целое число, только цифры."),
     ("pt", "Digite um número inteiro, só algarismos.")],
)  # fmt: skip
def test_a_wrong_number_is_told_beside_its_field_in_the_pages_language_and_stays(
    site: Site, language: str, says: str
) -> None:
    page = site.sign_in(site.doors.floor.house.dealer, site.context())
    page.click(f".languages [value={language}]")
    site.show(page, "/tables/H1")
    for typed in ("-5", "٣", "1,000", "1.005", "🎲"):
        page.fill("#chips-stake-1", typed)
        page.keyboard.press("Enter")
        expect(page.locator("#wrong-chips-stake-1")).to_have_text(says)
        assert beside(page, "chips-stake-1") == says
        assert (page.input_value("#chips-stake-1"), focus(page)) == (typed, "chips-stake-1")
        page.keyboard.type("2")
        expect(page.locator(".wrong")).to_have_count(0)


def test_an_empty_field_and_a_wrong_signature_are_told_beside_their_fields(site: Site) -> None:
    house = site.doors.floor.house
    page = site.sign_in(house.pit, site.context())
    page.click(".languages [value=ru]")
    site.show(page, "/tables/H1/shift")
    page.click("#swap-form button")
    expect(page.locator("#wrong-signer-swap")).to_have_text("Заполните это поле.")
    assert focus(page) == "signer-swap"
    page.fill("#signer-swap", "nobody")
    page.fill("#password-swap", "wrong")
    page.keyboard.press("Enter")
    expect(page.locator("#wrong-signer-swap")).to_be_visible()
    expect(page.locator("#wrong-signer-swap")).not_to_have_text("Заполните это поле.")
    assert (page.input_value("#signer-swap"), page.input_value("#password-swap")) == ("nobody", "wrong")
    assert focus(page) == "signer-swap"


def test_an_amount_is_told_beside_its_field_among_others(site: Site) -> None:
    player = site.doors.players[0]
    page = site.sign_in(site.doors.floor.house.cashier, site.context())
    site.show(page, "/cage/window")
    page.fill("#amount", "1.005")
    page.keyboard.press("Enter")
    expect(page.locator("#wrong-asked")).to_be_visible()
    page.fill("#asked", "G1")
    expect(page.locator(f"#found-{player}")).to_be_visible()
    page.focus("#amount")
    page.keyboard.press("Enter")
    expect(page.locator("#wrong-amount")).to_contain_text("1250.00")
    assert page.input_value("#amount") == "1.005"
    page.fill("#amount", "999999999")
    page.click("#exchange button[formaction$='/cash-out']")
    expect(page.locator("#wrong-amount")).to_be_visible()
    assert page.input_value("#amount") == "999999999"


def test_nobody_found_before_stands_in_for_the_player_whose_card_is_typed(site: Site) -> None:
    doors = site.doors
    first, second = doors.players
    page = site.sign_in(doors.floor.house.cashier, site.context())
    site.show(page, "/cage/window")
    page.fill("#asked", "G1")
    expect(page.locator(f"#found-{first}")).to_be_visible()
    page.fill("#amount", "10")
    page.focus("#amount")
    assert "Sold chips" in posted(page, "Enter")
    expect(page.locator("#found label")).to_have_count(0)
    assert focus(page) == "asked"
    page.keyboard.type("G1")
    expect(page.locator(f"#found-{first}")).to_be_visible()
    page.route("**/window/players*", lambda route: None)
    page.fill("#asked", "G2")
    page.fill("#amount", "10")
    page.focus("#amount")
    assert "no_player_chosen" in posted(page, "Enter")
    assert doors.floor.house.balance(f"player:{first}") == 101_000
    assert doors.floor.house.balance(f"player:{second}") == 100_000


def test_a_screen_that_has_not_seen_the_last_throw_throws_no_further(site: Site) -> None:
    doors = site.doors
    site.do(lambda: doors.floor.act(1, {"stake": 10}))
    page = site.sign_in(doors.floor.house.dealer, site.context())
    page.route("**/now", lambda route: route.abort())
    site.show(page, "/tables/H1")
    site.do(doors.floor.throw)
    assert "thrown_meanwhile" in posted(page, "t")
    assert doors.count("fairness_close") == 1


def test_who_signs_in_again_beside_an_open_page_goes_on_there_and_nobody_else_does(site: Site) -> None:
    doors, context = site.doors, site.context()
    page = site.sign_in(doors.floor.house.dealer, context)
    site.show(page, "/tables/H1")
    page.fill("#chips-stake-1", "25")
    context.clear_cookies(name="sessionid")
    assert "signed_out" in posted(page, "Enter")
    site.sign_in(doors.floor.house.supervisor, context)
    page.focus("#chips-stake-1")
    assert "other_person" in posted(page, "Enter")
    context.clear_cookies(name="sessionid")
    site.sign_in(doors.floor.house.dealer, context)
    page.focus("#chips-stake-1")
    assert page.input_value("#chips-stake-1") == "25"
    assert "Stake 25" in posted(page, "Enter")


def test_what_is_typed_outlives_reload_another_language_and_the_way_back_but_no_secret_and_nobody_else(
    site: Site,
) -> None:
    house, context = site.doors.floor.house, site.context()
    page = site.sign_in(house.supervisor, context)
    site.show(page, "/tables/H1")
    page.keyboard.press("r")
    page.keyboard.type("4")
    kind, first = page.locator("#slip .pad output").inner_text(), focus(page)
    site.do(lambda: house.slip("fill", {10000: 5}))
    expect(page.locator(".side .slip").first).to_be_visible()
    assert page.locator("#slip .pad output").inner_text() == kind != "0.00"
    page.focus("#ask-slip > summary")
    page.click("[id^=sign-] > summary")
    page.fill("[id^=amount-]", "500")
    page.fill("[id^=sign-] [type=password]", "secret")
    page.reload()
    assert (page.input_value(f"#{first}"), page.input_value("[id^=amount-]")) == ("4", "500")
    assert page.locator("#slip .pad output").inner_text() == kind
    assert page.input_value("[id^=sign-] [type=password]") == ""
    page.click(".languages [value=pt]")
    expect(page.locator("html")).to_have_attribute("lang", "pt")
    assert page.input_value(f"#{first}") == "4"
    site.show(page, "/")
    page.go_back()
    expect(page.locator(f"#{first}")).to_have_value("4")
    site.show(page, "/")
    context.clear_cookies()
    page.goto(f"{site.url}/login")
    page.fill("#id_username", site.do(lambda: site.doors.password(house.dealer)))
    page.fill("#id_password", PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: not url.endswith("/login"))
    site.show(page, "/tables/H1")
    assert page.evaluate("[...document.querySelectorAll('main input')].filter((one) => one.value === '500')") == []


def test_a_page_that_is_refused_says_why_in_its_middle_and_keeps_the_way_to_the_others(site: Site) -> None:
    page = site.sign_in(site.doors.floor.house.supervisor, site.context())
    site.show(page, "/night")
    expect(page.locator("main [role=alert]")).to_contain_text("not_allowed")
    page.keyboard.press("f")
    page.wait_for_url(f"{site.url}/")
