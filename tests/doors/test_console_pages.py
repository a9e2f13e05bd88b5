"""What every page keeps: who gets in, what the browser may load, languages, themes, 304, refusals as pages."""

import re
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import override_settings

from casino.profile.roles import Role
from casino.wsgi import check_collected
from tests.casino.conftest import use
from tests.doors.doors import PASSWORD, Answer, Doors, Screen, client

PAGES = (
    "/", "/tables/H1", "/dice", "/set-up", "/set-up/H1", "/cage", "/cage/window", "/cage/drawers", "/cage/register",
    "/count", "/currency", "/night", "/audit/exceptions", "/audit/figures", "/audit/books", "/audit/exports",
    "/audit/access", "/me",
)  # fmt: skip
"""What an auditor sees."""
ASK_AGAIN = ("/", "/tables/H1", "/cage", "/cage/window", "/cage/drawers", "/count", "/night", "/audit/exports")


@pytest.fixture
def dealer(doors: Doors) -> Screen:
    return doors.screen(doors.floor.house.dealer)


@pytest.fixture
def auditor(doors: Doors) -> Screen:
    return doors.screen(doors.hire("aud", Role.AUDITOR))


def test_nobody_sees_a_page_before_signing_in(doors: Doors) -> None:
    at = client()
    for page in (*PAGES, "/tables/H1/now", "/tables/H1/players", "/admin/"):
        answer = at.get(page)
        assert answer.status_code == 302
        assert answer["Location"].partition("?")[0] in ("/login", "/admin/login/")
    assert at.get("/admin/login/")["Location"].startswith("/login?")
    for path in ("/tables/H1/throw", "/cage/window/buy-in", "/night/2026-06-15/close"):
        assert at.post(path).status_code in (302, 403)
    screen = at.get("/tables/H1/now", headers={"HX-Request": "true"})
    assert (screen.status_code, screen["HX-Retarget"]) == (401, "#notice")
    assert "signed_out" in screen.content.decode()


def test_signing_in_with_the_right_password_only_and_players_not_at_all(doors: Doors) -> None:
    username = doors.password(doors.floor.house.dealer)
    at = client()
    assert at.post("/login", {"username": username, "password": "wrong"}).status_code == 200
    assert at.post("/login", {"username": username, "password": PASSWORD}).status_code == 302
    assert at.get("/").status_code == 200
    guest = doors.password(doors.hire("guest"))
    refused = client().post("/login", {"username": guest, "password": PASSWORD})
    assert refused.status_code == 200
    assert "no role in the house" in refused.content.decode()


def test_a_login_without_a_role_sees_nothing_even_when_signed_in(doors: Doors) -> None:
    guest = doors.screen(doors.hire("guest"))
    for page in PAGES:
        answer = guest.look(page)
        assert answer.status == 403
        assert "not_staff" in answer.text


def test_pages_let_in_only_what_is_the_houses_own(auditor: Screen) -> None:
    for page in (*PAGES, "/login"):
        answer = auditor.look(page)
        policy = answer.headers["Content-Security-Policy"]
        assert "unsafe" not in policy
        assert "default-src 'none'" in policy
        assert "no-store" in answer.headers["Cache-Control"] or page == "/login"
        assert not re.search(r"""(src|href|action)=["'](https?:)?//""", answer.text)
        assert not re.search(r"<script(?![^>]*src=)|<style|\sstyle=|\son[a-z]+=", answer.text)


def test_every_control_has_an_id_of_its_own(doors: Doors, dealer: Screen) -> None:
    """Focus and what is typed survive a new picture of the table by their ids."""
    dealer.look("/tables/H1")
    dealer.send("/tables/H1/act", game="hazard", seat=1, verb="stake", chips=10)
    auditor = doors.screen(doors.hire("aud", Role.AUDITOR))
    pages = [dealer.look("/tables/H1"), *(auditor.look(page) for page in PAGES), *_desks(doors)]
    for answer in pages:
        text = answer.text
        assert answer.status == 200
        ids = re.findall(r'\sid="([^"]+)"', text)
        assert len(ids) == len(set(ids))
        for tag in re.findall(r"<(?:input|select)[^>]*>", text):
            assert 'type="hidden"' in tag or " id=" in tag


def _desks(doors: Doors) -> list[Answer]:
    """The pages of those who do what no auditor does, with their forms."""
    house = doors.floor.house
    card = doors.rows("select card from people_player order by id limit 1")[0][0]
    pages = (
        (house.pit, "/tables/H1/shift"), (house.pit, "/set-up/new?game=ten_thousand"), (house.pit, "/dice"),
        (house.cashier, "/cage/window"), (house.vault, "/cage/drawers"), (house.supervisor, "/cage"),
        (doors.hire("com", Role.COMPLIANCE), f"/players/{card}"), (house.cashier, "/players?asked=G"),
    )  # fmt: skip
    return [doors.screen(login).look(path) for login, path in pages]


@pytest.mark.parametrize(("code", "word"), [("ru", "Зал"), ("pt", "Salão"), ("en", "Floor")])
def test_the_language_is_switched_and_comes_back_with_the_person(
    doors: Doors, dealer: Screen, code: str, word: str
) -> None:
    answer = dealer.client.post("/language", {"language": code, "next": "/"})
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert f"<h1>{word}</h1>" in dealer.look("/").text
    username = doors.password(doors.floor.house.dealer)
    elsewhere = client()
    elsewhere.post("/login", {"username": username, "password": PASSWORD})
    assert f"<h1>{word}</h1>" in elsewhere.get("/").content.decode()


def test_language_and_theme_lead_back_to_the_house_only(dealer: Screen) -> None:
    for path in ("/language", "/theme"):
        assert dealer.client.post(path, {"language": "ru", "next": "https://elsewhere.example/"})["Location"] == "/"
        assert dealer.client.post(path, {"language": "xx", "next": "/cage"})["Location"] == "/cage"
    assert dealer.client.get("/theme").status_code == 405


def test_signing_out_leads_to_the_door(dealer: Screen) -> None:
    gone = dealer.client.post("/logout")
    assert (gone.status_code, gone["Location"]) == (302, "/login")
    assert dealer.look("/").status == 302


def test_the_theme_is_dark_until_it_is_switched(dealer: Screen) -> None:
    assert 'data-theme="dark"' in dealer.look("/").text
    dealer.client.post("/theme", {"next": "/"})
    assert 'data-theme="light"' in dealer.look("/").text


def test_a_screen_that_asks_again_gets_304_until_something_changes(doors: Doors, auditor: Screen) -> None:
    tags = {}
    for page in ASK_AGAIN:
        version = re.search(r'data-version="([^"]+)"', auditor.look(page).text)
        assert version, page
        tags[page] = {"If-None-Match": f'"{version.group(1)}"'}
        assert auditor.look(_now(page), **tags[page]).status == 304
    doors.floor.act(1, {"stake": 10})
    for page in ("/", "/tables/H1"):
        assert auditor.look(_now(page), **tags[page]).status == 200


def _now(page: str) -> str:
    return "/now" if page == "/" else f"{page}/now"


def test_who_has_no_work_in_a_room_does_not_find_it(doors: Doors) -> None:
    """The bar has the rooms of one's own acts; the others answer 403 whoever types their address."""
    rooms = {
        Role.DEALER: "Floor Cage", Role.CASHIER: "Floor Cage Players", Role.COUNT: "Count", Role.HOST: "",
        Role.ADMINISTRATOR: "Floor Audit Office", Role.COMPLIANCE: "Floor Players Office",
        Role.AUDITOR: "Floor Cage Count Players Night Audit Office",
    }  # fmt: skip
    for role, seen in rooms.items():
        screen = doors.screen(doors.hire(f"one-{role}", role))
        bar = screen.look("/me").text.partition("<nav")[2].partition("</nav>")[0]
        assert " ".join(re.findall(r">([A-Z][a-z]+)</a>", bar)) == seen, role
    host = doors.screen(doors.hire("host-2", Role.HOST))
    for page in PAGES:
        assert host.look(page).status == (200 if page == "/me" else 403), page
    dealer = doors.screen(doors.floor.house.dealer)
    for page in ("/count", "/audit/exceptions", "/audit/books", "/cage/window", "/players", "/currency", "/night"):
        assert dealer.look(page).status == 403, page


def test_every_page_of_a_room_is_reached_from_its_first(doors: Doors) -> None:
    boss, auditor = doors.screen(doors.floor.house.pit), doors.screen(doors.hire("aud", Role.AUDITOR))
    ways = {
        "/": (boss, ("/dice", "/set-up")), "/cage": (auditor, ("/cage/window", "/cage/drawers", "/cage/register")),
        "/audit/exceptions": (auditor, ("/audit/figures", "/audit/books", "/audit/exports", "/audit/access")),
        "/tables/H1": (boss, ("/tables/H1/shift",)),
    }  # fmt: skip
    for page, (screen, linked) in ways.items():
        text = screen.look(page).text
        assert [path for path in linked if f'href="{path}"' not in text] == []


def test_everybody_begins_where_his_work_is(doors: Doors) -> None:
    begins = {Role.DEALER: "/", Role.COUNT: "/count", Role.HOST: "/me", Role.ADMINISTRATOR: "/set-up"}
    for role, page in begins.items():
        username = doors.password(doors.hire(f"one-{role}", role))
        answer = client().post("/login", {"username": username, "password": PASSWORD})
        assert answer["Location"] == page


def test_an_address_that_is_none_has_a_page_and_nothing_more(auditor: Screen) -> None:
    for path in ("/nothing", "/tables/h1", "/tables/H1/throw/more", "/night/2026-02-30/report"):
        assert auditor.look(path).status == 404
    assert auditor.look("/tables/X9").status == 404
    assert auditor.look("/night/2026-06-15/report").status == 404
    assert auditor.look("/tables/H1/throw").status == 405


def test_F11_while_the_books_are_away_pages_say_so_and_come_back_by_themselves(doors: Doors, dealer: Screen) -> None:
    address = doors.floor.house.addresses["WEB_DATABASE_URL"]
    caller = doors.player(1)
    use("postgresql://web@/house?host=/nonexistent")
    away = dealer.look("/")
    assert (away.status, away.headers["Retry-After"]) == (503, "2")
    assert "can't be reached" in away.text.replace("&#x27;", "'")
    api = caller.get("me/balance")
    assert (api.status, api.body["code"], api.headers["Retry-After"]) == (503, "database_away", "2")
    assert dealer.look("/readyz").status == 503
    assert dealer.look("/livez").text == "alive\n"
    use(address)
    assert dealer.look("/").status == 200
    assert caller.get("me/balance").status == 200
    assert dealer.look("/readyz").text == "ready\n"


@override_settings(ALLOWED_HOSTS=["localhost", "127.0.0.1"])
@pytest.mark.parametrize("host", ["127.0.0.1:8081", "localhost:10080", "localhost"])
def test_G06_signing_in_works_on_any_port_of_this_machine(doors: Doors, host: str) -> None:
    username = doors.password(doors.floor.house.dealer)
    at = client()
    at.handler.enforce_csrf_checks = True
    page = at.get("/login", HTTP_HOST=host).content.decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
    assert token
    form = {"username": username, "password": PASSWORD, "csrfmiddlewaretoken": token.group(1)}
    answer = at.post("/login", form, HTTP_HOST=host, headers={"Origin": f"http://{host}"})
    assert answer.status_code == 302


def test_the_gaming_days_are_listed_and_closed_by_who_may(doors: Doors) -> None:
    boss = doors.screen(doors.floor.house.pit)
    assert "2026" in boss.look("/night").text
    early = boss.send("/night/2026-06-15/close")
    assert early.status == 409
    assert "tables_open" in early.text
    dealer = doors.screen(doors.hire("dora", Role.DEALER))
    assert "Close the day" not in dealer.look("/night").text


def test_G05_a_house_without_collected_files_does_not_start(tmp_path: Path) -> None:
    with pytest.raises(ImproperlyConfigured, match="collectstatic"):
        check_collected(tmp_path)
    (tmp_path / "staticfiles.json").write_text("{}")
    check_collected(tmp_path)
