"""An export in which any bytes were replaced by any others, its own too: found, or it is the same file."""

from typing import TypeAlias

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from ledger.verify import Unreadable
from ledger.verify.__main__ import lines
from tests.ledger.verify.making import night, verified

EXPORTS = {form: night().export(form) for form in ("csv", "jsonl")}
OTHERS = {form: night(30).export(form) for form in ("csv", "jsonl")}
MOST = min(map(len, (*EXPORTS.values(), *OTHERS.values())))

Splice: TypeAlias = tuple[int, int, bytes | tuple[int, int]]
"""From, to, and what stands there afterwards: bytes, or a piece of another export."""

places = st.integers(0, MOST)
pieces = st.tuples(places, places)
splices = st.tuples(places, places, st.one_of(st.binary(max_size=8), pieces))


def spliced(content: bytes, other: bytes, splices: list[Splice]) -> bytes:
    for first, last, put in splices:
        piece = put if isinstance(put, bytes) else other[min(put) : max(put)]
        content = content[: min(first, last)] + piece + content[max(first, last) :]
    return content


def judged(content: bytes, form: str) -> str:
    """The report's last line."""
    try:
        return lines(verified(content, form))[-1]
    except Unreadable as wrong:
        return f"NOT VERIFIED: {wrong}"


@pytest.mark.parametrize("form", ["csv", "jsonl"])
@example(splices=[(0, MOST, (0, MOST))])
@given(splices=st.lists(splices, min_size=1, max_size=3))
def test_any_splice_is_found_and_said_in_words(form: str, splices: list[Splice]) -> None:
    content = spliced(EXPORTS[form], OTHERS[form], splices)
    assume(content != EXPORTS[form])
    assert judged(content, form).startswith("NOT VERIFIED")
