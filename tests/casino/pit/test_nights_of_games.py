"""Every game at a real table, every preset: many rounds with leavers, empty racks, voids and idle turns.

Whatever is played, nothing is left on the layout or in a reserve, no chip is lost or made, and every round exports as a
record that replays.
"""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from casino.bundle import kept
from casino.bundle.records import record
from casino.people.actors import staff
from casino.pit import idle, seats, voids
from casino.pit.desk import Desk, look
from games.engine import Offer
from games.engine.replay import differences
from tests.casino.pit.floor import Floor

TABLES: list[tuple[str, dict[str, Any]]] = [
    ("hazard", {}),
    ("hazard", {"main": "named", "odds_rounding": "exact", "odds_limit": 2, "losses_to_pass": 1}),
    ("hazard", {"main": "seven", "losses_count": "outs", "max_stake": 20}),
    ("covered_hazard", {"fee_percent": 5, "casts_each": 2}),
    ("covered_hazard", {"main": "seven", "short_cover": "void", "fee_flat": 1}),
    ("covered_hazard", {"main": "thrown", "short_cover": "wait"}),
    ("zar", {}),
    ("zar", {"preset": "die_rich"}),
    ("zar", {"bank": "house"}),
    ("zar", {"bank": "house", "preset": "die_rich"}),
    ("ten_thousand", {"target": 1500, "entry": 300, "minimum": 200, "fee_percent": 10}),
    ("ten_thousand", {"target": 1000, "take_over": {"points": 300, "dice": 4}, "zilch_run": 1, "zilch_penalty": "all"}),
]
ROUNDS = 8
STEPS_MOST = 400
RACKS = (30_000, 6_000, 1_500, 20_000, 0)


class Night:
    """Plays table T1 by its own offers; `picks` are the choices, the same in every run, dice aside."""

    def __init__(self, floor: Floor, game: str, rules: dict[str, Any]) -> None:
        self.floor = floor
        floor.table("T1", game, **rules)
        floor.sit(*RACKS, table="T1")
        self.begun = self.chips()
        self.picks = picks()
        self.did: Counter[str] = Counter()

    def chips(self) -> int:
        """All chips of the house and its players, wherever they lie."""
        ((total,),) = self.floor.rows(
            "select sum(balance)::bigint from ledger_account a join ledger_asset s on s.id = a.asset_id"
            " where s.code like 'chips:%%' and path not like 'outside:%%'"
        )
        return int(total)

    def play(self) -> None:
        for number in range(1, STEPS_MOST):
            if self.over() >= ROUNDS:
                break
            self.step(number, look("T1", self.floor.house.now()))
        self.end()

    def over(self) -> int:
        return len(self.floor.rows("select id from pit_round where state in ('over', 'void')"))

    def step(self, number: int, desk: Desk) -> None:
        """Every seventh step somebody comes or goes, now and then a round is voided or a turn runs out of time."""
        offers = [each for each in desk.rules.offers(desk.state_of_play(), desk.purses()) if not each.why_not]
        dice = any(each.verb == "throw" for each in offers)
        acts = [each for each in offers if each.verb != "throw"]
        if number % 19 == 0 and desk.round_state == "open":
            self.void(desk)
        elif number % 7 == 0 or not offers:
            self.change_seats(desk)
        elif number % 11 == 0 and desk.round_state == "open" and desk.rules.kind == "pot":
            with self.floor.worker():
                idle.move_on(table="T1", at=self.floor.house.now())
            self.did["idle"] += 1
        elif dice and (not acts or next(self.picks) % 2):
            self.floor.throw("T1")
            self.did["throw"] += 1
        else:
            verbs = sorted({each.verb for each in acts})
            verb = verbs[next(self.picks) % len(verbs)]
            self.act(self.one([each for each in acts if each.verb == verb]))

    def one(self, offers: list[Offer]) -> Offer:
        return offers[next(self.picks) % len(offers)]

    def act(self, offer: Offer) -> None:
        value: Any = True
        if offer.smallest:
            steps = ((offer.largest or 0) - offer.smallest) // offer.step
            value = offer.smallest + offer.step * min(steps, (0, 4, 9, steps)[next(self.picks) % 4])
        elif offer.choices:
            value = offer.choices[next(self.picks) % len(offer.choices)]
            value = list(value) if isinstance(value, tuple) else value
        self.floor.act(int(offer.seat), {offer.verb: value} | ({"on": offer.on} if offer.on else {}), "T1")
        self.did[offer.verb] += 1

    def change_seats(self, desk: Desk) -> None:
        """Somebody gets up; where few are left, one of those who got up sits down again, with what he has.

        Dice are honest: where all but one have lost everything, somebody new comes with chips.
        """
        house = self.floor.house
        if len(desk.seats) > 3 and sum(each.chips > 0 for each in desk.seats) > 1:
            going = desk.seats[next(self.picks) % len(desk.seats)]
            seats.leave(key=house.key(), table="T1", seat=going.seat, actor=staff(house.dealer), at=house.now())
            self.did["leave"] += 1
            return
        free = next(seat for seat in range(1, 9) if str(seat) not in desk.players())
        standing = [player for player in self.floor.players if player not in [each.player for each in desk.seats]]
        standing = [player for player in standing if house.balance(f"player:{player}")]
        if not standing:
            standing = [self.floor.player(RACKS[0])]
            self.floor.players += standing
        seats.take(
            key=house.key(), table="T1", seat=free, player=standing[next(self.picks) % len(standing)],
            actor=staff(house.dealer), at=house.now(),
        )  # fmt: skip
        self.did["sit"] += 1

    def void(self, desk: Desk) -> None:
        house = self.floor.house
        voids.void(
            key=house.key(), table="T1", round=desk.round, reason="a die left the table",
            signers=(house.supervisor, house.pit), actor=staff(house.supervisor), at=house.now(),
        )  # fmt: skip
        self.did["void"] += 1

    def end(self) -> None:
        """The last round is played out, or voided where it can't go on: the table is empty then."""
        desk = look("T1", self.floor.house.now())
        if desk.round_state == "open":
            self.void(desk)


def picks() -> Iterator[int]:
    """Choices from a linear congruential sequence."""
    word = 7
    for _ in count():
        word = (word * 6364136223846793005 + 1442695040888963407) % 2**64
        yield word >> 33


@pytest.mark.parametrize(("game", "rules"), TABLES, ids=str)
def test_a_night_leaves_nothing_on_the_table_and_every_round_replays(
    floor: Floor, game: str, rules: dict[str, Any]
) -> None:
    night = Night(floor, game, rules)
    night.play()
    assert night.did["throw"], night.did
    assert night.did["leave"], night.did
    assert night.chips() == night.begun
    left = floor.rows(
        "select path, balance from ledger_account where balance <> 0 and (path ~ ':(layout|held)$')"
    )  # fmt: skip
    assert left == []
    nets = [net for (net,) in floor.rows("select net from pit_round")]
    assert {sum(net.values()) for net in nets} == {0}
    peer = game in ("covered_hazard", "ten_thousand") or (game == "zar" and rules.get("bank") != "house")
    if peer:
        won = sum(net.get("house", 0) for net in nets)
        assert floor.house.balance("table:t1:rake") == 100 * won
    with floor.house.owner() as owner, owner.transaction():
        records = [record(each) for each in kept.rounds(owner, None, None)]
    assert len(records) == len(nets) == ROUNDS + (len(nets) > ROUNDS)
    for each in records:
        assert differences(json.loads(json.dumps(each))) == []
    assert {each["game"] for each in records} == {game}
