"""Hazard against the bank: the caster's stake at even money, and odds on the chance for everybody."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from games.engine import (
    HOUSE,
    MAINS,
    WAYS,
    Act,
    Bet,
    Change,
    Game,
    Odds,
    Offer,
    Refused,
    Verb,
    all_back,
    all_lost,
    all_won,
)
from games.engine import State as AnyState
from games.engine.casts import CALLS, WINNING
from games.engine.chips import Purses
from games.engine.odds import odds
from games.engine.roles import line_from, next_with_chips, read_start
from games.engine.state import new
from games.hazard.settings import HazardSettings


class Play(NamedTuple):
    """What a round remembers: main and chance are 0 until they stand, `passes` once the dice go left."""

    caster: str
    losses: int
    main: int = 0
    chance: int = 0
    passes: bool = False


State = AnyState[HazardSettings, Play]
SEVEN = 7


class Hazard(Game[HazardSettings, Play]):
    """Seed 000. One caster at a time; the house pays and takes every bet."""

    name = "hazard"
    edition = "1"
    kind = "bank"
    verbs = {"main": Verb.NUMBER, "stake": Verb.CHIPS, "odds": Verb.CHIPS}
    expected = ("main", "chance")
    settings_class = HazardSettings
    play_class = Play

    def begin(
        self,
        settings: HazardSettings,
        seats: tuple[str, ...],
        start: Mapping[str, Any],
        purses: Purses | None,
    ) -> Play:
        line, losses = read_start(start, seats, "caster", count="losses")
        caster = next_with_chips(line, (), purses) or line[0]
        main = SEVEN if settings.main == "seven" else 0
        return new(Play, (caster, losses if caster == line[0] else 0, main, 0, False))

    def due(self, state: State) -> int:
        play = state.play
        if not play.main:
            if state.settings.main == "named":
                raise Refused("main_first", "The caster names a main before the cast.")
        elif not state.bets:
            raise Refused("stake_first", "The caster lays a stake before the cast.")
        return 2

    def thrower(self, state: State) -> str:
        return state.play.caster

    def thrown(self, state: State, faces: tuple[int, ...]) -> Change[Play] | None:
        play, total = state.play, faces[0] + faces[1]
        call = CALLS[play.main][play.chance][total]
        if not call:
            return None
        if call == "main" or call == "chance_set":
            return _set(play, call, total)
        settings = state.settings
        counts = call == "out" or settings.losses_count == "any"
        return _settled(play, state.bets, call, counts, settings.losses_to_pass)

    def acted(self, state: State, act: Act) -> Change[Play]:
        if act.verb == "odds":
            return self._lay_odds(state, act)
        if act.seat != state.play.caster:
            raise Refused("not_caster", "Only the caster, {caster}, does this.", caster=state.play.caster)
        return self._lay_stake(state, act) if act.verb == "stake" else self._name_main(state, act)

    def _name_main(self, state: State, act: Act) -> Change[Play]:
        if state.settings.main != "named":
            raise Refused("main_not_named", "At this table the main is {how}, not named.", how=state.settings.main)
        if state.play.main:
            raise Refused("main_stands", "The main of this round is {main}.", main=state.play.main)
        if act.value not in MAINS:
            raise Refused("main_wrong", "Name a main from 5 to 9.", given=act.value)
        return Change(state.play._replace(main=act.value), calls=("main",))

    def _lay_stake(self, state: State, act: Act) -> Change[Play]:
        settings, play, chips = state.settings, state.play, act.value
        if state.bets:
            raise Refused("stake_stands", "The caster stakes once a round, before the cast.")
        if chips < settings.min_stake:
            raise Refused("stake_small", "The stake is at least {least} chips.", least=settings.min_stake)
        if settings.max_stake is not None and chips > settings.max_stake:
            raise Refused("stake_large", "The stake is at most {most} chips.", most=settings.max_stake)
        bet = new(Bet, (state.laid + 1, act.seat, "stake", chips, chips, HOUSE, None))
        return new(Change, (play, (bet,), (), (), 0, (), ""))

    def _lay_odds(self, state: State, act: Act) -> Change[Play]:
        settings, play, chips = state.settings, state.play, act.value
        if not play.chance:
            raise Refused("no_chance", "Odds may be laid once a chance stands.")
        offered = _odds(play)
        exact = settings.odds_rounding == "exact"
        least = offered.smallest(exact)
        if chips < least:
            raise Refused("odds_small", "At {odds} lay at least {least} chips.", odds=str(offered), least=least)
        if exact and chips % offered.stake:
            raise Refused(
                "odds_uneven",
                "At {odds} lay a multiple of {step} chips.",
                odds=str(offered),
                step=offered.stake,
            )
        room = _room(state, act.seat)
        if room is not None and chips > room:
            raise Refused("odds_limit", "{seat} may lay {room} more chips on odds.", seat=act.seat, room=room)
        bet = Bet(state.laid + 1, act.seat, "odds", chips, offered.win(chips), on=play.chance)
        return Change(play, laid=(bet,))

    def offered(self, state: State) -> Iterator[Offer]:
        settings, play = state.settings, state.play
        if settings.main == "named" and not play.main:
            yield Offer("main", play.caster, choices=MAINS)
        if not state.bets:
            yield Offer("stake", play.caster, settings.min_stake, settings.max_stake, odds=Odds(1, 1))
        if play.chance:
            offered = _odds(play)
            exact = settings.odds_rounding == "exact"
            least, step = offered.smallest(exact), offered.stake if exact else 1
            for seat in state.seats:
                yield Offer("odds", seat, least, _room(state, seat), step, offered)

    def left(self, state: State, seat: str) -> Change[Play] | None:
        """A caster who leaves before the cast ends the round; after it, his throws are made for him."""
        if seat != state.play.caster or state.play.chance:
            return None
        return Change(state.play, rulings=all_back(state), calls=("caster_left",), end="void")

    def carried(self, state: State, purses: Purses | None) -> dict[str, Any]:
        play = state.play
        line = line_from(state.seats, play.caster)
        if play.passes or play.caster in state.gone:
            caster = next_with_chips((*line[1:], *line[:1]), state.gone, purses)
            return {"caster": caster, "losses": 0, "line": line_from(line, caster)}
        return {"caster": play.caster, "losses": play.losses, "line": line}

    def facts(self, state: State) -> dict[str, Any]:
        play = state.play
        return {"caster": play.caster, "main": play.main or None, "chance": play.chance or None}


@lru_cache(maxsize=4096)
def _set(play: Play, call: str, total: int) -> Change[Play]:
    """The total stands from now on: as the main or as the chance."""
    after = play._replace(main=total) if call == "main" else play._replace(chance=total)
    return Change(after, calls=(call,))


@lru_cache(maxsize=8192)
def _settled(play: Play, bets: tuple[Bet, ...], call: str, counts: bool, losses_to_pass: int) -> Change[Play]:
    """Every bet wins or every bet loses. A loss that doesn't count breaks the row; only a void round leaves it."""
    won = call in WINNING
    losses = play.losses + 1 if counts and not won else 0
    after = play._replace(losses=losses, passes=losses >= losses_to_pass)
    return Change(after, rulings=all_won(bets) if won else all_lost(bets), calls=(call,), end="settled")


def _odds(play: Play) -> Odds:
    """ways(main) to ways(chance): the fair odds that the chance comes first, as in the seed's 30 cells."""
    return odds(WAYS[play.main], WAYS[play.chance])


def _room(state: State, seat: str) -> int | None:
    """What `seat` may still lay on odds under odds_limit; None without a limit."""
    limit = state.settings.odds_limit
    if limit is None:
        return None
    stake = next(bet.stake for bet in state.bets if bet.kind == "stake")
    return limit * stake - sum(bet.stake for bet in state.bets if bet.seat == seat and bet.kind == "odds")
