"""Cells of the report: words in the reader's language, and what stands behind them."""

from typing import Literal, Self

from django.utils.translation import gettext, pgettext

from casino.night.rendering.amounts import money

Mark = Literal["", "good", "bad", "look", "dim"]


class Cell(str):
    """The words of a cell; `code`: the name behind them, which no language changes; `mark`: how it is drawn."""

    __slots__ = ("code", "mark")
    code: str
    mark: Mark

    @classmethod
    def of(cls, words: str, *, code: str = "", mark: Mark = "") -> Self:
        made = cls(words)
        made.code, made.mark = code, mark
        return made


def unknown() -> Cell:
    """What was not counted."""
    return Cell.of(gettext("unknown"), mark="dim")


def amount(digits: str | None, places: int) -> str:
    """Minor units as money; unknown for None."""
    return unknown() if digits is None else money(digits, places)


def named(context: str, code: str) -> Cell:
    """A code by its words in the catalogue's context, or its own where there are none; the code stands beside them."""
    said = pgettext(context, code)
    return Cell.of(code.replace("_", " ") if said == code else said, code=code)


def game(text: str) -> str:
    """A game, with its edition if one is written, by the name that it has for itself."""
    name, gap, edition = text.partition(" ")
    return pgettext(f"{name} name", name) + gap + edition


def holds(check: str, sentence: str) -> str:
    """What a check that passed found true; an English sentence is kept, its last word may be a sum."""
    said = pgettext("check holds", check)
    return sentence if said == check else said % {"sum": sentence.rpartition(" hold ")[2].rstrip(".")}
