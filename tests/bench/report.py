"""One line of `make bench`: a figure, the yardstick beside it in the same run, and the target as a ratio."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table


@dataclass(frozen=True, slots=True)
class Line:
    """`ours` and `theirs` in `unit`; at least (or, `most`, at most) `target` times theirs. No target: only shown."""

    name: str
    unit: str
    ours: float
    theirs: float | None = None
    yardstick: str = ""
    target: float | None = None
    most: bool = False

    @property
    def ratio(self) -> float | None:
        return None if not self.theirs else self.ours / self.theirs

    @property
    def reached(self) -> bool:
        if self.target is None:
            return True
        value = self.ours if self.ratio is None else self.ratio
        return value <= self.target if self.most else value >= self.target


def show(lines: Sequence[Line]) -> int:
    """Prints the lines; the number of targets that were missed."""
    table = Table("measured", "ours", "beside it", "yardstick", "ratio", "target", "")
    for line in lines:
        bound = "" if line.target is None else f"{'<=' if line.most else '>='} {line.target:g}"
        ratio = "" if line.ratio is None else f"{line.ratio:.2f}"
        theirs = "" if line.theirs is None else f"{line.theirs:,.1f}"
        table.add_row(
            line.name, f"{line.ours:,.1f} {line.unit}", theirs, line.yardstick, ratio, bound,
            "" if line.reached else "MISSED",
        )  # fmt: skip
    Console(width=140).print(table)
    return sum(not line.reached for line in lines)
