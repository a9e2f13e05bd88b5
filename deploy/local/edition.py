"""Whether the data in a state folder was made by this edition of the house's SQL files.

Until the first release those files change in place, with no migration that leads from one edition to the next; later
a changed file comes with its migration. Data of another edition would fail at the first act that misses a function.
"""

import hashlib
from typing import Final

from deploy.local.refusal import Refusal
from deploy.local.state import CHECKOUT, State

_NOTE: Final = "edition"


def digest() -> str:
    """SHA-256 over the SQL files that migrations load, in the order of their names."""
    files = sorted(path for room in ("casino", "ledger") for path in (CHECKOUT / room).rglob("sql/*.sql"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()


def guard(state: State, *, changed: bool) -> None:
    """Refusal if other SQL files made the data and no migration was to be run now (`changed`); else notes this edition.

    A folder without a note, as a restored one, is taken as it is.
    """
    note, now = state.root / _NOTE, digest()
    if note.exists() and note.read_text() != now and not changed:
        raise Refusal(
            f"the data in {state.root} was made by another edition of the house, and no migration leads from there: "
            "keep what you need of it, remove the folder and begin anew, or set HOUSE_STATE to another"
        )
    draft = note.with_name(f".{_NOTE}")
    draft.write_text(now)
    draft.replace(note)
