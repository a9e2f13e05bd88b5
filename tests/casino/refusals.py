"""What a refusal must be: this code, a sentence, and nothing changed."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from casino.refusal import Refusal
from tests.casino.world import House

_DOCUMENTS = (
    "ledger_posting", "ledger_answer", "audit_auditrow", "cage_slip", "cage_slipsignature", "cage_transfer",
    "cage_outsidedocument", "pit_count", "pit_box", "count_collection", "count_blindcount", "count_drop",
    "people_currencyline", "people_rolegrant", "people_exclusion", "people_player", "people_login",
    "people_cardlink", "people_limit", "people_played", "cage_slipprint", "cage_drawercount", "cage_chipexchange",
    "pit_shift", "pit_relief", "pit_override", "pit_dicestep", "count_signoff", "people_authenticator",
    "people_confirmation", "count_rake", "count_rakecount",
)  # fmt: skip


def rows(house: House) -> dict[str, int]:
    """How many rows each kind of document has."""
    with house.owner() as owner:
        return {
            table: owner.execute(f"select count(*) from {table}").fetchone()[0]  # type: ignore[index]
            for table in _DOCUMENTS
        }


@contextmanager
def refused(house: House, code: str, family: type[Refusal] = Refusal) -> Iterator[None]:
    """The block is refused with `code`, of `family`, and leaves every table as it was."""
    house.everybody()
    before = rows(house)
    with pytest.raises(family) as caught:
        yield
    assert caught.value.code == code
    assert caught.value.sentence
    assert rows(house) == before
