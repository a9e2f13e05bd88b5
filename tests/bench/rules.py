"""How many rolls a second the plain engine settles: one seat, one stake of hazard a round, full movements.

Run: python -m tests.bench.rules [seconds]. Prints rolls (of two dice) a second of processor time, in one
process. The faces come from a fixed arithmetic sequence made before the clock starts: only the engine counts.
"""

from __future__ import annotations

import sys
import time

from games import find
from games.engine import Act

ROUNDS_A_LOOK = 2_000


def sequence(length: int) -> list[tuple[int, ...]]:
    """Throws of two dice from a linear congruential sequence (the timing needs spread, not chance)."""
    throws: list[tuple[int, ...]] = []
    word = 12345
    for _ in range(length):
        word = (word * 6364136223846793005 + 1442695040888963407) % 2**64
        throws.append(((word >> 33) % 6 + 1, (word >> 43) % 6 + 1))
    return throws


def measure(seconds: float) -> tuple[int, int, float]:
    """Rounds settled, rolls thrown and seconds taken, purses kept from the movements."""
    game = find("hazard")
    settings = game.settings({"main": "seven"})
    throws = sequence(65_536)
    purses = {"A": 1_000_000_000, "house": 1_000_000_000}
    rolls = rounds = 0
    start: dict[str, object] | None = None
    begun = time.process_time()
    while (taken := time.process_time() - begun) < seconds:
        for _ in range(ROUNDS_A_LOOK):
            state = game.open(settings, ("A",), start)
            step = game.act(state, Act("stake", "A", 10), purses)
            keep(purses, step.movements)
            while not step.state.end:
                step = game.throw(step.state, throws[rolls & 65_535])
                rolls += 1
                if step.movements:
                    keep(purses, step.movements)
            start = game.carry(step.state, purses)
            rounds += 1
    if sum(purses.values()) != 2_000_000_000:
        raise RuntimeError("the engine lost chips")
    return rounds, rolls, taken


def keep(purses: dict[str, int], movements: object) -> None:
    """Follow the free chips of the seat and the bank."""
    for (source, giver), (target, taker), chips, _, _ in movements:  # type: ignore[attr-defined]
        if source == "purse" or source == "bank":
            purses[giver] -= chips
        if target == "purse" or target == "bank":
            purses[taker] += chips


if __name__ == "__main__":
    rounds, rolls, taken = measure(float(sys.argv[1]) if len(sys.argv) > 1 else 5.0)
    print(f"{rolls / taken:,.0f} rolls a second ({rounds:,} rounds, {rolls:,} rolls in {taken:.2f} s)")
