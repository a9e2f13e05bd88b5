"""Chips by denomination: what a paper's lines add up to. The sum is always the house's, never the caller's."""

from collections.abc import Mapping

from casino.profile.house import HouseProfile
from casino.refusal import BadInput

Lines = Mapping[int, int]
_MOST_PIECES = 10**9


def total(profile: HouseProfile, lines: Lines, *, claimed: int | None = None) -> int:
    """Sum of denomination (minor units) times pieces.

    Raises BadInput: `denomination_unknown` (this house does not issue it), `pieces_wrong` (not a whole number from 1
    to 1,000,000,000), `total_differs` (`claimed`, if given, is not the sum).
    """
    for denomination, pieces in lines.items():
        if type(denomination) is not int or denomination not in profile.denominations:
            issued = ", ".join(map(str, profile.denominations))
            raise BadInput(
                "denomination_unknown",
                f"This house issues no chip of {denomination}; it issues {issued}.",
                denomination=str(denomination),
            )
        if type(pieces) is not int or not 1 <= pieces <= _MOST_PIECES:
            raise BadInput(
                "pieces_wrong",
                f"{pieces!r} pieces of {denomination}: give a whole number from 1 on.",
                denomination=str(denomination),
            )
    amount = sum(denomination * pieces for denomination, pieces in lines.items())
    if claimed is not None and claimed != amount:
        raise BadInput(
            "total_differs",
            f"The lines add up to {amount}, not to {claimed}.",
            lines=str(amount),
            claimed=str(claimed),
        )
    return amount


def stored(lines: Lines) -> dict[str, int]:
    """The lines as the database keeps them: denomination as text, highest first."""
    return {str(denomination): lines[denomination] for denomination in sorted(lines, reverse=True)}


def read(kept: Mapping[str, int]) -> dict[int, int]:
    """Back from the database."""
    return {int(denomination): pieces for denomination, pieces in kept.items()}


def compared(counted: Lines, expected: Lines) -> dict[int, int]:
    """Pieces more (or fewer) than expected, by denomination; those that agree are left out."""
    both = sorted(set(counted) | set(expected), reverse=True)
    apart = {each: counted.get(each, 0) - expected.get(each, 0) for each in both}
    return {each: pieces for each, pieces in apart.items() if pieces}
