"""Trees by definition: what RFC 9162 §2.1 says in words, recursively, to hold the fast ones against."""

from collections.abc import Callable, Sequence

from ledger.log.tree import EMPTY_ROOT, node_hash


def split(count: int) -> int:
    largest = 1
    while largest * 2 < count:
        largest *= 2
    return largest


def root(leaves: Sequence[bytes]) -> bytes:
    if not leaves:
        return EMPTY_ROOT
    if len(leaves) == 1:
        return leaves[0]
    k = split(len(leaves))
    return node_hash(root(leaves[:k]), root(leaves[k:]))


def path(index: int, leaves: Sequence[bytes]) -> list[bytes]:
    if len(leaves) == 1:
        return []
    k = split(len(leaves))
    if index < k:
        return [*path(index, leaves[:k]), root(leaves[k:])]
    return [*path(index - k, leaves[k:]), root(leaves[:k])]


def consistency(old: int, leaves: Sequence[bytes], whole: bool = True) -> list[bytes]:
    if old == len(leaves):
        return [] if whole else [root(leaves)]
    k = split(len(leaves))
    if old <= k:
        return [*consistency(old, leaves[:k], whole), root(leaves[k:])]
    return [*consistency(old - k, leaves[k:], False), root(leaves[:k])]


def stored(leaves: Sequence[bytes]) -> Callable[[int, int], bytes]:
    """The hashes of complete subtrees, as a store of the tree answers for them."""
    return lambda level, index: root(leaves[index << level : (index + 1) << level])
