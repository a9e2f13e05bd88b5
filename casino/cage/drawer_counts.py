"""Drawers counted at the end of a shift by two: what differs from the books is posted once, to the one who held it."""

from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Final

from casino.books import paper, places
from casino.books.act import Read, act, see
from casino.cage import drawers
from casino.cage.hand_overs import check_opens
from casino.day import gaming_day
from casino.people import permissions
from casino.people.actors import staff
from casino.people.signing import ROLES, check_fresh, roles_in
from casino.pit.counts import escalation
from casino.profile import lines as denominations
from casino.profile import versions
from casino.profile.lines import Lines
from casino.refusal import BadInput, Forbidden

NEXT: Final = "select nextval('cage_drawercount_id_seq')"
COUNT: Final = """
insert into cage_drawercount (id, drawer, day, lines, chips, cash, expected_chips, expected_cash, escalation, holder_id,
                              second_id, profile, at)
values (%(count)s, %(drawer)s, %(day)s, %(lines)s, %(chips)s, %(cash)s, %(expected_chips)s, %(expected_cash)s,
        %(escalation)s, %(holder)s, %(second)s, %(profile)s, %(at)s)
"""
EARLIER: Final = """
select coalesce(sum(chips - expected_chips), 0)::bigint, coalesce(sum(cash - expected_cash), 0)::bigint
from cage_drawercount where drawer = %(drawer)s and day = %(day)s
"""
BY_PERSON: Final = """
select c.holder_id, l.display_name, count(*), sum(c.chips - c.expected_chips)::bigint,
       sum(c.cash - c.expected_cash)::bigint,
       sum(abs(c.chips - c.expected_chips) + abs(c.cash - c.expected_cash))::bigint
from cage_drawercount c join people_login l on l.id = c.holder_id
where c.day between %(first)s and %(last)s group by 1, 2 order by 6 desc, 2
"""


@dataclass(frozen=True, slots=True)
class DrawerReceipt:
    """A drawer as it was counted and as the books had it, less what was on the way. Minor units."""

    count: int
    drawer: str
    day: str
    chips: int
    cash: int
    expected_chips: int
    expected_cash: int
    escalation: str

    @property
    def difference(self) -> int:
        """Counted above the books, chips and cash together."""
        return self.chips + self.cash - self.expected_chips - self.expected_cash


@dataclass(frozen=True, slots=True)
class Variance:
    """What the drawers that somebody held had too much (above 0) or too little, and both without their signs."""

    login: int
    name: str
    counts: int
    chips: int
    cash: int
    apart: int


def count(
    *, key: str, drawer: str, chip_lines: Lines, cash: int, holder: int, second: int, at: datetime
) -> DrawerReceipt:
    """Counts `cage:window:2` or `cage:vault`: `holder` leaves it, `second` counts with him; both sign what they found
    before either is shown what the books have.

    Any count is taken; the difference goes to the drawer's over-short in the gaming day of `at`. It is weighed with
    those of the drawer's earlier counts in that day, so that many small ones are no way around the profile's lines.
    Refused: one person twice, somebody who may not open the drawer, amounts that are none, unknown denominations.
    """
    if type(cash) is not int or cash < 0:
        raise BadInput("amount_wrong", "Give the cash as a whole amount from 0 on, in minor units.")
    if holder == second:
        raise Forbidden("same_signer", "Two different people count a drawer.")
    actor, kept = staff(holder), denominations.stored(chip_lines)
    cash_free = (drawers.FREE, {"drawer": drawer, "what": "cash"})
    reads: list[Read] = [
        (ROLES, {"logins": (holder, second), "at": at}), (versions.CURRENT, {}), (NEXT, {}),
        *drawers.free(drawer, "chips"), cash_free,
    ]  # fmt: skip
    request = {"count": drawer, "lines": kept, "cash": cash, "second": second}

    def perform() -> DrawerReceipt:
        with act(actor, key, request, reads) as deed:
            if deed.earlier is not None:
                return DrawerReceipt(**deed.earlier)
            check_fresh(deed.rows(0), holder, second)
            profile = versions.of_row(deed.rows(1)[0])
            check_opens(profile, drawer, roles_in(deed.rows(0), holder))
            witness = "cage.outside_witness" if drawer == places.VAULT else "cage.window"
            permissions.check(witness, roles_in(deed.rows(0), second))
            chips = denominations.total(profile, chip_lines)
            expected_chips, expected_cash = deed.rows(4)[0][0], deed.rows(5)[0][0]
            day = gaming_day(profile.day_rule, at)
            chips_before, cash_before = deed.ask(EARLIER, {"drawer": drawer, "day": day})[0]
            apart = max(_weight(chips - expected_chips, chips_before), _weight(cash - expected_cash, cash_before))
            receipt = DrawerReceipt(
                deed.rows(2)[0][0], drawer, day.isoformat(), chips, cash, expected_chips, expected_cash,
                escalation(profile, apart),
            )  # fmt: skip
            deed.write(COUNT, asdict(receipt) | {
                "lines": kept, "holder": holder, "second": second, "profile": profile.version, "at": at,
            })  # fmt: skip
            over_short = places.over_short(_code(drawer))
            moved = paper.difference(
                place=drawer, over_short=over_short, asset=places.chips(profile.currency), amount=chips - expected_chips
            ) + paper.difference(
                place=drawer, over_short=over_short, asset=places.cash(profile.currency), amount=cash - expected_cash
            )
            if moved:
                deed.post(
                    kind="drawer_count", actor=actor, approvers=(staff(second),), day=day, scope="drawer_count",
                    key=str(receipt.count), at=at, transfers=moved, facts={"escalation": receipt.escalation},
                )  # fmt: skip
            deed.audit(at, actor, "cage.count", drawer, {"count": receipt.count, "second": second})
            deed.answer(asdict(receipt))
        return receipt

    return drawers.in_its_day(perform, actor)


def variances(*, first: date, last: date) -> list[Variance]:
    """By the person who held the drawers, over gaming days `first` to `last`, the largest first."""
    (rows,) = see((BY_PERSON, {"first": first, "last": last}))
    return [Variance(*row) for row in rows]


def _weight(difference: int, before: int) -> int:
    """What a difference weighs beside the day's `before` of its drawer; nothing where there is none."""
    return max(abs(difference), abs(difference + before)) if difference else 0


def _code(drawer: str) -> str:
    """`w2` for a window, `vault`: the drawer's name in over-short."""
    name = drawer.removeprefix("cage:")
    return "w" + name.removeprefix("window:") if name.startswith("window:") else name
