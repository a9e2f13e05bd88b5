"""Dice of a bundle derived again: one THROW per CLOSE, links in order and back to link 0, faces, bets, roots."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from casino.bundle.verify.findings import Fault
from casino.fairness.verify import bets_hash
from games.fair import Malformed, chain, dice, link_before


@dataclass(slots=True)
class Chain:
    """A chain as the records show it: its facts, the last link taken and its number."""

    facts: Mapping[str, Any]
    link: str
    i: int = 0
    closes: int = 0


@dataclass(slots=True)
class Dice:
    """Takes the rounds in order; keeps each chain's last link."""

    chains: dict[tuple[str, str], Chain] = field(default_factory=dict)
    throws: int = 0
    waiting: int = 0

    def of_round(self, record: Mapping[str, Any], lying: list[Mapping[str, Any]]) -> Iterator[Fault]:
        """Faults of a round's throws. `lying`: the round's state before each throw, as replayed."""
        name, fallen = record["id"], [event["throw"] for event in record["events"] if "throw" in event]
        thrown = [each for each in record["throws"] if each["throw"] is not None]
        waiting = record["throws"][len(thrown) :]
        if record["throws"][: len(thrown)] != thrown or len(waiting) > (not record["expect"]["over"]):
            yield Fault("sequence", name, "a CLOSE of this round has no THROW.")
        if len(thrown) != len(fallen):
            yield Fault("sequence", name, f"the dice fell {len(fallen)} times; there are {len(thrown)} THROWs.")
        for n, each in enumerate(record["throws"], 1):
            close, throw = each["close"], each["throw"]
            if close["throw"] != n:
                yield Fault("sequence", name, f"throw {close['throw']} stands where throw {n} should.")
            yield from self._chained(record, close, throw)
            if n <= len(lying) and close["bets_hash"] != bets_hash(record["house"]["round"], lying[n - 1]):
                yield Fault("dice", name, f"throw {n} was closed on other bets than lay there.")
            if throw is not None:
                self.throws += 1
                if n <= len(fallen) and throw["faces"] != fallen[n - 1]:
                    yield Fault("dice", name, f"throw {n} is proven as {throw['faces']} and played as {fallen[n - 1]}.")
                yield from _derived(record, close, throw)
        self.waiting += len(waiting)

    def _chained(
        self, record: Mapping[str, Any], close: Mapping[str, Any], throw: Mapping[str, Any] | None
    ) -> Iterator[Fault]:
        place, facts = (record["house"]["table"], close["chain"]), record["chains"].get(close["chain"])
        where = f"{place[0]}/{place[1]}"
        if facts is None:
            yield Fault("chain", where, f"{record['id']} does not show the chain of its link {close['i']}.")
            return
        known = self.chains.setdefault(place, Chain(facts, facts["link0"]))
        known.closes += 1
        if known.facts != facts:
            yield Fault("chain", where, f"{record['id']} shows other facts of this chain than the round before.")
        if close["i"] != known.i + 1:
            yield Fault("sequence", where, f"link {close['i']} comes after link {known.i}, in {record['id']}.")
        if throw is None:
            return
        try:
            if close["i"] == known.i + 1 and link_before(close["chain"], close["i"], throw["link"]) != known.link:
                yield Fault("chain", where, f"link {close['i']} does not hash to link {known.i}, in {record['id']}.")
        except Malformed as wrong:
            yield Fault("chain", where, f"{record['id']}: {wrong}.")
        known.link, known.i = throw["link"], close["i"]

    def roots(self) -> Iterator[Fault]:
        """Faults of the revealed roots: each must give link 0 and the last link taken."""
        for (table, name), known in sorted(self.chains.items()):
            root = known.facts.get("root")
            if root is None:
                continue
            try:
                links = chain(name, root, known.facts["links"])
            except Malformed as wrong:
                yield Fault("chain", f"{table}/{name}", f"its root can't be read: {wrong}.")
                continue
            if links[0] != known.facts["link0"] or known.i >= len(links) or links[known.i] != known.link:
                yield Fault("chain", f"{table}/{name}", "its root does not give the links that were revealed.")


def _derived(record: Mapping[str, Any], close: Mapping[str, Any], throw: Mapping[str, Any]) -> Iterator[Fault]:
    name = record["id"]
    if close["beacon"] != "none" or throw["beacon_bytes"]:
        yield Fault("dice", name, f"throw {close['throw']} names a beacon that this verifier does not know.")
        return
    if close["round_number"] != record["house"]["number"]:
        yield Fault("dice", name, f"throw {close['throw']} was derived for another round.")
    try:
        faces = dice(
            throw["link"], table=record["house"]["table"], chain_id=close["chain"], round_number=close["round_number"],
            throw_number=close["throw"], i=close["i"], n=close["dice"], mix=close["mix"],
        )  # fmt: skip
    except Malformed as wrong:
        yield Fault("dice", name, f"throw {close['throw']} can't be derived: {wrong}.")
        return
    if list(faces) != throw["faces"]:
        yield Fault("dice", name, f"throw {close['throw']} shows {throw['faces']}; its link gives {list(faces)}.")
