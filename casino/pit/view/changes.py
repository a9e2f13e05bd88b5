"""Which tables have changed: the audit's rows since one that was seen, each with its table."""

from dataclasses import dataclass
from typing import Final

from casino.books.act import see

# An act's row may commit after a later one's: whoever asks looks back a little and drops what he has seen.
CHANGES: Final = """
select a.id, a.verb, case split_part(a.subject, ':', 1)
    when 'table' then split_part(a.subject, ':', 2)
    when 'shift' then (select t.code from pit_shift s join pit_table t on t.id = s.table_id
                       where s.id = nullif(split_part(a.subject, ':', 2), '')::bigint)
    when 'round' then (select t.code from pit_round r join pit_shift s on s.id = r.shift_id
                       join pit_table t on t.id = s.table_id
                       where r.id = nullif(split_part(a.subject, ':', 2), '')::bigint)
    end
from audit_auditrow a
where a.id > %(after)s and split_part(a.subject, ':', 1) in ('table', 'shift', 'round')
order by a.id limit 1000
"""
NEWEST: Final = "select coalesce(max(id), 0) from audit_auditrow"


@dataclass(frozen=True, slots=True)
class Change:
    """Audit row `seq` changed `table` by an act called `verb`; the table's version is its highest `seq`."""

    seq: int
    verb: str
    table: str


def newest() -> int:
    """The highest audit row there is."""
    (rows,) = see((NEWEST, {}))
    return int(rows[0][0])


def since(after: int) -> list[Change]:
    """Changes of tables with a higher number than `after`, in order, at most a thousand."""
    (rows,) = see((CHANGES, {"after": after}))
    return [Change(seq, verb, table) for seq, verb, table in rows if table]
