"""Roots under AES-256-GCM; the wrapping key comes from a file outside database, backups, image and broker."""

import hashlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.core.exceptions import ImproperlyConfigured

from casino.fairness.entropy import draw

NONCE = 12


@dataclass(frozen=True, slots=True)
class ChainFacts:
    """What a sealed root is bound to: it opens for this chain only."""

    table: str
    chain: str
    links: int
    link0: str

    def associated(self, key_id: str) -> bytes:
        return f"dt1-seed|{self.table}|{self.chain}|{self.links}|{self.link0}|{key_id}".encode("ascii")


@dataclass(frozen=True, slots=True)
class WrappingKey:
    """The 32-byte key that seals roots. Held by the keeper and the chain-making worker only."""

    key: bytes = field(repr=False)

    @classmethod
    def read(cls, folder: Path | None) -> Self:
        """From `fairness.key` in the secrets folder; refuses a missing, short or world-readable file."""
        if folder is None:
            raise ImproperlyConfigured("HOUSE_SECRETS is not set: it names the folder with fairness.key.")
        path = folder / "fairness.key"
        if not path.is_file():
            raise ImproperlyConfigured(f"{path.name} is missing in HOUSE_SECRETS: put 32 random bytes there.")
        if path.stat().st_mode & 0o077:
            raise ImproperlyConfigured(f"{path.name} can be read by others: chmod 600 it.")
        key = path.read_bytes()
        if len(key) != 32:
            raise ImproperlyConfigured(f"{path.name} must hold exactly 32 bytes.")
        return cls(key)

    @property
    def id(self) -> str:
        """Names the key without telling anything of it."""
        return hashlib.sha256(b"dt1-key-id|" + self.key).hexdigest()[:16]

    def seal(self, root: bytes, facts: ChainFacts) -> bytes:
        """Nonce, ciphertext and tag of a 32-byte root."""
        nonce = draw(NONCE)
        return nonce + AESGCM(self.key).encrypt(nonce, root, facts.associated(self.id))

    def open(self, sealed: bytes, facts: ChainFacts) -> bytes:
        """The root; raises ValueError if the row was moved, edited or sealed under another key."""
        try:
            return AESGCM(self.key).decrypt(sealed[:NONCE], sealed[NONCE:], facts.associated(self.id))
        except InvalidTag:
            raise ValueError(f"the sealed root of chain {facts.table}/{facts.chain} does not open") from None
