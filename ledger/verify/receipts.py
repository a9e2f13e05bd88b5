"""python -m ledger.verify.receipts FILE --log KEY [--witness KEY …] — is this posting in the signed log?

Reads a receipt (a C2SP tlog-proof), checks the log's signature, every named witness's cosignature and the way from the
posting to the signed root, and prints the posting. Exit codes: 0 verified, 1 not verified, 2 no receipt or no key.
verify.pyz does the same with a receipt.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

from ledger.log.entry import FORM, POSTING, TRANSFER, canonical
from ledger.log.note import Checkpoint, Malformed, PublicKey
from ledger.log.proof import Unproven, parse, prove
from ledger.verify.asking import add_keys, trust
from ledger.verify.findings import ALONE, Verdict
from ledger.verify.form import COLUMNS, TEXT_COLUMNS, unguarded
from ledger.verify.saying import say

_OF_POSTING: Final = tuple(COLUMNS.index(name) for name in POSTING)
_OF_TRANSFER: Final = tuple(COLUMNS.index(name) for name in TRANSFER)
_GUARDED: Final = tuple(POSTING.index(name) for name in TEXT_COLUMNS - {"facts"})
_posting_of: Final = itemgetter(*_OF_POSTING)
_transfer_of: Final = itemgetter(*_OF_TRANSFER)
_APPROVERS: Final = POSTING.index("approvers")


@dataclass(frozen=True, slots=True)
class Proven:
    """What a receipt proves: the posting by column, its transfers likewise, its place in the log and the checkpoint."""

    posting: dict[str, Any]
    transfers: tuple[dict[str, str], ...]
    index: int
    checkpoint: Checkpoint


def proven(text: str, log: PublicKey, witnesses: Sequence[PublicKey] = ()) -> Proven:
    """What the receipt proves. Raises Malformed if it is none, Unproven if it proves nothing."""
    read = parse(text)
    checkpoint = prove(read, log, witnesses)
    try:
        form, *cells, rows = json.loads(read.entry)
        posting = dict(zip(POSTING, cells, strict=True))
        transfers = tuple(dict(zip(TRANSFER, row, strict=True)) for row in rows)
    except (ValueError, TypeError, RecursionError):
        raise Malformed("the entry is of a form that this verifier does not know") from None
    if form != FORM:
        raise Malformed(f"the entry is of the form {form}, this verifier knows {FORM}")
    return Proven(posting, transfers, read.index, checkpoint)


def entry(rows: Sequence[Sequence[str]]) -> bytes:
    """The canonical bytes of one posting from its rows in a CSV export (cells of COLUMNS as they stand there)."""
    words = _posting_of(rows[0])
    posting: list[str | list[str]] = [*words]
    for place in _GUARDED:
        posting[place] = unguarded(words[place])
    posting[_APPROVERS] = words[_APPROVERS].split()
    return canonical(posting, [_transfer_of(row) for row in rows])


def main(arguments: list[str] | None = None) -> int:
    """Verifies one receipt, prints what it proves, gives the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m ledger.verify.receipts", description="Verify that a posting is in the signed log."
    )
    parser.add_argument("file", type=Path)
    add_keys(parser)
    asked = parser.parse_args(arguments)
    try:
        trusted = trust(asked)
        if not trusted.logs:
            raise Malformed("without the log's key a receipt shows nothing: give it with --log")
        text = asked.file.read_text(encoding="utf-8")
        found = proven(text, trusted.of(parse(text).checkpoint.origin), trusted.witnesses)
    except OSError as wrong:
        say([f"{asked.file} can't be read: {wrong.strerror}"], sys.stderr)
        return 2
    except (UnicodeDecodeError, Malformed) as wrong:
        say([f"{asked.file}: {wrong}"], sys.stderr)
        return 2
    except Unproven as wrong:
        say([f"{Verdict.NOT_VERIFIED}: {wrong}."])
        return Verdict.NOT_VERIFIED
    said = [f"{name}: {value}" for name, value in found.posting.items() if value]
    said += [f"{each['amount']} {each['asset']}: {each['credit']} -> {each['debit']}" for each in found.transfers]
    size, origin = found.checkpoint.size, found.checkpoint.origin
    seen = [f"cosigned by {each}" for each in trusted.cosigned(parse(text).note)]
    place = f"{Verdict.VERIFIED}: leaf {found.index} of {size} in {origin}"
    say([*said, f"{', '.join([place, *seen])}.{'' if seen else ALONE}"])
    return Verdict.VERIFIED


if __name__ == "__main__":
    sys.exit(main())
