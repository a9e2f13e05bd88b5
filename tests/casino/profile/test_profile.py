"""The house profile: read strictly, versioned, never edited."""

from typing import Any

import psycopg
import pytest

from casino.profile import lines, versions
from casino.profile.parse import conflicts, parse
from casino.profile.ready import ready
from casino.profile.roles import Role
from casino.refusal import BadInput, Unknown
from tests.casino.refusals import refused
from tests.casino.world import NIGHT, House


def faults_of(data: object) -> list[str]:
    with pytest.raises(BadInput) as caught:
        parse(data)
    assert caught.value.code == "profile_invalid"
    return list(caught.value.facts["faults"])


def test_the_default_profile_reads() -> None:
    profile = parse(ready())
    assert profile.denominations[0] == 100
    assert profile.steps("fill") == ("request", "issue", "carry", "count")
    assert profile.day_rule.zone.key == "Europe/London"


@pytest.mark.parametrize("name", ["default", "us_strict", "cage_only"])
def test_every_ready_profile_reads_and_can_be_made_the_houses(house: House, name: str) -> None:
    made = versions.make(data=ready(name), actor=None, at=NIGHT, reason=f"the house works by {name}")
    assert versions.current() == made == parse(ready(name), made.version)


def test_the_strict_profile_asks_for_a_witness_a_second_factor_and_a_longer_exclusion() -> None:
    default, strict = parse(ready()), parse(ready("us_strict"))
    assert strict.currency == "USD"
    assert strict.steps("fill") == ("request", "issue", "carry", "count", "witness")
    assert (default.step_up_seconds, strict.step_up_seconds) == (0, 300)
    assert (default.exclusion_months, strict.exclusion_months) == (6, 12)
    assert strict.currency_reports.ctr_above == 1_000_000
    assert strict.currency_reports.near_from < default.currency_reports.near_from


def test_a_house_of_the_cage_only_sells_no_chips_at_tables() -> None:
    assert parse(ready("cage_only")).model == "cage_only"
    with pytest.raises(Unknown, match="cage_only, default, us_strict"):
        ready("monte_carlo")


def test_every_fault_is_named_at_once_with_its_place() -> None:
    data: dict[str, Any] = ready(zone="BST", denominations=[500, 100], places=2.0, extra=1)
    data["currency_reports"] = data["currency_reports"] | {"near_from": 2_000_000}
    del data["model"]
    named = {fault.split(":")[0] for fault in faults_of(data)}
    assert named == {"zone", "denominations", "places", "extra", "currency_reports.near_from", "model"}


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("windows", [1, True]),
        ("denominations", [0, 100]),
        ("denominations", ["100"]),
        ("zone", "UTC+1"),
        ("zone", "Etc/GMT+1"),
        ("day_start", "24:00"),
        ("incompatible", [["dealer", "dealer"]]),
        ("incompatible", "dealer"),
        ("signatures", {"fill": {}, "credit": {}, "void": {}}),
        ("protection", {"exclusion_months": 5, "raise_after_hours": 24}),
        ("protection", {"exclusion_months": 6, "raise_after_hours": 23}),
        ("step_up_seconds", 2.5),
        ("pits", {"A": ["H1"], "B": ["H1"]}),
        ("pits", {"a": ["H1"]}),
        ("pits", ["H1"]),
    ],
)
def test_a_wrong_value_is_refused(part: str, value: object) -> None:
    assert faults_of(ready() | {part: value})


def test_roles_that_exclude_each_other_are_found() -> None:
    profile = parse(ready())
    assert conflicts(profile, frozenset({Role.PIT, Role.CASHIER})) == [(Role.CASHIER, Role.PIT)]
    assert conflicts(profile, frozenset({Role.AUDITOR, Role.HOST})) == [(Role.AUDITOR, Role.HOST)]
    assert conflicts(profile, frozenset({Role.SUPERVISOR, Role.PIT})) == []


def test_a_version_is_made_once_and_the_old_one_stays(house: House) -> None:
    first = versions.current()
    made = versions.make(data=ready(windows=[1, 2]), actor=None, at=NIGHT, reason="fewer windows")
    again = versions.make(data=ready(windows=[1, 2]), actor=None, at=NIGHT, reason="fewer windows")
    assert (made.version, again.version) == (first.version + 1, first.version + 1)
    assert versions.current().windows == (1, 2)
    assert versions.at_version(first.version).windows == first.windows


def test_a_profile_without_a_reason_or_in_an_unknown_currency_is_refused(house: House) -> None:
    with refused(house, "reason_missing", BadInput):
        versions.make(data=ready(), actor=None, at=NIGHT, reason=" ")
    with refused(house, "currency_unknown", BadInput):
        versions.make(data=ready(currency="JPY", places=0), actor=None, at=NIGHT, reason="abroad")
    with refused(house, "no_such_version", Unknown):
        versions.at_version(99)


@pytest.mark.parametrize("attack", ["update profile_profile set data = '{}'", "delete from profile_profile"])
def test_a_version_is_never_edited_whoever_tries(house: House, attack: str) -> None:
    with house.owner() as owner, pytest.raises(psycopg.IntegrityError, match="append-only"):
        owner.execute(attack)
    with house.web() as web, pytest.raises(psycopg.errors.InsufficientPrivilege):
        web.execute(attack)


@pytest.mark.parametrize(
    "wrong", [{0: 1}, {-500: 1}, {3300: 1}, {100: 0}, {100: -5}, {100: True}, {100: 2.0}, {"100": 1}]
)
def test_D05_a_bad_denomination_line_is_refused(wrong: dict[Any, Any]) -> None:
    with pytest.raises(BadInput):
        lines.total(parse(ready()), {2500: 10} | wrong)


def test_D05_the_total_is_the_houses_never_the_callers() -> None:
    profile = parse(ready())
    assert lines.total(profile, {10000: 20, 2500: 10}) == 225_000
    with pytest.raises(BadInput) as caught:
        lines.total(profile, {10000: 20, 2500: 10}, claimed=250_000)
    assert caught.value.code == "total_differs"


def test_counts_are_compared_by_denomination() -> None:
    assert lines.compared({10000: 3, 2500: 4}, {10000: 2, 2500: 4, 500: 1}) == {10000: 1, 500: -1}
