"""The plot of the report: each table's win as a mark, its theoretical band as a bar. Whole pixels, no script."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from casino.night.rendering.amounts import money

LEFT, WIDTH, HEIGHT = 90, 560, 34


class Band(NamedTuple):
    """One table's line of the plot; x in pixels, `low` and `high` None where theory is unknown."""

    table: str
    y: int
    win: int
    low: int | None
    high: int | None
    middle: int | None
    label: str
    outside: bool

    @property
    def span(self) -> int:
        return (self.high or 0) - (self.low or 0)


class Plot(NamedTuple):
    """All lines and the zero line; the figures themselves stand in the table beside it."""

    bands: list[Band]
    zero: int
    width: int
    height: int


def drawn(figures: Mapping[str, Any]) -> Plot | None:
    """The plot, or None when no table was open."""
    tables, places = figures["tables"], figures["places"]
    if not tables:
        return None
    values = [0]
    for table in tables:
        values += [int(table["win_rounds"])]
        values += [int(table["theory"][name]) for name in ("low", "high") if table["theory"][name] is not None]
    least, span = min(values), max(max(values) - min(values), 1)

    def x(amount: str | int | None) -> int | None:
        return None if amount is None else LEFT + (int(amount) - least) * WIDTH // span

    lines = [
        Band(
            table["table"], number * HEIGHT + HEIGHT // 2, x(table["win_rounds"]) or LEFT, x(table["theory"]["low"]),
            x(table["theory"]["high"]), x(table["theory"]["win"]), money(table["win_rounds"], places),
            table["theory"]["within"] is False,
        )
        for number, table in enumerate(tables)
    ]  # fmt: skip
    return Plot(lines, x(0) or LEFT, LEFT + WIDTH + 110, len(tables) * HEIGHT)
