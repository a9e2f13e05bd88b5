"""Win from the recorded rounds against win from the inventory, per shift."""

from collections.abc import Sequence
from typing import Any

from django.db.backends.utils import CursorWrapper

from casino.night.checks.candidates import candidates
from casino.night.checks.found import Finding, Found
from casino.night.shifts import Worked


def check(cursor: CursorWrapper, shifts: Sequence[Worked], code: str) -> Found:
    """Amounts in minor units. What was not counted leaves the check unknown, with the reason.

    A difference that was counted and booked (closer, box, payout by hand) is listed with its candidate causes and
    is no finding here: the register has its case. What nothing booked explains is one.
    """
    found = Found("tie_out", "Win from the inventory is win from the rounds, differences counted aside.")
    for worked in shifts:
        shift, apart = worked.shift, worked.apart
        found.looked_at += 1
        found.missing += worked.missing()
        found.evidence[f"shift {shift.number}"] = {
            "win_rounds": str(worked.won), "win_inventory": _text(shift.counted.win), "due": _text(worked.due),
            "by_hand": str(shift.by_hand), "closer_difference": _text(shift.closer_difference),
            "drop_difference": None if shift.drop is None else str(shift.drop - shift.drop_recorded),
            "fee": str(worked.fee), "fee_counted": _text(shift.fee_counted),
        }  # fmt: skip
        if apart:
            said = f"Table {code}, shift {shift.number}: the inventory shows {shift.counted.win} won, not {worked.due}."
            facts = {
                "inventory": str(shift.counted.win), "due": str(worked.due),
                "candidates": candidates(cursor, shift, apart),
            }  # fmt: skip
            found.add(Finding("tie_out_differs", f"shift:{shift.id}", said, "pit", facts))
    return found


def differences(cursor: CursorWrapper, shifts: Sequence[Worked]) -> list[dict[str, Any]]:
    """Each shift whose inventory differs from its rounds: by how much, what of it was counted, what may lie behind."""
    return [
        {
            "shift": worked.shift.number, "difference": str(worked.difference), "by_hand": str(worked.shift.by_hand),
            "closer": _text(worked.shift.closer_difference),
            "drop": _text(None if worked.shift.drop is None else worked.shift.drop - worked.shift.drop_recorded),
            "causes": candidates(cursor, worked.shift, worked.difference),
        }
        for worked in shifts if worked.difference
    ]  # fmt: skip


def _text(amount: int | None) -> str | None:
    return None if amount is None else str(amount)
