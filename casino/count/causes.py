"""What may lie behind a difference between rounds and inventory: causes to look into, the likeliest first."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Paper:
    """A slip or a payout that a difference may come from: its name and amount in minor units."""

    name: str
    amount: int


@dataclass(frozen=True, slots=True)
class Cause:
    """A stable code, what it is about, a sentence."""

    code: str
    about: str
    sentence: str


def causes(
    difference: int, *, slips: Sequence[Paper] = (), payouts: Sequence[Paper] = (), denominations: Sequence[int] = ()
) -> list[Cause]:
    """Causes that would make exactly this `difference` (inventory less what it must show, minor units, not 0).

    `slips`: those void or not done, `payouts`: what rounds paid. A fill whose chips came unposted leaves too much in
    the tray, a credit too little; a bet paid twice or not collected leaves its amount missing. Nothing found: the list
    still names what is left to look at.
    """
    size = abs(difference)
    found = [
        Cause("unposted_slip", slip.name, f"Slip {slip.name} of {slip.amount} may have moved its chips unposted.")
        for slip in slips if slip.amount == size
    ]  # fmt: skip
    found += [
        Cause("mispaid_round", payout.name, f"{payout.name} paid {payout.amount}: paid twice, or not at all.")
        for payout in payouts if payout.amount == size
    ]  # fmt: skip
    found += _swapped(size, sorted(set(denominations)))
    found += [
        Cause("miscounted", str(each), f"{size // each} pieces of {each} too many or too few were written down.")
        for each in sorted(set(denominations), reverse=True) if size % each == 0 and size // each <= 20
    ]  # fmt: skip
    if size % 9 == 0:
        found.append(Cause("digits_swapped", "", "The difference divides by 9: two digits may stand the wrong way."))
    return found or [Cause("none_fits", "", "No slip, payout or count explains it alone: count the table again.")]


def _swapped(size: int, chips: Sequence[int]) -> list[Cause]:
    """Pieces of one denomination counted as another, up to 20 of them."""
    return [
        Cause("denomination", f"{low}/{high}", f"{size // (high - low)} pieces of {high} may have counted as {low}.")
        for at, low in enumerate(chips) for high in chips[at + 1 :]
        if size % (high - low) == 0 and size // (high - low) <= 20
    ]  # fmt: skip
