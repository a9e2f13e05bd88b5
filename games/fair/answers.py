"""Known answers of scheme dt1 from a file, each derived again. Whatever a file holds, it answers a reason."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from games.fair.dt1 import Malformed, chain, dice, mix


def derive(text: bytes) -> Iterator[tuple[str, str]]:
    """For every known answer: its name and why it differs (empty: it passed).

    {"shift": chain id, "table", "N", "root", "links": {i: link}, "mix": {"nonces", "value"},
    "beacon": {"bytes", "sha256"}, "throws": [{"link", "i", "round", "throw", "dice", "mix", "beacon_round",
    "beacon_bytes", "faces"}]}; mix and beacon may be missing.
    """
    try:
        answers = json.loads(text.decode("utf-8"))
        links = chain(answers["shift"], answers["root"], answers["N"])
        given = [*answers["links"].items()]
        throws = [*answers["throws"]]
    except (KeyError, TypeError, AttributeError, ValueError, RecursionError) as wrong:
        yield "file", f"is no file of known answers: {_reason(wrong)}"
        return
    for i, link in given:
        yield f"link {i}", _differs(link, partial(_link, links, i))
    if "mix" in answers:
        yield "mix", _differs(_part(answers["mix"], "value"), lambda: mix(answers["mix"]["nonces"]))
    if "beacon" in answers:
        known = answers["beacon"]
        yield "beacon", _differs(_part(known, "sha256"), lambda: _beacon(known["bytes"]))
    for number, each in enumerate(throws, 1):
        yield f"throw {number}", _differs(_part(each, "faces"), partial(_throw, answers, links, each))


def _differs(wanted: object, derived: Callable[[], object]) -> str:
    try:
        got = derived()
    except (KeyError, TypeError, AttributeError, ValueError) as wrong:
        return _reason(wrong)
    return "" if got == wanted else f"expected {wanted}, got {got}"


def _reason(wrong: Exception) -> str:
    return f"{wrong} is missing" if isinstance(wrong, KeyError) else str(wrong)[:160]


def _part(answer: Any, name: str) -> object:
    return answer.get(name) if isinstance(answer, dict) else None


def _link(links: tuple[str, ...], i: str) -> str:
    if not i.isascii() or not i.isdigit() or len(i) > 9 or int(i) >= len(links):
        raise Malformed(f"link number: the chain has links 0 to {len(links) - 1}")
    return links[int(i)]


def _raw(text: str) -> bytes:
    if not text.isascii() or any(letter not in "0123456789abcdef" for letter in text) or len(text) % 2:
        raise Malformed("beacon bytes: give lower-case hexadecimal text, two characters a byte")
    return bytes.fromhex(text)


def _beacon(text: str) -> str:
    return hashlib.sha256(_raw(text)).hexdigest()


def _throw(answers: Any, links: tuple[str, ...], throw: Any) -> list[int]:
    if _link(links, str(throw["i"])) != throw["link"]:
        raise Malformed(f"its link is not link {throw['i']} of the chain")
    faces = dice(
        throw["link"],
        table=answers["table"],
        chain_id=answers["shift"],
        round_number=throw["round"],
        throw_number=throw["throw"],
        i=throw["i"],
        n=throw["dice"],
        mix=throw["mix"],
        beacon=throw["beacon_round"],
        beacon_bytes=_raw(throw["beacon_bytes"]),
    )
    return list(faces)
