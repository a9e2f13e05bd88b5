"""Signed notes of C2SP, as far as a witness needs them: reads checkpoints and keys, writes its own cosignatures.

Written apart from the log's own code on purpose: a mistake there is not repeated here.
"""

import base64
import binascii
import re
import stat
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

_LOG: Final = b"\x01"
_WITNESS: Final = b"\x04"
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,18}")
_PRIVATE: Final = "PRIVATE+KEY+"


class Unreadable(ValueError):
    """Not written as the specification has it; the text says what."""


@dataclass(frozen=True, slots=True)
class LogKey:
    """A log's key that this witness trusts; its name is the log's origin."""

    name: str
    id: bytes
    key: Ed25519PublicKey


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A checkpoint as submitted: its text, what that says, and the signatures under it (name, key id, signature)."""

    text: str
    origin: str
    size: int
    root: bytes
    signatures: tuple[tuple[str, bytes, bytes], ...]

    def signed_by(self, log: LogKey) -> bool:
        """Whether a good signature of this key is under it. Others are passed by."""
        return any(
            (name, key) == (log.name, log.id) and _fits(log.key, raw, self.text) for name, key, raw in self.signatures
        )


class WitnessKey:
    """What the witness signs with. Its name and public key go to whoever verifies; the rest stays in its file."""

    def __init__(self, name: str, seed: bytes) -> None:
        if not name or "+" in name or any(each.isspace() for each in name) or len(seed) != 32:
            raise Unreadable("a witness has a name without blanks and plus signs, and a seed of 32 bytes")
        self.name = name
        self._key = Ed25519PrivateKey.from_private_bytes(seed)
        self._public = self._key.public_key().public_bytes_raw()
        self._id = _key_id(name, _WITNESS + self._public)

    @property
    def public(self) -> str:
        """As it is handed out: name+id+base64."""
        return f"{self.name}+{self._id.hex()}+{_encoded(_WITNESS + self._public)}"

    def cosigned(self, text: str, seconds: int) -> str:
        """The line that says: at `seconds` of Unix time this was the largest log seen. Without its newline."""
        signature = self._key.sign(f"cosignature/v1\ntime {seconds}\n{text}".encode())
        return f"— {self.name} {_encoded(self._id + seconds.to_bytes(8, 'big') + signature)}"


def read_key(path: Path) -> WitnessKey:
    """The key of a file `PRIVATE+KEY+name+id+base64` that nobody else may read. Raises Unreadable, OSError."""
    if stat.S_IMODE(path.stat().st_mode) & 0o077:
        raise PermissionError(f"{path} may be read by others: chmod 600 it")
    parts = path.read_text(encoding="utf-8").strip().removeprefix(_PRIVATE).split("+", 2)
    raw = decoded(parts[2]) if len(parts) == 3 else b""
    if raw[:1] != _WITNESS:
        raise Unreadable(f"{path} holds no witness's key")
    return WitnessKey(parts[0], raw[1:])


def private_line(name: str, seed: bytes) -> str:
    """What `read_key` reads, for a seed of 32 secret random bytes."""
    return f"{_PRIVATE}{name}+{WitnessKey(name, seed).public.split('+', 2)[1]}+{_encoded(_WITNESS + seed)}"


def read_logs(text: str) -> dict[str, list[LogKey]]:
    """The trusted logs, by origin: one key a line, name+id+base64; # begins a remark. Raises Unreadable."""
    logs: dict[str, list[LogKey]] = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        if line.startswith("#"):
            continue
        parts = line.split("+", 2)
        raw = decoded(parts[2]) if len(parts) == 3 else b""
        if raw[:1] != _LOG or len(raw) != 33 or _key_id(parts[0], raw).hex() != parts[1]:
            raise Unreadable(f"{line!r} is not a log's key")
        logs.setdefault(parts[0], []).append(
            LogKey(parts[0], bytes.fromhex(parts[1]), Ed25519PublicKey.from_public_bytes(raw[1:]))
        )
    return logs


def read_checkpoint(note: str) -> Checkpoint:
    """A checkpoint with its signatures, not yet verified. Raises Unreadable."""
    text, _, ending = note.rpartition("\n\n")
    lines = text.split("\n")
    if len(lines) < 3 or "" in lines or not ending.endswith("\n"):
        raise Unreadable("a checkpoint is origin, size, root, an empty line and signatures")
    root = decoded(lines[2])
    if len(root) != 32:
        raise Unreadable("a root is 32 bytes")
    signatures = []
    for line in ending[:-1].split("\n"):
        dash, *rest = line.split(" ")
        raw = decoded(rest[1]) if dash == "—" and len(rest) == 2 else b""
        if len(raw) < 5:
            raise Unreadable("a signature is an em dash, a name and base64")
        signatures.append((rest[0], raw[:4], raw[4:]))
    return Checkpoint(text + "\n", lines[0], number(lines[1]), root, tuple(signatures))


def number(text: str) -> int:
    """A size in decimal without leading zeroes. Raises Unreadable."""
    if not _NUMBER.fullmatch(text) or int(text) >= 2**63:
        raise Unreadable("a size is a decimal number below 2**63")
    return int(text)


def decoded(text: str) -> bytes:
    """Standard base64, in its one spelling. Raises Unreadable."""
    try:
        raw = base64.b64decode(text.encode("ascii"), validate=True)
    except (UnicodeEncodeError, binascii.Error):
        raise Unreadable("not base64") from None
    if _encoded(raw) != text:
        raise Unreadable("not base64 in its one spelling")
    return raw


def _encoded(raw: bytes) -> str:
    return base64.b64encode(raw).decode("ascii")


def _key_id(name: str, kind_and_key: bytes) -> bytes:
    return sha256(name.encode() + b"\n" + kind_and_key).digest()[:4]


def _fits(key: Ed25519PublicKey, signature: bytes, text: str) -> bool:
    try:
        key.verify(signature, text.encode())
    except InvalidSignature:
        return False
    return True
