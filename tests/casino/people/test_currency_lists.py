"""Currency lists: each direction by itself, strictly above the line, over all of a person's cards."""

import json
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest

from casino.books import days
from casino.cage import corrections, exchange
from casino.people import currency_lists, linking
from casino.people.actors import HOUSE
from casino.people.actors import staff as actor_of
from casino.profile import versions
from casino.profile.ready import ready
from casino.profile.roles import Role
from casino.refusal import BadInput, Conflict, Forbidden
from tests.casino.refusals import refused
from tests.casino.world import House

NIGHT = date(2026, 6, 15)
VECTORS = [
    json.loads(line) for line in (Path(__file__).parents[2] / "vectors" / "accounting.jsonl").read_text().splitlines()
]


@pytest.fixture
def cage(house: House) -> House:
    """A window with chips down to one penny, so that any amount can be bought."""
    coins = ready(denominations=[1, 10000])
    versions.make(data=coins, actor=None, at=house.now(), reason="odd amounts")
    house.stock(chips={10000: 1000, 1: 100_000}, cash=10_000_000)
    return house


def cash(house: House, player: int, amount: int, direction: str = "in") -> None:
    perform = exchange.buy_in_at_window if direction == "in" else exchange.cash_out
    perform(key=house.key(), player=player, window=1, amount=amount, actor=actor_of(house.cashier), at=house.now())


def ctr(day: date = NIGHT, *, restated: bool = False) -> list[tuple[str, int]]:
    return [(each.direction, each.amount) for each in currency_lists.ctr(day=day, reader=HOUSE, restated=restated)]


@pytest.mark.parametrize(
    "vector", [vector for vector in VECTORS if vector["id"].startswith("ctr-")], ids=lambda vector: vector["id"]
)
def test_known_answers(cage: House, vector: dict[str, Any]) -> None:
    player = cage.player()
    for amount in vector["cash_in"]:
        cash(cage, player, amount)
    for amount in vector["cash_out"]:
        cash(cage, player, amount, "out")
    assert [direction for direction, _ in ctr()] == vector["expect"]["ctr"]


def test_a_closed_day_keeps_its_lines_of_report_and_what_was_voided_since(cage: House) -> None:
    """A stricter profile made after the close changes the open day and the restated view, not the closed one."""
    player = cage.player()
    for amount in (400_000, 800_000):
        cash(cage, player, amount)
    line = currency_lists.mtl(day=NIGHT, reader=HOUSE)[0].line
    for state in ("closing", "closed"):
        days.turn(NIGHT, state, HOUSE)
    assert ctr() == [("in", 1_200_000)]
    stricter = ready(denominations=[1, 10000])
    stricter["currency_reports"] |= {"ctr_above": 2_000_000, "mtl_amount": 500_000}
    cage.at += timedelta(days=1)
    versions.make(data=stricter, actor=None, at=cage.now(), reason="other lines")
    assert ctr() == [("in", 1_200_000)]
    assert ctr(restated=True) == []
    corrections.void_line(
        key="v", line=line, signers=(cage.pit, cage.accounting), reason="entered twice", at=cage.now()
    )
    assert [each.amount for each in currency_lists.mtl(day=NIGHT, reader=HOUSE)] == [400_000, 800_000]
    assert [each.amount for each in currency_lists.mtl(day=NIGHT, reader=HOUSE, restated=True)] == [800_000]


def test_D12_directions_are_neither_netted_nor_added(cage: House) -> None:
    first, second = cage.player(), cage.player()
    cash(cage, first, 800_000)
    cash(cage, first, 800_000, "out")
    assert ctr() == []
    cash(cage, second, 1_200_000)
    cash(cage, second, 1_100_000, "out")
    assert ctr() == [("in", 1_200_000), ("out", 1_100_000)]


def test_D13_amounts_kept_under_the_line_are_near_it_and_seen_by_compliance_and_auditor_only(cage: House) -> None:
    steady, split = cage.player(), cage.player()
    for night in range(3):
        cage.at = datetime(2026, 6, 15 + night, 21, tzinfo=UTC)
        cash(cage, steady, 990_000)
    cash(cage, split, 490_000)
    cash(cage, split, 490_000)
    for night in range(3):
        assert ctr(NIGHT + timedelta(days=night)) == []
    watching = cage.hire("mia", Role.COMPLIANCE), cage.hire("aud", Role.AUDITOR)
    last = NIGHT + timedelta(days=2)
    for reader in watching:
        found = currency_lists.near(first=NIGHT, last=last, reader=reader)
        assert [each.person for each in found if each.amount == 990_000] == [steady] * 3
        assert [(each.person, each.lines) for each in found if each.amount == 980_000] == [(split, 2)]
    for other in (cage.pit, cage.cashier, cage.supervisor, cage.dealer, cage.accounting):
        with refused(cage, "not_allowed", Forbidden):
            currency_lists.near(first=NIGHT, last=last, reader=other)


def test_the_transaction_log_has_eight_fields_from_its_amount_on(cage: House) -> None:
    player = cage.player(card="C100")
    cash(cage, player, 299_999)
    cash(cage, player, 300_000)
    (line,) = currency_lists.mtl(day=NIGHT, reader=HOUSE)
    assert (line.day, line.at, line.place, line.direction) == (NIGHT, cage.at, "window:1", "in")
    assert (line.amount, line.card, line.description, line.recorder) == (300_000, "C100", "", "Cas")
    above = ready(denominations=[1, 10000])
    above["currency_reports"] = above["currency_reports"] | {"mtl_operator": "above"}
    versions.make(data=above, actor=None, at=cage.now(), reason="above only")
    assert currency_lists.mtl(day=NIGHT, reader=HOUSE) == []


def test_two_cards_of_one_person_count_together_at_once_and_on_closed_days_in_the_restated_view(cage: House) -> None:
    one, two = cage.player(), cage.player()
    compliance = cage.hire("mia", Role.COMPLIANCE)
    for player in (one, two):
        cash(cage, player, 600_000)
    days.turn(NIGHT, "closing", HOUSE)
    days.turn(NIGHT, "closed", HOUSE)
    cage.at += timedelta(days=1)
    for player in (one, two):
        cash(cage, player, 700_000)
    today = NIGHT + timedelta(days=1)
    assert ctr(today) == []
    linked = linking.link(
        key="l", card=two, joined=one, reason="same passport", actor=actor_of(compliance), at=cage.now()
    )
    assert linked.person == one
    (sum_of_both,) = currency_lists.ctr(day=today, reader=HOUSE)
    assert (sum_of_both.person, sum_of_both.amount, len(sum_of_both.cards)) == (one, 1_400_000, 2)
    assert ctr(NIGHT) == [], "the closed day stays as it was signed"
    assert ctr(NIGHT, restated=True) == [("in", 1_200_000)]


def test_a_link_is_compliances_has_a_reason_and_is_never_rewritten(cage: House) -> None:
    one, two = cage.player(), cage.player()
    by = actor_of(cage.hire("mia", Role.COMPLIANCE))
    with refused(cage, "not_allowed", Forbidden):
        linking.link(key="l", card=two, joined=one, reason="looks alike", actor=actor_of(cage.pit), at=cage.now())
    with refused(cage, "no_reason", BadInput):
        linking.link(key="l", card=two, joined=one, reason=" ", actor=by, at=cage.now())
    linking.link(key="l", card=two, joined=one, reason="same passport", actor=by, at=cage.now())
    with refused(cage, "linked_already", Conflict):
        linking.link(key="m", card=one, joined=two, reason="same passport", actor=by, at=cage.now())
    with cage.owner() as owner, pytest.raises(psycopg.IntegrityError, match="append-only"):
        owner.execute("delete from people_cardlink")
    with cage.web() as web, pytest.raises(psycopg.errors.InsufficientPrivilege):
        web.execute("update people_player set person = id")


def test_D17_no_sum_goes_across_the_cut_of_the_year(cage: House) -> None:
    player = cage.player()
    cash(cage, player, 1_100_000)
    cage.stock(cash=2_000_000)
    cage.at = datetime(2027, 1, 1, 0, 30, tzinfo=UTC)
    cash(cage, player, 900_000, "out")
    cage.at = datetime(2027, 1, 1, 6, 30, tzinfo=UTC)
    cash(cage, player, 200_000, "out")
    assert ctr(date(2026, 12, 31)) == ctr(date(2027, 1, 1)) == []
    (old,) = currency_lists.near(first=date(2026, 12, 31), last=date(2027, 1, 1), reader=HOUSE)
    assert (old.day, old.direction, old.amount) == (date(2026, 12, 31), "out", 900_000)
