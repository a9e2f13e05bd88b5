"""Scheme dt1: how links, mix and dice are computed. Every input has one form; anything else is refused.

A link is 64 lower-case hexadecimal characters, a table or chain id is of 0-9 and A-Z, counts are whole.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable

LINK = re.compile(r"[0-9a-f]{64}")
ID = re.compile(r"[0-9A-Z]{1,64}")
NONCE = re.compile(r"[0-9a-f]{32,128}")
MOST = 2**63 - 1
DICE_MOST = 10_000
BEACON_MOST = 4096
NO_MIX = "-"
NO_BEACON = "-"
FAIR_BYTES = 252
"""Bytes from here on are skipped: 252 is the largest multiple of 6 in a byte, so every face is as likely."""


class Malformed(ValueError):
    """An input of another form than the scheme's; the text says which and what it wants."""


def link_before(chain_id: str, i: int, link: str) -> str:
    """link(i-1) of a chain from link(i): sha256 of dt1-link|chain|i| and the link's hexadecimal text."""
    _text(ID, chain_id, "chain id", "characters 0-9 and A-Z")
    _whole(i, "link number", 1)
    _text(LINK, link, "link", "64 lower-case hexadecimal characters")
    return hashlib.sha256(f"dt1-link|{chain_id}|{i}|{link}".encode("ascii")).hexdigest()


def chain(chain_id: str, root: str, length: int) -> tuple[str, ...]:
    """Links 0 to `length` from the root, which is link `length` itself."""
    _whole(length, "length of a chain", 1, 1_000_000)
    links = [root]
    for i in range(length, 0, -1):
        links.append(link_before(chain_id, i, links[-1]))
    return tuple(reversed(links))


def mix(nonces: Iterable[str]) -> str:
    """The players' part: sha256 of dt1-mix| and the sorted nonces with commas; "-" when there is none.

    A nonce is 32 to 128 lower-case hexadecimal characters, an even number of them.
    """
    if isinstance(nonces, (str, bytes)):
        raise Malformed("nonces: give a list of them")
    row = list(nonces)
    for nonce in row:
        _text(NONCE, nonce, "nonce", "32 to 128 lower-case hexadecimal characters")
        if len(nonce) % 2:
            raise Malformed("nonce: give whole bytes, two characters each")
    if not row:
        return NO_MIX
    return hashlib.sha256(("dt1-mix|" + ",".join(sorted(row))).encode("ascii")).hexdigest()


def message(
    *,
    table: str,
    chain_id: str,
    round_number: int,
    throw_number: int,
    i: int,
    n: int,
    mix: str = NO_MIX,
    beacon: int | str = NO_BEACON,
    beacon_bytes: bytes = b"",
) -> str:
    """What is authenticated with the link, the block's number left off: ASCII fields joined by |.

    beacon is the beacon's round, or "-" with empty bytes when there is none.
    """
    _text(ID, table, "table id", "characters 0-9 and A-Z")
    _text(ID, chain_id, "chain id", "characters 0-9 and A-Z")
    for number, what in ((round_number, "round"), (throw_number, "throw"), (i, "link number")):
        _whole(number, what, 1)
    _whole(n, "number of dice", 1, DICE_MOST)
    if mix != NO_MIX:
        _text(LINK, mix, "mix", '"-" or 64 lower-case hexadecimal characters')
    if type(beacon_bytes) is not bytes or len(beacon_bytes) > BEACON_MOST:
        raise Malformed(f"beacon: give at most {BEACON_MOST} raw bytes, not their hexadecimal text")
    if beacon == NO_BEACON:
        if beacon_bytes:
            raise Malformed('beacon: without a beacon round ("-") there are no bytes')
    else:
        _whole(beacon, "beacon round", 0)
        if not beacon_bytes:
            raise Malformed("beacon: a beacon round needs its bytes")
    value = hashlib.sha256(beacon_bytes).hexdigest()
    return f"dt1|{table}|{chain_id}|{round_number}|{throw_number}|{i}|{n}|{mix}|{beacon}|{value}|"


def dice(
    link: str,
    *,
    table: str,
    chain_id: str,
    round_number: int,
    throw_number: int,
    i: int,
    n: int,
    mix: str = NO_MIX,
    beacon: int | str = NO_BEACON,
    beacon_bytes: bytes = b"",
) -> tuple[int, ...]:
    """The n faces of a throw: HMAC-SHA256 keyed with the link's 32 raw bytes, block by block."""
    _text(LINK, link, "link", "64 lower-case hexadecimal characters")
    head = message(
        table=table,
        chain_id=chain_id,
        round_number=round_number,
        throw_number=throw_number,
        i=i,
        n=n,
        mix=mix,
        beacon=beacon,
        beacon_bytes=beacon_bytes,
    )
    key = bytes.fromhex(link)
    faces: list[int] = []
    block = 0
    while len(faces) < n:
        faces += faces_of(hmac.digest(key, f"{head}{block}".encode("ascii"), "sha256"))
        block += 1
    return tuple(faces[:n])


def faces_of(block: bytes) -> list[int]:
    """The faces in a block of bytes."""
    return [byte % 6 + 1 for byte in block if byte < FAIR_BYTES]


def _text(form: re.Pattern[str], value: object, what: str, wanted: str) -> None:
    if type(value) is not str or not form.fullmatch(value):
        raise Malformed(f"{what}: give {wanted}")


def _whole(value: object, what: str, low: int, high: int = MOST) -> None:
    if type(value) is not int or not low <= value <= high:
        raise Malformed(f"{what}: give a whole number from {low} to {high}")
