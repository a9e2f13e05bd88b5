"""The only module that draws entropy: the operating system's CSPRNG."""

import secrets


def draw(size: int = 32) -> bytes:
    """`size` fresh secret bytes, at least 12."""
    if size < 12:
        raise ValueError("draw at least 12 bytes")
    return secrets.token_bytes(size)
