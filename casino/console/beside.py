"""Which field of a form a refusal is about: the sentence goes beside it, and the keys go there."""

from collections.abc import Mapping
from typing import Final

from casino.refusal import Refusal

AMOUNT: Final = ("amount", "chips", "cash", "paid", "par")
PIECES: Final = ("pieces", "taken", "outside")
FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "amount_wrong": AMOUNT + PIECES, "amount_differs": AMOUNT, "as_the_engine": AMOUNT, "purse_short": AMOUNT,
    "insufficient_funds": AMOUNT, "drawer_short": AMOUNT, "limit_reached": AMOUNT, "not_in_chips": AMOUNT,
    "chips_not_whole": AMOUNT, "chips_too_few": AMOUNT,
    "no_lines": PIECES, "pieces_wrong": PIECES, "denomination_unknown": PIECES,
    "signature_wrong": ("signer",), "same_signer": ("signer",), "not_independent": ("signer",),
    "not_the_counters": ("signer",), "reports_to_signer": ("signer",), "of_the_shift": ("signer",),
    "wrong_role": ("signer",), "code_wrong": ("code",), "code_taken": ("code",),
    "no_reason": ("reason",), "no_player": ("asked", "joined"), "excluded": ("asked",), "already_seated": ("asked",),
    "seat_taken": ("seat",), "no_such_seat": ("seat",), "seats_wrong": ("seats",), "chip_wrong": ("chip",),
    "idle_wrong": ("idle",), "same_account": ("target",), "no_end": ("until",), "backwards": ("until",),
    "nobody_new": ("dealer",), "dice_step": ("step",), "table_wrong": ("table",),
}  # fmt: skip
"""By code, where the refusal doesn't name its field itself: the names to look for in the form, the likeliest first."""


def fields(refusal: Refusal) -> tuple[str, ...]:
    """Names of fields, the likeliest first; none where the refusal is about no field."""
    facts = refusal.facts
    if "field" in facts:
        return (str(facts["field"]),)
    if refusal.code == "setting_wrong" and "name" in facts:
        return (f"set-{facts['name']}",)
    return FIELDS.get(refusal.code, ())
