"""Second factors: RFC 6238's own answers, each code once, and no signature without one where the profile asks."""

import base64
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest

from casino.cage import outside
from casino.people import pace, step_up
from casino.people.actors import staff as actor_of
from casino.people.staff import dismiss, grant, roles_of
from casino.profile import versions
from casino.profile.ready import ready
from casino.profile.roles import Role
from casino.refusal import Conflict, Forbidden, TooMany
from tests.casino.refusals import code_of, refused
from tests.casino.world import House

KEY = base64.b32encode(b"12345678901234567890").decode()
ENTROPY = b"12345678901234567890"


@pytest.mark.parametrize(
    ("seconds", "code"),
    [
        (59, "94287082"), (1111111109, "07081804"), (1111111111, "14050471"), (1234567890, "89005924"),
        (2000000000, "69279037"), (20000000000, "65353130"),
    ],
)  # fmt: skip
def test_RFC_6238_appendix_B(seconds: int, code: str) -> None:
    assert step_up.code_at(KEY, seconds // 30, digits=8) == code


def code(at: datetime) -> str:
    return step_up.code_at(KEY, int(at.timestamp()) // 30)


def enrol(house: House, login: int) -> None:
    step_up.enrol(login=login, name="x", entropy=ENTROPY, at=house.now())


def test_a_login_is_enrolled_once_and_its_secret_is_shown_once(house: House) -> None:
    made = step_up.enrol(login=house.vault, name="val", entropy=ENTROPY, at=house.now())
    assert made.secret == KEY
    assert made.uri == f"otpauth://totp/Hazard%20House%3Aval?secret={KEY}&issuer=Hazard%20House"
    with refused(house, "enrolled_already", Conflict):
        enrol(house, house.vault)


def test_a_code_counts_once_and_for_a_period_around_its_own(house: House) -> None:
    enrol(house, house.vault)
    at = datetime(2026, 6, 15, 20, 30, tzinfo=UTC)
    step_up.confirm(login=house.vault, code=code(at - timedelta(seconds=30)), at=at)
    with refused(house, "code_wrong", Forbidden):
        step_up.confirm(login=house.vault, code=code(at - timedelta(seconds=30)), at=at)
    for wrong in (code(at - timedelta(seconds=90)), code(at + timedelta(seconds=90)), "", "12345"):
        with refused(house, "code_wrong", Forbidden):
            step_up.confirm(login=house.vault, code=wrong, at=at)
    later = at + timedelta(minutes=1)
    step_up.confirm(login=house.vault, code=code(later), at=later)
    with refused(house, "code_wrong", Forbidden):
        step_up.confirm(login=house.cashier, code=code(later), at=later)


def test_codes_are_not_guessed_one_after_another(house: House) -> None:
    login, at = house.vault, datetime(2026, 6, 15, 20, 30, tzinfo=UTC)
    enrol(house, login)
    wrong = "000000" if code(at) != "000000" else "111111"
    for _ in range(pace.CODES):
        with pytest.raises(Forbidden):
            step_up.confirm(login=login, code=wrong, at=at)
    with pytest.raises(TooMany):
        step_up.confirm(login=login, code=code(at), at=at)
    step_up.confirm(login=login, code=code(at + timedelta(minutes=1)), at=at + timedelta(minutes=1))


def test_where_the_profile_asks_for_it_every_signer_gave_a_fresh_code(house: House) -> None:
    versions.make(data=ready(step_up_seconds=120), actor=None, at=house.now(), reason="step up")

    def issue() -> None:
        outside.issue_chips(
            key=house.key(), lines={100: 1}, signer=house.vault, witness=house.accounting, at=house.now()
        )

    house.everybody()
    with refused(house, "step_up", Forbidden):
        issue()
    for login in (house.vault, house.accounting):
        enrol(house, login)
    step_up.confirm(login=house.vault, code=code(house.at), at=house.at)
    with refused(house, "step_up", Forbidden):
        issue()
    step_up.confirm(login=house.accounting, code=code(house.at), at=house.at)
    issue()
    house.at += timedelta(seconds=120)
    with refused(house, "step_up", Forbidden):
        issue()


def test_a_raw_signature_without_a_fresh_code_meets_the_database(house: House) -> None:
    """Every table on which somebody signs: the row is refused before any other of its rules looks at it."""
    house.everybody()
    house.stock(chips={100: 100})
    house.table()
    house.open()
    house.opener({})
    slip = house.slip("fill", {100: 5}).slip
    versions.make(data=ready(step_up_seconds=120), actor=None, at=house.now(), reason="step up")
    one, other = house.counters
    signed: dict[str, dict[str, Any]] = {
        "cage_slipsignature": {"slip_id": slip, "step": "issue", "login_id": one, "role": "cashier", "amount": 500},
        "cage_drawercount": {"drawer": "cage:vault", "holder_id": one, "second_id": other},
        "cage_outsidedocument": {"kind": "bank_fetch", "signer_id": one, "witness_id": other},
        "cage_transfer": {"source": "cage:vault", "target": "cage:window:1", "sender_id": one},
        "count_collection": {"box_id": 1, "collector_id": one, "witness_id": other},
        "count_blindcount": {"box_id": 1, "n": 1, "counter_id": one},
        "count_rakecount": {"shift_id": 1, "n": 1, "counter_id": one},
        "count_drop": {"box_id": 1, "first_id": one, "second_id": other, "resolution": "we looked again"},
        "count_rake": {"shift_id": 1, "first_id": one, "second_id": other, "resolution": "we looked again"},
        "count_signoff": {"subject": "count:1", "auditor_id": one},
        "pit_count": {"shift_id": 1, "kind": "closer", "dealer_id": one, "supervisor_id": other},
        "pit_override": {"round_id": 1, "supervisor_id": one},
        "pit_dicestep": {"dice": "A", "n": 1, "signer_id": one, "witness_id": other},
    }  # fmt: skip
    with house.web() as web:
        for table, facts in signed.items():
            columns, values = ", ".join([*facts, "at"]), [*facts.values(), house.at]
            marks = ", ".join(["%s"] * len(values))
            with pytest.raises(psycopg.IntegrityError, match="fresh code") as caught:
                web.execute(f"insert into {table} ({columns}) values ({marks})", values)
            assert caught.value.diag.constraint_name == "step_up", table
        with pytest.raises(psycopg.IntegrityError, match="fresh code"):
            web.execute(
                "update pit_box set removed_at = %s, removed_by_id = %s, removal_witness_id = %s",
                [house.at, one, other],
            )


POSTING = (
    "select ledger_post_lines(array[row(%(kind)s, %(actor)s, %(by)s::text[], 'x', 'raw', %(key)s, '2026-06-15', %(at)s,"
    " null, null, '{}')::ledger_event], array[row(1, 'player:1', 'floor:unrated', 'chips:GBP', 5)::ledger_line])"
)


@pytest.mark.parametrize("kind", ["void", "unrated"])
def test_money_that_two_sign_for_moves_by_no_raw_posting_without_them(house: House, kind: str) -> None:
    house.everybody()
    house.open_day()
    house.player()
    one, other, nobody = (f"staff:{who}" for who in (house.supervisor, house.pit, 999_999))

    def post(actor: str, *by: str, login: str = "WEB") -> str | None:
        values = {"kind": kind, "actor": actor, "by": list(by), "key": house.key(), "at": house.now()}
        with psycopg.connect(house.addresses[f"{login}_DATABASE_URL"], autocommit=True) as web:
            return code_of(web, POSTING, values)

    for actor, by in ((one, ()), (one, (one, one)), (one, (one, nobody)), ("house", ()), ("house", ("player:1", one))):
        assert post(actor, *by) == "posting_unsigned", (actor, by)
    assert post(one, login="WORKER") == "posting_unsigned"
    assert post("house", login="WORKER") is None
    versions.make(data=ready(step_up_seconds=120), actor=None, at=house.now(), reason="step up")
    enrol(house, house.supervisor)
    step_up.confirm(login=house.supervisor, code=code(house.at), at=house.at)
    assert post(one, one, other) == "step_up"
    enrol(house, house.pit)
    step_up.confirm(login=house.pit, code=code(house.at), at=house.at)
    assert post(one, one, other) is None


def test_a_code_of_later_makes_no_earlier_signature_fresh(house: House) -> None:
    versions.make(data=ready(step_up_seconds=120), actor=None, at=house.now(), reason="step up")
    enrol(house, house.vault)
    step_up.confirm(login=house.vault, code=code(house.at), at=house.at)
    with house.web() as web:
        for seconds, fresh in ((-1, False), (0, True), (119, True), (120, False)):
            when = house.at + timedelta(seconds=seconds)
            assert web.execute("select people_fresh(%s, %s)", [house.vault, when]).fetchone() == (fresh,)


def test_only_the_web_reads_secrets_and_nobody_rewrites_a_code(house: House) -> None:
    enrol(house, house.vault)
    for login in ("WORKER", "AUDITOR"):
        with (
            psycopg.connect(house.addresses[f"{login}_DATABASE_URL"], autocommit=True) as other,
            pytest.raises(psycopg.errors.InsufficientPrivilege),
        ):
            other.execute("select secret from people_authenticator")
    step_up.confirm(login=house.vault, code=code(house.at), at=house.at)
    with house.owner() as owner, pytest.raises(psycopg.IntegrityError, match="append-only"):
        owner.execute("delete from people_confirmation")


def test_a_role_at_a_pit_holds_at_its_tables(house: House) -> None:
    versions.make(data=ready(pits={"A": ["H1", "H2"], "B": ["H3"]}), actor=None, at=house.now(), reason="pits")
    login, by = house.hire("pat"), actor_of(house.administrator)
    grant(key="g", login=login, role=Role.DEALER, actor=by, at=house.now(), place="pit:A")
    assert roles_of(login, "table:H1") == roles_of(login, "table:H2") == roles_of(login, "pit:A") == {Role.DEALER}
    assert roles_of(login, "table:H3") == roles_of(login, "pit:B") == frozenset()
    dismiss(key="d", login=login, left_at=house.now(), actor=by, at=house.now())
    assert roles_of(login, "table:H1") == frozenset()
