"""Hazard without a bank: the caster stakes, the others cover, and the winner takes the pot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from games.covered_hazard.session import Casts, carry_on, next_to_cast, read_casts
from games.covered_hazard.settings import CoveredHazardSettings
from games.engine import MAINS, POT, Act, Bet, Change, Game, Offer, Refused, Ruling, Verb, all_back
from games.engine import State as AnyState
from games.engine.casts import CALLS, WINNING
from games.engine.chips import Purses
from games.engine.pot import fee, split
from games.engine.roles import line_from, read_start


class Play(NamedTuple):
    """What a round remembers: main and chance are 0 until they stand; `casts` of the session, by seat."""

    caster: str
    casts: Casts
    main: int = 0
    chance: int = 0


State = AnyState[CoveredHazardSettings, Play]
SEVEN = 7


class CoveredHazard(Game[CoveredHazardSettings, Play]):
    """Seed 003. The first bet of a round is the caster's stake, the others are the covers."""

    name = "covered_hazard"
    edition = "1"
    kind = "peer"
    verbs = {"main": Verb.NUMBER, "stake": Verb.CHIPS, "cover": Verb.CHIPS}
    expected = ("main", "chance")
    settings_class = CoveredHazardSettings
    play_class = Play
    seats_least = 2
    seats_most = 8

    def begin(
        self,
        settings: CoveredHazardSettings,
        seats: tuple[str, ...],
        start: Mapping[str, Any],
        purses: Purses | None,
    ) -> Play:
        line, _ = read_start({key: start[key] for key in start if key not in ("casts", "winners")}, seats, "caster")
        casts = read_casts(start, seats) if settings.casts_each else ()
        caster = line[0]
        if start.get("caster", caster) != caster or (purses is not None and not purses.get(caster, 0)):
            caster = next_to_cast(line, dict(zip(seats, casts, strict=False)), settings.casts_each, purses) or caster
        return Play(caster, casts, SEVEN if settings.main == "seven" else 0)

    def due(self, state: State) -> int:
        settings, play = state.settings, state.play
        if not play.main:
            if settings.main == "named":
                raise Refused("main_first", "The caster names a main before the cast.")
            return 2
        if not state.bets:
            raise Refused("stake_first", "The caster lays a stake before the cast.")
        if len(state.bets) == 1:
            raise Refused("cover_first", "Someone covers a part of the stake before the cast.")
        if settings.short_cover == "wait" and not play.chance and (open_ := uncovered(state)):
            raise Refused("cover_short", "{chips} chips of the stake are still to be covered.", chips=open_)
        return 2

    def thrower(self, state: State) -> str:
        return state.play.caster

    def thrown(self, state: State, faces: tuple[int, ...]) -> Change[Play] | None:
        play, total = state.play, faces[0] + faces[1]
        call = CALLS[play.main][play.chance][total]
        if not call:
            return None
        if call == "main":
            return Change(play._replace(main=total), calls=(call,))
        trimmed: tuple[Bet, ...] = ()
        if not play.chance and (open_ := uncovered(state)):
            if state.settings.short_cover == "void":
                return Change(play, rulings=all_back(state), calls=("short",), end="void")
            stake = state.bets[0]
            trimmed = (stake._replace(stake=stake.stake - open_),)
        if call == "chance_set":
            return Change(play._replace(chance=total), trimmed=trimmed, calls=(call,))
        return self._settled(state, (*trimmed, *state.bets[len(trimmed) :]), trimmed, call)

    def _settled(self, state: State, bets: tuple[Bet, ...], trimmed: tuple[Bet, ...], call: str) -> Change[Play]:
        """The winner takes the pot, less the fee; the coverers share it as they covered."""
        stake, *covers = bets
        pot = sum([bet.stake for bet in bets])
        taken = fee(pot, state.settings)
        if call in WINNING:
            rulings = [Ruling(stake, "won", pot - taken), *(Ruling(bet, "lost", 0) for bet in covers)]
        else:
            rulings = [Ruling(stake, "lost", 0), *_shared(state, covers, pot - taken)]
        return Change(state.play, trimmed=trimmed, rulings=tuple(rulings), fee=taken, calls=(call,), end="settled")

    def acted(self, state: State, act: Act) -> Change[Play]:
        play = state.play
        if act.verb == "cover":
            return self._cover(state, act)
        if act.seat != play.caster:
            raise Refused("not_caster", "Only the caster, {caster}, does this.", caster=play.caster)
        if act.verb == "main":
            return self._name_main(state, act)
        if state.bets:
            raise Refused("stake_stands", "The caster stakes once a round, before the cast.")
        return Change(play, (Bet(state.laid + 1, act.seat, "stake", act.value, against=POT),))

    def _name_main(self, state: State, act: Act) -> Change[Play]:
        if state.settings.main != "named":
            raise Refused("main_not_named", "At this table the main is {how}, not named.", how=state.settings.main)
        if state.play.main:
            raise Refused("main_stands", "The main of this round is {main}.", main=state.play.main)
        if act.value not in MAINS:
            raise Refused("main_wrong", "Name a main from 5 to 9.", given=act.value)
        return Change(state.play._replace(main=act.value), calls=("main",))

    def _cover(self, state: State, act: Act) -> Change[Play]:
        play = state.play
        if act.seat == play.caster:
            raise Refused("caster_covers", "The caster stakes; the others cover.")
        if not state.bets:
            raise Refused("stake_first", "There is nothing to cover until the caster has laid a stake.")
        if play.chance:
            raise Refused("cover_late", "The cast is made; cover in the next round.")
        open_ = uncovered(state)
        if act.value > open_:
            raise Refused("cover_large", "{open} chips of the stake are left to cover.", open=open_)
        return Change(play, (Bet(state.laid + 1, act.seat, "cover", act.value, against=POT),))

    def offered(self, state: State) -> Iterator[Offer]:
        play = state.play
        if state.settings.main == "named" and not play.main:
            yield Offer("main", play.caster, choices=MAINS)
        if not state.bets:
            yield Offer("stake", play.caster, 1)
        elif not play.chance and (open_ := uncovered(state)):
            for seat in line_from(state.seats, play.caster)[1:]:
                yield Offer("cover", seat, 1, open_)

    def left(self, state: State, seat: str) -> Change[Play] | None:
        """A caster who leaves before the cast ends the round; after it, his throws are made for him. Covers stand."""
        if seat != state.play.caster or state.play.chance:
            return None
        return Change(state.play, rulings=all_back(state), calls=("caster_left",), end="void")

    def carried(self, state: State, purses: Purses | None) -> dict[str, Any]:
        """The role goes left after every round that was not void, and when the caster has left."""
        play, each, settled = state.play, state.settings.casts_each, state.end == "settled"
        line = line_from(state.seats, play.caster)
        session: dict[str, Any] = {}
        if each is not None:
            cast = dict(zip(state.seats, play.casts, strict=True))
            cast[play.caster] += settled
            session = carry_on({seat: cast[seat] for seat in line if seat not in state.gone}, each, purses)
        caster: str | None = play.caster
        if settled or caster in state.gone:
            here = [seat for seat in (*line[1:], play.caster) if seat not in state.gone]
            caster = next_to_cast(here, session.get("casts", {}), each, purses)
        return {"caster": caster, "line": line_from(line, caster), **session}

    def facts(self, state: State) -> dict[str, Any]:
        play = state.play
        return {
            "caster": play.caster,
            "main": play.main or None,
            "chance": play.chance or None,
            "pot": sum(bet.stake for bet in state.bets),
            "uncovered": uncovered(state) if state.bets and not play.chance else None,
            "casts": dict(zip(state.seats, play.casts, strict=True)) if play.casts else None,
        }


def uncovered(state: State) -> int:
    """What of the caster's stake nobody has covered, in chips."""
    stake, *covers = state.bets
    return stake.stake - sum([bet.stake for bet in covers])


def _shared(state: State, covers: list[Bet], chips: int) -> Iterator[Ruling]:
    """`chips` among the coverers as they covered, odd ones from the caster's left; then to each one's own covers."""
    own = {seat: [bet for bet in covers if bet.seat == seat] for seat in line_from(state.seats, state.play.caster)[1:]}
    coverers = [bets for bets in own.values() if bets]
    shares = split(chips, [sum([bet.stake for bet in bets]) for bets in coverers])
    for bets, share in zip(coverers, shares, strict=True):
        for bet, part in zip(bets, split(share, [bet.stake for bet in bets]), strict=True):
            yield Ruling(bet, "won", part)
