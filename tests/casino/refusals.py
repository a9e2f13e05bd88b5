"""What a refusal must be: this code, a sentence, and nothing changed; and the code of raw SQL that is refused."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest

from casino.refusal import Refusal
from tests.casino.world import House

Ask = Callable[..., str | None]

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


def code_of(connection: psycopg.Connection[Any], statement: str, values: Any = None) -> str | None:
    """The code of the rule by which the database refuses a statement, None if it was let through."""
    try:
        connection.execute(statement, values)
    except psycopg.IntegrityError as error:
        return error.diag.constraint_name
    return None


def asking(house: House, statement: str, **usual: Any) -> Ask:
    """A way to try `statement` as the web's login, some of its values changed: the code as by code_of."""

    def ask(**changed: Any) -> str | None:
        with house.web() as web:
            return code_of(web, statement, usual | changed)

    return ask
