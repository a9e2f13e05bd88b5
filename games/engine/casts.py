"""Two dice, and the cast of hazard: what each total does on the first throw after a main (seeds 000, 003)."""

from __future__ import annotations

MAINS = (5, 6, 7, 8, 9)
WAYS = {total: 6 - abs(total - 7) for total in range(2, 13)}
"""How many of the 36 throws of two dice show a total."""

NICKS = {5: {5}, 6: {6, 12}, 7: {7, 11}, 8: {8, 12}, 9: {9}}
OUTS = {5: {2, 3, 11, 12}, 6: {2, 3, 11}, 7: {2, 3, 12}, 8: {2, 3, 11}, 9: {2, 3, 11, 12}}


def _ending(main: int, total: int) -> str:
    if total in NICKS[main]:
        return "nick"
    return "out" if total in OUTS[main] else "chance"


CASTS = {main: {total: _ending(main, total) for total in WAYS} for main in MAINS}
"""CASTS[main][total] is nick (the caster wins), out (he loses) or chance (the total becomes his chance)."""
