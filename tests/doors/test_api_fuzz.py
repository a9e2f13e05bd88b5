"""The whole schema, fuzzed with real tokens: no operation left out, never a 500, no answer that the schema lacks.

One check is not asked for: that what is well formed is never 400. Rules of game and house answer so too (a bet of 0
chips, an exclusion that ends before it begins), each with its code.
"""

from typing import Any

import pytest
import schemathesis
from django.urls import resolve
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import positive_data_acceptance

from casino.people import pace
from casino.people.permissions import ACTS
from casino.profile.roles import Role
from casino.wsgi import application
from tests.doors.doors import PLACES, Caller, Doors

pytestmark = pytest.mark.slow
FEW = settings(
    max_examples=12, deadline=None, database=None, phases=[Phase.explicit, Phase.generate], derandomize=True,
    suppress_health_check=list(HealthCheck),
)  # fmt: skip


@pytest.mark.parametrize("staff", [False, True])
def test_every_operation_answers_as_its_schema_says(doors: Doors, staff: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once everything by a player, once each by somebody whose role may do it."""
    monkeypatch.setattr(pace, "CALLS", 10**9)
    doors.floor.play_round()
    player = doors.player(1)
    by_role = {role: doors.caller(doors.hire(f"one-{role}", role)) for role in Role} if staff else {}
    schema = schemathesis.openapi.from_wsgi(
        "/api/v1/schema", application, headers={"Accept": "application/vnd.oai.openapi+json", "Host": "localhost"}
    )  # fmt: skip
    tried = 0
    for found in schema.get_all_operations():
        assert isinstance(found, Ok), found
        operation = found.ok()
        _fuzz(operation, _caller(operation.path, player, by_role))
        tried += 1
    assert tried > 70


def _caller(path: str, player: Caller, by_role: dict[Role, Caller]) -> Caller:
    """Who may do what the address does; the player where staff has nothing to do there."""
    acts = getattr(resolve(path.format_map(PLACES)).func, "view_class").acts  # noqa: B009 (a function's attribute)
    return next((caller for role, caller in by_role.items() if any(role in ACTS[act] for act in acts)), player)


def _fuzz(operation: Any, caller: Caller) -> None:
    headers = {"Authorization": f"Token {caller.token}", "Host": "localhost"}

    @FEW
    @given(case=operation.as_strategy())
    def calls(case: Any) -> None:
        case.call_and_validate(headers=headers, excluded_checks=[positive_data_acceptance])

    calls()
