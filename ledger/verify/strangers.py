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
    (b'{"id":', "It holds rounds: verify the bundle they are part of; games replay plays them again."),
    (b'{"at":', "It holds slips: verify the bundle they are part of."),
    (b'{"log":', "It is a bundle's part of the log: verify the bundle."),
    (b'option "title"', "It is a journal, which Beancount checks: ask for the same range as CSV to verify it here."),
)


def stranger(head: bytes) -> str:
    """Why a file with this first line can't be verified, and what to do."""
    if not head:
        return "The file is empty: it was not downloaded to its end."
    return known(head) or "This is no export of transfers: its first line does not name the columns."


def known(head: bytes) -> str:
    """What a file with this first line is, if it is another that the house writes or a usual one; else empty."""
    said = next((sentence for begins, sentence in _KNOWN if head.startswith(begins)), "")
    return f"This is no export of transfers. {said}" if said else ""


def head_fault(head: bytes) -> str:
    """What is wrong with a line that should name the columns; empty if nothing."""
    if head == HEADER:
        return ""
    if head.replace(b"\r\n", b"\n") == HEADER:
        return "its lines end in CR LF: a program saved it anew. Verify it as it was downloaded."
    return "the line that names the columns is not as it was written."
