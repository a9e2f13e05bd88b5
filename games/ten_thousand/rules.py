"""Ten thousand: everyone antes into one pot, then turn by turn points are thrown for; points are never chips."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from games.engine import POT, Act, Bet, Change, Game, Offer, Refused, Verb, all_back
from games.engine.chips import Purses
from games.engine.roles import line_from, next_with_chips, read_start
from games.ten_thousand.play import Play, State, banked, fresh, is_on, least, seated, walked_out, zilched
from games.ten_thousand.scoring import DICE, keeps
from games.ten_thousand.settings import TenThousandSettings


class TenThousand(Game[TenThousandSettings, Play]):
    """Seed 004, known as Dice 10000, Zilch or Farkle. A round of the house is one whole game."""

    name = "ten_thousand"
    edition = "1"
    kind = "pot"
    verbs = {"ante": Verb.CHIPS, "keep": Verb.FACES, "bank": Verb.TRUE, "take_over": Verb.TRUE}
    expected = ("scores", "turn")
    settings_class = TenThousandSettings
    play_class = Play
    seats_least = 2

    def begin(
        self,
        settings: TenThousandSettings,
        seats: tuple[str, ...],
        start: Mapping[str, Any],
        purses: Purses | None,
    ) -> Play:
        line, _ = read_start(start, seats, "first")
        return fresh(seats, next_with_chips(line, (), purses) or line[0])

    def due(self, state: State) -> int:
        if waits := _without_ante(state):
            raise Refused("antes_first", "First everyone who sits antes, or leaves: {seats}.", seats=", ".join(waits))
        if state.play.faces:
            raise Refused("keep_first", "Set aside at least one scoring die of this throw first.")
        return state.play.dice

    def thrower(self, state: State) -> str:
        return state.play.by

    def thrown(self, state: State, faces: tuple[int, ...]) -> Change[Play]:
        play = state.play._replace(begun=True, to_take=(), faces=tuple(sorted(faces)), kept=False)
        if keeps(faces, state.settings.scoring):
            return Change(play)
        return zilched(state._replace(play=play))

    def acted(self, state: State, act: Act) -> Change[Play]:
        if act.verb == "ante":
            return self._ante(state, act)
        if act.seat != state.play.by:
            raise Refused("not_your_turn", "It is the turn of {by}.", by=state.play.by)
        if act.verb == "keep":
            return self._keep(state, tuple(sorted(act.value)))
        if refused := (_no_bank(state) if act.verb == "bank" else _no_take_over(state)):
            raise refused
        if act.verb == "bank":
            return banked(state)
        points, dice = state.play.to_take
        return Change(state.play._replace(points=points, dice=dice, to_take=()), calls=("take_over",))

    def _ante(self, state: State, act: Act) -> Change[Play]:
        chips, fixed = act.value, _ante(state)
        if state.play.begun:
            raise Refused("game_begun", "This game has begun; ante in the next one.")
        if act.seat not in _without_ante(state):
            raise Refused("ante_lies", "{seat} has anted; everyone antes once.", seat=act.seat)
        if fixed is not None and chips != fixed:
            raise Refused("ante_differs", "Everyone antes the same, here {chips} chips.", chips=fixed)
        if chips < state.settings.ante_min:
            raise Refused("ante_small", "The ante is at least {least} chips.", least=state.settings.ante_min)
        return Change(state.play, (Bet(state.laid + 1, act.seat, "ante", chips, against=POT),))

    def _keep(self, state: State, kept: tuple[int, ...]) -> Change[Play]:
        play = state.play
        if not play.faces:
            raise Refused("throw_first", "Throw first; one sets dice aside once a throw.")
        for faces, points in keeps(play.faces, state.settings.scoring):
            if faces == kept:
                left = play.dice - len(faces)
                after = play._replace(points=play.points + points, dice=left or DICE, faces=(), kept=True)
                return Change(after, calls=("keep",) if left else ("sweep",))
        if not kept:
            raise Refused("keep_none", "Set aside at least one die.")
        if Counter(kept) - Counter(play.faces):
            raise Refused("not_thrown", "Set aside only dice that this throw shows.", thrown=list(play.faces))
        raise Refused("no_score", "Every die set aside must score in this throw, alone or with others set aside.")

    def offered(self, state: State) -> Iterator[Offer]:
        play, fixed = state.play, _ante(state)
        for seat in _without_ante(state):
            yield Offer("ante", seat, fixed or state.settings.ante_min, fixed)
        if play.faces:
            found = keeps(play.faces, state.settings.scoring)
            choices, points = tuple(keep.faces for keep in found), tuple(keep.points for keep in found)
            yield Offer("keep", play.by, choices=choices, points=points)
        for verb, refused, now in (
            ("bank", _no_bank(state), play.kept),
            ("take_over", _no_take_over(state), bool(play.to_take)),
        ):
            if now:
                offer = Offer(verb, play.by)
                yield offer._replace(why_not=refused.code, sentence=refused.sentence) if refused else offer

    def out_of_time(self, state: State) -> Act | None:
        """Bank if allowed; else keep the dice worth most, of equal worth the fewest; else the dice are thrown."""
        play = state.play
        if play.faces:
            return Act("keep", play.by, keeps(play.faces, state.settings.scoring)[0].faces)
        return None if _no_bank(state) else Act("bank", play.by, True)

    def left(self, state: State, seat: str) -> Change[Play] | None:
        """Before the first throw his ante goes back, and a game for one alone is void; later it stays in."""
        play = state.play
        if play.begun:
            return walked_out(state)
        still = seated(state)
        if len(still) == 1:
            return Change(play, rulings=all_back(state), calls=("last_seated",), end="void")
        first = next(each for each in line_from(state.seats, play.first) if each in still)
        back = tuple(ruling for ruling in all_back(state) if ruling.bet.seat == seat)
        return Change(play._replace(first=first, by=first), rulings=back)

    def carried(self, state: State, purses: Purses | None) -> dict[str, Any]:
        """The next game is begun by the seat to the left; after a void one by the same."""
        line = line_from(state.seats, state.play.first)
        onward = line if state.end == "void" else [*line[1:], line[0]]
        first = next_with_chips(onward, state.gone, purses)
        return {"first": first, "line": line_from(line, first)}

    def facts(self, state: State) -> dict[str, Any]:
        play = state.play
        still = seated(state)
        rows = zip(state.seats, play.scores, play.on_table, play.zilches, strict=True)
        here = [row for row in rows if row[0] in still]
        points, dice = play.to_take or (0, 0)
        return {
            "scores": {seat: score for seat, score, _, _ in here},
            "on_table": [seat for seat, _, on, _ in here if on],
            "zilches": {seat: run for seat, _, _, run in here},
            "turn": None if state.end else {"by": play.by, "points": play.points, "dice": play.dice},
            "needs": None if state.end else least(state),
            "thrown": list(play.faces) or None,
            "take_over": {"points": points, "dice": dice} if play.to_take else None,
            "last_round": play.last or None,
            "begun": play.begun,
            "pot": sum(bet.stake for bet in state.bets),
        }


def _ante(state: State) -> int | None:
    """What everyone antes, once somebody has."""
    return state.bets[0].stake if state.bets else None


def _without_ante(state: State) -> list[str]:
    """Who must ante, or leave, before the first throw."""
    if state.play.begun:
        return []
    anted = {bet.seat for bet in state.bets}
    return [seat for seat in seated(state) if seat not in anted]


def _no_bank(state: State) -> Refused | None:
    """Why the player to play may not bank; None where he may."""
    play = state.play
    if not play.kept:
        return Refused("not_kept", "Throw and set aside first; then bank or throw on.")
    if play.points < least(state):
        return Refused(
            "below_entry" if not is_on(state) else "below_minimum",
            "This turn has {points} points; it needs {least} to be banked. Throw on.",
            points=play.points,
            least=least(state),
        )
    return None


def _no_take_over(state: State) -> Refused | None:
    """Why the player to play may not take over what the one before him banked; None where he may."""
    if not state.play.to_take:
        return Refused("nothing_to_take", "There is nothing to take over; throw six dice.")
    if not is_on(state):
        return Refused("off_table", "Only who is on the table takes over; throw six dice.")
    return None
