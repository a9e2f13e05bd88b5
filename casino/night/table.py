"""All checks of one table's day, and its figures. Amounts in minor units, written as digits in what is kept."""

from collections import Counter
from datetime import date
from typing import Any

from django.db.backends.utils import CursorWrapper

from casino.count.win import rolled_up
from casino.night import played, theory
from casino.night.checks import dice, layouts, replay, tie_out
from casino.night.checks.found import Found
from casino.night.shifts import Worked, worked


def check_table(cursor: CursorWrapper, table: int, code: str, day: date) -> tuple[dict[str, Any], list[Found]]:
    """The table's figures of the day and what its checks found. Memory stays that of a chunk of rounds."""
    found = Found("rounds", "Every round, played again, is what the pit kept and the books posted.")
    counts: Counter[str] = Counter()
    expected = theory.Theory()
    for one in played.rounds(cursor, table, day):
        again = replay.play(one)
        for finding in replay.faults(one, again, code):
            found.add(finding)
        found.looked_at += 1
        counts["rounds"] += 1
        counts["void"] += one.state == "void"
        counts["throws"] += len(one.thrown)
        counts["postings"] += len(one.posted)
        counts["staked"] += again.staked * one.chip
        expected.add(one, again)
    found.evidence = {name: counts[name] for name in ("rounds", "void", "throws", "postings")}
    shifts = worked(cursor, table, code, day)
    others = [
        dice.check(cursor, table, code, day),
        layouts.check(cursor, table, code, day),
        tie_out.check(cursor, shifts, code),
    ]
    figures = _figures(code, shifts, counts, expected) | {"differences": tie_out.differences(cursor, shifts)}
    return figures, [found, *others]


def _figures(code: str, shifts: list[Worked], counts: Counter[str], expected: theory.Theory) -> dict[str, Any]:
    """What the report shows of this table; None where an input was not counted, with the reasons beside it."""
    papers = [each.shift for each in shifts]
    won, drops = sum(each.won for each in shifts), [shift.drop for shift in papers]
    counted = rolled_up((shift.counted.win, shift.drop) for shift in papers)
    return {
        "table": code,
        "games": sorted({shift.game for shift in papers}),
        "shifts": len(shifts),
        "rounds": counts["rounds"],
        "void": counts["void"],
        "throws": counts["throws"],
        "staked": _digits(counts["staked"]),
        "win_rounds": _digits(won),
        "fee": _digits(sum(each.fee for each in shifts)),
        "by_hand": _digits(sum(shift.by_hand for shift in papers)),
        "opener": _digits(papers[0].opener),
        "closer": _digits(papers[-1].closer),
        "fills": _digits(sum(shift.fills for shift in papers)),
        "credits": _digits(sum(shift.credits for shift in papers)),
        "drop": None if None in drops else _digits(sum(drop for drop in drops if drop is not None)),
        "win_inventory": _digits(counted.win),
        "difference": None if counted.win is None else _digits(counted.win - won),
        "hold": counted.hold_percent,
        "theory": expected.figures(won),
        "unknown": [reason for each in shifts for reason in each.missing()],
    }


def _digits(amount: int | None) -> str | None:
    return None if amount is None else str(amount)
