"""The books against a model of a few lines, through any sequence of acts."""

from collections.abc import Callable
from datetime import date, datetime, timedelta
from itertools import count

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from ledger import balances, door
from ledger.bounds import set_bounds
from ledger.errors import Refused
from ledger.posting import Posting, Receipt, Transfer
from tests.ledger.conftest import AT, CHIPS, Books
from tests.ledger.races import outcome
from tests.ledger.test_writers import assert_whole

PLACES = [
    "player:1",
    "player:2",
    "table:1:tray",
    "table:1:held",
    "outside:chips",
    "floor:unrated",
    "house:over-short:1",
]
OWN = [place for place in PLACES if place != "floor:unrated"]
FREE = {"outside:chips", "floor:unrated", "house:over-short:1"}
FIRST = date(2027, 1, 1)
STEPS = {"open": "closing", "closing": "closed"}

moves = st.lists(
    st.tuples(st.sampled_from(PLACES), st.sampled_from(PLACES), st.integers(1, 100)).filter(lambda m: m[0] != m[1]),
    min_size=1,
    max_size=4,
)
runs = count()


class Machine(RuleBasedStateMachine):
    """The model: balances, days, and what was posted, in dictionaries."""

    books: Books

    def __init__(self) -> None:
        super().__init__()
        # Each example has its own places and days, so that one database serves them all.
        self.run = next(runs)
        self.days = {FIRST + timedelta(days=100 * self.run): "open"}
        self.held: dict[str, int] = {}
        self.bounds: dict[str, tuple[int | None, int | None]] = {}
        self.postings: dict[int, list[tuple[str, str, int]]] = {}
        self.reversed: set[int] = set()
        self.reversals: set[int] = set()
        self.keys = count()
        self.history: list[tuple[datetime, dict[str, int]]] = []
        for day in self.days:
            door.turn_period(self.books.web, day, "open", "house")

    def path(self, place: str) -> str:
        """This run's own place; those that may go below zero keep their names' beginning, the fixed one is shared."""
        return place if place == "floor:unrated" else f"{place}:r{self.run}"

    def bounds_of(self, place: str) -> tuple[int | None, int | None]:
        return self.bounds.get(place, (None, None) if place in FREE else (0, None))

    def expected(self, act: list[tuple[str, str, int]], day: date, kind: str) -> str:
        """What the model says of an act: done or the code of its refusal; moves its own chips if done."""
        after = dict(self.held)
        for debit, credit, amount in act:
            after[debit] = after.get(debit, 0) + amount
            after[credit] = after.get(credit, 0) - amount
            floor, ceiling = self.bounds_of(credit)[0], self.bounds_of(debit)[1]
            if floor is not None and after[credit] < floor:
                return "insufficient_funds"
            if ceiling is not None and after[debit] > ceiling:
                return "over_ceiling"
        state = self.days.get(day)
        if state != "open" and not (state == "closing" and kind == "test_count"):
            return {"closing": "period_closing", "closed": "period_closed", None: "unknown_period"}[state]
        self.held = after
        return "done"

    def attempt(self, act: list[tuple[str, str, int]], call: Callable[[], Receipt], expected: str) -> int | None:
        before = self.books.written()
        receipt = outcome(lambda _: call(), self.books.web)
        if not isinstance(receipt, Receipt):
            assert receipt == expected
            assert self.books.written() == before
            return None
        assert expected == "done"
        self.postings[receipt.id] = act
        self.history.append((receipt.recorded_at, dict(self.held)))
        return receipt.id

    @rule(act=moves, day=st.integers(0, 3), finishing=st.booleans())
    def post(self, act: list[tuple[str, str, int]], day: int, finishing: bool) -> None:
        dated = min(self.days) + timedelta(days=day)
        kind = "test_count" if finishing else "test_bet"
        lines = tuple(Transfer(self.path(debit), self.path(credit), CHIPS, amount) for debit, credit, amount in act)
        posting = Posting(kind, "staff:1", f"run {self.run}", str(next(self.keys)), dated, AT, lines)
        self.attempt(act, lambda: door.post(self.books.web, posting)[0], self.expected(act, dated, kind))

    @precondition(lambda self: self.postings)
    @rule(data=st.data(), day=st.integers(0, 3))
    def reverse(self, data: st.DataObject, day: int) -> None:
        chosen = data.draw(st.sampled_from(sorted(self.postings)))
        dated = min(self.days) + timedelta(days=day)
        mirror = [(credit, debit, amount) for debit, credit, amount in reversed(self.postings[chosen])]
        if chosen in self.reversed:
            expected = "already_reversed"
        elif chosen in self.reversals:
            expected = "reversal_of_reversal"
        else:
            expected = self.expected(mirror, dated, "test_count")
        key = str(next(self.keys))
        made = self.attempt(
            mirror,
            lambda: door.reverse(
                self.books.web,
                chosen,
                actor="staff:1",
                scope=f"run {self.run}",
                key=key,
                period=dated,
                effective_at=AT,
                kind="test_count",
            ),
            expected,
        )
        if made is not None:
            self.reversed.add(chosen)
            self.reversals.add(made)

    @rule(place=st.sampled_from(OWN), floor=st.none() | st.integers(-1, 60), ceiling=st.none() | st.integers(0, 150))
    def bind(self, place: str, floor: int | None, ceiling: int | None) -> None:
        expected, held = "done", self.held.get(place, 0)
        if place not in self.held:
            expected = "unknown_account"
        elif self.bounds_of(place) == (floor, ceiling):
            expected = "as it is"
        elif floor is not None and ceiling is not None and floor > ceiling:
            expected = "malformed"
        elif (floor is not None and held < floor) or (ceiling is not None and held > ceiling):
            expected = "outside_bounds"
        elif (floor is None and place not in FREE) or (floor is not None and floor < 0):
            expected = "bad_floor"

        def change(_: object) -> str:
            made = set_bounds(
                self.books.web, self.path(place), CHIPS, floor=floor, ceiling=ceiling, actor="staff:1", reason="x"
            )
            return "done" if made is not None else "as it is"

        assert outcome(change, self.books.web) == expected
        if expected == "done":
            self.bounds[place] = floor, ceiling

    @rule(day=st.integers(0, 3), to=st.sampled_from(["open", "closing", "closed"]))
    def turn(self, day: int, to: str) -> None:
        dated = min(self.days) + timedelta(days=day)
        state = self.days.get(dated)
        allowed = to == "open" if state is None else STEPS.get(state) == to
        if allowed:
            door.turn_period(self.books.web, dated, to, "house")
            self.days[dated] = to
        else:
            with pytest.raises(Refused):
                door.turn_period(self.books.web, dated, to, "house")

    @precondition(lambda self: self.history)
    @rule(data=st.data(), place=st.sampled_from(PLACES[:4]))
    def look_back(self, data: st.DataObject, place: str) -> None:
        time, then = data.draw(st.sampled_from(self.history))
        assert balances.as_of(self.books.web, self.path(place), CHIPS, recorded_at=time).balance == then.get(place, 0)

    @invariant()
    def balances_agree(self) -> None:
        for place in PLACES:
            if place != "floor:unrated":
                assert self.books.balance(self.path(place)) == self.held.get(place, 0)

    def teardown(self) -> None:
        assert_whole(self.books.web)


def test_the_books_do_what_the_model_says(books: Books) -> None:
    bound = type("BoundMachine", (Machine,), {"books": books})
    run_state_machine_as_test(
        bound,
        settings=settings(
            max_examples=60,
            stateful_step_count=30,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
