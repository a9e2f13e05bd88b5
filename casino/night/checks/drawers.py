"""The cage's drawers: nothing between them on its way, each counted since it last moved, each count as posted."""

from datetime import date

from django.db.backends.utils import CursorWrapper

from casino.night.checks.found import Finding, Found

OFFERED = """
select id, source, target, asset, amount from cage_transfer where day = %s and state = 'offered' order by id
"""
# The last posting of the day at each drawer, and whether two have counted it since.
MOVED = """
select a.path,
       exists (select from cage_drawercount c where c.drawer = a.path and c.recorded_at >= max(last.recorded_at))
from ledger_account a
cross join lateral (
    (select p.recorded_at from ledger_transfer t join ledger_posting p on p.id = t.posting_id
     where t.debit_id = a.id and p.period = %(day)s and p.kind <> 'drawer_count'
     order by t.debit_version desc limit 1)
    union all
    (select p.recorded_at from ledger_transfer t join ledger_posting p on p.id = t.posting_id
     where t.credit_id = a.id and p.period = %(day)s and p.kind <> 'drawer_count'
     order by t.credit_version desc limit 1)
) last
where a.path like 'cage:%%' group by a.path order by a.path
"""
COUNTS = """
select c.id, c.drawer, c.chips - c.expected_chips, c.cash - c.expected_cash,
       coalesce(sum(m.change) filter (where m.code like 'chips:%%'), 0)::bigint,
       coalesce(sum(m.change) filter (where m.code like 'cash:%%'), 0)::bigint
from cage_drawercount c
left join lateral (
    select s.code, case when d.path = c.drawer then t.amount else -t.amount end as change
    from ledger_posting p join ledger_transfer t on t.posting_id = p.id join ledger_account d on d.id = t.debit_id
    join ledger_asset s on s.id = t.asset_id where p.scope = 'drawer_count' and p.key = c.id::text) m on true
where c.day = %s group by c.id order by c.id
"""


def check(cursor: CursorWrapper, day: date) -> Found:
    """Amounts in minor units. A drawer that moved and was not counted leaves the check unknown."""
    found = Found("drawers", "Every drawer was counted since it last moved; what differed was posted.")
    cursor.execute(OFFERED, [day])
    for transfer, source, target, asset, amount in cursor.fetchall():
        said = f"{amount} of {asset} from {source} to {target} were offered and neither taken nor refused."
        found.add(Finding("hand_over_waits", f"transfer:{transfer}", said, "vault", {"amount": str(amount)}))
    cursor.execute(MOVED, {"day": day})
    for drawer, counted in cursor.fetchall():
        found.looked_at += 1
        if not counted:
            found.missing.append(f"{drawer} was not counted since it last moved.")
    cursor.execute(COUNTS, [day])
    for count, drawer, chips, cash, posted_chips, posted_cash in cursor.fetchall():
        found.evidence[f"count {count}"] = {"drawer": drawer, "chips": str(chips), "cash": str(cash)}
        if (chips, cash) != (posted_chips, posted_cash):
            said = f"{drawer} was counted {chips} of chips and {cash} of cash apart; posted are {posted_chips}"
            found.add(Finding("count_unposted", f"drawer:{count}", f"{said} and {posted_cash}.", "vault"))
    return found
