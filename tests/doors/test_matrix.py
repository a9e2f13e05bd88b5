"""Every address of the house against the who-may-do-what matrix.

A door without an entry fails, and so does one that lets in whom the matrix keeps out, or keeps out whom it lets in.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db.models import Model
from django.test import Client
from django.urls import URLResolver, get_resolver

from casino.admin.site import office
from casino.people.models import Login, RoleGrant
from casino.people.permissions import ACTS
from casino.profile.roles import Role
from tests.doors.doors import Caller, Doors, client

OPEN = {"console:login", "console:logout", "console:language", "console:theme", "livez", "readyz"}
"""Who isn't signed in needs them."""
OWN = {"console:me", "console:enrol", "console:code"}
"""Everybody of the staff does these for himself alone."""
MINE = {
    "me", "balance", "statement", "rounds", "round", "record", "proof", "limits", "exclusion", "deposits", "tables",
    "table", "revoke",
}  # fmt: skip
"""Of the API: a token sees and sets what is its owner's, and the tables."""
PUBLIC = {"tokens", "schema", "docs", "problem"}
"""Of the API: the way in, and its documents."""
ACTIONS: dict[type[Model], dict[str, str]] = {
    Login: {"dismiss": "staff.dismiss"}, RoleGrant: {"end": "staff.grant"},
}  # fmt: skip
"""The office's bulk actions and the act that each asks for; there is no other."""
WHERE = {
    "code": "H1", "day": "2026-06-15", "card": "X1", "dealing": "buy-in", "family": "conflict", "year": 2026,
    "subject": "count:1",
}  # fmt: skip
KEY = "a key that is long enough"


def addresses(of: URLResolver | None = None, name: str = "", path: str = "/") -> Iterator[tuple[str, str, Any, str]]:
    """Namespace, name, view and pattern of every address, in the order of the URLs."""
    for each in (of or get_resolver()).url_patterns:
        if isinstance(each, URLResolver):
            yield from addresses(each, each.namespace or name, path + str(each.pattern))
        else:
            yield name, str(each.name or ""), each.callback, path + str(each.pattern)


def filled(pattern: str) -> str:
    """The address with something in each of its places; a number where WHERE knows nothing better."""
    parts = []
    for part in pattern.split("/"):
        inside = part[1:-1].partition(":")[2] if part.startswith("<") else ""
        parts.append(str(WHERE.get(inside, 1)) if inside else part)
    return "/".join(parts)


CONSOLE = [(f"console:{name}", view, path) for space, name, view, path in addresses() if space == "console"]
API = [(name, getattr(getattr(view, "cls", None), "acts", ()), path)
       for space, name, view, path in addresses() if space == "api"]  # fmt: skip
ALLOWED = [(name, view, path) for name, view, path in CONSOLE if name not in OPEN | OWN]


def signed_in(doors: Doors, role: Role) -> Client:
    at = client()
    at.force_login(Login.objects.get(pk=doors.hire(f"one-{role}", role)))
    return at


def knocked(at: Client, path: str) -> Any:
    """What the address answers to an empty form, or to a look where it takes none."""
    sent = at.post(path, {"key": KEY}, headers={"HX-Request": "true"})
    return at.get(path) if sent.status_code == 405 else sent


def turned_away(answer: Any) -> bool:
    return answer.status_code == 403 and "not_allowed" in answer.content.decode()


def test_every_address_of_the_console_says_for_whom_it_is() -> None:
    assert len(ALLOWED) > 40
    silent = [name for name, view, _ in ALLOWED if not getattr(view, "acts", ())]
    assert silent == [], "say `looks(act)` or `does(act)`; what concerns oneself alone goes to OWN"
    unknown = {act for _, view, _ in ALLOWED for act in view.acts} - set(ACTS)
    assert unknown == set()


@pytest.mark.parametrize("role", Role)
def test_D15_the_console_lets_a_role_through_exactly_the_doors_that_the_matrix_opens(doors: Doors, role: Role) -> None:
    at = signed_in(doors, role)
    let_in = {name for name, _, path in ALLOWED if not turned_away(knocked(at, filled(path)))}
    assert let_in == {name for name, view, _ in ALLOWED if any(role in ACTS[act] for act in view.acts)}
    if role is Role.HOST:
        assert let_in == set()


def test_nobody_gets_past_the_consoles_door_and_a_player_not_into_it(doors: Doors) -> None:
    stranger, player = client(), client()
    player.force_login(Login.objects.get(pk=doors.hire("only-a-player")))
    for name, _, path in CONSOLE:
        if name not in OPEN:
            assert knocked(stranger, filled(path)).status_code in (302, 401), name
            assert knocked(player, filled(path)).status_code in (302, 403), name


def knock(at: Caller, path: str) -> Any:
    at_door = path.removeprefix("/api/v1/")
    answer = at.post(at_door)
    return at.get(at_door) if answer.status == 405 else answer


def test_every_address_of_the_api_says_for_whom_it_is() -> None:
    silent = {name for name, acts, _ in API if not acts}
    assert silent == MINE | PUBLIC, "give the endpoint its `acts`; what is its caller's own goes to MINE"
    assert {act for _, acts, _ in API for act in acts} <= set(ACTS)


@pytest.mark.parametrize("role", Role)
def test_D15_the_api_lets_a_role_do_exactly_the_acts_that_the_matrix_gives_it(doors: Doors, role: Role) -> None:
    login = doors.hire(f"one-{role}", role)
    asked = [(name, acts, filled(path)) for name, acts, path in API if acts]
    refused = set()
    for name, _, path in asked:
        found = knock(doors.caller(login), path)
        if found.status == 403 and "not_allowed" in found.text:
            refused.add(name)
    assert refused == {name for name, acts, _ in asked if not any(role in ACTS[act] for act in acts)}


def test_without_a_token_the_api_shows_what_is_public_and_no_more(doors: Doors) -> None:
    nobody = doors.nobody()
    answers = {name: knock(nobody, filled(path)).status for name, _, path in API if path.startswith("/api/v1/")}
    assert {name for name, status in answers.items() if status not in (401, 404)} <= PUBLIC


def pages() -> list[tuple[type[Model], Any]]:
    return list(office._registry.items())


def test_every_page_of_the_office_says_who_reads_it() -> None:
    assert [model.__name__ for model, page in pages() if getattr(page, "read_act", "") not in ACTS] == []
    adding = [getattr(page, "add_act", "") for _, page in pages() if hasattr(page, "add_act")]
    assert adding
    assert set(adding) <= set(ACTS)


@pytest.mark.parametrize("role", Role)
def test_D15_the_office_opens_lists_records_histories_forms_and_actions_by_the_matrix(doors: Doors, role: Role) -> None:
    doors.floor.play_round()
    at = signed_in(doors, role)
    inside = any(role in ACTS[page.read_act] for _, page in pages())
    for model, page in pages():
        base = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        reads, adds = role in ACTS[page.read_act], role in ACTS.get(getattr(page, "add_act", ""), ())
        first = model._default_manager.order_by("pk").values_list("pk", flat=True).first()
        shown = [base] if first is None else [base, f"{base}{first}/change/", f"{base}{first}/history/"]
        assert [at.get(path).status_code == 200 for path in shown] == [reads] * len(shown), base
        assert (at.get(f"{base}add/").status_code == 200) == (adds and inside), base
        assert at.post(f"{base}{first}/delete/", {"post": "yes"}).status_code in (302, 403), base
        taken = {action for action in ("delete_selected", "dismiss", "end") if _takes(at, base, action)}
        assert taken == {action for action, act in ACTIONS.get(model, {}).items() if role in ACTS[act]}, base
    assert at.get("/admin/autocomplete/").status_code in (302, 403)


def _takes(at: Client, base: str, action: str) -> bool:
    """Whether a bulk action, sent by hand for a row that is not there, is taken from this person."""
    answer = at.post(base, {"action": action, "_selected_action": ["999999"]})
    return answer.status_code == 302 and not str(answer["Location"]).startswith("/admin/login/")
