"""Slips of every end in a bundle: done, void by two, void by a count that differed, reversed; numbers without a gap."""

from pathlib import Path

import psycopg
import pytest

from casino.bundle.verify import verify_bundle
from casino.bundle.write import bundle
from casino.cage import reversals, voids
from casino.people.actors import staff
from ledger.exports import Scope
from tests.casino.night.evening import DAY, Evening
from tests.ledger.sealed import seal

LINES = {100: 20}


@pytest.fixture
def slips(evening: Evening) -> Evening:
    """A table with five slips of the ends there are."""
    evening.open("H1")
    house = evening.house
    house.stock(chips={100: 100})
    voided = house.slip("fill", LINES, "H1")
    voids.void(
        key=house.key(), slip=voided.slip, signers=(house.supervisor, house.pit), reason="not needed",
        actor=staff(house.supervisor), at=house.now(),
    )  # fmt: skip
    differing = house.slip("fill", LINES, "H1")
    house.sign(differing, "issue")
    house.sign(differing, "carry")
    house.sign(differing, "count", amount=1_900)
    done = house.done("fill", LINES, "H1")
    undone = reversals.reverse(
        key=house.key(), slip=done.slip, reason="wrong table", signer=house.supervisor, at=house.now()
    )
    for step in ("issue", "carry", "count"):
        undone = house.sign(undone, step)
    house.slip("credit", LINES, "H1")
    seal(house.addresses["SEALER_DATABASE_URL"])
    return evening


@pytest.mark.parametrize("scope", [Scope(), Scope.of_day(DAY)], ids=["everything", "day"])
def test_slips_of_every_end_are_verified(slips: Evening, tmp_path: Path, scope: Scope) -> None:
    with psycopg.connect(slips.house.addresses["AUDITOR_DATABASE_URL"]) as auditor:
        made = bundle(auditor, scope, tmp_path / "bundle")
    report = verify_bundle(made.folder)
    assert report.faults == ()
    assert report.counts["slips"] == 6
