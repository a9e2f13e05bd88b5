"""The schema says what the API does: every address is in it, denies by default, and answers problems as described."""

import json
import re

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver
from django.urls.resolvers import URLResolver

from casino.api.access import Anybody, Nobody, SignedIn
from casino.api.endpoint import Endpoint
from casino.api.parsing import MOST_BYTES
from casino.api.problems import FAMILIES
from casino.people.permissions import ACTS
from tests.doors.doors import PLACES, Doors, client


@pytest.fixture
def schema(doors: Doors) -> dict[str, object]:
    answer = client().get("/api/v1/schema", headers={"Accept": "application/vnd.oai.openapi+json"})
    assert answer.status_code == 200
    return dict(json.loads(answer.content))


def addresses() -> list[URLPattern]:
    """Everything behind /api/."""
    behind = next(each for each in get_resolver().url_patterns if str(each.pattern) == "api/")
    assert isinstance(behind, URLResolver)
    return _patterns(behind)


def test_the_schema_is_openapi_3_1_and_has_every_address(schema: dict[str, dict[str, object]]) -> None:
    assert str(schema["openapi"]).startswith("3.1")
    served = {"/api/" + re.sub("<(?:[a-z]+:)?([a-z]+)>", r"{\1}", str(each.pattern)) for each in addresses()}
    described = set(schema["paths"])
    undescribed = {"/api/v1/schema", "/api/v1/docs", "/api/problems/{family}"}
    assert served - undescribed == described


def test_every_act_asks_for_its_key_and_names_its_refusals(schema: dict[str, dict[str, dict[str, object]]]) -> None:
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            answers = operation["responses"]  # type: ignore[index]
            assert {"503"} <= set(answers)
            if method == "post" and "/tokens" not in path:
                assert {"201", "400", "401", "403", "404", "409", "422"} <= set(answers)
                assert "Idempotency-Key" in [one["name"] for one in operation["parameters"]]  # type: ignore[index]


def test_every_endpoint_is_denied_to_nobody_in_particular(doors: Doors) -> None:
    """Without a token: 401 everywhere but at the way in and at the documents."""
    public = {"tokens", "schema", "docs", "problem"}
    nobody = doors.nobody()
    for each in addresses():
        path = re.sub("<[a-z]+:([a-z]+)>", lambda place: PLACES[place.group(1)], str(each.pattern))
        if each.name in public:
            continue
        endpoint = getattr(each.callback, "view_class")  # noqa: B009 (a function's attribute, unknown to its type)
        assert issubclass(endpoint, Endpoint)
        assert endpoint.permission_classes == (SignedIn,)
        for method in ("get", "post"):
            if hasattr(endpoint, method):
                path_in = path.removeprefix("v1/")
                answer = nobody.get(path_in) if method == "get" else nobody.post(path_in)
                assert (answer.status, answer.body["code"]) == (401, "no_token")
                assert answer.headers["WWW-Authenticate"] == "Token"


def test_an_endpoint_that_says_nothing_is_used_by_nobody() -> None:
    assert not Nobody().has_permission(None, None)
    assert Anybody().has_permission(None, None)


def test_every_screen_names_the_act_that_it_does_or_only_looks() -> None:
    """The console's addresses: an act known to the table of permissions, a page that looks, or the way in."""
    way_in = {"login", "logout", "language", "theme"}
    for each in _patterns(get_resolver()):
        if each.name in way_in or not each.callback.__module__.startswith("casino.console"):
            continue
        acts = getattr(each.callback, "acts", None)
        assert acts is None or set(acts) <= set(ACTS), each.name
        methods = each.callback.__wrapped__.__name__  # type: ignore[attr-defined]
        assert methods, "wrapped by looks or does"


def _patterns(resolver: URLResolver) -> list[URLPattern]:
    found: list[URLPattern] = []
    for each in resolver.url_patterns:
        found += _patterns(each) if isinstance(each, URLResolver) else [each]
    return found


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_every_family_of_problems_has_the_page_that_its_type_names(doors: Doors, family: str) -> None:
    assert client().get(f"/api/problems/{family}").status_code == 200
    assert client().get("/api/problems/nothing").status_code == 404


def test_the_documents_load_nothing_from_elsewhere(doors: Doors) -> None:
    page = client().get("/api/v1/docs").content.decode()
    assert re.findall(r'(?:src|href)="([^"]+)"', page)
    assert not re.search(r"""(src|href)=["'](https?:)?//""", page)
    assert not re.search(r"<script(?![^>]*src=)|<style|\sstyle=", page)


@pytest.mark.parametrize(
    "body",
    [
        "", "{", "[]", "null", "1", '{"seat": NaN}', '{"seat": 1.0}', '{"seat": 1, "seat": 2}',
        '{"act": "\\u0000"}', '{"act": "\\ud800"}', "[" * 20_000, '{"act": "' + "x" * MOST_BYTES + '"}',
    ],
)  # fmt: skip
def test_a_body_that_two_readers_could_read_differently_is_refused(doors: Doors, body: str) -> None:
    before = doors.books()
    answer = doors.caller(doors.floor.house.dealer).post("tables/H1/acts", body or " ")
    assert answer.status == 400
    assert answer.body["code"] in ("not_json", "fields_wrong")
    assert doors.books() == before


def test_only_json_is_taken_and_given(doors: Doors) -> None:
    caller = doors.caller(doors.floor.house.dealer)
    at: Client = caller.client
    headers = {"Authorization": f"Token {caller.token}", "Idempotency-Key": "one-of-my-own"}
    form = at.post("/api/v1/tables/H1/acts", {"seat": "1"}, headers=headers)
    assert (form.status_code, json.loads(form.content)["code"]) == (415, "not_json")
    xml = caller.get("me", Accept="application/xml")
    assert (xml.status, xml.body["code"]) == (406, "not_acceptable")
    assert caller.send("DELETE", "tables/H1").body["code"] == "method_not_allowed"
    assert caller.send("PUT", "me").status == 405
    unknown = caller.get("nothing")
    assert (unknown.status, unknown.headers["Content-Type"]) == (404, "application/problem+json")
