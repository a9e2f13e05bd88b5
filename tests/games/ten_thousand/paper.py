"""Ten thousand with pencil and paper: a second reading of the rules to hold the engine against, written to be plain."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from typing import Any

from games.ten_thousand.scoring import Scoring
from tests.games.ten_thousand.divisions import divided


class Paper:
    """One game. The first of `players` has the turn; `take` says whether an event is allowed and notes it if so."""

    def __init__(self, rules: Mapping[str, Any], seats: Sequence[str]) -> None:
        self.rules = rules
        self.worth = divided(Scoring(*(rules[key] for key in ("triple_ones", "straight", "three_pairs", "four_two"))))
        self.players = deque(seats)
        self.antes: dict[str, int] = {}
        self.score = dict.fromkeys(seats, 0)
        self.row = dict.fromkeys(seats, 0)
        self.on: set[str] = set()
        self.changed = {seat: number - len(seats) for number, seat in enumerate(seats)}
        self.ticks = 0
        self.began = self.over = False
        self.owed: set[str] | None = None
        self.net: dict[str, int] = {}
        self.offer: tuple[int, int] | None = None
        self.new_turn()

    def new_turn(self) -> None:
        self.points, self.dice = 0, 6
        self.lying: list[int] = []
        self.may_stop = False

    def take(self, event: Mapping[str, Any]) -> bool:
        self.ticks += 1
        if self.over:
            return False
        if "throw" in event:
            return self.throw(event["throw"])
        if "leave" in event:
            return self.leave(event["leave"])
        by = event["by"]
        if "ante" in event:
            return self.ante(by, event["ante"])
        if by != self.players[0]:
            return False
        if "keep" in event:
            return self.keep(event["keep"])
        return self.bank(by) if "bank" in event else self.go_on(by)

    def ante(self, by: str, chips: int) -> bool:
        same = next(iter(self.antes.values()), chips)
        if self.began or by not in self.players or by in self.antes or chips != same or chips < self.rules["ante_min"]:
            return False
        self.antes[by] = chips
        return True

    def throw(self, faces: list[int]) -> bool:
        if self.lying or len(faces) != self.dice or any(seat not in self.antes for seat in self.players):
            return False
        self.began, self.offer, self.lying, self.may_stop = True, None, faces, False
        if not any(Counter(dice) <= Counter(faces) for dice in self.worth):
            self.zilch(self.players[0])
        return True

    def zilch(self, by: str) -> None:
        if by in self.on or self.rules["penalty_off_table"]:
            self.row[by] += 1
        if self.row[by] >= self.rules["zilch_run"]:
            self.row[by] = 0
            penalty = self.rules["zilch_penalty"]
            less = 0 if penalty == "all" else self.score[by] - penalty
            self.write(by, max(0, less) if self.rules["penalty_floor_zero"] else less)
        self.pass_dice()

    def write(self, by: str, score: int) -> None:
        if score != self.score[by]:
            self.score[by], self.changed[by] = score, self.ticks

    def keep(self, faces: list[int]) -> bool:
        kept = tuple(sorted(faces))
        if not self.lying or kept not in self.worth or not Counter(kept) <= Counter(self.lying):
            return False
        self.points += self.worth[kept]
        self.dice = self.dice - len(kept) or 6
        self.lying, self.may_stop = [], True
        return True

    def bank(self, by: str) -> bool:
        if not self.may_stop or self.points < self.rules["minimum" if by in self.on else "entry"]:
            return False
        self.on.add(by)
        self.row[by] = 0
        self.write(by, self.score[by] + self.points)
        if self.owed is None and self.score[by] >= self.rules["target"]:
            self.owed = set(self.players)
        rule = self.rules["take_over"]
        left = (self.points, self.dice)
        self.pass_dice()
        if rule and left[0] >= rule["points"] and left[1] <= rule["dice"] and left[1] != 6:
            self.offer = left
        return True

    def go_on(self, by: str) -> bool:
        if self.offer is None or by not in self.on:
            return False
        (self.points, self.dice), self.offer = self.offer, None
        return True

    def leave(self, seat: str) -> bool:
        if seat not in self.players:
            return False
        had_turn = seat == self.players[0]
        self.players.remove(seat)
        if not self.began:
            self.antes.pop(seat, None)
            if len(self.players) == 1:
                self.over = True
        elif len(self.players) == 1:
            self.pay(list(self.players))
        elif had_turn:
            self.turn_ended(seat)
        elif self.owed is not None:
            self.owed.discard(seat)
        return True

    def pass_dice(self) -> None:
        by = self.players[0]
        self.players.rotate(-1)
        self.turn_ended(by)

    def turn_ended(self, by: str) -> None:
        self.new_turn()
        self.offer = None
        if self.owed is not None:
            self.owed.discard(by)
            if not self.owed:
                best = max(self.score[seat] for seat in self.players)
                self.pay([seat for seat in self.players if self.score[seat] == best])

    def pay(self, winners: list[str]) -> None:
        self.over = True
        pot = sum(self.antes.values())
        fee = pot * self.rules["fee_percent"] // 100 + self.rules["fee_flat"]
        fee = fee if self.rules["fee_cap"] is None else min(fee, self.rules["fee_cap"])
        fee = 0 if pot < self.rules["fee_min_pot"] else min(fee, pot)
        self.net = {seat: -chips for seat, chips in self.antes.items()}
        self.net["house"] = fee
        winners.sort(key=lambda seat: self.changed[seat])
        for chip in range(pot - fee):
            self.net[winners[chip % len(winners)]] += 1
