"""The witness's own check of a consistency proof: others' known answers, and true proofs of any size."""

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.witness.growth import has_only_grown
from tests.ledger.log import trees

VECTORS = json.loads((Path(__file__).parents[2] / "ledger" / "log" / "merkle_vectors.json").read_text())
LEAVES = [bytes([number]) * 32 for number in range(40)]


def raw(text: str) -> bytes:
    return base64.b64decode(text)


# From nothing anything grows: the reference implementation refuses to answer that, the witness protocol needs it. And
# one vector's roots are no hashes.
USABLE = [vector for vector in VECTORS["consistency"] if vector["size1"] > 0 and len(raw(vector["root1"])) == 32]


@pytest.mark.parametrize("vector", USABLE, ids=lambda vector: vector["name"])
def test_known_answers(vector: dict[str, Any]) -> None:
    proof = [raw(step) for step in vector["proof"] or []]
    found = has_only_grown(vector["size1"], vector["size2"], proof, raw(vector["root1"]), raw(vector["root2"]))
    assert found is not vector["wantErr"]


def test_there_are_known_answers() -> None:
    assert len(USABLE) == 80
    assert [vector["wantErr"] for vector in USABLE].count(False) >= 5


@given(st.integers(0, 40), st.integers(0, 40))
def test_every_true_proof_is_taken(one: int, other: int) -> None:
    old, size = sorted((one, other))
    proof = trees.consistency(old, LEAVES[:size]) if old else []
    assert has_only_grown(old, size, proof, trees.root(LEAVES[:old]), trees.root(LEAVES[:size]))


@given(st.integers(1, 40), st.integers(1, 40), st.data())
def test_no_other_is(one: int, other: int, data: st.DataObject) -> None:
    old, size = min(one, other), max(one, other)
    values = [trees.root(LEAVES[:old]), trees.root(LEAVES[:size]), *trees.consistency(old, LEAVES[:size])]
    which, bit = data.draw(st.integers(0, len(values) - 1)), data.draw(st.integers(0, 255))
    changed = bytearray(values[which])
    changed[bit // 8] ^= 1 << bit % 8
    spoilt = [*values[:which], bytes(changed), *values[which + 1 :]]
    assert not has_only_grown(old, size, spoilt[2:], spoilt[0], spoilt[1])
    assert not has_only_grown(old, size, [*values[2:], bytes(32)], values[0], values[1])
    assert not has_only_grown(size + 1, size, values[2:], values[0], values[1])
