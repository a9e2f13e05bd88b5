"""Every posting of the day stands on its paper: no chip or coin moves by the books alone."""

from datetime import date

from django.db.backends.utils import CursorWrapper

from casino.night.checks.found import Finding, Found

MANY = "select count(*) from ledger_posting where period = %s"
# The paper behind each posting by its scope: its amount, 0 where another check compares what it moved, null where there
# is none. A toke, chips shown and front money drawn have their audit row for a paper; openings come before all else.
APART = """
with posted as (
    select p.id, p.kind, p.scope, split_part(p.scope, ':', 1) as room, p.key, p.actor, p.effective_at, p.facts,
           case when p.key ~ '^[0-9]{1,18}$' then p.key::bigint end as number,
           substring(p.scope from '^[a-z]+:([0-9]{1,18})$')::bigint as whose, moved.*
    from ledger_posting p cross join lateral (
        select min(t.amount) as least, max(t.amount) as most, array_agg(a.path::text) as places
        from ledger_transfer t join ledger_account a on a.id in (t.debit_id, t.credit_id)
        where t.posting_id = p.id) moved
    where p.period = %(day)s
), backed as (
    select p.id, p.kind, p.scope, p.key, p.room, p.least, p.most, p.places, case p.room
        when 'round' then (select 0 from pit_event e where e.round_id = p.whose and e.n = p.number)
        when 'slip' then (select s.amount from cage_slip s where s.id = p.whose and s.state = 'done' and p.key = 'done')
        when 'transfer' then (select c.amount from cage_transfer c where c.id = p.number and c.state = 'accepted')
        when 'outside' then (select o.amount from cage_outsidedocument o where o.id = p.number)
        when 'count' then (select abs(c.difference) from pit_count c where c.id = p.number)
        when 'drawer_count' then (select 0 from cage_drawercount c where c.id = p.number)
        when 'drop' then (select 0 from count_drop d where d.box_id = p.number)
        when 'rake' then (select 0 from count_rake k where k.shift_id = p.number)
        when 'override' then (select abs(o.paid - o.engine) from pit_override o where o.id = p.number)
        when 'currency' then (select l.amount from people_currencyline l where l.id = p.number and l.posting = p.id)
        when 'opening' then (select 0 where not exists (
            select from ledger_posting o where o.id < p.id and o.scope <> 'opening'))
        else (select p.least from audit_auditrow a
              where a.subject = any (p.places || ('shift:' || (p.facts ->> 'shift')))
                and (p.room, a.verb) in (('toke', 'table.toke'), ('unrated', 'cage.show'), ('front_money', 'cage.draw'))
                and (a.at, a.actor) = (p.effective_at, p.actor) and a.facts ->> 'amount' = p.least::text limit 1)
        end as paper
    from posted p
)
select id, kind, scope || ' ' || key, paper, least, most from backed
where paper is null or paper > 0 and (least, most) <> (paper, paper)
   or room in ('slip', 'transfer', 'outside', 'count', 'drawer_count', 'drop', 'rake')
      and exists (select from unnest(places) place where place like 'player:%%')
order by id limit %(most)s
"""


def check(cursor: CursorWrapper, day: date, most: int = 200) -> Found:
    """Amounts in minor units; the first `most` postings that differ."""
    found = Found("papers", "Every posting stands on a paper of its own and moved what the paper says.")
    cursor.execute(MANY, [day])
    (found.looked_at,) = cursor.fetchone()
    cursor.execute(APART, {"day": day, "most": most})
    for posting, kind, where, paper, low, high in cursor.fetchall():
        facts = {"paper": where, "least": str(low), "most": str(high)}
        if paper is None:
            said = f"Posting {posting} ({kind}) names {where}: there is no such paper."
            found.add(Finding("posting_paperless", f"posting:{posting}", said, "accounting", facts))
        else:
            said = f"Posting {posting} ({kind}) moved {low} to {high}; its paper, {where}, says {paper} and for whom."
            found.add(Finding("paper_differs", f"posting:{posting}", said, "accounting", facts))
    return found
