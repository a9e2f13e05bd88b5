"""The checks that look at the whole house: books and chips, cage and boxes, currency and players, open exceptions."""

from datetime import date
from typing import Any

from django.db.backends.utils import CursorWrapper

from casino.day import interval
from casino.night.checks import access, books, boxes, conservation, currency, drawers, limits, papers, register, slips
from casino.night.checks.found import Found
from casino.profile import versions

# What lies where, by the kind of place: the house's own, what it owes its players, the world outside.
PLACES = """
select c.code, case when split_part(a.path, ':', 1) = 'table' then 'table:' || split_part(a.path, ':', 3)
                    when split_part(a.path, ':', 1) in ('house', 'cage', 'outside') then
                         split_part(a.path, ':', 1) || ':' || split_part(a.path, ':', 2)
                    when split_part(a.path, ':', 1) = 'player' and split_part(a.path, ':', 3) <> '' then
                         'player:' || split_part(a.path, ':', 3)
                    else split_part(a.path, ':', 1) end as place,
       sum(a.balance)::bigint, count(*)
from ledger_account a join ledger_asset c on c.id = a.asset_id
group by 1, 2 having count(*) filter (where a.version > 0) > 0 order by 1, 2
"""


def check_house(cursor: CursorWrapper, day: date) -> tuple[dict[str, Any], list[Found]]:
    """The trial balance as it stands in this snapshot, and what the checks of the books found."""
    begin, end = interval(versions.current().day_rule, day)
    found = [
        books.trial_balance(cursor),
        books.history(cursor, day),
        papers.check(cursor, day),
        conservation.check(),
        slips.check(cursor, day),
        drawers.check(cursor, day),
        boxes.check(cursor, day),
        currency.check(cursor, day),
        limits.check(cursor, day, begin, end),
        access.check(cursor, begin, end),
        register.check(cursor, day),
    ]
    cursor.execute(PLACES)
    places = [
        {"asset": asset, "place": place, "balance": str(balance), "accounts": accounts}
        for asset, place, balance, accounts in cursor.fetchall()
    ]
    cursor.execute("select clock_timestamp()")
    (stamp,) = cursor.fetchone()
    return {"balances": places, "recorded_at": stamp.isoformat()}, found
