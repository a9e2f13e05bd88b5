"""What is printed: text of a file that nobody vouches for must not move the cursor, hide a line or end the program."""

import json
import sys
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any, TextIO

from ledger.verify.findings import Verdict


def plain(text: str) -> str:
    """`text` in one line: what is not printable (control characters, escapes, marks of direction) by its number."""
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)


def say(lines: Iterable[str], stream: TextIO | None = None) -> None:
    """Prints lines to standard output, or to `stream`, in whatever encoding that has."""
    out = sys.stdout if stream is None else stream
    for line in lines:
        print(plain(line).encode(out.encoding or "ascii", "backslashreplace").decode(out.encoding or "ascii"), file=out)


def as_json(report: Any, verdict: Verdict, word: str) -> str:
    """A report as one line of JSON, in ASCII; the verdict in words, and how far it goes."""
    said = {"verdict": str(verdict).lower().replace(" ", "_"), "word": word, **asdict(report)}
    return json.dumps(said)
