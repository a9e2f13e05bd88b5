"""Win from the recorded rounds against win from the inventory, per shift, and the differences that were counted."""

from collections.abc import Sequence

from casino.night.checks.found import Finding, Found
from casino.night.shifts import ShiftWorked

REPORTED = ("report", "regulator")
CAUSES = ["a fill or credit that was not posted", "a round paid by hand", "a slip's count", "a wrong denomination"]


def check(shifts: Sequence[ShiftWorked], code: str) -> Found:
    """Amounts in minor units. What was not counted leaves the check unknown, with the reason."""
    found = Found("tie_out", "Win from the inventory is win from the rounds, differences counted aside.")
    for shift in shifts:
        found.looked_at += 1
        win = shift.counted.win
        due = _due(shift)
        found.missing += shift.missing()
        found.evidence[f"shift {shift.number}"] = {
            "win_rounds": str(shift.won), "win_inventory": None if win is None else str(win),
            "closer_difference": _text(shift.closer_difference),
            "drop_difference": None if shift.drop is None else str(shift.found - shift.recorded),
        }  # fmt: skip
        if win is not None and not shift.slips_open and win != due:
            found.add(Finding(
                "tie_out_differs", f"shift:{shift.id}",
                f"Table {code}, shift {shift.number}: the inventory shows a win of {win}, the rounds and the counted "
                f"differences {due}.",
                "pit", {"inventory": str(win), "due": str(due), "candidates": CAUSES},
            ))  # fmt: skip
        _differences(found, shift, code)
    return found


def _due(shift: ShiftWorked) -> int:
    """What the inventory must show: rounds won, what the closer had too much, what the boxes had beyond the books."""
    return shift.won + (shift.closer_difference or 0) + shift.found - shift.recorded


def _differences(found: Found, shift: ShiftWorked, code: str) -> None:
    """Counts that differ by more than the profile lets pass are cases of their own."""
    counts = (
        ("opener", shift.opener_difference, shift.opener_escalation),
        ("closer", shift.closer_difference, shift.closer_escalation),
    )
    for kind, difference, escalation in counts:
        if difference and escalation in REPORTED:
            found.add(Finding(
                f"{kind}_differs", f"shift:{shift.id}",
                f"Table {code}, shift {shift.number}: the {kind} differed by {difference} from the books.",
                "pit", {"difference": str(difference), "escalation": escalation},
            ))  # fmt: skip
    if shift.found != shift.recorded:
        found.add(Finding(
            "drop_differs", f"shift:{shift.id}",
            f"Table {code}, shift {shift.number}: the boxes held {shift.found}, the books had {shift.recorded}.",
            "accounting", {"found": str(shift.found), "recorded": str(shift.recorded)},
        ))  # fmt: skip


def _text(amount: int | None) -> str | None:
    return None if amount is None else str(amount)
