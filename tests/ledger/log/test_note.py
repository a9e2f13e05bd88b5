"""Signed notes, checkpoints, cosignatures and receipts: known answers of others, and what is refused."""

import re

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from ledger.log import ed25519, keys, note, proof, tree
from tests.ledger.log import trees

# Go's golang.org/x/mod/sumdb/note: the key and note of its documentation.
PRIVATE = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
PUBLIC = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
SIGNED = (
    "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n"
    "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
)
# RFC 8032 §7.1: public key, message, signature of tests 1, 2 and 3.
RFC_8032 = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
]
LOG = keys.parse_private(keys.private_text("log.example/house", bytes(range(32))))
LEAVES = [tree.leaf_hash(b"entry %d" % number) for number in range(11)]


@pytest.mark.parametrize(("key", "message", "signature"), RFC_8032)
def test_ed25519_known_answers(key: str, message: str, signature: str) -> None:
    raw = bytes.fromhex(signature)
    assert ed25519.verify(bytes.fromhex(key), raw, bytes.fromhex(message))
    assert not ed25519.verify(bytes.fromhex(key), raw, bytes.fromhex(message) + b"\0")
    # The same point with a scalar past the order: a second signature of the same message, if it were taken.
    scalar = int.from_bytes(raw[32:], "little") + 2**252 + 27742317777372353535851937790883648493
    assert not ed25519.verify(bytes.fromhex(key), raw[:32] + scalar.to_bytes(32, "little"), bytes.fromhex(message))


@given(st.binary(min_size=32, max_size=32), st.binary(max_size=40), st.integers(0, 511))
def test_plain_python_and_cryptography_say_the_same(seed: bytes, message: bytes, bit: int) -> None:
    key = Ed25519PrivateKey.from_private_bytes(seed)
    public, signature = key.public_key().public_bytes_raw(), bytearray(key.sign(message))
    assert ed25519.verify(public, bytes(signature), message)
    signature[bit // 8] ^= 1 << bit % 8
    assert not ed25519.verify(public, bytes(signature), message)
    assert not keys.verify(public, bytes(signature), message)


def test_keys_and_notes_are_those_of_go() -> None:
    key = keys.parse_private(PRIVATE)
    assert str(key.public) == PUBLIC
    assert note.parse_key(PUBLIC) == key.public
    assert keys.private_text("PeterNeumann", note.decoded(PRIVATE.split("+", 4)[4])[1:]) == PRIVATE
    read = note.parse_note(SIGNED)
    assert str(read) == SIGNED
    assert note.signed_by(read, key.public)
    assert note.encoded(key.sign(read.text.encode())) == note.encoded(read.signatures[0].raw)


def test_a_note_is_not_signed_by_another_name_key_or_text() -> None:
    read, key = note.parse_note(SIGNED), note.parse_key(PUBLIC)
    assert not note.signed_by(note.Note(read.text.replace("problem", "promise"), read.signatures), key)
    assert not note.signed_by(read, note.PublicKey("PeterPan", key.kind, key.raw))
    assert not note.signed_by(read, note.PublicKey(key.name, key.kind, LOG.public.raw))
    spoilt = note.Signature(key.name, key.id, bytes(64))
    assert not note.signed_by(note.Note(read.text, (*read.signatures, spoilt)), key)
    stranger = note.Signature("somebody", b"abcd", bytes(64))
    assert note.signed_by(note.Note(read.text, (stranger, *read.signatures)), key)


def test_a_cosignature_covers_the_time_and_the_text() -> None:
    private = Ed25519PrivateKey.from_private_bytes(bytes(32))
    witness = note.PublicKey("witness.example/w1", note.COSIGNATURE, private.public_key().public_bytes_raw())
    text = str(note.Checkpoint("log.example/house", 11, trees.root(LEAVES)))
    at = 1_780_000_000
    signed = private.sign(f"cosignature/v1\ntime {at}\n{text}".encode())
    good = note.Note(text, (note.Signature(witness.name, witness.id, at.to_bytes(8, "big") + signed),))
    assert note.cosigned_at(good, witness) == at
    later = note.Note(text, (note.Signature(witness.name, witness.id, (at + 1).to_bytes(8, "big") + signed),))
    assert note.cosigned_at(later, witness) is None
    other = note.Note(text.replace("\n11\n", "\n12\n"), good.signatures)
    assert note.cosigned_at(other, witness) is None
    assert note.cosigned_at(good, LOG.public) is None


@pytest.mark.parametrize(
    "text",
    [
        "", "no gap\n", "text\n\n", "text\n\n— a b", "text\n\n— a YQ==\n", "text\n\n- a AAAAAAAA\n",
        "\x07\n\n— a AAAAAAAA\n", "text\r\n\n— a AAAAAAAA\n", "text\n\n— a+b AAAAAAAA\n", "text\n\n— a AAAAAAA\n",
        "text\n\n" + "— a AAAAAAAA\n" * 65,
    ],
)  # fmt: skip
def test_what_is_no_note_is_refused(text: str) -> None:
    with pytest.raises(note.Malformed):
        note.parse_note(text)


@pytest.mark.parametrize(
    "size", ["", "01", "+1", "-1", "1 ", "1_0", "٣", "9223372036854775808", "99999999999999999999"]
)
def test_what_is_no_checkpoint_is_refused(size: str) -> None:
    root = note.encoded(bytes(32))
    assert note.parse_checkpoint(f"o\n10\n{root}\n") == note.Checkpoint("o", 10, bytes(32))
    for text in (f"o\n{size}\n{root}\n", f"o\n1\n{root}", f"\n1\n{root}\n", "o\n1\nAAAA\n", f"o\n1\n{root}\nmore\n"):
        with pytest.raises(note.Malformed):
            note.parse_checkpoint(text)


@pytest.mark.parametrize("text", ["", "a", "a+b+c", PUBLIC.replace("c74f20a3", "c74f20a4"), PUBLIC[:-4], PRIVATE])
def test_what_is_no_key_is_refused(text: str) -> None:
    with pytest.raises(note.Malformed):
        note.parse_key(text)


@pytest.mark.parametrize("text", ["", PUBLIC, PRIVATE[:-4], PRIVATE.replace("c74f20a3", "c74f20a4")])
def test_what_is_no_signing_key_is_refused_and_never_repeated(text: str) -> None:
    with pytest.raises(note.Malformed) as refused:
        keys.parse_private(text)
    assert "AYEKFALVFGyNh" not in str(refused.value)
    assert "AYEKFALVFGyNh" not in repr(LOG)


def receipt(index: int, entry: bytes) -> proof.Proof:
    checkpoint = note.Checkpoint(LOG.public.name, len(LEAVES), trees.root(LEAVES))
    return proof.Proof(entry, index, tuple(trees.path(index, LEAVES)), LOG.signed(checkpoint))


@given(st.integers(0, 10))
def test_a_receipt_is_read_as_it_was_written_and_proves_its_entry(index: int) -> None:
    written = receipt(index, b"entry %d" % index)
    read = proof.parse(str(written))
    assert read == written
    assert proof.prove(read, LOG.public).size == 11
    with pytest.raises(proof.Unproven, match="does not lead"):
        proof.prove(receipt(index, b"entry 11"), LOG.public)


def test_a_receipt_of_another_log_or_without_its_witness_proves_nothing() -> None:
    read = receipt(4, b"entry 4")
    other = note.PublicKey(LOG.public.name, note.ED25519, note.parse_key(PUBLIC).raw)
    with pytest.raises(proof.Unproven, match="not signed by"):
        proof.prove(read, other)
    with pytest.raises(proof.Unproven, match="not of"):
        proof.prove(read, note.parse_key(PUBLIC))
    with pytest.raises(proof.Unproven, match="not cosigned by w"):
        proof.prove(read, LOG.public, [note.PublicKey("w", note.COSIGNATURE, other.raw)])


@given(st.data())
def test_a_receipt_with_another_character_is_malformed_or_proves_nothing(data: st.DataObject) -> None:
    text = str(receipt(3, b"entry 3"))
    place = data.draw(st.integers(0, len(text) - 1))
    other = data.draw(st.sampled_from("AZaz09+/=\n —").filter(lambda each: each != text[place]))
    try:
        changed = proof.parse(text[:place] + other + text[place + 1 :])
        proof.prove(changed, LOG.public)
    except (note.Malformed, proof.Unproven):
        return
    raise AssertionError(f"character {place} may be {other!r}")


def test_a_receipt_s_form() -> None:
    lines = str(receipt(0, b"entry 0")).split("\n")
    assert lines[:3] == ["c2sp.org/tlog-proof@v1", "extra " + note.encoded(b"entry 0"), "index 0"]
    assert lines[7:10] == ["", "log.example/house", "11"]
    assert re.fullmatch(r"— log\.example/house [A-Za-z0-9+/]+=*", lines[12])
