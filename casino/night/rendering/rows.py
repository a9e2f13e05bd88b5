"""The report as rows of words, the same for every rendering, in the language that is active."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from casino.night.rendering.amounts import money, percent
from casino.night.rendering.cells import Cell, amount, game, holds, named, unknown


class Section(NamedTuple):
    """A heading, columns, rows, and the row of sums; `figures` are the columns that hold numbers."""

    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    total: tuple[str, ...] = ()
    figures: range = range(0)


def sections(figures: Mapping[str, Any]) -> list[Section]:
    """All sections in the report's order; one without rows prints "No activity"."""
    first, last = [_win(figures), _play(figures), _inventory(figures)], [_cases(figures), _balances(figures)]
    # Reports frozen before differences were kept print as they always did.
    kept = any("differences" in table for table in figures["tables"])
    return [*first, *([_differences(figures)] if kept else []), *last, _checks(figures)]


def _win(figures: Mapping[str, Any]) -> Section:
    """Win beside what theory expects of the bets that the house held."""
    places, total = figures["places"], figures["total"]
    rows = [
        (
            table["table"], ", ".join(map(game, table["games"])), amount(table["win_rounds"], places),
            *_theory(table["theory"], places),
        )
        for table in figures["tables"]
    ]  # fmt: skip
    sums = (_("All tables"), "", amount(total["win_rounds"], places), *_theory(total["theory"], places))
    columns = (_("Table"), _("Game"), _("Win from rounds"), _("Theoretical win"), _("95 % band"), _("Win in band"))
    return Section(_("Win and its theoretical band"), columns, rows, sums, range(2, 6))


def _theory(theory: Mapping[str, Any], places: int) -> tuple[str, str, str]:
    """Theoretical win, band and verdict; a dash where the house held no bet."""
    win = amount(theory["win"], places)
    inside, outside = Cell.of(_("inside"), mark="good"), Cell.of(_("OUTSIDE"), mark="look")
    verdict = {None: "-", True: inside, False: outside}[theory["within"]]
    if theory["low"] is None:
        return win, unknown() if theory["win"] is None else "-", verdict
    band = {"low": money(theory["low"], places), "high": money(theory["high"], places)}
    return win, _("%(low)s to %(high)s") % band, verdict


def _play(figures: Mapping[str, Any]) -> Section:
    places, sums = figures["places"], figures["total"]
    rows = [
        (
            table["table"], f"{table['shifts']:,}", f"{table['rounds']:,}", f"{table['void']:,}",
            f"{table['throws']:,}", amount(table["staked"], places), amount(table["fee"], places),
        )
        for table in figures["tables"]
    ]  # fmt: skip
    total = (
        _("All tables"), *(f"{sums[name]:,}" for name in ("shifts", "rounds", "void", "throws")),
        amount(sums["staked"], places), amount(sums["fee"], places),
    )  # fmt: skip
    columns = (_("Table"), _("Shifts"), _("Rounds"), _("Void rounds"), _("Throws"), _("Handle"), _("Fees"))
    return Section(_("Play"), columns, rows, total, range(1, 7))


INVENTORY = ("fills", "credits", "drop", "win_inventory", "win_rounds", "difference")


def _inventory(figures: Mapping[str, Any]) -> Section:
    places, sums = figures["places"], figures["total"]
    rows = [
        (
            table["table"], amount(table["opener"], places), amount(table["closer"], places),
            *(amount(table[name], places) for name in INVENTORY), percent(table["hold"]),
        )
        for table in figures["tables"]
    ]  # fmt: skip
    total = (_("All tables"), "", "", *(amount(sums[name], places) for name in INVENTORY), percent(sums["hold"]))
    columns = (
        _("Table"), _("Opener"), _("Closer"), _("Fills"), _("Credits"), _("Drop"), _("Win by inventory"),
        _("Win by rounds"), _("Difference"), _("Hold"),
    )  # fmt: skip
    return Section(_("Tie-out: inventory against rounds"), columns, rows, total, range(1, 10))


def _differences(figures: Mapping[str, Any]) -> Section:
    """Where inventory and rounds differ: by how much, what of it was counted, and each candidate cause."""
    places = figures["places"]
    rows = [
        (
            table["table"], f"{each['shift']}", amount(each["difference"], places), amount(each["closer"], places),
            amount(each["drop"], places), amount(each["by_hand"], places), cause["sentence"],
        )
        for table in figures["tables"] for each in table.get("differences", ()) for cause in each["causes"]
    ]  # fmt: skip
    columns = (
        _("Table"), _("Shift"), _("Difference"), _("Closer"), _("Drop"), _("By hand"), _("What may lie behind it"),
    )  # fmt: skip
    return Section(_("Differences and their candidate causes"), columns, rows, (), range(2, 6))


def _balances(figures: Mapping[str, Any]) -> Section:
    places = figures["places"]
    rows = [
        (row["asset"], row["place"], f"{row['accounts']:,}", money(row["balance"], places))
        for row in figures["balances"]
    ]
    sums: dict[str, int] = {}
    for row in figures["balances"]:
        sums[row["asset"]] = sums.get(row["asset"], 0) + int(row["balance"])
    total = (_("Sum"), "", "", ", ".join(f"{asset} {money(str(amount), places)}" for asset, amount in sums.items()))
    columns = (_("Asset"), _("Place"), _("Accounts"), _("Balance"))
    return Section(_("Trial balance"), columns, rows, total, range(2, 4))


def _checks(figures: Mapping[str, Any]) -> Section:
    rows = [
        (
            row["table"] or _("house"), named("check", row["check"]), _outcome(row["outcome"]), f"{row['looked_at']:,}",
            holds(row["check"], row["sentence"]) if row["outcome"] == "passed" else row["sentence"],
        )
        for row in figures["checks"]
    ]  # fmt: skip
    columns = (_("Table"), _("Check"), _("Result"), _("Looked at"), _("What was found"))
    return Section(_("Checks"), columns, rows, (), range(3, 4))


def _outcome(outcome: str) -> Cell:
    if outcome == "unknown":
        return unknown()
    return Cell.of(_("holds"), mark="good") if outcome == "passed" else Cell.of(_("exception"), mark="bad")


def _cases(figures: Mapping[str, Any]) -> Section:
    rows = [
        (
            f"{row['case']}", row["table"] or _("house"), named("case", row["code"]), row["subject"],
            named("role", row["owner"]), row["sentence"],
        )
        for row in figures["exceptions"]
    ]  # fmt: skip
    columns = (_("Case"), _("Table"), _("What it is"), _("Where"), _("Owner"), _("What was found"))
    return Section(_("Exceptions"), columns, rows)
