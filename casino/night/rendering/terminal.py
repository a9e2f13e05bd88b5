"""The report in a terminal: tables with rich, plain tab-separated lines where there is no terminal."""

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from casino.night.rendering.rows import NO_ACTIVITY, Section, sections

STYLES = {"exception": "bold red", "OUTSIDE": "bold yellow", "unknown": "dim", "holds": "green", "inside": "green"}


def show(figures: Mapping[str, Any], digest: str, console: Console) -> None:
    """Prints the whole report."""
    for line in head(figures):
        _say(line, console)
    for section in sections(figures):
        console.print()
        if console.is_terminal:
            _table(section, console)
        else:
            _lines(section, console)
    console.print()
    _say(f"SHA-256 of the figures: {digest}", console)


def head(figures: Mapping[str, Any]) -> list[str]:
    """What the report is of, in sentences."""
    return [
        f"{figures['title']}, {figures['property']}: {result(figures)}",
        f"Amounts in {figures['currency']}; house profile version {figures['profile']}; "
        f"closed by {figures['closed_by']} at {figures['closed_at']}",
        f"Books as recorded at {figures['recorded_at']}, through posting {figures['through_posting']}",
    ]


def result(figures: Mapping[str, Any]) -> str:
    """Reconciled, or how many exceptions are open."""
    count = len(figures["exceptions"])
    return "reconciled" if not count else f"closed with {count} exception{'s' if count > 1 else ''}"


def _table(section: Section, console: Console) -> None:
    if not section.rows:
        console.print(Text(section.title, style="bold"))
        console.print(Text(f"  {NO_ACTIVITY}", style="dim"))
        return
    table = Table(title=section.title, title_justify="left", title_style="bold", show_footer=bool(section.total))
    for index, column in enumerate(section.columns):
        figure = index in section.figures
        footer = section.total[index] if section.total else ""
        table.add_column(column, footer=footer, justify="right" if figure else "left", overflow="fold")
    for row in section.rows:
        table.add_row(*(Text(cell, style=STYLES.get(cell, "")) for cell in row))
    console.print(table)


def _lines(section: Section, console: Console) -> None:
    rows = [section.columns, *section.rows, *([section.total] if section.total else [])]
    _say(section.title, console)
    for row in rows if section.rows else [(NO_ACTIVITY,)]:
        _say("\t".join(row), console)


def _say(line: str, console: Console) -> None:
    """One line as it is: no folding, no tabs widened."""
    console.file.write(f"{line}\n")
