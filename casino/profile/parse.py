"""From a profile's JSON to HouseProfile; refused as a whole, with every fault named."""

import re
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, Final

from casino.profile.house import (
    CurrencyReports,
    DayRule,
    Differences,
    HouseProfile,
    Model,
    SignatureRules,
    Step,
)
from casino.profile.reading import Sheet
from casino.profile.roles import Role
from casino.refusal import BadInput

_SLIP_STEPS: Final = (Step.REQUEST, Step.ISSUE, Step.CARRY, Step.COUNT, Step.WITNESS)
_NEEDED: Final = (Step.REQUEST, Step.ISSUE, Step.COUNT)
_VOID_STEPS: Final = (Step.VOID, Step.VOID_WITNESS)
_ROLES: Final = [role.value for role in Role]


def parse(data: object, version: int = 0) -> HouseProfile:
    """The profile that `data` describes; BadInput `profile_invalid` names all `faults`, each with its place."""
    faults: list[str] = []
    sheet = Sheet(data, "", faults)
    reports = _currency_reports(sheet.sheet("currency_reports"))
    protection, review = sheet.sheet("protection"), sheet.sheet("review")
    profile = HouseProfile(
        version=version,
        property=sheet.text("property", r"[A-Z0-9]{1,12}", "HH"),
        currency=sheet.text("currency", r"[A-Z]{3}", "GBP"),
        places=sheet.whole("places", 0, 4),
        day_rule=DayRule(sheet.zone("zone"), sheet.clock("day_start")),
        model=Model(sheet.one_of("model", [model.value for model in Model])),
        denominations=sheet.wholes("denominations"),
        windows=sheet.wholes("windows"),
        signatures=_signatures(sheet.sheet("signatures")),
        incompatible=_incompatible(sheet),
        differences=_differences(sheet.sheet("differences")),
        currency_reports=reports,
        exclusion_months=protection.whole("exclusion_months", 6, 1200),
        raise_after_hours=protection.whole("raise_after_hours", 24, 8760),
        leaver_hours=review.whole("leaver_hours", 1, 8760),
        exception_days=review.whole("exception_days", 1, 366),
        step_up_seconds=sheet.whole("step_up_seconds", 0, 3600) if "step_up_seconds" in sheet.names() else 0,
        pits=_pits(sheet) if "pits" in sheet.names() else {},
    )
    for part in (protection, review, sheet):
        part.done()
    if faults:
        raise BadInput("profile_invalid", f"This profile can't be used: {'; '.join(faults)}.", faults=faults)
    return profile


def _pits(sheet: Sheet) -> Mapping[str, tuple[str, ...]]:
    """Pits by name, each with its tables; a table lies in one pit."""
    value = sheet.value("pits")
    pits = value if isinstance(value, dict) else {}
    tables = [table for found in pits.values() if isinstance(found, list) for table in found]
    if (
        not isinstance(value, dict)
        or not all(re.fullmatch(r"[0-9A-Z]{1,12}", name) and isinstance(found, list) for name, found in pits.items())
        or not all(isinstance(table, str) and re.fullmatch(r"[0-9A-Z]{1,12}", table) for table in tables)
        or len(set(tables)) < len(tables)
    ):
        sheet.fault("pits", 'pits with their tables are needed, like {"A": ["H1", "H2"]}, each table in one pit')
        return {}
    return {name: tuple(found) for name, found in pits.items()}


def _differences(sheet: Sheet) -> Differences:
    found = Differences(sheet.whole("report_above", 0), sheet.whole("regulator_from", 1))
    if found.regulator_from <= found.report_above:
        sheet.fault("regulator_from", "must lie above report_above")
    sheet.done()
    return found


def _currency_reports(sheet: Sheet) -> CurrencyReports:
    found = CurrencyReports(
        ctr_above=sheet.whole("ctr_above", 1),
        mtl_amount=sheet.whole("mtl_amount", 1),
        mtl_at_least=sheet.one_of("mtl_operator", ["at_least", "above"]) == "at_least",
        near_from=sheet.whole("near_from", 1),
    )
    if found.near_from > found.ctr_above:
        sheet.fault("near_from", "must not lie above ctr_above")
    sheet.done()
    return found


def _signatures(sheet: Sheet) -> Mapping[str, SignatureRules]:
    """Who signs what: asking, giving and counting always; carrying and a witness where the house wants them."""
    found = {
        "fill": _rules(sheet.sheet("fill"), _SLIP_STEPS, _NEEDED),
        "credit": _rules(sheet.sheet("credit"), _SLIP_STEPS, _NEEDED),
        "void": _rules(sheet.sheet("void"), _VOID_STEPS, _VOID_STEPS),
    }
    sheet.done()
    return found


def _rules(sheet: Sheet, steps: Sequence[Step], needed: Sequence[Step]) -> SignatureRules:
    rules = {step: sheet.words(step, Role, _ROLES) for step in steps if step in needed or step in sheet.names()}
    sheet.done()
    return rules


def _incompatible(sheet: Sheet) -> frozenset[frozenset[Role]]:
    """Pairs of roles that one person can't hold; `["auditor", "*"]` is auditor with every other."""
    value = sheet.value("incompatible")
    pairs: set[frozenset[Role]] = set()
    for pair in value if isinstance(value, list) else [value]:
        if not _is_pair(pair):
            sheet.fault("incompatible", f"{pair!r} is no pair of two roles")
            continue
        first, second = map(str, pair)
        others = [role for role in _ROLES if role != first] if second == "*" else [second]
        pairs |= {frozenset({Role(first), Role(other)}) for other in others}
    return frozenset(pairs)


def _is_pair(pair: Any) -> bool:
    return (
        isinstance(pair, list)
        and len(pair) == 2
        and pair[0] in _ROLES
        and pair[1] in [*_ROLES, "*"]
        and pair[0] != pair[1]
    )


def conflicts(profile: HouseProfile, roles: frozenset[Role]) -> list[tuple[Role, Role]]:
    """The pairs among `roles` that this profile forbids one person to hold, in the order of the words."""
    return [pair for pair in combinations(sorted(roles), 2) if frozenset(pair) in profile.incompatible]
