"""Ed25519 as RFC 8032 §5.1 defines it, verification only, in plain Python: for a verifier that has nothing but Python.

A signature takes some milliseconds. Whoever signs, or verifies many, uses `cryptography`; nothing here is secret, so
nothing here has to take the same time for every input.
"""

from hashlib import sha512
from typing import Final, TypeAlias

Point: TypeAlias = tuple[int, int, int, int]
"""Extended coordinates: x = X/Z, y = Y/Z, T = XY/Z."""

_P: Final = 2**255 - 19
_ORDER: Final = 2**252 + 27742317777372353535851937790883648493
_D: Final = -121665 * pow(121666, -1, _P) % _P
_ROOT_OF_MINUS_1: Final = pow(2, (_P - 1) // 4, _P)
_NEUTRAL: Final[Point] = (0, 1, 1, 0)


def verify(public_key: bytes, signature: bytes, message: bytes) -> bool:
    """Whether `signature` (64 bytes) is the key's (32 bytes) over `message`; malformed ones are not."""
    if len(public_key) != 32 or len(signature) != 64:
        return False
    key, commitment = _point(public_key), _point(signature[:32])
    scalar = int.from_bytes(signature[32:], "little")
    if key is None or commitment is None or scalar >= _ORDER:
        return False
    challenge = int.from_bytes(sha512(signature[:32] + public_key + message).digest(), "little") % _ORDER
    return _same(_times(scalar, _BASE), _sum(commitment, _times(challenge, key)))


def _sum(one: Point, other: Point) -> Point:
    a = (one[1] - one[0]) * (other[1] - other[0]) % _P
    b = (one[1] + one[0]) * (other[1] + other[0]) % _P
    c = 2 * one[3] * other[3] * _D % _P
    d = 2 * one[2] * other[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(scalar: int, point: Point) -> Point:
    total = _NEUTRAL
    while scalar:
        if scalar & 1:
            total = _sum(total, point)
        point = _sum(point, point)
        scalar >>= 1
    return total


def _same(one: Point, other: Point) -> bool:
    return (one[0] * other[2] - other[0] * one[2]) % _P == 0 and (one[1] * other[2] - other[1] * one[2]) % _P == 0


def _point(encoded: bytes) -> Point | None:
    """The point of 32 bytes: y, with x's lowest bit as the highest; None if there is none."""
    number = int.from_bytes(encoded, "little")
    y, sign = number & (2**255 - 1), number >> 255
    if y >= _P:
        return None
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * _ROOT_OF_MINUS_1 % _P
    if (x * x - square) % _P or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = _P - x
    return x, y, 1, x * y % _P


def _base() -> Point:
    point = _point((4 * pow(5, -1, _P) % _P).to_bytes(32, "little"))
    if point is None:
        raise ArithmeticError("the base point lies on the curve")
    return point


_BASE: Final = _base()
