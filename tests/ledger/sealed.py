"""What a sealer and a witness would have done by now, done at once: exports hold only what is sealed."""

from datetime import UTC, datetime
from typing import Any

import psycopg

from casino.witness.notes import WitnessKey
from ledger.log import keys, store
from ledger.log.note import parse_key, parse_note
from ledger.log.sealing import OPTIONS, Sealer
from ledger.verify.trust import Trust

KEY = keys.parse_private(keys.private_text("log.example/house", bytes(range(32))))
WITNESS = WitnessKey("witness.example/w", bytes(range(1, 33)))
TRUST = Trust((KEY.public,), (parse_key(WITNESS.public),))
"""The keys that a test's verifier is given."""
ARGUMENTS = (f"--log={KEY.public}", f"--witness={WITNESS.public}")
"""The same on a command line."""


def seal(url: str, *, cosigned: bool = True) -> int:
    """Seals all that is committed, as the sealer's login at `url`; how many postings that was."""
    with psycopg.connect(url, autocommit=True, options=OPTIONS) as connection:
        new = Sealer(connection, KEY).seal()
        if cosigned:
            cosign(connection)
    return new


def cosign(connection: psycopg.Connection[Any]) -> None:
    """The witness's line on the newest seal, if there is one."""
    newest = store.newest(connection)
    if newest is not None:
        text = parse_note(newest.checkpoint).text
        line = WITNESS.cosigned(text, int(datetime.now(UTC).timestamp()))
        connection.execute("select ledger_append_cosignature(%s, %s, %s)", [newest.size, WITNESS.name, line])
