"""What may lie behind a difference between rounds and inventory: causes to look into, the likeliest first."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Paper:
    """A slip, a payout or a box that a difference may come from: its name and amount in minor units.

    `sign` is 1 where forgetting it would leave too much at the table, -1 too little, 0 where it may be either.
    """

    name: str
    amount: int
    sign: int = 0

    def fits(self, difference: int) -> bool:
        """Whether it alone would make this difference."""
        return self.amount == abs(difference) and self.sign * difference >= 0


@dataclass(frozen=True, slots=True)
class Cause:
    """A stable code, what it is about, a sentence."""

    code: str
    about: str
    sentence: str


def causes(
    difference: int, *, slips: Sequence[Paper] = (), payouts: Sequence[Paper] = (), overrides: Sequence[Paper] = (),
    denominations: Sequence[int] = (),
) -> list[Cause]:  # fmt: skip
    """Causes that would make exactly this `difference` (inventory less what the rounds show, minor units, not 0).

    `slips`: void, not done, reversed, or done at another table; `payouts`: what rounds paid; `overrides`: what was
    signed as paid by hand; `denominations`: those on the count slips. A fill whose chips came unposted leaves too much
    in the tray, a credit too little; a bet paid twice or not collected leaves its amount missing. Nothing found: the
    list still names what is left to look at.
    """
    size = abs(difference)
    found = [
        Cause("unposted_slip", slip.name, f"{slip.name} of {slip.amount} may have moved its chips unposted.")
        for slip in slips if slip.fits(difference)
    ]  # fmt: skip
    twice = "paid twice, or not collected" if difference < 0 else "not paid, or collected twice"
    found += [
        Cause("mispaid_round", payout.name, f"{payout.name} paid {payout.amount}: {twice}.")
        for payout in payouts if payout.fits(difference)
    ]  # fmt: skip
    found += [
        Cause("paid_by_hand", each.name, f"{each.name} of {each.amount} was paid by hand beyond the engine.")
        for each in overrides if each.fits(difference)
    ]  # fmt: skip
    found += _swapped(size, sorted(set(denominations)))
    wrong = "too few" if difference < 0 else "too many"
    found += [
        Cause("miscounted", str(each), f"{size // each} pieces of {each} {wrong} may stand on the count slip.")
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
