"""The edges of a table as rows to read: bets of equal worth in one row, written as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

from games.engine.chips import HOUSE
from games.engine.edges import Line
from games.engine.figures import percent, root

HEADS = ("bet", "wins", "ties", "loses", "player expects", "house expects", "deviation", "at most lost", "at most won")
AS_PLAYED = "as people play"

Values = tuple[int | None, ...]
Named = dict[str, Values]


class Row(NamedTuple):
    """Bets of equal worth: what they are called, and one of their lines."""

    bet: str
    line: Line


def rows(lines: Iterable[Line]) -> list[Row]:
    """One row for all bets of a verb that are worth the same, named by what tells them from the others."""
    by_verb: dict[str, list[Line]] = {}
    for line in lines:
        by_verb.setdefault(line.verb, []).append(line)
    return [Row(_label(verb, named), line) for verb, same in by_verb.items() for named, line in _merged(same)]


def markdown(found: Iterable[Row]) -> str:
    """The rows as a table, as it stands in a game's README: per chip staked, fractions exact, deviation to 4 places."""
    lines = [HEADS, ("---",) * len(HEADS), *(cells(row) for row in found)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def cells(row: Row) -> tuple[str, ...]:
    """A row's figures as text, under HEADS."""
    line = row.line
    house = _signed(line.house) if line.against == HOUSE or line.house else "0"
    if not line.endings:
        return (row.bet, AS_PLAYED, "", "", "", house, "", "", "")
    chances = [str(chance) for chance in (line.win, line.push, line.lose)]
    limits = [str(limit) for limit in (line.worst, line.dearest)]
    return (row.bet, *chances, _signed(line.expectation), house, root(line.variance, 4), *limits)


def _signed(value: Fraction) -> str:
    return f"{value} = {percent(value)}" if value else "0"


def _merged(lines: list[Line]) -> Iterator[tuple[Named, Line]]:
    """Lines of one verb, put together along one fact after the other where all else is equal."""
    names = _telling(lines)
    alike: dict[object, tuple[Named, Line]] = {}
    for line in lines:
        named: Named = {name: (_facts(line).get(name),) for name in names}
        alike.setdefault((tuple(named.values()), _worth(line)), (named, line))
    found = list(alike.values())
    for name in names:
        together: dict[object, tuple[Named, Line]] = {}
        for named, line in found:
            rest = tuple(values for other, values in named.items() if other != name)
            known, _ = together.setdefault((rest, _worth(line)), ({**named, name: ()}, line))
            known[name] = tuple(dict.fromkeys((*known[name], *named[name])))
        found = list(together.values())
    yield from found


def _telling(lines: list[Line]) -> list[str]:
    """As few facts as tell what each of these bets is worth; the number that a bet is on before others."""
    names = list(dict.fromkeys(name for line in lines for name in _facts(line)))
    for name in reversed(names):
        fewer = [other for other in names if other != name]
        told = {(tuple(_facts(line).get(other) for other in fewer), _worth(line)) for line in lines}
        if len({facts for facts, _ in told}) == len(told):
            names = fewer
    return names


def _facts(line: Line) -> dict[str, int | None]:
    return {"on": line.on, **dict(line.where)}


def _worth(line: Line) -> object:
    return line.against, line.house, tuple((Fraction(chips, line.stake), chance) for chips, chance in line.endings)


def _label(verb: str, named: Named) -> str:
    on = [str(number) for number in named.get("on", ())]
    bet = f"{verb} on {', '.join(on)}" if on else verb
    return "; ".join([bet, *(_said(name, values) for name, values in named.items() if name != "on")])


def _said(name: str, values: Values) -> str:
    numbers = [str(value) for value in values if value is not None]
    known = [f"{name} {', '.join(numbers)}"] if numbers else []
    return " or ".join([*([f"no {name} yet"] if None in values else []), *known])
