"""Play records again and say where they differ. Whatever a file holds, the answer is a reason."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from games.engine.catalogue import find
from games.engine.chips import HOUSE
from games.engine.records import Round
from games.engine.refusals import Refused

NEEDED = {
    "text": ("id", "game"),
    "an object": ("settings", "purses", "expect"),
    "a list": ("seats", "events"),
}
KINDS = {"text": str, "an object": dict, "a list": list}


class Malformed(Exception):
    """A record that can't be played, with the reason."""


def replay(lines: Iterable[bytes]) -> Iterator[tuple[str, list[str]]]:
    """For every record of a JSON Lines file: its id and the reasons why it differs (none: it passed)."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield _replay_line(line, f"line {number}")


def _replay_line(line: bytes, name: str) -> tuple[str, list[str]]:
    try:
        record = json.loads(line.decode("utf-8"), object_pairs_hook=_object, parse_constant=_constant)
        if isinstance(record, dict) and isinstance(record.get("id"), str):
            name = record["id"]
        return name, differences(record)
    except Malformed as wrong:
        return name, [str(wrong)]
    except Refused as refused:
        return name, [f"could not be opened: {refused}"]
    except (ValueError, RecursionError) as wrong:
        return name, [f"is no JSON: {str(wrong)[:120]}"]


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) != len(pairs):
        raise Malformed("an object names a key twice")
    return read


def _constant(word: str) -> None:
    raise Malformed(f"{word} is no number of chips")


def differences(record: Any) -> list[str]:
    """Why a record differs from what its events give; empty when it does not.

    Raises Malformed or Refused where it can't be played at all.
    """
    _check_form(record)
    game = find(record["game"], record.get("edition"))
    played = Round(game, record["settings"], record["seats"], record["purses"], record.get("start"))
    expect = record["expect"]
    refused = expect.get("refused", [])
    found: list[str] = []
    for index, event in enumerate(record["events"]):
        try:
            answer = played.take(event)
        except RuntimeError as wrong:
            return [*found, f"event {index}: the engine is wrong here: {wrong}"]
        if isinstance(answer, Refused) and index not in refused:
            found.append(f"event {index} {json.dumps(event)[:80]} was refused, {answer}")
        elif not isinstance(answer, Refused) and index in refused:
            found.append(f"event {index} {json.dumps(event)[:80]} was accepted, not refused")
    outcome = {**game.facts(played.state), **played.outcome()}
    for key, wanted in expect.items():
        found += _compare(key, wanted, outcome)
    for key in ("codes", "calls", "movements"):
        if key in record and record[key] != getattr(played, key):
            found.append(f"{key}: the record has others than the events give")
    return found


def _compare(key: str, wanted: Any, outcome: Mapping[str, Any]) -> Iterator[str]:
    if key == "refused":
        return
    if key == "next" and key not in outcome:
        yield "next: the round is not over"
    elif key not in outcome:
        yield f"expect names {key}, which this game does not show"
    elif key in ("net", "exposure", "next"):
        got = outcome[key]
        if not isinstance(wanted, dict):
            yield f"{key}: expected an object"
            return
        names = {*got, *wanted} if key == "net" else wanted
        blank = None if key == "next" else 0
        for name in sorted(names):
            if wanted.get(name, blank) != got.get(name, blank):
                yield f"{key} of {name}: expected {wanted.get(name, blank)}, got {got.get(name, blank)}"
    elif wanted != outcome[key]:
        yield f"{key}: expected {json.dumps(wanted)}, got {json.dumps(outcome[key])}"


def _check_form(record: Any) -> None:
    if not isinstance(record, dict):
        raise Malformed("is no object")
    for kind, keys in NEEDED.items():
        for key in keys:
            if not isinstance(record.get(key), KINDS[kind]):
                raise Malformed(f"needs {key}, {kind}")
    if not isinstance(record.get("edition", ""), str):
        raise Malformed("edition is no text")
    if not isinstance(record.get("start", {}), dict):
        raise Malformed("start is no object")
    seats = record["seats"]
    for seat, chips in record["purses"].items():
        if seat not in seats and seat != HOUSE:
            raise Malformed(f"purses names {seat}, who has no seat")
        if type(chips) is not int or chips < 0:
            raise Malformed(f"the purse of {seat} is no whole number of chips")
    refused = record["expect"].get("refused", [])
    events = range(len(record["events"]))
    if not isinstance(refused, list) or not all(type(each) is int and each in events for each in refused):
        raise Malformed("expect.refused is no list of events")
