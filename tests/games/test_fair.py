"""Scheme dt1: bytes to faces, strict forms, streams that never meet."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from typing import Any

import pytest

from games.fair import Malformed, chain, dice, link_before, message, mix
from games.fair.dt1 import faces_of

LINK = "99a491abe97d218da86a2a0a4353e125229e50b8a15fa31b1477ce196d91f531"
AT: dict[str, Any] = {"table": "T1", "chain_id": "20300101A", "round_number": 7, "throw_number": 3, "i": 42}


def test_C02_C03_C11_every_face_comes_from_42_bytes_and_none_from_the_rest() -> None:
    counted = Counter(faces_of(bytes(range(256))))
    assert counted == dict.fromkeys(range(1, 7), 42)
    assert faces_of(bytes(range(252, 256))) == []
    assert faces_of(bytes([0, 5, 6, 251])) == [1, 6, 1, 6]


def test_C12_when_a_block_has_no_usable_byte_the_next_one_is_hashed(monkeypatch: pytest.MonkeyPatch) -> None:
    real = hmac.digest
    asked: list[bytes] = []

    def starved(key: bytes, text: bytes, name: str) -> bytes:
        asked.append(text)
        return b"\xff" * 32 if text.endswith(b"|0") else real(key, text, name)

    monkeypatch.setattr(hmac, "digest", starved)
    faces = dice(LINK, n=6, **AT)
    assert [text.rsplit(b"|", 1)[1] for text in asked] == [b"0", b"1"]
    assert faces == tuple(faces_of(real(bytes.fromhex(LINK), asked[1], "sha256"))[:6])


def test_C12_a_thousand_dice_from_one_link() -> None:
    faces = dice(LINK, n=1000, **AT)
    assert len(faces) == 1000
    assert set(faces) == set(range(1, 7))


def test_C16_fields_that_run_together_give_different_streams() -> None:
    texts = {
        message(**{**AT, **change}, n=2)
        for change in (
            {},
            {"table": "T", "chain_id": "120300101A"},
            {"round_number": 73, "throw_number": 3},
            {"round_number": 7, "throw_number": 33},
            {"i": 4},
            {"beacon": 0, "beacon_bytes": b"\0"},
        )
    }
    assert len(texts) == 6


def test_the_message_is_what_the_scheme_says() -> None:
    empty = hashlib.sha256(b"").hexdigest()
    assert message(n=2, **AT) == f"dt1|T1|20300101A|7|3|42|2|-|-|{empty}|"


def test_a_chain_runs_back_to_link_0() -> None:
    links = chain("20300101A", LINK, 3)
    assert len(links) == 4
    assert links[3] == LINK
    assert links[0] == link_before("20300101A", 1, link_before("20300101A", 2, link_before("20300101A", 3, LINK)))
    assert links[2] == hashlib.sha256(b"dt1-link|20300101A|3|" + LINK.encode()).hexdigest()


def test_the_mix_does_not_depend_on_the_order_of_the_nonces() -> None:
    first, second = "00" * 16, "ff" * 16
    assert mix([first, second]) == mix([second, first])
    assert mix([first]) != mix([first, first])
    assert mix([]) == "-"


@pytest.mark.parametrize(
    "change",
    [
        {"table": "t1"},
        {"table": "T1|"},
        {"table": "T1\n"},
        {"table": "T\0"},
        {"table": "Т1"},
        {"table": ""},
        {"table": "T" * 65},
        {"table": b"T1"},
        {"chain_id": "2030-01-01"},
        {"chain_id": "٢٠٣٠"},
        {"round_number": 0},
        {"round_number": -1},
        {"round_number": 7.0},
        {"round_number": True},
        {"round_number": "7"},
        {"throw_number": None},
        {"i": 0},
        {"i": 2**63},
        {"n": 0},
        {"n": 10**6},
        {"mix": ""},
        {"mix": "A" * 64},
        {"mix": "a" * 63},
        {"mix": None},
        {"beacon": 1},
        {"beacon": -1, "beacon_bytes": b"x"},
        {"beacon": "1", "beacon_bytes": b"x"},
        {"beacon_bytes": b"x"},
        {"beacon": 1, "beacon_bytes": "ff"},
        {"beacon": 1, "beacon_bytes": bytearray(b"x")},
        {"beacon": 1, "beacon_bytes": b"x" * 1_000_000},
    ],
    ids=str,
)
def test_an_input_of_another_form_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(Malformed):
        dice(LINK, **{"n": 2, **AT, **change})


@pytest.mark.parametrize(
    "link",
    [
        "",
        LINK.upper(),
        LINK[:-1],
        LINK + "0",
        LINK[:-1] + "g",
        LINK + "\n",
        bytes.fromhex(LINK),
        LINK[:-1] + "١",
        None,
    ],
)
def test_a_link_of_another_form_is_refused(link: Any) -> None:
    with pytest.raises(Malformed):
        dice(link, n=2, **AT)
    with pytest.raises(Malformed):
        link_before("T1", 1, link)


@pytest.mark.parametrize(
    "nonces", ["00" * 16, [b"0" * 32], ["00" * 15], ["00" * 16 + "0"], ["AA" * 16], ["," * 32], [None]]
)
def test_nonces_of_another_form_are_refused(nonces: Any) -> None:
    with pytest.raises(Malformed):
        mix(nonces)


@pytest.mark.parametrize("length", [0, -1, 2.0, True, 10**7])
def test_a_chain_of_another_length_is_refused(length: Any) -> None:
    with pytest.raises(Malformed):
        chain("T1", LINK, length)
