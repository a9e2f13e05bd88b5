"""Win from the recorded rounds against win from the inventory, per shift."""

from collections.abc import Sequence
from dataclasses import asdict

from django.db.backends.utils import CursorWrapper

from casino.count.causes import Paper, causes
from casino.night.checks.found import Finding, Found
from casino.night.shifts import Worked
from casino.profile import versions

# What may lie behind a difference of this size: slips that are not done, rounds that paid just that much.
SLIPS = "select year || '/' || number, amount from cage_slip where shift_id = %s and state <> 'done' order by id"
PAYOUTS = """
select 'Round ' || r.id, %s::bigint from pit_round r join pit_shift s on s.id = r.shift_id
where s.id = %s and -(r.net->>'house')::bigint * s.chip = %s order by r.id limit 5
"""


def check(cursor: CursorWrapper, shifts: Sequence[Worked], code: str) -> Found:
    """Amounts in minor units. What was not counted leaves the check unknown, with the reason."""
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
                "candidates": _candidates(cursor, worked, apart),
            }  # fmt: skip
            found.add(Finding("tie_out_differs", f"shift:{shift.id}", said, "pit", facts))
    return found


def _candidates(cursor: CursorWrapper, worked: Worked, apart: int) -> list[dict[str, str]]:
    """Causes that would make exactly this difference."""
    cursor.execute(SLIPS, [worked.shift.id])
    slips = [Paper(*row) for row in cursor.fetchall()]
    cursor.execute(PAYOUTS, [abs(apart), worked.shift.id, abs(apart)])
    payouts = [Paper(*row) for row in cursor.fetchall()]
    denominations = versions.at_version(worked.shift.profile).denominations
    return [asdict(cause) for cause in causes(apart, slips=slips, payouts=payouts, denominations=denominations)]


def _text(amount: int | None) -> str | None:
    return None if amount is None else str(amount)
