"""Payouts by hand that differ from the engine's: signed by a supervisor, with a reason, listed by dealer and player."""

from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any, Final, NamedTuple

from casino.books import paper
from casino.books.act import Act, Read, act, see
from casino.books.tallies import Tally
from casino.people import permissions, protection
from casino.people.actors import staff
from casino.people.signing import check_fresh, roles_at, roles_in
from casino.pit.desk import LOCK_SHIFT
from casino.refusal import BadInput, Conflict, Forbidden, Unknown

# What the event paid into the seat's purse; its own reserve coming back is no payout.
EVENT: Final = """
select s.id, s.day, f.version, f.data->>'currency', (r.seats->>%(seat)s)::bigint,
       (select coalesce(sum((m->>4)::bigint), 0)::bigint * s.chip from jsonb_array_elements(e.movements) m
        where m->>2 = 'purse' and m->>3 = %(seat)s and not (m->>0 = 'held' and m->>1 = %(seat)s)),
       pit_at_post(s.id, 'dealer', e.id),
       exists (select from pit_override o where o.round_id = r.id and o.n = e.n and o.seat::text = %(seat)s),
       nextval('pit_override_id_seq')
from pit_shift s join pit_table t on t.id = s.table_id join profile_profile f on f.version = s.profile
join pit_round r on r.shift_id = s.id join pit_event e on e.round_id = r.id
where t.code = %(table)s and s.state <> 'closed' and r.id = %(round)s and e.n = %(n)s
"""
OVERRIDE: Final = """
insert into pit_override (id, round_id, n, seat, player_id, shift_id, day, engine, paid, dealer_id, supervisor_id,
                          reason, profile, at)
values (%(override)s, %(round)s, %(n)s, %(seat)s, %(player)s, %(shift)s, %(day)s, %(engine)s, %(paid)s, %(dealer)s,
        %(supervisor)s, %(reason)s, %(version)s, %(at)s)
"""
BY_DEALER: Final = """
select o.dealer_id, d.display_name, o.player_id, p.card, count(*), sum(o.paid - o.engine)::bigint,
       sum(abs(o.paid - o.engine))::bigint
from pit_override o join people_login d on d.id = o.dealer_id join people_player p on p.id = o.player_id
where o.day between %(first)s and %(last)s group by 1, 2, 3, 4 order by 7 desc, 1, 3
"""


@dataclass(frozen=True, slots=True)
class OverrideReceipt:
    """A payout by hand: `difference` = paid - engine, in minor units."""

    override: int
    round: int
    n: int
    seat: int
    player: int
    engine: int
    paid: int
    difference: int


@dataclass(frozen=True, slots=True)
class Overridden:
    """What a dealer paid a player by hand beyond the engine, in minor units; `apart` is the sum without signs."""

    dealer: int
    dealer_name: str
    player: int
    card: str
    payouts: int
    difference: int
    apart: int


class _Event(NamedTuple):
    shift: int
    day: date
    version: int
    currency: str
    player: int | None
    engine: int
    dealer: int
    done: bool
    override: int


def pay(
    *, key: str, table: str, round: int, n: int, seat: int, paid: int, reason: str, supervisor: int, at: datetime
) -> OverrideReceipt:
    """Books that event `n` of `round` really paid `paid` (minor units) to `seat`: a bet not collected is one paid
    where the engine paid 0. The difference moves between tray and player; the round itself stays as the engine has it.

    Refused: no reason, a signer without the role or who dealt it, the engine's own amount, a second time, no such
    event in the table's open shift, chips that neither side has.
    """
    if type(paid) is not int or paid < 0:
        raise BadInput("amount_wrong", "Give what was paid as a whole amount from 0 on, in minor units.")
    if len(reason.strip()) < 3:
        raise BadInput("no_reason", "Write why the payout differs.")
    which: dict[str, Any] = {"table": table, "round": round, "n": n, "seat": str(seat)}
    reads: list[Read] = [roles_at(f"table:{table}", at, supervisor), (LOCK_SHIFT, which), (EVENT, which)]
    with act(staff(supervisor), key, {"override": which, "paid": paid, "reason": reason}, reads) as deed:
        if deed.earlier is not None:
            return OverrideReceipt(**deed.earlier)
        check_fresh(deed.rows(0), supervisor)
        permissions.check("table.override", roles_in(deed.rows(0), supervisor))
        found, player = _found(deed, which)
        if supervisor == found.dealer:
            raise Forbidden("same_signer", "Somebody who did not deal it signs a payout by hand.")
        if found.done:
            raise Conflict("overridden_already", "This payout was corrected by hand already.", round=round, n=n)
        if paid == found.engine:
            raise BadInput("as_the_engine", f"The engine paid {paid} too: nothing differs.")
        receipt = OverrideReceipt(found.override, round, n, seat, player, found.engine, paid, paid - found.engine)
        _write(deed, receipt, found, table, reason.strip(), supervisor, at)
        deed.answer(asdict(receipt))
    return receipt


def by_dealer(*, first: date, last: date) -> list[Overridden]:
    """Payouts by hand over gaming days `first` to `last`, by dealer and player, the largest first."""
    (rows,) = see((BY_DEALER, {"first": first, "last": last}))
    return [Overridden(*row) for row in rows]


def _found(deed: Act, which: dict[str, Any]) -> tuple[_Event, int]:
    row = deed.row(2)
    if row is None or row[4] is None:
        raise Unknown("no_payout", "There is no such event, or nobody sat there, in the table's open shift.", **which)
    found = _Event(*row)
    return found, int(row[4])


def _write(
    deed: Act, receipt: OverrideReceipt, found: _Event, table: str, reason: str, supervisor: int, at: datetime
) -> None:
    deed.write(OVERRIDE, asdict(receipt) | {
        "shift": found.shift, "day": found.day, "dealer": found.dealer, "supervisor": supervisor, "reason": reason,
        "version": found.version, "at": at,
    })  # fmt: skip
    deed.post(
        kind="override", actor=staff(found.dealer), approvers=(staff(supervisor),), reason=reason, day=found.day,
        scope="override", key=str(receipt.override), at=at,
        transfers=paper.by_hand(
            table=table, player=receipt.player, amount=receipt.difference, currency=found.currency
        ),
        facts={"round": receipt.round, "n": receipt.n},
    )  # fmt: skip
    tally = Tally(receipt.player, 0, -receipt.difference)
    protection.play(deed, day=found.day, tallies=[tally], at=at, laying=False)
    deed.audit(at, staff(supervisor), "table.override", f"round:{receipt.round}", {
        "override": receipt.override, "engine": str(receipt.engine), "paid": str(receipt.paid),
    })  # fmt: skip
