"""Versions of the house profile: the newest counts, none is edited, decisions store the one they used."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.db import connection, transaction

from casino.profile.house import HouseProfile
from casino.profile.parse import parse
from casino.refusal import BadInput, Unknown

CURRENT: Final = "select version, data from profile_profile order by version desc limit 1"
AT_VERSION: Final = "select version, data from profile_profile where version = %s"
KNOWN_CURRENCY: Final = "select 1 from ledger_asset where code = %s and places = %s"
MAKE: Final = """
insert into profile_profile (data, at, made_by, reason) values (%s, %s, %s, %s) returning version
"""


def current() -> HouseProfile:
    """The newest version."""
    return _read(CURRENT, [])


def at_version(version: int) -> HouseProfile:
    """The profile as a decision of earlier used it. Raises Unknown `no_such_version`."""
    return _read(AT_VERSION, [version])


def make(*, data: Mapping[str, Any], actor: int | None, at: datetime, reason: str) -> HouseProfile:
    """Makes `data` the house's profile and returns its version; the same data again makes none.

    `actor` is the login's id, None for the house itself. Raises BadInput: `profile_invalid` with every fault,
    `reason_missing`, `currency_unknown` (the books hold no assets of that currency).
    """
    profile = parse(data)
    if not reason.strip():
        raise BadInput("reason_missing", "Say why the profile changes.")
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("select pg_advisory_xact_lock(hashtext('house profile'))")
        cursor.execute(KNOWN_CURRENCY, [f"chips:{profile.currency}", profile.places])
        if cursor.fetchone() is None:
            raise BadInput(
                "currency_unknown",
                f"The books hold no {profile.currency} with {profile.places} decimals: open its assets first.",
            )
        cursor.execute(CURRENT)
        newest = cursor.fetchone()
        if newest and _plain(newest[1]) == data:
            return parse(data, newest[0])
        cursor.execute(MAKE, [json.dumps(data), at, actor, reason.strip()])
        return parse(data, cursor.fetchone()[0])


def of_row(row: tuple[Any, ...]) -> HouseProfile:
    """The profile in a row of CURRENT or AT_VERSION, for acts that fetch it among their first reads."""
    version, data = row
    return parse(_plain(data), version)


def _read(sql: str, values: list[int]) -> HouseProfile:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        row = cursor.fetchone()
    if row is None:
        raise Unknown("no_such_version", "There is no such version of the house profile.")
    return parse(_plain(row[1]), row[0])


def _plain(data: Any) -> Any:
    """Django's cursor hands JSON over as text, a bare psycopg one as objects."""
    return json.loads(data) if isinstance(data, str) else data
