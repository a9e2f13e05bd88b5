"""A posting before it is written: pure, frozen, checked as far as it can be without the books."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Final

from ledger.errors import Refused

_PATH: Final = re.compile(r"[a-z][a-z0-9-]*(?::[a-z0-9-]+)*").fullmatch
_ASSET: Final = re.compile(r"(?:chips|cash|claim):[A-Z]{3}").fullmatch
_ACTOR: Final = re.compile(r"[a-z]+(?::[0-9]+)?").fullmatch
_LARGEST: Final = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Transfer:
    """`amount` minor units of `asset` from the `credit` account to the `debit` account; the debit receives.

    Raises Refused: bad_path, same_account, unknown_asset, amount_not_positive, out_of_range.
    """

    debit: str
    credit: str
    asset: str
    amount: int

    def __post_init__(self) -> None:
        if not (_PATH(self.debit) and _PATH(self.credit)):
            raise Refused(
                "bad_path",
                f"{self.debit!r} ← {self.credit!r}: a path is words of a-z, 0-9 and dashes between colons.",
            )
        if self.debit == self.credit:
            raise Refused("same_account", f"{self.debit}: a transfer needs two different accounts.")
        if not _ASSET(self.asset):
            raise Refused("unknown_asset", f"{self.asset!r} is no asset: write it as chips:GBP.")
        if type(self.amount) is not int or self.amount <= 0:
            raise Refused("amount_not_positive", f"{self.amount!r}: a transfer moves a whole amount of at least 1.")
        if self.amount > _LARGEST:
            raise Refused("out_of_range", f"{self.amount} is more than the books can hold.")


@dataclass(frozen=True, slots=True)
class Posting:
    """One business event: its transfers happen together, in this order, or not at all.

    `kind`: a code of ledger_kind. `actor`, `approvers`: who, as `staff:7`, `player:42` or `house`. `scope` and `key`
    name the event; a second posting under them is refused (already_posted). `period`: the gaming day it belongs to.
    `effective_at`: when it happened, with its zone. `facts`: JSON of ids and digests, never plain personal text.
    Write what an account receives before what it gives on: each step must keep its floor.
    Raises Refused: malformed, bad_actor, naive_time.
    """

    kind: str
    actor: str
    scope: str
    key: str
    period: date
    effective_at: datetime
    transfers: tuple[Transfer, ...]
    approvers: tuple[str, ...] = ()
    reason: str = ""
    reverses: int | None = None
    void_of: int | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.transfers or not self.key or not self.scope:
            raise Refused("malformed", "A posting needs a scope, a key and at least one transfer.")
        if not all(map(_ACTOR, (self.actor, *self.approvers))):
            raise Refused("bad_actor", "Actor and approvers are a role and a number, as staff:7, or a word, as house.")
        if self.effective_at.utcoffset() is None:
            raise Refused("naive_time", "effective_at needs a time zone.")


@dataclass(frozen=True, slots=True)
class Opening:
    """What a place held before the books began: `amount` minor units of `asset`, at least 1."""

    path: str
    asset: str
    amount: int


@dataclass(frozen=True, slots=True)
class Receipt:
    """What the books gave a posting: its number, its public UUID (version 7) and when they recorded it."""

    id: int
    public_id: str
    recorded_at: datetime
