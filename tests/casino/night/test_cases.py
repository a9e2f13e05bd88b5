"""D14 for the night's own cases: open until an auditor outside the shift says what came of them."""

from datetime import timedelta

import psycopg
import pytest

from casino.count import exceptions
from casino.night import cases
from casino.people import staff
from casino.people.actors import staff as actor_of
from casino.profile.roles import Role
from casino.refusal import BadInput, Conflict, Forbidden, Unknown
from tests.casino.night.closing import closed
from tests.casino.night.evening import DAY, LATE, Evening
from tests.casino.world import House


@pytest.fixture
def left(evening: Evening) -> House:
    """A night with a short closer (a case of the register) and a box that nobody counted (two of the night's own)."""
    evening.open("H1")
    evening.play("H1", 5)
    evening.close("H1", short=15_000, count_drop=False)
    assert closed(evening.house) == "with_exceptions"
    return evening.house


def open_codes(days: int = 0) -> list[tuple[str, str]]:
    return [(each.table, each.check) for each in cases.overdue(day=DAY + timedelta(days=days), days=days)]


def test_D14_cases_stay_listed_until_each_is_signed_off(left: House) -> None:
    auditor = left.hire("aud", Role.AUDITOR)
    assert open_codes() == [("", "boxes"), ("", "register"), ("H1", "tie_out")]
    for case in cases.cases(first=DAY, last=DAY):
        assert (case.day, case.signed_off_by) == (DAY, None)
        if case.check == "register":
            exceptions.sign_off(
                key=left.key(), subject=case.subject, reason="a stack fell behind", auditor=auditor, at=LATE
            )
        else:
            done = cases.sign_off(key=f"s{case.case}", case=case.case, reason=" found ", auditor=auditor, at=LATE)
            again = cases.sign_off(key=f"s{case.case}", case=case.case, reason=" found ", auditor=auditor, at=LATE)
            assert done == again == cases.CaseReceipt(case.case, auditor, "found")
    assert open_codes() == []
    assert {each.signed_off_by for each in cases.cases(first=DAY, last=DAY)} == {auditor}


def test_D14_cases_older_than_the_profiles_days_are_listed(left: House) -> None:
    assert cases.overdue(day=DAY + timedelta(days=6)) == []
    assert len(cases.overdue(day=DAY + timedelta(days=7))) == 3


def test_a_case_is_signed_off_by_an_auditor_outside_the_shift_and_once(left: House) -> None:
    (mine,) = [each.case for each in cases.cases(first=DAY, last=DAY) if each.check == "tie_out"]
    (registered,) = [each.case for each in cases.cases(first=DAY, last=DAY) if each.check == "register"]
    auditor, by = left.hire("aud", Role.AUDITOR), actor_of(left.administrator)

    def sign(case: int, login: int, reason: str = "looked into") -> None:
        cases.sign_off(key=left.key(), case=case, reason=reason, auditor=login, at=LATE)

    with pytest.raises(BadInput, match="what came of it"):
        sign(mine, auditor, " ")
    with pytest.raises(Unknown, match="no such case"):
        sign(10_000, auditor)
    with pytest.raises(Forbidden, match="auditor"):
        sign(mine, left.supervisor)
    with pytest.raises(Conflict, match="under its own name"):
        sign(registered, auditor)
    dealer = left.dealer
    staff.end_grant(key="e", login=dealer, role=Role.DEALER, actor=by, at=LATE)
    staff.grant(key="g", login=dealer, role=Role.AUDITOR, actor=by, at=LATE)
    with pytest.raises(Conflict, match="no part in it"):
        sign(mine, dealer)
    sign(mine, auditor)
    with pytest.raises(Conflict, match="closed"):
        sign(mine, auditor)
    with left.owner() as owner, pytest.raises(psycopg.IntegrityError, match="append-only"):
        owner.execute("delete from night_casesignoff")


def test_a_case_is_signed_off_by_nobody_but_an_auditor_by_raw_sql_too(left: House) -> None:
    stranger = left.hire("nob", Role.HOST)
    with left.web() as web, pytest.raises(psycopg.IntegrityError) as refused:
        web.execute(
            "insert into night_casesignoff (case_id, reason, auditor_id, at) select min(k.id), 'x', %s, now()"
            " from night_case k join night_check c on c.id = k.check_made_id where c.name <> 'register'",
            [stranger],
        )
    assert refused.value.diag.constraint_name == "wrong_role"
