"""Ways in: a password that somebody else put in the place of a login's own, and authenticators that came after it."""

from datetime import datetime

from django.db.backends.utils import CursorWrapper

from casino.night.checks.found import Finding, Found

# A first password replaces none: whoever is hired gets one.
REPLACED = """
select l.id, l.username, r.actor from people_login l join audit_auditrow r on r.subject = 'login:' || l.id
where r.verb = 'staff.password' and r.at >= %(begin)s and r.at < %(end)s
  and r.actor <> 'staff:' || l.id and r.facts ->> 'first' = 'false'
order by r.id
"""
ENROLLED = """
select l.id, l.username, given.actor, exists (
           select from audit_auditrow r where r.subject = 'login:' || l.id and r.verb = 'staff.enrol'
              and r.at = a.enrolled_at)
from people_authenticator a join people_login l on l.id = a.login_id
left join lateral (
    select r.actor, r.facts from audit_auditrow r
    where r.subject = 'login:' || l.id and r.verb = 'staff.password' and r.at <= a.enrolled_at
    order by r.id desc limit 1
) given on given.actor <> 'staff:' || l.id and given.facts ->> 'first' = 'false'
where a.enrolled_at >= %(begin)s and a.enrolled_at < %(end)s order by l.id
"""


def check(cursor: CursorWrapper, begin: datetime, end: datetime) -> Found:
    """`begin` and `end` are the day's: who could have signed as somebody else since."""
    found = Found("access", "Nobody was given a way in by somebody else.")
    cursor.execute(REPLACED, {"begin": begin, "end": end})
    for login, username, actor in cursor.fetchall():
        found.looked_at += 1
        said = f"The password of {username} was replaced by {actor}: ask {username} whether he knows."
        found.add(Finding("password_replaced", f"login:{login}", said, facts={"by": actor}))
    cursor.execute(ENROLLED, {"begin": begin, "end": end})
    for login, username, actor, audited in cursor.fetchall():
        found.looked_at += 1
        if actor is not None:
            said = f"The authenticator of {username} was enrolled with a password that {actor} gave: look at both."
            found.add(Finding("authenticator_after_password", f"login:{login}", said, facts={"by": actor}))
        if not audited:
            said = f"The authenticator of {username} was enrolled past every door: no audit row says so."
            found.add(Finding("authenticator_unaudited", f"login:{login}", said))
    return found
