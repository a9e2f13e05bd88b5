"""Roots open with the one key and for the one chain that they were sealed for, and show themselves nowhere."""

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from casino.fairness.vault import ChainFacts, WrappingKey

KEY = WrappingKey(bytes(range(32)))
ROOT = bytes(range(100, 132))
FACTS = ChainFacts("H1", "20260615A", 4096, "ab" * 32)


def test_a_root_comes_back_as_it_was_and_looks_different_each_time_it_is_sealed() -> None:
    sealed = KEY.seal(ROOT, FACTS)
    assert KEY.open(sealed, FACTS) == ROOT
    assert ROOT not in sealed
    assert KEY.seal(ROOT, FACTS) != sealed


@pytest.mark.parametrize(
    "other",
    [
        ChainFacts("H2", "20260615A", 4096, "ab" * 32),
        ChainFacts("H1", "20260615B", 4096, "ab" * 32),
        ChainFacts("H1", "20260615A", 4097, "ab" * 32),
        ChainFacts("H1", "20260615A", 4096, "ac" * 32),
    ],
)
def test_a_row_moved_to_another_chain_does_not_open(other: ChainFacts) -> None:
    with pytest.raises(ValueError, match="does not open"):
        KEY.open(KEY.seal(ROOT, FACTS), other)


def test_an_edited_row_and_another_key_do_not_open_it() -> None:
    sealed = bytearray(KEY.seal(ROOT, FACTS))
    with pytest.raises(ValueError, match="does not open"):
        WrappingKey(bytes(32)).open(bytes(sealed), FACTS)
    sealed[20] ^= 1
    with pytest.raises(ValueError, match="does not open"):
        KEY.open(bytes(sealed), FACTS)


def test_the_key_is_not_in_its_name_nor_in_its_representation() -> None:
    assert KEY.key.hex() not in KEY.id
    assert KEY.key.hex() not in repr(KEY)
    assert repr(KEY.key) not in repr(KEY)


def test_a_key_file_is_needed_of_32_bytes_that_nobody_else_reads(tmp_path: Path) -> None:
    for folder, reason in ((None, "HOUSE_SECRETS is not set"), (tmp_path, "is missing")):
        with pytest.raises(ImproperlyConfigured, match=reason):
            WrappingKey.read(folder)
    file = tmp_path / "fairness.key"
    file.write_bytes(bytes(32))
    file.chmod(0o644)
    with pytest.raises(ImproperlyConfigured, match="chmod 600"):
        WrappingKey.read(tmp_path)
    file.chmod(0o600)
    assert WrappingKey.read(tmp_path) == WrappingKey(bytes(32))
    file.write_bytes(bytes(31))
    with pytest.raises(ImproperlyConfigured, match="exactly 32"):
        WrappingKey.read(tmp_path)
