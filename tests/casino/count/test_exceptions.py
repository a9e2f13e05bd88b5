"""Exceptions in seven fields: open until an auditor who had no part in them signs them off."""

from datetime import date, timedelta

import psycopg
import pytest

from casino.cage import corrections, exchange, voids
from casino.count import exceptions
from casino.people import staff
from casino.people.actors import staff as actor_of
from casino.profile.roles import Role
from casino.refusal import BadInput, Conflict, Forbidden, Unknown
from tests.casino.refusals import refused
from tests.casino.world import House

NIGHT = date(2026, 6, 15)


@pytest.fixture
def short(house: House) -> House:
    """H1 closed 150.00 short."""
    house.stock(chips={10000: 100, 500: 100})
    house.table()
    house.open()
    house.opener({})
    house.done("fill", {10000: 10})
    house.tell()
    house.closer({10000: 8, 500: 10})
    return house


def test_D14_a_variance_stays_open_until_an_auditor_outside_the_shift_signs_it_off(short: House) -> None:
    (found,) = exceptions.register(first=NIGHT, last=NIGHT)
    assert (found.what, found.before, found.after) == ("closer of table H1 differs", 100_000, 85_000)
    assert (found.who, found.approved_by) == (short.dealer, (short.supervisor,))
    assert found.signed_off_by is None
    auditor = short.hire("aud", Role.AUDITOR)
    with refused(short, "not_allowed", Forbidden):
        exceptions.sign_off(
            key="s", subject=found.subject, reason="cash found", auditor=short.accounting, at=short.now()
        )
    with refused(short, "no_reason", BadInput):
        exceptions.sign_off(key="s", subject=found.subject, reason=" ", auditor=auditor, at=short.now())
    exceptions.sign_off(key="s", subject=found.subject, reason="chips under the tray", auditor=auditor, at=short.now())
    (closed,) = exceptions.register(first=NIGHT, last=NIGHT)
    assert (closed.signed_off_by, closed.outcome) == (auditor, "chips under the tray")
    with refused(short, "signed_off_already", Conflict):
        exceptions.sign_off(key="t", subject=found.subject, reason="again", auditor=auditor, at=short.now())
    with refused(short, "no_exception", Unknown):
        exceptions.sign_off(key="u", subject="count:999", reason="nothing", auditor=auditor, at=short.now())


def test_D14_one_who_worked_the_shift_signs_nothing_off_even_as_auditor_since(short: House) -> None:
    by = actor_of(short.administrator)
    (found,) = exceptions.register(first=NIGHT, last=NIGHT)
    staff.end_grant(key="e", login=short.dealer, role=Role.DEALER, actor=by, at=short.now())
    staff.grant(key="g", login=short.dealer, role=Role.AUDITOR, actor=by, at=short.now())
    with refused(short, "of_the_shift", Forbidden):
        exceptions.sign_off(key="s", subject=found.subject, reason="all well", auditor=short.dealer, at=short.now())
    with short.web() as web, pytest.raises(psycopg.IntegrityError, match="had no part"):
        web.execute(
            "insert into count_signoff (subject, reason, auditor_id, at) values (%s, 'all well', %s, now())",
            [found.subject, short.dealer],
        )


def test_D14_exceptions_older_than_the_profiles_days_are_listed(short: House) -> None:
    assert exceptions.overdue(at=short.at + timedelta(days=6)) == []
    (found,) = exceptions.overdue(at=short.at + timedelta(days=7, seconds=1))
    assert found.subject.startswith("count:")
    assert len(exceptions.overdue(at=short.at, days=0)) == 1


def test_voids_and_corrections_are_exceptions_with_their_reason(house: House) -> None:
    house.stock(chips={10000: 100}, cash=100_000)
    house.table()
    house.open()
    house.opener({})
    slip = house.slip("fill", {10000: 1})
    voids.void(
        key="v", slip=slip.slip, signers=(house.pit, house.accounting), reason="wrong table",
        actor=actor_of(house.pit), at=house.now(),
    )  # fmt: skip
    line = exchange.buy_in_at_window(
        key="b", player=house.player(), window=1, amount=10_000, actor=actor_of(house.cashier), at=house.now()
    ).line
    corrections.void_line(
        key="c", line=line, signers=(house.pit, house.accounting), reason="wrong player", at=house.now()
    )
    found = exceptions.register(first=NIGHT, last=NIGHT)
    assert [(each.what, each.who, each.before, each.after, each.why) for each in found] == [
        ("fill 2026/1 is void", house.pit, 10_000, 0, "wrong table"),
        (f"currency line {line} at window:1 is void", house.pit, 10_000, 0, "wrong player"),
    ]
    assert [each.approved_by for each in found] == [(house.accounting,), (house.accounting,)]
    assert house.cashier in found[1].involved
    with house.owner() as owner, pytest.raises(psycopg.IntegrityError):
        owner.execute("insert into count_signoff (subject, reason, auditor_id, at) values ('x', 'y', 1, now())")
