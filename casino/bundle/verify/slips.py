"""Fills and credit slips: numbered without a gap, summed, signed by different people, their chips moved once."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from casino.bundle.verify.findings import Fault
from casino.bundle.verify.payouts import Moved, Postings
from ledger.verify.reading import NOT_AS_WRITTEN, read

_VOIDS: Final = ("void", "void_witness")
_FORM: Final[Mapping[str, type]] = {
    "id": int, "year": int, "number": int, "kind": str, "table": str, "window": int, "day": str, "currency": str,
    "lines": dict, "amount": int, "steps": list, "state": str, "reason": str, "signatures": list,
}  # fmt: skip


@dataclass(slots=True)
class Slips:
    """Takes the slips in order of their numbers; `whole`: every slip there is should be here."""

    postings: Postings
    whole: bool
    last: dict[int, int] = field(default_factory=dict)
    count: int = 0
    elsewhere: int = 0

    def of_file(self, path: Path) -> Iterator[Fault]:
        """Faults of every slip in a file, in its order."""
        with path.open("rb") as stream:
            for number, line in enumerate(stream, 1):
                try:
                    faults = [*self._of_slip(read(line))]
                except NOT_AS_WRITTEN as wrong:
                    faults = [Fault("slip", f"line {number}", f"it is no slip: {type(wrong).__name__} {wrong}")]
                yield from faults

    def against_years(self, years: Mapping[str, Any]) -> Iterator[Fault]:
        """Slips that the last number of a year counts and the file does not have."""
        for year, last in sorted(years.items()) if self.whole else ():
            found = next((number for of, number in self.last.items() if str(of) == year), 0)
            if found != last:
                yield Fault(
                    "sequence", f"slips of {year}", f"the last number given is {last}; the file ends at {found}."
                )

    def _of_slip(self, slip: Mapping[str, Any]) -> Iterator[Fault]:
        for name, kind in _FORM.items():
            if type(slip[name]) is not kind:
                raise TypeError(f"{name} is not as an exporter writes it")
        self.count += 1
        where = f"slip {slip['year']}/{slip['number']}"
        yield from self._in_order(slip, where)
        if sum(int(denomination) * pieces for denomination, pieces in slip["lines"].items()) != slip["amount"]:
            yield Fault("slip", where, f"its lines do not add up to {slip['amount']}.")
        posted = self.postings.take(f"slip:{slip['id']}", "done")
        done = slip["state"] == "done"
        moved = posted is not None or (done and self.postings.is_beyond(f"slip:{slip['id']}", "done"))
        if moved != done:
            yield Fault("slip", where, f"it is {slip['state']}, and its chips {'did' if posted else 'did not'} move.")
        elif posted is not None and (posted.moved != [_due(slip)] or posted.period != slip["day"]):
            yield Fault("slip", where, f"posting {posted.posting} (row {posted.row}) is not what the slip says.")
        yield from _signed(slip, where)

    def _in_order(self, slip: Mapping[str, Any], where: str) -> Iterator[Fault]:
        last = self.last.get(slip["year"], 0)
        if slip["number"] <= last:
            yield Fault("sequence", where, f"it comes after number {last}.")
        elif slip["number"] > last + 1 and self.whole:
            yield Fault("sequence", where, f"number {last + 1} is missing before it.")
        elif last:
            self.elsewhere += slip["number"] - last - 1
        self.last[slip["year"]] = max(last, slip["number"])


def _signed(slip: Mapping[str, Any], where: str) -> Iterator[Fault]:
    """A done slip has every signature it asks for, a void one two signers or one who found another amount."""
    signatures = slip["signatures"]
    steps = [each for each in signatures if each["step"] not in _VOIDS]
    people = [each["login"] for each in steps]
    if len(set(people)) != len(people):
        yield Fault("signers", where, "one person has signed it twice.")
    if [each["step"] for each in steps] != slip["steps"][: len(steps)]:
        yield Fault("signers", where, "its signatures are not in the order that it asks for.")
    differing = [each for each in steps if each["amount"] != slip["amount"]]
    if slip["state"] == "done" and (len(steps) < len(slip["steps"]) or differing):
        yield Fault("signers", where, "it is done without all its signatures over its amount.")
    if slip["state"] == "void":
        voided_by = {each["login"] for each in signatures if each["step"] in _VOIDS}
        if not slip["reason"].strip() or (len(voided_by) < len(_VOIDS) and not differing):
            yield Fault("signers", where, "it is void without a reason and two signers.")


def _due(slip: Mapping[str, Any]) -> Moved:
    """What a slip moves: a fill from the window to the tray, a credit slip the other way."""
    tray, window = f"table:{slip['table'].lower()}:tray", f"cage:window:{slip['window']}"
    receives, gives = (tray, window) if slip["kind"] == "fill" else (window, tray)
    return receives, gives, f"chips:{slip['currency']}", slip["amount"]
