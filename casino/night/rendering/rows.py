"""The report as rows of words, the same for every rendering."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from casino.night.rendering.amounts import UNKNOWN, money, percent

NO_ACTIVITY = "No activity"
RESULTS = {"passed": "holds", "exception": "exception", "unknown": UNKNOWN}


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
            table["table"], ", ".join(table["games"]), money(table["win_rounds"], places),
            *_theory(table["theory"], places),
        )
        for table in figures["tables"]
    ]  # fmt: skip
    sums = ("All tables", "", money(total["win_rounds"], places), *_theory(total["theory"], places))
    columns = ("Table", "Game", "Win from rounds", "Theoretical win", "95 % band", "Win in band")
    return Section("Win and its theoretical band", columns, rows, sums, range(2, 6))


def _theory(theory: Mapping[str, Any], places: int) -> tuple[str, str, str]:
    """Theoretical win, band and verdict; a dash where the house held no bet."""
    verdict = {None: "-", True: "inside", False: "OUTSIDE"}[theory["within"]]
    if theory["low"] is None:
        return money(theory["win"], places), UNKNOWN if theory["win"] is None else "-", verdict
    return money(theory["win"], places), f"{money(theory['low'], places)} to {money(theory['high'], places)}", verdict


def _play(figures: Mapping[str, Any]) -> Section:
    places, sums = figures["places"], figures["total"]
    rows = [
        (
            table["table"], f"{table['shifts']:,}", f"{table['rounds']:,}", f"{table['void']:,}",
            f"{table['throws']:,}", money(table["staked"], places), money(table["fee"], places),
        )
        for table in figures["tables"]
    ]  # fmt: skip
    total = (
        "All tables", *(f"{sums[name]:,}" for name in ("shifts", "rounds", "void", "throws")),
        money(sums["staked"], places), money(sums["fee"], places),
    )  # fmt: skip
    return Section("Play", ("Table", "Shifts", "Rounds", "Void", "Throws", "Handle", "Fees"), rows, total, range(1, 7))


INVENTORY = ("fills", "credits", "drop", "win_inventory", "win_rounds", "difference")


def _inventory(figures: Mapping[str, Any]) -> Section:
    places, sums = figures["places"], figures["total"]
    rows = [
        (
            table["table"], money(table["opener"], places), money(table["closer"], places),
            *(money(table[name], places) for name in INVENTORY), percent(table["hold"]),
        )
        for table in figures["tables"]
    ]  # fmt: skip
    total = ("All tables", "", "", *(money(sums[name], places) for name in INVENTORY), percent(sums["hold"]))
    columns = (
        "Table", "Opener", "Closer", "Fills", "Credits", "Drop", "Win by inventory", "Win by rounds", "Difference",
        "Hold",
    )  # fmt: skip
    return Section("Tie-out: inventory against rounds", columns, rows, total, range(1, 10))


def _differences(figures: Mapping[str, Any]) -> Section:
    """Where inventory and rounds differ: by how much, what of it was counted, and each candidate cause."""
    places = figures["places"]
    rows = [
        (
            table["table"], f"{each['shift']}", money(each["difference"], places), money(each["closer"], places),
            money(each["drop"], places), money(each["by_hand"], places), cause["sentence"],
        )
        for table in figures["tables"] for each in table.get("differences", ()) for cause in each["causes"]
    ]  # fmt: skip
    columns = ("Table", "Shift", "Difference", "Closer", "Drop", "By hand", "What may lie behind it")
    return Section("Differences and their candidate causes", columns, rows, (), range(2, 6))


def _balances(figures: Mapping[str, Any]) -> Section:
    places = figures["places"]
    rows = [
        (row["asset"], row["place"], f"{row['accounts']:,}", money(row["balance"], places))
        for row in figures["balances"]
    ]
    sums: dict[str, int] = {}
    for row in figures["balances"]:
        sums[row["asset"]] = sums.get(row["asset"], 0) + int(row["balance"])
    total = ("Sum", "", "", ", ".join(f"{asset} {money(str(amount), places)}" for asset, amount in sums.items()))
    return Section("Trial balance", ("Asset", "Place", "Accounts", "Balance"), rows, total, range(2, 4))


def _checks(figures: Mapping[str, Any]) -> Section:
    rows = [
        (row["table"] or "house", row["check"], RESULTS[row["outcome"]], f"{row['looked_at']:,}", row["sentence"])
        for row in figures["checks"]
    ]
    return Section("Checks", ("Table", "Check", "Result", "Looked at", "What was found"), rows, (), range(3, 4))


def _cases(figures: Mapping[str, Any]) -> Section:
    rows = [
        (f"{row['case']}", row["table"] or "house", row["code"], row["subject"], row["owner"], row["sentence"])
        for row in figures["exceptions"]
    ]
    return Section("Exceptions", ("Case", "Table", "Code", "Where", "Owner", "What"), rows)
