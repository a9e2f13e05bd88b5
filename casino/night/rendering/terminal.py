"""The report in a terminal: tables with rich, plain tab-separated lines where there is no terminal."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rich.console import Console
from rich.table import Table
from rich.text import Text

from casino.night.rendering.cells import Cell, Mark
from casino.night.rendering.rows import Section, sections

STYLES: Mapping[Mark, str] = {"": "", "bad": "bold red", "look": "bold yellow", "dim": "dim", "good": "green"}


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
    _say(_("SHA-256 of the figures: %(digest)s") % {"digest": digest}, console)


def head(figures: Mapping[str, Any]) -> list[str]:
    """What the report is of, in sentences."""
    closed = _("Amounts in %(currency)s; house profile version %(profile)s; closed by %(closed_by)s at %(closed_at)s")
    recorded = _("Books as recorded at %(recorded_at)s, through posting %(through_posting)s")
    first = f"{title(figures)}, {figures['property']}: {result(figures)}"
    return [first, closed % figures, recorded % figures]


def title(figures: Mapping[str, Any]) -> str:
    """The report's name; its day is the last word of the one that was frozen."""
    return _("Night report %(day)s") % {"day": figures["title"].rpartition(" ")[2]}


def result(figures: Mapping[str, Any]) -> str:
    """Reconciled, or how many exceptions are open."""
    count = len(figures["exceptions"])
    if not count:
        return _("reconciled")
    return ngettext("closed with %(count)s exception", "closed with %(count)s exceptions", count) % {"count": count}


def _table(section: Section, console: Console) -> None:
    if not section.rows:
        console.print(Text(section.title, style="bold"))
        console.print(Text(f"  {_('No activity')}", style="dim"))
        return
    table = Table(title=section.title, title_justify="left", title_style="bold", show_footer=bool(section.total))
    for index, column in enumerate(section.columns):
        figure = index in section.figures
        footer = section.total[index] if section.total else ""
        table.add_column(column, footer=footer, justify="right" if figure else "left", overflow="fold")
    for row in section.rows:
        table.add_row(*map(_styled, row))
    console.print(table)


def _lines(section: Section, console: Console) -> None:
    rows = [section.columns, *section.rows, *([section.total] if section.total else [])]
    _say(section.title, console)
    for row in rows if section.rows else [(_("No activity"),)]:
        _say("\t".join(map(_whole, row)), console)


def _styled(cell: str) -> Text:
    return Text(_whole(cell), style=STYLES[cell.mark] if isinstance(cell, Cell) else "")


def _whole(cell: str) -> str:
    """The words, and the code behind them."""
    return f"{cell} ({cell.code})" if isinstance(cell, Cell) and cell.code else cell


def _say(line: str, console: Console) -> None:
    """One line as it is: no folding, no tabs widened."""
    console.file.write(f"{line}\n")
