"""The Merkle tree: known answers of others, the RFC's own definitions, and laws over any tree and any flipped bit."""

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.log import tree
from tests.ledger.log import trees

VECTORS = json.loads((Path(__file__).parent / "merkle_vectors.json").read_text())
# The eight entries of the Certificate Transparency reference log, and its roots.
ENTRIES = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
LEAVES = [tree.leaf_hash(bytes.fromhex(entry)) for entry in ENTRIES]
leaves_of = st.lists(st.binary(max_size=3).map(tree.leaf_hash), min_size=1, max_size=70)


def raw(text: str) -> bytes:
    return base64.b64decode(text)


@pytest.mark.parametrize("vector", VECTORS["inclusion"], ids=lambda vector: vector["name"])
def test_inclusion_is_verified_as_others_do(vector: dict[str, Any]) -> None:
    proof = [raw(step) for step in vector["proof"] or []]
    found = tree.verify_inclusion(
        vector["leafIdx"], vector["treeSize"], raw(vector["leafHash"]), proof, raw(vector["root"])
    )
    assert found is not vector["wantErr"]


@pytest.mark.parametrize("vector", VECTORS["consistency"], ids=lambda vector: vector["name"])
def test_consistency_is_verified_as_others_do(vector: dict[str, Any]) -> None:
    proof = [raw(step) for step in vector["proof"] or []]
    found = tree.verify_consistency(vector["size1"], vector["size2"], proof, raw(vector["root1"]), raw(vector["root2"]))
    assert found is not vector["wantErr"]


def test_roots_are_those_of_the_reference_log() -> None:
    frontier = tree.Frontier()
    assert frontier.root() == tree.EMPTY_ROOT
    for leaf, expected in zip(LEAVES, ROOTS, strict=True):
        list(frontier.append(leaf))
        assert frontier.root().hex() == expected


def test_the_rfc_s_example_of_seven_leaves() -> None:
    """RFC 9162 §2.1.5: paths of d0, d3, d4, d6, and proofs from 3, 4 and 6, by the names of the figure."""
    a, b, c, d, e, f, j = LEAVES[:7]
    g, h, i = tree.node_hash(a, b), tree.node_hash(c, d), tree.node_hash(e, f)
    k, last = tree.node_hash(g, h), tree.node_hash(i, j)
    of = trees.stored(LEAVES[:7])
    paths = {0: [b, h, last], 3: [c, g, last], 4: [f, j, k], 6: [i, k]}
    assert {index: tree.inclusion_proof(index, 7, of) for index in paths} == paths
    proofs = {3: [c, d, g, last], 4: [last], 6: [i, j, k]}
    assert {old: tree.consistency_proof(old, 7, of) for old in proofs} == proofs


@given(leaves_of, st.data())
def test_every_proof_is_the_rfc_s_and_verifies(leaves: list[bytes], data: st.DataObject) -> None:
    size, of = len(leaves), trees.stored(leaves)
    index = data.draw(st.integers(0, size - 1))
    old = data.draw(st.integers(0, size))
    claimed = trees.root(leaves)
    assert tree.root(size, of) == claimed
    path = tree.inclusion_proof(index, size, of)
    assert path == trees.path(index, leaves)
    assert tree.verify_inclusion(index, size, leaves[index], path, claimed)
    proof = tree.consistency_proof(old, size, of)
    assert proof == (trees.consistency(old, leaves) if old else [])
    assert tree.verify_consistency(old, size, proof, trees.root(leaves[:old]), claimed)


@given(leaves_of, st.data())
def test_any_flipped_bit_fails(leaves: list[bytes], data: st.DataObject) -> None:
    size, of, claimed = len(leaves), trees.stored(leaves), trees.root(leaves)
    index, old = data.draw(st.integers(0, size - 1)), data.draw(st.integers(1, size))
    inclusion = [leaves[index], claimed, *tree.inclusion_proof(index, size, of)]
    leaf, end, *path = flipped(inclusion, data)
    assert not tree.verify_inclusion(index, size, leaf, path, end)
    consistency = [trees.root(leaves[:old]), claimed, *tree.consistency_proof(old, size, of)]
    first, end, *proof = flipped(consistency, data)
    assert not tree.verify_consistency(old, size, proof, first, end)


@given(leaves_of, st.data())
def test_another_length_of_proof_or_another_place_fails(leaves: list[bytes], data: st.DataObject) -> None:
    size, of, claimed = len(leaves), trees.stored(leaves), trees.root(leaves)
    index = data.draw(st.integers(0, size - 1))
    path = tree.inclusion_proof(index, size, of)
    longer = [*path, data.draw(st.sampled_from([claimed, bytes(32)]))]
    assert not tree.verify_inclusion(index, size, leaves[index], longer, claimed)
    assert not tree.verify_inclusion(size, size, leaves[index], path, claimed)
    if path:
        assert not tree.verify_inclusion(index, size, leaves[index], path[:-1], claimed)
    other = data.draw(st.integers(0, size - 1))
    if leaves[other] != leaves[index]:
        assert not tree.verify_inclusion(index, size, leaves[other], path, claimed)


@given(leaves_of, st.integers(0, 70))
def test_a_tree_grows_from_any_stored_edge(leaves: list[bytes], at: int) -> None:
    old, of = min(at, len(leaves)), trees.stored(leaves)
    frontier = tree.Frontier(old, [of(level, index) for level, index in tree.edge(0, old)])
    completed = [node for leaf in leaves[old:] for node in frontier.append(leaf)]
    assert frontier.size == len(leaves)
    assert frontier.root() == trees.root(leaves)
    assert completed == [(level, index, of(level, index)) for level, index, _ in completed]


def test_no_proof_is_made_of_what_is_not_there() -> None:
    of = trees.stored(LEAVES)
    for index in (-1, 8, 9):
        with pytest.raises(ValueError, match="not in a tree of 8"):
            tree.inclusion_proof(index, 8, of)
    for old in (-1, 9):
        with pytest.raises(ValueError, match="no beginning"):
            tree.consistency_proof(old, 8, of)
    with pytest.raises(ValueError, match="3 complete subtrees"):
        tree.Frontier(7, LEAVES[:2])


def flipped(values: list[bytes], data: st.DataObject) -> list[bytes]:
    which, bit = data.draw(st.integers(0, len(values) - 1)), data.draw(st.integers(0, 255))
    value = bytearray(values[which])
    value[bit // 8] ^= 1 << bit % 8
    return [bytes(value) if place == which else each for place, each in enumerate(values)]
