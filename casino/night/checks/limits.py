"""Players' protection: what was played is what is counted against limits, none was passed, nobody barred has played."""

from datetime import date, datetime

from django.db.backends.utils import CursorWrapper

from casino.night.checks.found import Finding, Found

# What left a player's purse and reserve by rounds and payouts by hand, against what is counted as lost.
LOST = """
with moved as (
    select split_part(a.path, ':', 2)::bigint as player, sum(side.lost)::bigint as lost
    from ledger_posting p join ledger_transfer t on t.posting_id = p.id
    cross join lateral (values (t.credit_id, t.amount), (t.debit_id, -t.amount)) as side (account, lost)
    join ledger_account a on a.id = side.account
    where p.period = %(day)s and (p.scope like 'round:%%' or p.scope = 'override') and a.path like 'player:%%'
    group by 1
)
select coalesce(m.player, p.player_id), coalesce(m.lost, 0), coalesce(p.lost, 0)
from moved m full join (select * from people_played where day = %(day)s) p on p.player_id = m.player
"""
# The highest limit that held at any instant of the day: a limit lowered after the play was not passed by it.
PASSED = """
with instant as (
    select c.person, %(begin)s::timestamptz as at from people_player c join people_limit l on l.player_id = c.id
    union
    select c.person, l.from_at from people_player c join people_limit l on l.player_id = c.id
    where l.from_at > %(begin)s and l.from_at < %(end)s
), bound as (
    select i.person, k.kind, s.span, bool_and(h.amount is not null) as always, max(h.amount) as amount
    from instant i cross join (values ('stake'), ('loss'), ('deposit')) k(kind)
    cross join (values ('day'), ('week'), ('month')) s(span)
    left join lateral people_limits_at(i.person, i.at) h on h.kind = k.kind and h.span = s.span
    group by 1, 2, 3
), used as (
    select b.*, people_used(b.person, b.kind, b.span, %(day)s) as used from bound b where b.always
)
select person, kind, span, amount, used from used where used > amount order by 1, 2, 3
"""
# Acts that an exclusion forbids, done by somebody whom one recorded before barred then.
BARRED = """
select distinct p.id, p.kind, own.id
from people_exclusion x join people_player card on card.id = x.player_id
join people_player own on own.person = card.person
join ledger_account a on a.path = 'player:' || own.id
join ledger_transfer t on a.id in (t.debit_id, t.credit_id)
join ledger_posting p on p.id = t.posting_id
where p.period = %(day)s and p.kind in ('stake', 'toke', 'buy_in', 'front_money_in', 'front_money_chips')
  and x.from_at < %(end)s and (x.until is null or x.until > %(begin)s)
  and x.recorded_at < p.recorded_at and x.from_at <= p.effective_at and (x.until is null or x.until > p.effective_at)
order by 1
"""


def check(cursor: CursorWrapper, day: date, begin: datetime, end: datetime) -> Found:
    """`begin` and `end` are the day's. Amounts in minor units."""
    found = Found("limits", "What was played is counted against the limits, none was passed, nobody barred played.")
    cursor.execute(LOST, {"day": day})
    for player, moved, counted in cursor.fetchall():
        found.looked_at += 1
        if moved != counted:
            said = f"Player {player} lost {moved} by the books; {counted} are counted against his limits."
            found.add(Finding("played_differs", f"player:{player}", said, "compliance"))
    cursor.execute(PASSED, {"day": day, "begin": begin, "end": end})
    for person, kind, span, amount, used in cursor.fetchall():
        said = f"The {kind} limit of {amount} a {span} was passed by player {person}: {used}."
        found.add(Finding("limit_passed", f"player:{person}", said, "compliance"))
    cursor.execute(BARRED, {"day": day, "begin": begin, "end": end})
    for posting, kind, player in cursor.fetchall():
        said = f"Player {player} was excluded when posting {posting} ({kind}) was made."
        found.add(Finding("excluded_played", f"posting:{posting}", said, "compliance"))
    return found
