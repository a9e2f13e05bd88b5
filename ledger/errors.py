"""What the ledger refuses, as PostgreSQL said it, in one error with a stable code."""

import json
from collections.abc import Mapping
from typing import Any, Final

import psycopg

# Refusals that are plain constraints: their name, the code, the sentence. All others come with their own words.
_CONSTRAINTS: Final = {
    "ledger_account_floor": ("insufficient_funds", "An account would fall below its floor."),
    "ledger_account_ceiling": ("over_ceiling", "An account would rise above its ceiling."),
    "ledger_path": ("bad_path", "An account's path is words of a-z, 0-9 and dashes between colons."),
    "ledger_actor": ("bad_actor", "An actor is a role and a number, as staff:7, or a word, as house."),
    "ledger_approvers": ("bad_actor", "Approvers are roles and numbers, as staff:7."),
    "ledger_word": ("malformed", "Scope and key can't be empty."),
    "ledger_facts": ("malformed", "Facts and answers are JSON objects."),
    "ledger_sha256": ("malformed", "A request's hash is a SHA-256: 32 bytes."),
    "ledger_amount": ("amount_not_positive", "Every transfer moves an amount of at least 1."),
    "ledger_posting_key": ("already_posted", "This event is in the books already: its scope and key are there."),
    "ledger_posting_reversed_once": ("already_reversed", "This posting has been reversed already."),
    "ledger_posting_reverses": ("unknown_posting", "The posting to reverse does not exist."),
    "ledger_posting_void_of": ("unknown_posting", "The posting that is voided does not exist."),
    "ledger_transfer_debit_asset": ("asset_mismatch", "A transfer's account holds another asset."),
    "ledger_transfer_credit_asset": ("asset_mismatch", "A transfer's account holds another asset."),
    "ledger_answer_key": ("key_reused", "This key was used before: use a new key."),
}
_OUT_OF_RANGE: Final = "22003"
_TO_BE_RETRIED: Final = ("40001", "40P01")


class Refused(Exception):
    """A posting, period step or key that the books don't admit. Nothing has changed.

    `code` is stable; `sentence` says what is wrong; `facts` are JSON values, amounts as strings of digits.
    """

    def __init__(self, code: str, sentence: str, facts: Mapping[str, Any] | None = None) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.facts: Mapping[str, Any] = facts or {}


class Busy(Exception):
    """PostgreSQL broke the transaction off in favour of others, each time it was tried. Send the request again."""


def may_be_retried(error: psycopg.Error) -> bool:
    """Whether the transaction failed only by its timing: a serialization failure or a deadlock's victim."""
    return error.sqlstate in _TO_BE_RETRIED


def refused(error: psycopg.Error) -> Refused | None:
    """The refusal that this database error is; None if it is none of the ledger's (a fault, not a refusal)."""
    name = error.diag.constraint_name or ""
    if (error.sqlstate or "").startswith("23H"):
        return Refused(name, error.diag.message_primary or "", json.loads(error.diag.message_detail or "{}"))
    if name in _CONSTRAINTS:
        code, sentence = _CONSTRAINTS[name]
        return Refused(code, sentence, {"constraint": name, "detail": error.diag.message_detail or ""})
    if error.sqlstate == _OUT_OF_RANGE:
        return Refused("out_of_range", "An amount or a balance would pass the largest number the books can hold.")
    return None
