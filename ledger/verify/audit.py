"""One pass over an export: chain of rows, books kept again, leaves of the log made again, trailer; then the report."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from ledger.verify import log_file
from ledger.verify.books import Books
from ledger.verify.chain import Chain
from ledger.verify.findings import Finding, Report, Unreadable
from ledger.verify.form import check_word
from ledger.verify.leaves import Leaves
from ledger.verify.lines import CsvExport, JsonLinesExport
from ledger.verify.sealed import against_log
from ledger.verify.strangers import known
from ledger.verify.trailer import Trailer, against_scope, conservation, differences
from ledger.verify.trust import Trust

Watch = Callable[[int, list[str]], None]
"""Is shown every readable row: its place in the file and its cells, the check word aside."""

NO_KEYS = Trust()


def verify(
    path: Path, watch: Watch | None = None, trust: Trust = NO_KEYS, part: Iterable[bytes] | None = None
) -> Report:
    """Reads the export at `path` (CSV or JSON Lines) once and says what is wrong with it, if anything.

    `part`: the lines of a bundle's part of the log.
    Raises Unreadable when it is no export, OSError when it can't be read.
    """
    if path.exists() and not path.is_file():
        raise Unreadable("This is a folder, not an export: verify.pyz takes a bundle's folder.")
    with path.open("rb") as stream:
        begins = stream.peek(1)
        if sentence := known(begins):
            raise Unreadable(sentence)
        export = JsonLinesExport(stream) if begins[:1] == b"{" else CsvExport(stream)
        return audit(export, watch, trust, part)


def audit(
    export: CsvExport, watch: Watch | None = None, trust: Trust = NO_KEYS, part: Iterable[bytes] | None = None
) -> Report:
    """Reads an export to its end."""
    chain, books = Chain(check_word(b"", export.header)), Books()
    leaves = Leaves(trust, None if part is None else log_file.read(part))
    in_books: Finding | None = None
    for line in export.rows():
        sound = chain.take(line)
        if line.cells is None:
            continue
        if in_books is None:
            in_books = books.take(chain.rows, line.cells)
            if sound and in_books is None:
                leaves.take(chain.rows, line.cells)
        if watch is not None:
            watch(chain.rows, line.cells)
    trailer = Trailer(export.ending)
    found = [*_of_rows(export, trailer, chain, books, in_books)]
    sealed = None
    if not found:
        found += [*differences(trailer, books, export.ending, chain.rows), *conservation(trailer, books)]
        leaves.finish()
        of_log, sealed = against_log(trailer, books, leaves, trust)
        found += of_log
    counts = {"accounts": len(books.accounts), "postings": books.postings}
    notes = tuple(_notes(trailer, books, leaves))
    return Report(chain.rows, export.ending.rows_sha256, trailer.scope, tuple(found), notes, counts, sealed)


def _of_rows(
    export: CsvExport, trailer: Trailer, chain: Chain, books: Books, in_books: Finding | None
) -> Iterator[Finding]:
    if export.head_fault:
        yield Finding("edited", None, export.head_fault)
    out_of_line = chain.finding(trailer.rows)
    found = [each for each in (out_of_line, in_books, against_scope(trailer, books)) if each is not None]
    yield from sorted(found, key=lambda finding: finding.row or 0)
    if export.ending.torn or not export.ending.closed:
        yield Finding("cut", chain.rows + 1, _cut(trailer, chain.rows, export.ending.torn))


def _cut(trailer: Trailer, rows: int, torn: bool) -> str:
    if trailer.broken:
        return f"the export broke off after {rows} rows ({trailer.broken}): it is not complete."
    where = "in the middle of the next row" if torn else "without its trailer's end"
    return f"the file ends after {rows} rows, {where}: it is not complete."


def _notes(trailer: Trailer, books: Books, leaves: Leaves) -> Iterator[str]:
    yield from trailer.notes
    apart = sum(account.versions_elsewhere for account in books.accounts.values())
    if apart and not trailer.whole:
        yield f"{apart} moves of these accounts lie between the rows and outside the export's scope."
    if leaves.named:
        yield f"{leaves.named} postings between these are said to be of other days; what they moved is not in it."
    beyond = trailer.once.get("beyond", ["0"])[0]
    if beyond != "0":
        yield f"{beyond} postings were not sealed yet when this was written; they are not in it."
