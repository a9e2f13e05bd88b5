"""What the night asks the relay to start, as outbox rows in the transaction that makes it due."""

PART_TOPIC = "night_part"
REPORT_TOPIC = "night_report"
LEASE_SECONDS = 120
"""After so long, work that is still not done is asked for again; harmless where somebody is at it."""

ASK_PARTS = """
with asked as (
    update night_part p set lease_until = clock_timestamp() + make_interval(secs => %(lease)s)
    from night_night n
    where n.id = p.night_id and p.state in ('pending', 'running') and n.state in ('requested', 'reconciling')
      and p.lease_until <= clock_timestamp() and (%(night)s::bigint is null or n.id = %(night)s)
    returning n.at, n.actor, n.day, p.night_id, p.table_id
)
insert into audit_auditrow (at, actor, verb, subject, facts, topic)
select at, actor, 'night.ask_part', 'night:' || night_id,
       jsonb_build_object('night', night_id, 'table', table_id, 'day', day), %(topic)s
from asked
"""

# Every part is done or parked: the report is due. Nobody asked yet, or long ago.
ASK_REPORTS = """
with asked as (
    update night_night n set lease_until = clock_timestamp() + make_interval(secs => %(lease)s)
    where n.state in ('requested', 'reconciling') and (n.lease_until is null or n.lease_until <= clock_timestamp())
      and not exists (select from night_part p where p.night_id = n.id and p.state in ('pending', 'running'))
      and (%(night)s::bigint is null or n.id = %(night)s)
    returning n.id, n.at, n.actor, n.day
)
insert into audit_auditrow (at, actor, verb, subject, facts, topic)
select at, actor, 'night.ask_report', 'night:' || id, jsonb_build_object('night', id, 'day', day), %(topic)s from asked
"""


def parts_due(night: int | None = None) -> tuple[str, dict[str, str | int | None]]:
    """The statement that asks for every part whose lease has run out, of one night or of all."""
    return ASK_PARTS, {"night": night, "topic": PART_TOPIC, "lease": LEASE_SECONDS}


def reports_due(night: int | None = None) -> tuple[str, dict[str, str | int | None]]:
    """The statement that asks for the report of each night whose parts are all done."""
    return ASK_REPORTS, {"night": night, "topic": REPORT_TOPIC, "lease": LEASE_SECONDS}
