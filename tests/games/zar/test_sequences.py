"""All 1,296 throws of four dice with every table of the vectors, both presets, both banks: each law, each chip."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from games.engine.chips import HOUSE, LAYOUT, held, purse
from games.engine.state import State, Step
from games.engine.tally import Tally
from tests.games.zar.sequences import SEQUENCES, Faces, Laid, Table, line, proposition, tables_of_the_vectors
from tests.games.zar.table import ZAR

SEATS = ("K", "P", "S", "T")
PURSES = dict.fromkeys(SEATS, 10_000)
TABLES = tables_of_the_vectors()

Zars = State[Any, Any]


class Tree:
    """One table played along every sequence; what two sequences begin with is played once."""

    def __init__(self, table: Table, settings: Mapping[str, Any]) -> None:
        self.table = table
        self.rich = settings["preset"] == "die_rich"
        self.house = settings["bank"] == "house"
        state = ZAR.open(ZAR.settings(settings), SEATS)
        self.net: dict[Faces, Counter[str]] = {(): Counter()}
        self.ruled: dict[Faces, int] = {(): 0}
        if self.house:
            state = self._accepted(state, {"stake": table.stake, "by": "K"})
        else:
            state = self._accepted(state, {"bank": table.bank, "by": "K"})
            state = self._accepted(state, {"punt": table.stake, "by": "P"})
        self.states: dict[Faces, Zars] = {(): self._laid(state, 0)}

    def _laid(self, state: Zars, throws: int) -> Zars:
        """The propositions of the table that are laid before this throw; on the round, all come before the first."""
        for prop in self.table.props:
            if prop.before == throws if self.rich else throws == 0:
                state = self._accepted(state, {"prop": prop.chips, "on": prop.on, "by": prop.seat})
        return state

    @staticmethod
    def _accepted(state: Zars, event: Mapping[str, Any]) -> Zars:
        return ZAR.apply(state, event, PURSES).state

    def play(self, faces: Faces) -> Faces:
        """Throw until the round is over; the faces that it took."""
        for throws in range(1, len(faces) + 1):
            fallen = faces[:throws]
            if fallen not in self.states:
                self._throw(fallen)
            if self.states[fallen].end:
                return fallen
        raise AssertionError(f"{faces} does not end the round")

    def _throw(self, fallen: Faces) -> None:
        before = self.states[fallen[:-1]]
        step = ZAR.throw(before, list(fallen[-1:]))
        net = self.net[fallen[:-1]].copy()
        for source, target, chips, _, _ in step.movements:
            net[source.seat or LAYOUT.kind] -= chips
            net[target.seat or LAYOUT.kind] += chips
        check_step(before, step)
        self.net[fallen] = net
        self.ruled[fallen] = self.ruled[fallen[:-1]] + len(step.rulings)
        self.states[fallen] = step.state if step.over else self._laid(step.state, len(fallen))
        if not step.over:
            for bet in self.states[fallen].bets[len(step.state.bets) :]:
                net[bet.seat] -= bet.stake
                net[LAYOUT.kind] += bet.stake

    def won(self, fallen: Faces) -> dict[str, int]:
        """Chips won or lost in the round, the stakes laid before the first throw among them."""
        net = self.net[fallen].copy()
        for bet in self.states[()].bets:
            net[bet.seat] -= bet.stake
            net[LAYOUT.kind] += bet.stake
        assert net.pop(LAYOUT.kind, 0) == 0, "chips were left on the layout"
        return {seat: chips for seat, chips in net.items() if chips}


def check_step(before: Zars, step: Step[Any, Any]) -> None:
    """A throw is paid from layout and reserves alone, and every bet is ruled once or lives on."""
    tally = Tally({HOUSE: 0, **dict.fromkeys(SEATS, 0)})
    tally.chips[LAYOUT] = sum(bet.stake for bet in before.bets)
    for seat, chips in before.held:
        tally.chips[held(seat)] = chips
    tally.move(step.movements)
    assert all(chips >= 0 for chips in tally.chips.values())
    assert tally.chips[LAYOUT] == sum(bet.stake for bet in step.state.bets)
    exposed, after = ZAR.exposure(before), ZAR.exposure(step.state)
    for seat in (*SEATS, HOUSE):
        then = laid(before, seat) + dict(before.held).get(seat, 0)
        now = laid(step.state, seat) + tally.chips.get(held(seat), 0)
        assert now == max(after.get(seat, 0), laid(step.state, seat)), "what a seat can lose is laid or held"
        lost = then - now - tally.chips.get(purse(seat), 0)
        assert exposed.get(seat, 0) >= lost + after.get(seat, 0)
    ruled = [ruling.bet.number for ruling in step.rulings]
    live = [bet.number for bet in step.state.bets]
    assert sorted([*ruled, *live]) == [bet.number for bet in before.bets]
    if step.over:
        assert step.state.held == ()


def laid(state: Zars, seat: str) -> int:
    return sum(bet.stake for bet in state.bets if bet.seat == seat)


@pytest.mark.parametrize("bank", ["round", "house"])
@pytest.mark.parametrize("preset", ["seed", "die_rich"])
def test_every_sequence_of_throws_with_every_table_of_the_vectors(preset: str, bank: str) -> None:
    assert len(TABLES) == 57
    assert max(len(table.props) for table in TABLES) == 8
    for table in TABLES:
        tree = Tree(table, {"preset": preset, "bank": bank})
        for fallen in {tree.play(faces): faces for faces in SEQUENCES}:
            throws, stakes = line((*fallen, 0, 0, 0), tree.rich)
            assert len(fallen) == throws
            assert tree.won(fallen) == owed(table, fallen, stakes, tree), f"{table} {fallen}"
            bets = [prop for prop in table.props if not tree.rich or prop.before < throws]
            assert tree.ruled[fallen] == 1 + len(bets), "every bet gets one ruling"


def owed(table: Table, fallen: Faces, stakes: int, tree: Tree) -> dict[str, int]:
    """Who is to have won what, by the page."""
    thrower, other = ("K", HOUSE) if tree.house else ("K", "P")
    holder = HOUSE if tree.house else "K"
    net = Counter({thrower: stakes * table.stake})
    net[other] -= stakes * table.stake
    for prop in table.props:
        won = proposition(prop, fallen, tree.rich)
        net[prop.seat] += won
        net[holder] -= won
    return {seat: chips for seat, chips in net.items() if chips}


def averages(table: Table, **settings: Any) -> dict[str, Fraction]:
    """What each seat wins on average over all sequences, in chips."""
    tree = Tree(table, settings)
    total: Counter[str] = Counter()
    for faces in SEQUENCES:
        total.update(tree.won(tree.play(faces)))
    return {seat: Fraction(chips, len(SEQUENCES)) for seat, chips in total.items()}


def test_the_seed_s_own_line_costs_the_banker_s_side_49_of_162() -> None:
    line_alone = Table(4, 1, ())
    assert averages(line_alone, preset="seed", bank="round") == {"K": Fraction(-49, 162), "P": Fraction(49, 162)}
    assert averages(line_alone, preset="seed", bank="house") == {"K": Fraction(-49, 162), HOUSE: Fraction(49, 162)}


def test_die_rich_gives_the_house_1_of_27() -> None:
    line_alone = Table(4, 1, ())
    assert averages(line_alone, preset="die_rich", bank="house") == {"K": Fraction(-1, 27), HOUSE: Fraction(1, 27)}


@pytest.mark.parametrize("number", range(1, 7))
def test_a_die_rich_proposition_costs_its_player_1_of_6(number: int) -> None:
    table = Table(4, 1, (Laid("S", 1, number, 0),))
    assert averages(table, preset="die_rich", bank="house")["S"] == Fraction(-1, 6)


@pytest.mark.parametrize(("number", "edge"), [(1, "-16/81"), (3, "-31/216"), (6, "-16/81")])
def test_what_a_proposition_on_the_round_costs_its_player(number: int, edge: str) -> None:
    table = Table(4, 1, (Laid("S", 2, number, 0),))
    assert averages(table, preset="seed", bank="round")["S"] / 2 == Fraction(edge)
