"""Drop boxes: expected by the open-table log, collected, counted, and posted as they were counted."""

from datetime import date

from django.db.backends.utils import CursorWrapper

from casino.night.checks.found import Finding, Found

BOXES = """
select t.code, b.number, b.id, c.box_id is not null, d.box_id is not null, d.cash + d.chips,
       (select coalesce(sum(m.amount), 0)::bigint from ledger_posting p join ledger_transfer m on m.posting_id = p.id
        join ledger_account a on a.id = m.debit_id
        where p.scope = 'drop' and p.key = b.id::text and a.path = 'count:room')
from pit_shift s join pit_box b on b.shift_id = s.id join pit_table t on t.id = b.table_id
left join count_collection c on c.box_id = b.id left join count_drop d on d.box_id = b.id
where s.day = %s order by t.code, b.number
"""
# A shift that was counted or played and had no box, in a house that drops cash.
WITHOUT = """
select t.code, s.number from pit_shift s join pit_table t on t.id = s.table_id
join profile_profile f on f.version = s.profile
where s.day = %s and f.data->>'model' <> 'cage_only' and not exists (select from pit_box b where b.shift_id = s.id)
  and (s.rounds > 0 or exists (select from pit_count c where c.shift_id = s.id)) order by t.code, s.number
"""


def check(cursor: CursorWrapper, day: date) -> Found:
    """Amounts in minor units. A box that was not collected or not counted leaves the check unknown."""
    found = Found("boxes", "Every box that hung was collected, counted blind by two, and posted as counted.")
    cursor.execute(BOXES, [day])
    for table, number, box, collected, counted, held, posted in cursor.fetchall():
        found.looked_at += 1
        if not collected:
            found.missing.append(f"Box {number} of table {table} was not brought to the count room.")
        elif not counted:
            found.missing.append(f"Box {number} of table {table} was not counted by two who agree.")
        elif held != posted:
            said = f"Box {number} of table {table} held {held}; {posted} were posted to the count room."
            found.add(Finding("drop_differs", f"drop:{box}", said, "accounting"))
    cursor.execute(WITHOUT, [day])
    for table, number in cursor.fetchall():
        found.looked_at += 1
        found.missing.append(f"Table {table} was open in shift {number} without a drop box.")
    return found
