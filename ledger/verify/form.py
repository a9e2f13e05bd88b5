"""The written form of an export of transfers: columns, trailer, check words. Whoever writes one and whoever verifies it
read it from here; README.md says it in prose.
"""

import hashlib
import re
from typing import Final

FORM: Final = "2"
COLUMNS: Final = (
    "row", "sequence", "transfer", "posting", "public_id", "kind", "period", "effective_at", "recorded_at", "actor",
    "approvers", "reason", "scope", "key", "reverses", "void_of", "facts", "debit", "credit", "asset", "amount",
    "debit_balance", "debit_version", "credit_balance", "credit_version", "check",
)  # fmt: skip
HEADER: Final = ",".join(COLUMNS).encode("ascii") + b"\n"
TEXT_COLUMNS: Final = frozenset({"reason", "scope", "key", "facts"})
"""Free text, guarded against spreadsheet formulas. Every other column's form is fixed by the books."""
NUMBER_COLUMNS: Final = frozenset(
    {
        "row", "sequence", "transfer", "posting", "reverses", "void_of", "amount", "debit_balance", "debit_version",
        "credit_balance", "credit_version",
    }
)  # fmt: skip

_CHECK_LENGTH: Final = 16
_GUARD: Final = "'"
# Code points that make a spreadsheet read on: = + - @ and the apostrophe, their wide forms, the minus sign, and what
# is skipped before them (space, no-break and zero-width space, byte order mark, line and paragraph separators).
TRIGGERS: Final = tuple(
    sorted({*range(1, 33), *map(ord, "'=+-@"), 0x7F, 0x85, 0xA0, 0x200B, 0x2028, 0x2029, 0x2212, 0x3000, 0xFEFF,
            0xFF07, 0xFF0B, 0xFF0D, 0xFF1D, 0xFF20})
)  # fmt: skip
_TRIGGER: Final = re.compile("[" + "".join(re.escape(chr(point)) for point in TRIGGERS) + "]")


def guarded(text: str) -> str:
    """`text` as a cell that no spreadsheet takes for a formula: an apostrophe goes before what could start one."""
    return _GUARD + text if _TRIGGER.match(text) else text


def unguarded(cell: str) -> str:
    """The original text of a guarded cell."""
    return cell[1:] if cell.startswith(_GUARD) else cell


def first_check() -> bytes:
    """The check word before the first row."""
    return check_word(b"", HEADER)


def check_word(before: bytes, body: bytes) -> bytes:
    """A row's last cell: 16 hexadecimal characters of SHA-256 over the check word before it and the row's bytes.

    `body` is the row from its number to the cell before the check word, without the comma between them.
    """
    return hashlib.sha256(before + body).hexdigest()[:_CHECK_LENGTH].encode("ascii")


def may_go_below_zero(path: str) -> bool:
    """Whether an account's balance may be negative: the world outside, counting differences, unrated chips."""
    return path.startswith(("outside:", "house:over-short:")) or path == "floor:unrated"
