"""Zar: the bank's line against the punter's, and propositions on single numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from games.engine import HOUSE, Act, Bet, Change, Game, Offer, Refused, Ruling, Verb, all_back
from games.engine import State as AnyState
from games.engine.chips import Purses
from games.engine.roles import line_from
from games.zar.line import FACES
from games.zar.roles import Roles, next_roles, next_seat, next_thrower, read_roles
from games.zar.settings import ZarSettings
from games.zar.worst import NOTHING, Pairs, worst


class Play(NamedTuple):
    """What a round remembers.

    thrower   the banker, or before the house's bank the player who throws; empty while nobody banks
    punter    who punts, empty while anyone may
    bank      chips of the banker's bank, less what propositions have cost it
    point     0 until it stands;  attempts  throws made at it
    won       above 0 when the thrower's side won the line, below 0 when the other did, 0 before
    """

    thrower: str
    punter: str
    bank: int = 0
    point: int = 0
    attempts: int = 0
    won: int = 0


State = AnyState[ZarSettings, Play]


class Zar(Game[ZarSettings, Play]):
    """Seed 002. Every bet of a round stands against the banker, or all against the house."""

    name = "zar"
    edition = "1"
    kind = "peer"
    verbs = {"bank": Verb.CHIPS, "punt": Verb.CHIPS, "stake": Verb.CHIPS, "prop": Verb.CHIPS_ON}
    priced = ("prop",)
    settings_class = ZarSettings
    play_class = Play

    def begin(
        self,
        settings: ZarSettings,
        seats: tuple[str, ...],
        start: Mapping[str, Any],
        purses: Purses | None,
    ) -> Play:
        roles = read_roles(start, seats, purses)
        if settings.house_banks:
            return Play(roles.thrower or next_seat(seats, seats[-1], (), purses), "")
        return Play(*roles)

    def due(self, state: State) -> int:
        play = state.play
        if play.point or _line_bet(state):
            return 1
        if state.settings.house_banks:
            raise Refused("stake_first", "{thrower} lays a stake before the come-out.", thrower=play.thrower)
        if not _banked(play):
            raise _bank_first()
        if not _others(state, play.thrower):
            raise _nobody_punts()
        raise Refused("punt_first", "The punter lays a stake before the come-out.")

    def thrower(self, state: State) -> str:
        return state.play.thrower

    def thrown(self, state: State, faces: tuple[int, ...]) -> Change[Play]:
        settings, play, face = state.settings, state.play, faces[0]
        fall = settings.line.fall(play.point, play.attempts, face)
        burns = bool(fall.takes) or settings.prop_scope == "throw"
        lost: list[Ruling] = []
        won: list[Ruling] = []
        for bet in state.bets:
            if bet.kind != "prop":
                takes = -_side(settings) * fall.takes
                if takes:
                    (won if takes > 0 else lost).append(_line_ruling(bet, takes))
            elif bet.on == face:
                won.append(Ruling(bet, "won", bet.stake + bet.wins))
            elif burns:
                lost.append(Ruling(bet, "lost", 0))
        rulings = (*lost, *won)
        cost = sum([ruling.returned - ruling.bet.stake for ruling in rulings])
        after = play._replace(
            bank=max(0, play.bank - max(0, cost)), point=fall.point, attempts=fall.attempts, won=_sign(fall.takes)
        )
        calls = (fall.call,) if fall.call else ()
        return Change(after, rulings=rulings, calls=calls, end="settled" if fall.takes else "")

    def acted(self, state: State, act: Act) -> Change[Play]:
        if act.verb == "prop":
            return self._lay_proposition(state, act)
        if (act.verb == "stake") != state.settings.house_banks:
            how = "the house banks: lay a stake" if state.settings.house_banks else "the bank goes round: bank or punt"
            raise Refused("not_this_bank", "At this table {how}.", how=how)
        if act.verb == "bank":
            return self._put_up_bank(state, act)
        return self._punt(state, act) if act.verb == "punt" else self._stake(state, act)

    def _put_up_bank(self, state: State, act: Act) -> Change[Play]:
        play = state.play
        if play.thrower not in ("", act.seat):
            raise Refused("not_banker", "{banker} has the bank.", banker=play.thrower)
        if _banked(play):
            raise Refused("bank_stands", "The bank is put up once a round.")
        if act.value < state.settings.smallest_bank:
            least = state.settings.smallest_bank
            raise Refused("bank_small", "The bank is at least {least} chips, or nobody could punt.", least=least)
        if not _others(state, act.seat):
            raise _nobody_punts()
        return Change(play._replace(thrower=act.seat, bank=act.value))

    def _punt(self, state: State, act: Act) -> Change[Play]:
        play = state.play
        if not _banked(play):
            raise _bank_first()
        if act.seat == play.thrower:
            raise Refused("banker_bets", "The banker lays no bets: he holds the bank.")
        if _line_bet(state):
            raise Refused("punt_stands", "There is one punt a round, before the come-out.")
        if play.punter not in ("", act.seat):
            raise Refused("not_punter", "{punter} punts in this round.", punter=play.punter)
        most = state.settings.largest_punt(play.bank)
        if act.value > most:
            raise Refused("punt_large", "The punt is at most {most} chips against this bank.", most=most)
        return Change(play._replace(punter=act.seat), (_bet(state, act, play.thrower),))

    def _stake(self, state: State, act: Act) -> Change[Play]:
        if act.seat != state.play.thrower:
            raise Refused("not_thrower", "Only {thrower}, who throws, does this.", thrower=state.play.thrower)
        if _line_bet(state):
            raise Refused("stake_stands", "The stake is laid once a round, before the come-out.")
        return Change(state.play, (_bet(state, act, HOUSE),))

    def _lay_proposition(self, state: State, act: Act) -> Change[Play]:
        settings, play, number = state.settings, state.play, act.on
        if number is None or number not in FACES:
            raise Refused("number_wrong", "Bet on a number from 1 to 6.", given=number)
        if not settings.house_banks:
            if not _banked(play):
                raise _bank_first()
            if act.seat == play.thrower:
                raise Refused("banker_bets", "The banker lays no bets: he holds the bank.")
            if play.thrower in state.gone:
                raise Refused("banker_gone", "The banker has left and takes no more bets.")
        if play.point and settings.prop_scope == "round":
            raise Refused("prop_late", "At this table propositions are laid before the come-out.")
        odds = settings.prop_odds[number - 1]
        wins = odds.win(act.value)
        if not wins:
            least = odds.smallest(False)
            raise Refused("prop_small", "At {odds} lay at least {least} chips.", odds=str(odds), least=least)
        against = HOUSE if settings.house_banks else play.thrower
        return Change(play, (_bet(state, act, against, wins),))

    def offered(self, state: State) -> Iterator[Offer]:
        settings, play = state.settings, state.play
        line = bool(_line_bet(state))
        if settings.house_banks and not line:
            yield Offer("stake", play.thrower, 1)
        elif not settings.house_banks and not _banked(play):
            for seat in [play.thrower] if play.thrower else state.seats:
                yield Offer("bank", seat, settings.smallest_bank)
            return
        elif not line:
            for seat in [play.punter] if play.punter else _others(state, play.thrower):
                yield Offer("punt", seat, 1, settings.largest_punt(play.bank))
        if play.point and settings.prop_scope == "round":
            return
        for seat in state.seats if settings.house_banks else _others(state, play.thrower):
            for number, odds in zip(FACES, settings.prop_odds, strict=True):
                yield Offer("prop", seat, odds.smallest(False), odds=odds, on=number)

    def left(self, state: State, seat: str) -> Change[Play] | None:
        """Who throws ends the round by leaving before the come-out; a punter who has not punted is replaced."""
        play = state.play
        if play.point:
            return None
        if seat == play.thrower:
            call = "thrower_left" if state.settings.house_banks else "banker_left"
            return Change(play, rulings=all_back(state), calls=(call,), end="void")
        if seat == play.punter and not _line_bet(state):
            punter = next_seat(state.seats, seat, (*state.gone, play.thrower))
            return Change(play._replace(punter=punter))
        return None

    def carried(self, state: State, purses: Purses | None) -> dict[str, Any]:
        seats, gone, play = state.seats, state.gone, state.play
        won = play.won if state.end == "settled" else 0
        if state.settings.house_banks:
            thrower = next_thrower(play.thrower, won, seats, gone, purses)
            return {"thrower": thrower or None, "line": line_from(seats, thrower)}
        banker, punter = next_roles(Roles(play.thrower, play.punter), won, seats, gone, purses)
        return {"banker": banker or None, "punter": punter or None, "line": line_from(seats, banker)}

    def facts(self, state: State) -> dict[str, Any]:
        play = state.play
        roles = {"thrower": play.thrower}
        if not state.settings.house_banks:
            roles = {"banker": play.thrower, "punter": play.punter}
        return {
            **{role: seat or None for role, seat in roles.items()},
            "bank": play.bank if _banked(play) else None,
            "point": play.point or None,
            "attempts": len(state.settings.takes) - play.attempts if play.point else None,
        }

    def exposure(self, state: State) -> dict[str, int]:
        """Exact for whoever holds the propositions; a player's bets are not set off against each other."""
        if state.end:
            return {}
        settings, play = state.settings, state.play
        line, scope, stands = settings.line, settings.prop_scope, (play.point, play.attempts)
        exposed: dict[str, int] = {}
        stake = 0
        for bet in state.bets:
            most = bet.stake
            if bet.kind != "prop":
                stake = _side(settings) * bet.stake
                most = worst(line, scope, -stake, NOTHING, *stands)
            exposed[bet.seat] = exposed.get(bet.seat, 0) + most
        deepest = max(play.bank, worst(line, scope, stake, _pairs(state), *stands))
        if deepest:
            exposed[HOUSE if settings.house_banks else play.thrower] = deepest
        return exposed


def _side(settings: ZarSettings) -> int:
    """On which side of the line the holder of the propositions stands: 1 with the thrower, -1 against him."""
    return -1 if settings.house_banks else 1


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _banked(play: Play) -> bool:
    """Whether the bank is up; propositions may have used it up since."""
    return play.bank > 0 or play.point > 0


def _line_bet(state: State) -> Bet | None:
    """The punt, or the thrower's stake against the house."""
    return next((bet for bet in state.bets if bet.kind != "prop"), None)


def _line_ruling(bet: Bet, stakes: int) -> Ruling:
    return Ruling(bet, "won" if stakes > 0 else "lost", bet.stake + stakes * bet.stake)


def _bet(state: State, act: Act, against: str, wins: int = 0) -> Bet:
    return Bet(state.laid + 1, act.seat, act.verb, act.value, wins, against, act.on)


def _pairs(state: State) -> Pairs:
    """Chips laid on each number and the chips that they win."""
    laid, wins = [0] * 6, [0] * 6
    for bet in state.bets:
        if bet.on is not None:
            laid[bet.on - 1] += bet.stake
            wins[bet.on - 1] += bet.wins
    return tuple(zip(laid, wins, strict=True))


def _others(state: State, banker: str) -> list[str]:
    """Who is there to bet against this banker."""
    return [seat for seat in state.seats if seat != banker and seat not in state.gone]


def _bank_first() -> Refused:
    return Refused("bank_first", "The banker puts up a bank before anyone bets or throws.")


def _nobody_punts() -> Refused:
    return Refused("nobody_punts", "Nobody else sits here to punt; wait for a second player.")
