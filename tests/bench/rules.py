"""The rules of the games: the plain engine beside another craps engine, compiled tables, the exact odds.

Run: python -m tests.bench.rules [seconds a turn]. The yardstick is crapssim, installed into a scratch
environment: its own run with one bet on the pass line. Both are measured in turns, in one process each, by
processor time, so that a machine whose speed drifts drifts for both. Ours settles rounds of hazard with one bet: a
round is opened, the stake laid, the dice thrown until it is over, the roles carried on, every movement of chips made.
Its faces are made before the clock starts; crapssim throws its own.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

from games import discover, find
from games.engine import Act
from games.engine.edges import edges
from games.engine.solver import AnyStep
from games.engine.tally import Tally
from tests.bench.compiled import compiled, ready, simulate
from tests.bench.report import Line, show
from tests.bench.scratch import beside, environment

YARDSTICK = "crapssim==0.4.1"
TURNS = 5
TARGET = 5.0
ROUNDS_A_LOOK = 1_000
SIMULATED = 20_000_000
MILLIONS = 5.0
ERRORS_MOST = 4.0
SECONDS_MOST = 10.0

CRAPSSIM = """
import json, sys, time
from crapssim import Table
from crapssim.strategy import BetPassLine

table = Table(seed=1)
table.add_player(bankroll=10**12, strategy=BetPassLine(5))
for line in sys.stdin:
    (seconds,) = json.loads(line)
    thrown = table.dice.n_rolls
    begun = time.process_time()
    while (taken := time.process_time() - begun) < seconds:
        table.run(max_rolls=1000, verbose=False)
    print((table.dice.n_rolls - thrown) / taken, flush=True)
"""


def sequence(length: int) -> list[tuple[int, ...]]:
    """Throws of two dice from a linear congruential sequence (the timing needs spread, not chance)."""
    throws: list[tuple[int, ...]] = []
    word = 12345
    for _ in range(length):
        word = (word * 6364136223846793005 + 1442695040888963407) % 2**64
        throws.append(((word >> 33) % 6 + 1, (word >> 43) % 6 + 1))
    return throws


class Caster:
    """One seat that casts for ever at a table of hazard, for 10 chips a round."""

    def __init__(self, **settings: object) -> None:
        self.game = find("hazard")
        self.settings = self.game.settings(settings)
        self.dice = enumerate(cycle(sequence(65_536)), 1)
        self.start: dict[str, object] | None = None
        self.rolls = 0

    def turn(self, seconds: float) -> float:
        """Rolls a second of processor time."""
        before = self.rolls
        begun = time.process_time()
        while (taken := time.process_time() - begun) < seconds:
            self.cast(ROUNDS_A_LOOK)
        return (self.rolls - before) / taken

    def cast(self, rounds: int) -> list[AnyStep]:
        """Plays so many rounds; gives the last one's steps that moved chips."""
        open_, act, throw, carry = self.game.open, self.game.act, self.game.throw, self.game.carry
        settings, seats, start, dice, rolls = self.settings, ("A",), self.start, self.dice, self.rolls
        lay, purses = Act("stake", "A", 10), {"A": 10**9, "house": 10**9}
        for _ in range(rounds):
            step = laid = act(open_(settings, seats, start), lay, purses)
            for rolls, faces in dice:  # noqa: B007  read after the loop
                step = throw(step.state, faces)
                if step.state.end:
                    break
            start = carry(step.state, purses)
        self.start, self.rolls = start, rolls
        return [laid, step]


def proved(caster: Caster) -> Caster:
    """The caster, after a thousand rounds whose chips were followed one by one; RuntimeError if one is lost."""
    tally = Tally({"A": 10**9, "house": 10**9})
    for _ in range(1000):
        for step in caster.cast(1):
            tally.move(step.movements)
        if tally.standing() or sum(tally.chips.values()) != 2 * 10**9:
            raise RuntimeError("the engine lost chips")
    return caster


def engine_lines(seconds: float) -> Iterator[Line]:
    """Rolls a second of both, the sums of all turns."""
    casters = {"main thrown, the default": proved(Caster()), "main seven, as in craps": proved(Caster(main="seven"))}
    ours = dict.fromkeys(casters, 0.0)
    theirs = 0.0
    with (
        tempfile.TemporaryDirectory(prefix="hh-bench-") as folder,
        beside(environment(Path(folder) / "scratch", YARDSTICK), CRAPSSIM) as other,
    ):
        for _ in range(TURNS):
            for name, caster in casters.items():
                ours[name] += caster.turn(seconds)
            theirs += other.ask(seconds)
    for name, total in ours.items():
        yield Line(f"hazard, {name}", "rolls/s", total / TURNS, theirs / TURNS, f"{YARDSTICK}, pass line", TARGET)


def compiled_lines() -> Iterator[Line]:
    """Rounds a second of compiled tables, and how far their mean is off the exact one."""
    acts = {"hazard": [Act("stake", "A", 1)], "zar": [Act("bank", "A", 2), Act("punt", "B", 1)]}
    for name, laid in acts.items():
        table = compiled(*ready(name, {}, laid))
        begun = time.process_time()
        found = simulate(table, SIMULATED, seed=1)
        taken = time.process_time() - begun
        yield Line(f"{name}, compiled", "M rounds/s", found.rounds / taken / 1e6, target=MILLIONS)
        yield Line(
            f"{name}, compiled, off the exact mean", "errors", abs(found.errors_off), target=ERRORS_MOST, most=True
        )


def exact_line() -> Line:
    """Seconds that the exact odds of every game's default table take together."""
    edges.cache_clear()
    begun = time.process_time()
    for game in discover().values():
        edges(game, game.settings({}))
    return Line("exact odds, all games", "s", time.process_time() - begun, target=SECONDS_MOST, most=True)


if __name__ == "__main__":
    asked = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    sys.exit(1 if show([*engine_lines(asked), *compiled_lines(), exact_line()]) else 0)
