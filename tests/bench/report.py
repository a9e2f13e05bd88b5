"""One line of `make bench`: a figure, the yardstick beside it in the same run, and the target as a ratio."""

import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table

KEPT: Final = "HOUSE_BENCH_LINES"
"""Names a file that `show` also writes its lines to."""


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
        return None if self.theirs is None else self.ours / self.theirs

    @property
    def reached(self) -> bool:
        if self.target is None:
            return True
        value = self.ours if self.ratio is None else self.ratio
        return value <= self.target if self.most else value >= self.target


def show(lines: Sequence[Line]) -> int:
    """Prints the lines; the number of targets that were missed."""
    table = Table("measured", "ours", "beside it", "yardstick", "figure", "target", "")
    for line in lines:
        figure = line.ours if line.ratio is None else line.ratio
        bound = "" if line.target is None else f"{'<=' if line.most else '>='} {line.target:g}"
        said = "" if line.target is None else "reached" if line.reached else "MISSED"
        table.add_row(
            line.name, f"{_plain(line.ours)} {line.unit}", "" if line.theirs is None else _plain(line.theirs),
            line.yardstick, f"{_plain(figure)}{'' if line.ratio is None else ' x'}", bound, said,
        )  # fmt: skip
    Console(width=170).print(table)
    if KEPT in os.environ:
        Path(os.environ[KEPT]).write_text(json.dumps([asdict(line) for line in lines]))
    return sum(not line.reached for line in lines)


def kept(file: Path) -> list[Line]:
    """The lines that a bench has written down."""
    return [Line(**fields) for fields in json.loads(file.read_text())]


def _plain(value: float) -> str:
    return f"{value:,.2f}" if abs(value) < 100 else f"{value:,.0f}"
