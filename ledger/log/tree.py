"""The Merkle tree of RFC 9162 §2.1 (the same as RFC 6962 §2.1) over SHA-256; pure, standard library only.

A hash is 32 bytes. A complete subtree (level, index) covers the leaves index * 2**level to (index + 1) * 2**level - 1;
whoever stores a tree answers for the hashes of complete subtrees, and everything else is made from these here.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Final, TypeAlias

Subtree: TypeAlias = tuple[int, int]
HashOf: TypeAlias = Callable[[int, int], bytes]
"""The hash of the complete subtree (level, index)."""

EMPTY_ROOT: Final = sha256(b"").digest()
_LEAF: Final = b"\x00"
_NODE: Final = b"\x01"
_SIZE: Final = 32


def leaf_hash(data: bytes) -> bytes:
    """The hash of an entry: 0x00 keeps it from ever being taken for an inner node."""
    return sha256(_LEAF + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of an inner node."""
    return sha256(_NODE + left + right).digest()


class Frontier:
    """The right edge of a growing tree: the hashes of its largest complete subtrees, from left to right."""

    def __init__(self, size: int = 0, hashes: Iterable[bytes] = ()) -> None:
        self.size = size
        self._hashes = list(hashes)
        if len(self._hashes) != size.bit_count():
            raise ValueError(f"a tree of {size} leaves has {size.bit_count()} complete subtrees at its edge")

    def append(self, leaf: bytes) -> Iterator[tuple[int, int, bytes]]:
        """Adds one leaf hash and yields every inner node that it completes: level, index, hash.

        The leaf is in only when all are taken.
        """
        index, level, completed = self.size, 0, leaf
        while index & 1:
            completed = node_hash(self._hashes.pop(), completed)
            index >>= 1
            level += 1
            yield level, index, completed
        self._hashes.append(completed)
        self.size += 1

    @property
    def hashes(self) -> tuple[bytes, ...]:
        """Its subtrees' hashes, from left to right."""
        return tuple(self._hashes)

    def root(self) -> bytes:
        """The root of the tree as it stands."""
        return _fold(self._hashes) if self._hashes else EMPTY_ROOT


def edge(begin: int, end: int) -> list[Subtree]:
    """The complete subtrees that make up the leaves from `begin` to before `end`, from left to right.

    `begin` is a multiple of the largest power of two in the range, as it is for every node of a tree.
    """
    parts = []
    while begin < end:
        level = (end - begin).bit_length() - 1
        parts.append((level, begin >> level))
        begin += 1 << level
    return parts


def root(size: int, hash_of: HashOf) -> bytes:
    """The root over the first `size` leaves."""
    return _range_hash(0, size, hash_of) if size else EMPTY_ROOT


def inclusion_proof(index: int, size: int, hash_of: HashOf) -> list[bytes]:
    """The audit path of leaf `index` in a tree of `size` leaves, from its sibling up. ValueError if it isn't in it."""
    if not 0 <= index < size:
        raise ValueError(f"leaf {index} is not in a tree of {size}")
    path = []
    begin, end = 0, size
    while end - begin > 1:
        middle = begin + _split(end - begin)
        if index < middle:
            path.append(_range_hash(middle, end, hash_of))
            end = middle
        else:
            path.append(_range_hash(begin, middle, hash_of))
            begin = middle
    return path[::-1]


def consistency_proof(old: int, size: int, hash_of: HashOf) -> list[bytes]:
    """That the tree of `size` begins with the tree of `old` leaves; empty for 0 and `size`. ValueError if more."""
    if not 0 <= old <= size:
        raise ValueError(f"a tree of {old} is no beginning of a tree of {size}")
    if old in (0, size):
        return []
    path = []
    begin, end = 0, size
    while end != old:
        middle = begin + _split(end - begin)
        if old <= middle:
            path.append(_range_hash(middle, end, hash_of))
            end = middle
        else:
            path.append(_range_hash(begin, middle, hash_of))
            begin = middle
    if begin:
        path.append(_range_hash(begin, end, hash_of))
    return path[::-1]


def verify_inclusion(index: int, size: int, leaf: bytes, proof: Sequence[bytes], claimed: bytes) -> bool:
    """Whether `proof` shows the leaf hash at `index` in the tree of `size` leaves with the root `claimed`."""
    if not 0 <= index < size or not _hashes((leaf, claimed, *proof)):
        return False
    node, last, found = index, size - 1, leaf
    for step in proof:
        if last == 0:
            return False
        if node & 1 or node == last:
            found = node_hash(step, found)
            while not node & 1 and node:
                node, last = node >> 1, last >> 1
        else:
            found = node_hash(found, step)
        node, last = node >> 1, last >> 1
    return last == 0 and found == claimed


def verify_consistency(old: int, size: int, proof: Sequence[bytes], old_root: bytes, claimed: bytes) -> bool:
    """Whether `proof` shows that the tree (`size`, `claimed`) begins with the tree (`old`, `old_root`)."""
    if old == size:
        return not proof and old_root == claimed and (size > 0 or claimed == EMPTY_ROOT)
    if not 0 <= old < size or not _hashes((old_root, claimed, *proof)):
        return False
    if old == 0:
        return not proof and old_root == EMPTY_ROOT
    path = list(proof) if old & (old - 1) else [old_root, *proof]
    if not path:
        return False
    node, last = old - 1, size - 1
    while node & 1:
        node, last = node >> 1, last >> 1
    found_old = found = path[0]
    for step in path[1:]:
        if last == 0:
            return False
        if node & 1 or node == last:
            found_old, found = node_hash(step, found_old), node_hash(step, found)
            while not node & 1 and node:
                node, last = node >> 1, last >> 1
        else:
            found = node_hash(found, step)
        node, last = node >> 1, last >> 1
    return last == 0 and found_old == old_root and found == claimed


def _split(leaves: int) -> int:
    """The largest power of two smaller than `leaves`."""
    return 1 << (leaves - 1).bit_length() - 1


def _range_hash(begin: int, end: int, hash_of: HashOf) -> bytes:
    return _fold([hash_of(level, index) for level, index in edge(begin, end)])


def _fold(hashes: Sequence[bytes]) -> bytes:
    folded = hashes[-1]
    for left in reversed(hashes[:-1]):
        folded = node_hash(left, folded)
    return folded


def _hashes(values: Iterable[bytes]) -> bool:
    return all(len(value) == _SIZE for value in values)
