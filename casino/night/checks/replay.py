"""Every round played again by its rules, and compared with what the pit wrote and the books posted."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from casino.books.rounds import transfers
from casino.fairness.verify import bets_hash, words
from casino.night.checks.found import Finding
from casino.night.played import Played
from casino.pit.rounds import net_after
from games import find
from games.engine import HOUSE, Refused, Step

BOTTOMLESS = 2**62
"""Purses in a replay: that the chips were there is proven by the floors in the books, not here."""
STATES = {"": "open", "void": "void", "settled": "over"}


@dataclass(slots=True)
class Replayed:
    """A round played again: what each event gave, the round as it lay before each throw, how it ended.

    `staked` counts the chips of bets that got a ruling other than void.
    """

    steps: list[Step[Any, Any]] = field(default_factory=list)
    lying: list[Mapping[str, Any]] = field(default_factory=list)
    final: Mapping[str, Any] = field(default_factory=dict)
    end: str = ""
    net: dict[str, int] = field(default_factory=dict)
    staked: int = 0
    refused: str = ""


def play(played: Played) -> Replayed:
    """Plays the round's events from what it opened with; stops at the first that the rules refuse."""
    again = Replayed()
    try:
        game = find(played.game, played.edition)
        state = game.open(game.settings(played.settings), played.row, played.start, played.purses)
        purses = dict.fromkeys([*played.row, HOUSE], BOTTOMLESS)
        for _, event, _, _ in played.happened:
            if "throw" in event:
                again.lying.append(game.dump(state))
            step = game.apply(state, event, purses)
            again.staked += sum(each.bet.stake for each in step.rulings if each.outcome != "void")
            again.net = net_after(again.net, step.movements)
            again.steps.append(step)
            state = step.state
        again.final, again.end = game.dump(state), STATES[state.end]
    except Refused as refused:
        again.refused = f"event {len(again.steps) + 1} is refused by the rules: {refused}"
    return again


def faults(played: Played, again: Replayed, table: str) -> Iterator[Finding]:
    """Everything in which the round as kept differs from the round as played again."""
    yield from _events(played, again)
    yield from _postings(played, again, table)
    yield from _throws(played, again)
    if not again.refused:
        yield from _outcome(played, again)


def _finding(played: Played, code: str, sentence: str, **facts: Any) -> Finding:
    return Finding(code, f"round:{played.id}", f"Round {played.id}: {sentence}", facts=facts)


def _events(played: Played, again: Replayed) -> Iterator[Finding]:
    numbers = [n for n, *_ in played.happened]
    if numbers != list(range(1, played.events + 1)):
        yield _finding(played, "event_missing", f"its events are numbered {numbers}, not 1 to {played.events}.")
    if again.refused:
        yield _finding(played, "round_unplayable", again.refused)
    for (n, event, calls, moved), step in zip(played.happened, again.steps, strict=False):
        given = [[*move.source, *move.target, move.chips, move.why, move.seat] for move in step.movements]
        if moved != given or calls != list(step.calls):
            yield _finding(
                played, "event_differs", f"event {n} is not what the rules make of it.",
                n=n, event=event, kept=moved, ruled=given,
            )  # fmt: skip


def _postings(played: Played, again: Replayed, table: str) -> Iterator[Finding]:
    """Each event's chips are posted under (round:<id>, <n>), exactly and in this day; nothing else is."""
    posted = {key: (number, period, moved) for number, key, period, moved in played.posted}
    for (n, *_), step in zip(played.happened, again.steps, strict=False):
        due = [
            [each.debit, each.credit, each.asset, each.amount]
            for each in transfers(
                step.movements, table=table, players=played.seats, chip=played.chip, currency=played.currency
            )
        ]
        number, period, moved = posted.pop(str(n), (None, played.day, []))
        if number is None and due:
            yield _finding(played, "posting_missing", f"event {n} moved chips that were never posted.", n=n, due=due)
        elif moved != due:
            yield _finding(
                played, "posting_differs", f"posting {number} of event {n} moves other chips than the rules.",
                n=n, posting=number, posted=moved, due=due,
            )  # fmt: skip
        if period != played.day:
            yield _finding(
                played, "posting_other_day", f"posting {number} is booked on {period}, not {played.day}.",
                posting=number,
            )  # fmt: skip
    for key, (number, *_) in posted.items():
        if not (again.refused and key.isdecimal() and int(key) > len(again.steps)):
            yield _finding(played, "posting_extra", f"posting {number} ({key}) has no event.", posting=number)


def _throws(played: Played, again: Replayed) -> Iterator[Finding]:
    """One close and one throw for each time the dice fell, with these faces and on these bets."""
    fallen = [event["throw"] for _, event, _, _ in played.happened if "throw" in event]
    if [throw for _, throw, _, _ in played.thrown] != list(range(1, len(fallen) + 1)):
        yield _finding(
            played, "throw_unmatched", f"the dice fell {len(fallen)} times; {len(played.thrown)} closes are kept.",
            closes=[close for close, *_ in played.thrown],
        )  # fmt: skip
    for (close, throw, hashed, faces), seen in zip(played.thrown, fallen, strict=False):
        if faces is None:
            yield _finding(played, "throw_missing", f"close {close} has no throw.", close=close)
        elif faces != seen:
            said = f"throw {throw} is kept as {words(faces)}, played as {words(seen)}."
            yield _finding(played, "faces_differ", said, close=close)
        if throw <= len(again.lying) and hashed != bets_hash(played.id, again.lying[throw - 1]):
            yield _finding(played, "bets_differ", f"close {close} was made on other bets than these.", close=close)


def _outcome(played: Played, again: Replayed) -> Iterator[Finding]:
    if again.end == "open":
        yield _finding(played, "round_open", "it is not over, though its day is.")
    elif played.state != again.end or played.game_state != again.final:
        yield _finding(
            played, "state_differs", "it is kept in another state than its events lead to.",
            kept=played.state, ruled=again.end,
        )  # fmt: skip
    if {who: chips for who, chips in played.net.items() if chips} != {
        who: chips for who, chips in again.net.items() if chips
    }:
        yield _finding(played, "net_differs", "it is kept with another result.", kept=played.net, ruled=again.net)
    throws = len(again.lying)
    if played.throws != throws:
        yield _finding(played, "throws_differ", f"it counts {played.throws} throws; {throws} were made.")
