"""Whether a log has only grown: the consistency proof of RFC 6962 §2.1.2, checked along its own recursion."""

from collections.abc import Iterator, Sequence
from hashlib import sha256


def has_only_grown(old: int, size: int, proof: Sequence[bytes], old_root: bytes, root: bytes) -> bool:
    """Whether `proof` shows that the tree (`size`, `root`) begins with the tree (`old`, `old_root`).

    From nothing (`old` 0) anything grows, and needs no proof.
    """
    if not 0 <= old <= size or any(len(each) != 32 for each in (old_root, root, *proof)):
        return False
    if old == 0 or old == size:
        return not proof and (old == 0 or old_root == root)
    steps = iter(proof)
    try:
        found = _roots(old, size, old_root, steps)
    except StopIteration:
        return False
    return next(steps, None) is None and found == (old_root, root)


def _roots(old: int, size: int, known: bytes | None, steps: Iterator[bytes]) -> tuple[bytes, bytes]:
    """The roots of the first `old` and of all `size` leaves. `known`: the first's, where the proof need not name it."""
    if old == size:
        whole = known if known is not None else next(steps)
        return whole, whole
    half = 1 << (size - 1).bit_length() - 1
    if old <= half:
        before, after = _roots(old, half, known, steps)
        return before, _node(after, next(steps))
    before, after = _roots(old - half, size - half, None, steps)
    left = next(steps)
    return _node(left, before), _node(left, after)


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()
