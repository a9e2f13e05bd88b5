"""The records of a bundle, one by one: played again, paid as posted, thrown as proven, none left out."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from casino.bundle.verify.dice import Dice
from casino.bundle.verify.findings import Fault
from casino.bundle.verify.payouts import Postings
from games.engine.catalogue import find
from games.engine.records import Round
from games.engine.refusals import Refused
from games.engine.replay import Malformed, differences
from ledger.verify.reading import NOT_AS_WRITTEN, read

_HOUSE: Final[Mapping[str, type]] = {
    "round": int, "table": str, "day": str, "shift": int, "number": int, "chip": int, "currency": str, "players": dict,
}  # fmt: skip


@dataclass(slots=True)
class Rounds:
    """Takes the records in order of their rounds; counts them by shift."""

    postings: Postings
    dice: Dice = field(default_factory=Dice)
    played: dict[int, int] = field(default_factory=dict)
    count: int = 0
    open: int = 0
    _last: int = 0

    def of_file(self, path: Path) -> Iterator[Fault]:
        """Faults of every record in a file, in its order, then of what only shows at the end."""
        with path.open("rb") as stream:
            for number, line in enumerate(stream, 1):
                yield from self._of_line(line, f"line {number}")
        yield from self.dice.roots()

    def _of_line(self, line: bytes, where: str) -> list[Fault]:
        """Faults of one line; one that is no record has one fault, whatever of it could be read."""
        try:
            record = read(line)
            where = str(record["id"])
            return [*self._of_record(record, where)]
        except (Malformed, Refused) as wrong:
            return [Fault("replay", where, f"it can't be played: {wrong}")]
        except NOT_AS_WRITTEN as wrong:
            return [Fault("replay", where, f"it is no record of a round: {type(wrong).__name__} {wrong}")]

    def _of_record(self, record: Mapping[str, Any], where: str) -> Iterator[Fault]:
        _check(record)
        reasons, lying = differences(record), _lying(record)
        self.count += 1
        self.open += not record["expect"].get("over", False)
        for reason in reasons:
            yield Fault("replay", where, reason)
        yield from self._in_order(record)
        yield from self.postings.against(record)
        yield from self.dice.of_round(record, lying)

    def _in_order(self, record: Mapping[str, Any]) -> Iterator[Fault]:
        house = record["house"]
        if house["round"] <= self._last or record["id"] != f"round:{house['round']}":
            yield Fault("sequence", record["id"], f"it comes after round {self._last}.")
        self._last = house["round"]
        before = self.played.get(house["shift"], 0)
        if house["number"] != before + 1:
            yield Fault(
                "sequence", record["id"], f"round {house['number']} of shift {house['shift']} follows round {before}."
            )
        self.played[house["shift"]] = house["number"]

    def against_shifts(self, shifts: list[Any]) -> Iterator[Fault]:
        """Rounds and closes that the shifts count and the records don't have."""
        for shift in shifts:
            try:
                faults = [*self._against_shift(shift)]
            except (KeyError, TypeError):
                faults = [Fault("sequence", "manifest", "a shift is not as an exporter writes it.")]
            yield from faults

    def _against_shift(self, shift: Any) -> Iterator[Fault]:
        where, rounds = f"shift {shift['shift']}", shift["rounds"]
        found = self.played.get(shift["shift"], 0)
        if found != rounds:
            yield Fault("sequence", where, f"it counts {rounds} rounds; the records have {found}.")
        for name, count in {each["chain"]: each["closes"] for each in shift["chains"]}.items():
            known = self.dice.chains.get((shift["table"], name))
            taken = known.closes if known is not None else 0
            if taken != count:
                yield Fault("sequence", where, f"chain {name} counts {count} closes; the records have {taken}.")


def _check(record: Any) -> None:
    house = record["house"]
    for name, kind in _HOUSE.items():
        if type(house[name]) is not kind:
            raise Malformed(f"house.{name} is not as an exporter writes it")
    if not (len(record["events"]) == len(record["movements"]) == len(record["calls"]) == len(record["codes"])):
        raise Malformed("codes, calls and movements are not one for each event")
    for each in record["throws"]:
        close, throw = each["close"], each["throw"]
        if not (
            type(close["i"]) is int and type(close["chain"]) is str and (throw is None or type(throw["link"]) is str)
        ):
            raise Malformed("a throw is not as an exporter writes it")
    for facts in record["chains"].values():
        if not (type(facts["links"]) is int and type(facts["link0"]) is str):
            raise Malformed("a chain is not as an exporter writes it")
    for event, moves in zip(record["events"], record["movements"], strict=True):
        if not isinstance(event, dict) or not all(
            len(move) == 5 and type(move[0]) is type(move[1]) is str and type(move[2]) is int for move in moves
        ):
            raise Malformed("an event or a movement is not as an exporter writes it")


def _lying(record: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The round's state before each throw, and as it lies now: what a CLOSE has fixed."""
    game = find(record["game"], record["edition"])
    played = Round(game, record["settings"], record["seats"], record["purses"], record.get("start"))
    states: list[Mapping[str, Any]] = []
    for event in record["events"]:
        if "throw" in event:
            states.append(game.dump(played.state))
        played.take(event)
    return states if record["expect"].get("over") else [*states, game.dump(played.state)]
