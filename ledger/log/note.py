"""Signed notes and checkpoints as the C2SP specifications signed-note, tlog-checkpoint and tlog-cosignature write them.

A note is text, an empty line, and lines of signatures, each `— name base64(key id, signature)`. A checkpoint's text is
the log's origin, its size and its root. Only Ed25519: of the log over the text (type 1), of a witness over the time and
the text (type 4). Pure; who signs has `ledger.log.keys`.
"""

import base64
import binascii
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, TypeAlias

from ledger.log import ed25519

Verify: TypeAlias = Callable[[bytes, bytes, bytes], bool]
"""Whether a public key's signature fits a message; both are raw bytes."""

ED25519: Final = 1
COSIGNATURE: Final = 4
_LONGEST: Final = 100_000
_MOST_SIGNATURES: Final = 64
_SIGNATURE: Final = re.compile(r"— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})")
_CONTROLS: Final = re.compile(r"[\x00-\x09\x0b-\x1f]")
_SIZE: Final = re.compile(r"0|[1-9][0-9]{0,18}")
_NAME: Final = re.compile(r"[^\s+]+")


class Malformed(ValueError):
    """This is not written as the specifications want it; the text says what is wrong."""


@dataclass(frozen=True, slots=True)
class PublicKey:
    """Who signs: a name, an algorithm (ED25519 or COSIGNATURE) and 32 bytes of Ed25519."""

    name: str
    kind: int
    raw: bytes

    @property
    def id(self) -> bytes:
        """The four bytes that go before each of its signatures."""
        return sha256(self.name.encode() + b"\n" + bytes([self.kind]) + self.raw).digest()[:4]

    def __str__(self) -> str:
        """The key as it is handed out: `name+id+base64`."""
        return f"{self.name}+{self.id.hex()}+{encoded(bytes([self.kind]) + self.raw)}"


@dataclass(frozen=True, slots=True)
class Signature:
    """One line of a note: the signer's name and key id, and the bytes behind them."""

    name: str
    id: bytes
    raw: bytes

    def __str__(self) -> str:
        return f"— {self.name} {encoded(self.id + self.raw)}"


@dataclass(frozen=True, slots=True)
class Note:
    """A text, ending with a newline, and who signed it; nothing is verified yet."""

    text: str
    signatures: tuple[Signature, ...]

    def __str__(self) -> str:
        return self.text + "\n" + "".join(f"{each}\n" for each in self.signatures)


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """How large the log named `origin` was, and its root (32 bytes) then."""

    origin: str
    size: int
    root: bytes

    def __str__(self) -> str:
        return f"{self.origin}\n{self.size}\n{encoded(self.root)}\n"


def parse_key(text: str) -> PublicKey:
    """A key from `name+id+base64`. Raises Malformed, also when the id is not this key's."""
    parts = text.split("+", 2)
    raw = decoded(parts[2]) if len(parts) == 3 else b""
    if len(raw) != 33 or raw[0] not in (ED25519, COSIGNATURE) or not _NAME.fullmatch(parts[0]):
        raise Malformed("a key is name+id+base64 of an Ed25519 key")
    key = PublicKey(parts[0], raw[0], raw[1:])
    if parts[1] != key.id.hex():
        raise Malformed(f"the key of {key.name} has the id {key.id.hex()}, not {parts[1]}")
    return key


def parse_note(text: str) -> Note:
    """A note, its signatures not yet verified. Raises Malformed."""
    body, gap, ending = text.rpartition("\n\n")
    if len(text) > _LONGEST or not gap or not ending.endswith("\n") or _CONTROLS.search(text):
        raise Malformed("a signed note is text, an empty line, and lines of signatures")
    return Note(body + "\n", parse_signatures(ending))


def parse_signatures(text: str) -> tuple[Signature, ...]:
    """Lines of signatures, each ended by a newline. Raises Malformed."""
    lines = text.split("\n")
    if lines.pop() != "" or not 0 < len(lines) <= _MOST_SIGNATURES:
        raise Malformed(f"a note has 1 to {_MOST_SIGNATURES} lines of signatures")
    found = []
    for line in lines:
        written = _SIGNATURE.fullmatch(line)
        raw = decoded(written[2]) if written else b""
        if written is None or len(raw) < 5:
            raise Malformed("a signature is an em dash, a name, and base64 of key id and signature")
        found.append(Signature(written[1], raw[:4], raw[4:]))
    return tuple(found)


def parse_checkpoint(text: str) -> Checkpoint:
    """What a note's text says of a log. Raises Malformed; extension lines are refused: this log writes none."""
    lines = text.split("\n")
    if len(lines) != 4 or lines[3] or not lines[0] or not _SIZE.fullmatch(lines[1]):
        raise Malformed("a checkpoint is three lines: origin, size, root")
    if int(lines[1]) >= 2**63:
        raise Malformed("a log's size is below 2**63")
    root = decoded(lines[2])
    if len(root) != 32:
        raise Malformed("a checkpoint's root is 32 bytes")
    return Checkpoint(lines[0], int(lines[1]), root)


def signed_by(note: Note, key: PublicKey, verify: Verify = ed25519.verify) -> bool:
    """Whether the note carries a good signature of the key, and none of it that is wrong."""
    own = [each for each in note.signatures if (each.name, each.id) == (key.name, key.id)]
    return bool(own) and all(_holds(note.text, each, key, verify) for each in own)


def cosigned_at(note: Note, key: PublicKey, verify: Verify = ed25519.verify) -> int | None:
    """When the witness with this key last cosigned the note, in seconds of Unix time; None if it did not."""
    if key.kind != COSIGNATURE or not signed_by(note, key, verify):
        return None
    return max(
        int.from_bytes(each.raw[:8], "big") for each in note.signatures if (each.name, each.id) == (key.name, key.id)
    )


def cosigned_message(seconds: int, text: str) -> bytes:
    """The bytes that a witness signs: at `seconds` of Unix time it saw the checkpoint of this text."""
    return f"cosignature/v1\ntime {seconds}\n{text}".encode()


def encoded(raw: bytes) -> str:
    return base64.b64encode(raw).decode("ascii")


def decoded(text: str) -> bytes:
    """The bytes of standard base64; only the one way of writing them counts. Raises Malformed."""
    try:
        raw = base64.b64decode(text.encode("ascii"), validate=True)
    except (UnicodeEncodeError, binascii.Error):
        raise Malformed("this is not base64") from None
    if encoded(raw) != text:
        raise Malformed("this is not base64 as it is written")
    return raw


def hashes(lines: Iterable[str]) -> list[bytes]:
    """A proof's lines as hashes. Raises Malformed."""
    found = [decoded(line) for line in lines]
    if any(len(each) != 32 for each in found):
        raise Malformed("a proof's line is 32 bytes in base64")
    return found


def _holds(text: str, signature: Signature, key: PublicKey, verify: Verify) -> bool:
    if key.kind == ED25519:
        return verify(key.raw, signature.raw, text.encode())
    seconds, raw = int.from_bytes(signature.raw[:8], "big"), signature.raw[8:]
    return seconds < 2**63 and verify(key.raw, raw, cosigned_message(seconds, text))
