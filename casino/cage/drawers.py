"""The cage's drawers: which there are, what can be taken from one, the gaming day of what happens at it."""

from collections.abc import Callable
from datetime import date
from typing import Any, Final, TypeVar

from casino.books import days, places
from casino.profile.house import HouseProfile
from casino.refusal import BadInput, Conflict

T = TypeVar("T")

# Whoever takes from a drawer holds this lock, so that what is on the way is counted once. Its own statement: the next
# one then sees what the last holder committed.
LOCK: Final = "select pg_advisory_xact_lock(hashtextextended('drawer ' || %(drawer)s, 0))"
FREE: Final = """
select coalesce((select a.balance from ledger_account a join ledger_asset s on s.id = a.asset_id
                 where a.path = %(drawer)s and s.code = %(what)s || ':' || newest.currency), 0)
       - cage_on_the_way(%(drawer)s, %(what)s || ':' || newest.currency)
from (select data->>'currency' as currency from profile_profile order by version desc limit 1) newest
"""


def free(drawer: str, what: str) -> list[tuple[str, dict[str, Any]]]:
    """Reads that lock `drawer` and say how much of its `what` (chips or cash) has not been given away yet."""
    values = {"drawer": drawer, "what": what}
    return [(LOCK, values), (FREE, values)]


def window(profile: HouseProfile, number: int) -> str:
    """The account of a window; BadInput `no_such_window` if the house has none of this number."""
    if number not in profile.windows:
        has = ", ".join(map(str, profile.windows))
        raise BadInput("no_such_window", f"The cage has windows {has}.", window=number)
    return places.window(number)


def check_holds(drawer: str, has: int, amount: int, what: str) -> None:
    """Conflict `drawer_short` when `drawer` can't give `amount`; slips and hand-overs on the way count as given.

    It doesn't say what the books have: who is refused counts this drawer blind.
    """
    if amount > has:
        raise Conflict(
            "drawer_short", f"Less than {amount} of {what} is free in {drawer}: fetch more first.",
            drawer=drawer, needs=str(amount),
        )  # fmt: skip


def whole(amount: int) -> int:
    """`amount` if it is a whole one of at least 1; BadInput `amount_wrong`."""
    if type(amount) is not int or amount < 1:
        raise BadInput("amount_wrong", f"{amount!r}: give a whole amount of at least 1, in minor units.")
    return amount


def whole_chips(profile: HouseProfile, amount: int) -> int:
    """`amount` if chips of the house can make it up. BadInput: `amount_wrong`, `not_in_chips`."""
    whole(amount)
    smallest = profile.denominations[0]
    if amount % smallest:
        raise BadInput(
            "not_in_chips", f"{amount} can't be paid in chips: the smallest is {smallest}.", smallest=smallest
        )
    return amount


def in_its_day(perform: Callable[[], T], actor: str) -> T:
    """Performs an act of today; where it is the first of its gaming day, opens the day in the books before."""
    try:
        return perform()
    except Conflict as refused:
        if refused.code != "unknown_period":
            raise
        days.ensure_open(date.fromisoformat(str(refused.facts["period"])), actor)
    return perform()
