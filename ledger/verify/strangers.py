"""What a file is that is no export of transfers, as far as its first line tells, and what to do about it."""

import codecs
from typing import Final

from ledger.verify.form import HEADER

_KNOWN: Final = (
    (b"\x1f\x8b", "It is packed with gzip: unpack it first, then verify what was in it."),
    (b"PK", "It is a packed file: verify.pyz takes a bundle's ZIP. An XLSX workbook can't be verified: ask for CSV."),
    (b"PAR1", "It is a Parquet file, which can't be verified: ask for the same range as CSV or JSON Lines."),
    (codecs.BOM_UTF8, "It begins with a byte order mark: a program saved it anew. Verify it as it was downloaded."),
    (codecs.BOM_UTF16_LE, "It is UTF-16: a program saved it anew. Verify it as it was downloaded."),
    (codecs.BOM_UTF16_BE, "It is UTF-16: a program saved it anew. Verify it as it was downloaded."),
    (b"c2sp.org/tlog-proof", "It is a receipt: verify.pyz takes one with --log."),
    (b"; Ledger", "It is a journal, which hledger checks: ask for the same range as CSV to verify it here."),
    (b'option "title"', "It is a journal, which Beancount checks: ask for the same range as CSV to verify it here."),
)


def stranger(head: bytes) -> str:
    """Why a file with this first line can't be verified, and what to do."""
    if not head:
        return "The file is empty: it was not downloaded to its end."
    for begins, sentence in _KNOWN:
        if head.startswith(begins):
            return f"This is no export of transfers. {sentence}"
    return "This is no export of transfers: its first line does not name the columns."


def head_fault(head: bytes) -> str:
    """What is wrong with a line that should name the columns; empty if nothing."""
    if head == HEADER:
        return ""
    bare = head.removeprefix(codecs.BOM_UTF8)
    if bare.replace(b"\r\n", b"\n") != HEADER:
        return "the line that names the columns is not as it was written."
    signs = ["it begins with a byte order mark"] if bare != head else []
    signs += ["its lines end in CR LF"] if bare.endswith(b"\r\n") else []
    return f"{' and '.join(signs)}: a program saved it anew. Verify it as it was downloaded."
