"""Chip conservation: what was issued lies at a place of the chart; what the public holds is owed to it."""

from casino.cage.conservation import conservation
from casino.night.checks.found import Finding, Found


def check() -> Found:
    """One look in the caller's snapshot. Amounts in minor units."""
    lying = conservation()
    owed = ", ".join(f"{each.liability} of {each.asset}" for each in lying) or "nothing"
    found = Found("conservation", f"Every chip issued lies somewhere; players, unrated and tokes hold {owed}.")
    for each in lying:
        found.looked_at += 1
        found.evidence[each.asset] = {
            "issued": str(each.issued), "accounted": str(each.accounted), "elsewhere": str(each.elsewhere),
            "liability": str(each.liability),
        }  # fmt: skip
        if not each.holds:
            said = f"{each.issued} of {each.asset} were issued; {each.accounted} are accounted for"
            found.add(Finding(
                "chips_unaccounted", f"asset:{each.asset}", f"{said}, {each.elsewhere} lie off the chart.", "vault",
                found.evidence[each.asset],
            ))  # fmt: skip
    return found
