"""Two dice, and the casting of hazard: what each total does after a main and after a chance (seeds 000, 003)."""

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


def _call(main: int, chance: int, total: int) -> str:
    if chance:
        return "chance" if total == chance else "lost" if total == main else ""
    if main not in MAINS:
        return "main" if total in MAINS else ""
    ending = CASTS[main][total]
    return "chance_set" if ending == "chance" else ending


CALLS = tuple(
    tuple(tuple(_call(main, chance, total) if total in WAYS else "" for total in range(13)) for chance in range(11))
    for main in range(10)
)
"""CALLS[main][chance][total], main and chance 0 until they stand: what a throw is called.

main (it is the main), nick, out, chance_set (it is the chance), chance (the caster wins by it), lost (the main came
before the chance), or empty where nothing happens.
"""
WINNING = ("nick", "chance")
"""The calls by which the caster wins; he loses by out and lost."""
