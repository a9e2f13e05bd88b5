"""What every bet of a table is worth, exactly: found by playing a table from its own offers."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from games.engine.chips import HOUSE, POT
from games.engine.pot import PotSettings, fee
from games.engine.refusals import Refused
from games.engine.settings import Settings
from games.engine.solver import AnyGame, AnyState, Undecided, due, endings, falls, won_by_bet
from games.engine.state import Act, Bet, Offer

CHIPS = 100
"""Chips laid on a bet where its bounds allow it, or the next multiple that wins whole chips."""
AMPLE = 10**12
SEATS = "ABCDEFGH"
STATES_MOST = 10_000

Where = tuple[tuple[str, int | None], ...]


class Line(NamedTuple):
    """One bet as it is offered in one situation. Fractions are per chip staked.

    verb, on   as laid;  where  the game's facts (main 7, chance 4) that stood when it was laid
    against    the house, the pot, or seat where another player holds it
    stake      chips laid
    endings    (chips won, probability), least first; empty where it depends on how people play
    house      what the house expects of it: the edge of a bet that it holds, the fee of a pot
    """

    verb: str
    on: int | None
    where: Where
    against: str
    stake: int
    endings: tuple[tuple[int, Fraction], ...]
    house: Fraction

    @property
    def win(self) -> Fraction:
        return sum((chance for chips, chance in self.endings if chips > 0), Fraction(0))

    @property
    def push(self) -> Fraction:
        return sum((chance for chips, chance in self.endings if chips == 0), Fraction(0))

    @property
    def lose(self) -> Fraction:
        return sum((chance for chips, chance in self.endings if chips < 0), Fraction(0))

    @property
    def expectation(self) -> Fraction:
        """What it wins for its player on average; its negative is the edge of whoever holds it."""
        return sum((chips * chance for chips, chance in self.endings), Fraction(0)) / self.stake

    @property
    def edge(self) -> Fraction:
        """What it costs its player on average."""
        return -self.expectation

    @property
    def variance(self) -> Fraction:
        squares = sum((chips**2 * chance for chips, chance in self.endings), Fraction(0))
        return squares / self.stake**2 - self.expectation**2

    @property
    def worst(self) -> Fraction:
        """The most that it can cost its player."""
        return Fraction(-self.endings[0][0], self.stake)

    @property
    def dearest(self) -> Fraction:
        """The most that it can cost whoever holds it."""
        return Fraction(self.endings[-1][0], self.stake)


@lru_cache(maxsize=128)
def edges(game: AnyGame, settings: Settings, chips: int = CHIPS) -> tuple[Line, ...]:
    """Every bet of a table, in every situation in which it is offered, in the order in which they come up.

    The table is played with the fewest players that the game takes and purses without bounds. Where dice
    can't be thrown yet, the fewest acts that allow it are done, in every way in which they can be. Seats are taken
    to be alike. Where the end depends on how people play, the line says only what the house expects.
    """
    found: dict[tuple[str, int | None, Where], Line] = {}
    seats = tuple(SEATS[: max(2, game.seats_least)])
    waiting = [game.open(settings, seats)]
    seen: set[AnyState] = set(waiting)
    while waiting and len(seen) < STATES_MOST:
        before = waiting.pop(0)
        for state in _ready(game, before, chips):
            lines = [_line(game, state, bet) for bet in state.bets if bet.number > before.laid]
            goes_on = all(line.endings for line in lines)
            for line in (*lines, *_beside(game, state, chips)):
                found.setdefault((line.verb, line.on, line.where), line)
            if goes_on:
                fresh = [step.state for step in falls(game, state) if not step.over and step.state not in seen]
                waiting += fresh
                seen.update(fresh)
    return tuple(found.values())


def livable(game: AnyGame, settings: Settings) -> tuple[Line, ...]:
    """The edges; Refused where the house loses on average by a bet that it holds, or a priced bet wins."""
    lines = edges(game, settings)
    for line in lines:
        bet = line.verb if line.on is None else f"{line.verb} {line.on}"
        if line.against == HOUSE and line.house < 0:
            raise Refused(
                "house_edge",
                "With these settings the house loses {edge} of every chip on {bet}; let it pay less.",
                edge=str(-line.house),
                bet=bet,
            )
        if line.verb in game.priced and line.expectation > 0:
            raise Refused(
                "player_edge",
                "With these settings {bet} wins {edge} of every chip for its player; let it pay less.",
                edge=str(line.expectation),
                bet=bet,
            )
    return lines


def _beside(game: AnyGame, state: AnyState, chips: int) -> Iterator[Line]:
    """The bets that may be laid though the dice could be thrown without them, where dice alone decide them."""
    for offer in _offers(game, state):
        if offer.smallest:
            after = _laid(game, state, offer, chips)
            lines = [_line(game, after, bet) for bet in after.bets[len(state.bets) :]]
            yield from (line for line in lines if line.endings)


def _line(game: AnyGame, state: AnyState, bet: Bet) -> Line:
    where = tuple((name, fact) for name, fact in game.facts(state).items() if fact is None or type(fact) is int)
    against = bet.against if bet.against in (HOUSE, POT) else "seat"
    try:
        found = tuple(sorted(endings(game, state, won_by_bet(bet.number), bet.number).items()))
    except Undecided:
        found = ()
    line = Line(bet.kind, bet.on, where, against, bet.stake, found, Fraction(0))
    if against == HOUSE:
        return line._replace(house=line.edge)
    pot = sum(each.stake for each in state.bets if each.against == POT)
    if against == POT and isinstance(state.settings, PotSettings):
        return line._replace(house=Fraction(fee(pot, state.settings), pot))
    return line


def _ready(game: AnyGame, state: AnyState, chips: int) -> list[AnyState]:
    """The states in which dice are due that the fewest acts lead to; the state itself where they are due already."""
    level = [state]
    while level and len(level) < STATES_MOST:
        due = [each for each in level if _is_due(game, each)]
        if due:
            return due
        level = list({after: None for each in level for after in _acted(game, each, chips)})
    return []


def _acted(game: AnyGame, state: AnyState, chips: int) -> Iterator[AnyState]:
    for offer in _offers(game, state):
        if offer.smallest:
            yield _laid(game, state, offer, chips)
        else:
            for value in offer.choices or (True,):
                yield game.act(state, Act(offer.verb, offer.seat, value, offer.on), _purses(state)).state


def _offers(game: AnyGame, state: AnyState) -> list[Offer]:
    """What may be done now, each act by the first seat that may do it."""
    first: dict[tuple[str, int | None], Offer] = {}
    for offer in game.offers(state, _purses(state)):
        if offer.verb != "throw" and not offer.why_not:
            first.setdefault((offer.verb, offer.on), offer)
    return list(first.values())


def _laid(game: AnyGame, state: AnyState, offer: Offer, chips: int) -> AnyState:
    """The state after the offered chips are laid; as many as may be where they are no bet (a bank that is put up)."""

    def after(amount: int) -> AnyState:
        return game.act(state, Act(offer.verb, offer.seat, amount, offer.on), _purses(state)).state

    laid = after(_amount(offer, chips))
    return laid if laid.laid > state.laid else after(offer.largest or offer.smallest)


def _amount(offer: Offer, chips: int) -> int:
    """About so many chips, within the bounds, winning whole chips where the odds let them."""
    whole = offer.odds.stake if offer.odds else 1
    wanted = -(-max(chips, offer.smallest) // whole) * whole
    if offer.largest is not None and wanted > offer.largest:
        wanted = max(offer.largest // whole * whole, offer.smallest)
    return offer.smallest + (wanted - offer.smallest) // offer.step * offer.step


def _purses(state: AnyState) -> dict[str, Any]:
    return dict.fromkeys(state.seats, AMPLE)


def _is_due(game: AnyGame, state: AnyState) -> bool:
    try:
        return due(game, state) > 0
    except Undecided:
        return False
