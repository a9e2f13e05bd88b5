"""The refusals of games and books in the house's one family of errors."""

import psycopg

from casino.refusal import BadInput, Conflict, KeyReused, Refusal, Unavailable
from games.engine import Refused as RefusedByGame
from ledger.errors import Refused as RefusedByLedger

BAD_INPUT = {
    "bad_path", "same_account", "unknown_asset", "amount_not_positive", "out_of_range", "malformed", "bad_actor",
    "naive_time", "unknown_kind", "unknown_account", "asset_not_there", "bad_range", "unknown_form", "unknown_export",
}  # fmt: skip
BAD_ACTS = {
    "act_unknown", "seat_unknown", "on_wrong", "number_wrong", "true_wrong", "faces_wrong", "event_unknown",
    "chips_not_whole", "chips_too_few",
}  # fmt: skip


def of_games(refused: RefusedByGame) -> Refusal:
    """What the rules forbid: BadInput when it can't be understood, else Conflict with the round as it stands."""
    family = BadInput if refused.code in BAD_ACTS else Conflict
    return family(refused.code, refused.sentence, **refused.facts)


def of_ledger(refused: RefusedByLedger) -> Refusal:
    """What the books forbid."""
    facts = dict(refused.facts)
    if refused.code == "key_reused":
        return KeyReused(refused.code, refused.sentence, **facts)
    family = BadInput if refused.code in BAD_INPUT else Conflict
    return family(refused.code, refused.sentence, **facts)


def of_constraint(error: psycopg.IntegrityError) -> Refusal:
    """What a constraint of a department's own table forbids: its name is the code."""
    name = error.diag.constraint_name or "constraint"
    return Conflict(
        name,
        "Somebody else was faster, or this can't be so; look again and retry.",
        table=error.diag.table_name,
    )


def of_data(error: psycopg.DataError) -> Refusal:
    """A value that no column can hold, such as a text with the character NUL."""
    return BadInput("text_unreadable", "One of the fields holds a character that can't be kept: enter it again.")


def away(error: psycopg.OperationalError) -> Refusal:
    """The database is away, or broke this act off in favour of another: nothing was written, ask again."""
    if error.sqlstate in ("40001", "40P01", "55P03"):
        return Unavailable("busy", "Too much happens here at once; nothing was written, ask again.")
    return Unavailable("database_away", "The books can't be reached; nothing was written, ask again in a moment.")
