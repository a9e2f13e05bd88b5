"""What raw SQL can't do to the books, in real transactions: as the application's logins, and as the owner himself."""

from typing import Any

import psycopg
import pytest

from ledger.errors import refused
from tests.ledger.conftest import Books

APPLICATION = ("web", "worker", "fairness", "keeper", "sealer", "auditor")
BOOK_TABLES = ("ledger_posting", "ledger_transfer", "ledger_answer", "ledger_period_change", "ledger_bound_change")

POSTING = """
    insert into ledger_posting (effective_at, recorded_at, period, kind, actor, approvers, reason, scope, key, facts)
    values (now(), now(), %(period)s, %(kind)s, %(actor)s, '{}', '', 'raw', gen_random_uuid()::text, '{}')"""
TRANSFER = """
    insert into ledger_transfer (posting_id, debit_id, credit_id, amount, debit_balance, credit_balance, debit_version,
                                 credit_version, recorded_at, asset_id)
    values (%(posting)s, %(debit)s, %(credit)s, %(amount)s, 0, 0, 900, 901, now(), %(asset)s)"""
OPEN = {"period": "2026-06-15", "kind": "test_bet", "actor": "staff:1"}


def code(error: psycopg.Error) -> str:
    refusal = refused(error)
    return refusal.code if refusal else f"fault {error.sqlstate}"


class Owner:
    """The owner at work in psql: one transaction per act, which commits if nothing stops it."""

    def __init__(self, books: Books) -> None:
        books.fund("player:1", 100)
        books.post(("player:2", "player:1", 40))
        books.fund("player:1", 7, asset="cash:GBP")
        self.connection = books.database.connect("owner")
        self.accounts = dict(self._all("select place, id from ledger_account"))
        self.assets = dict(self._all("select code, id from ledger_asset"))

    def _all(self, query: str) -> list[Any]:
        return self.connection.execute(query).fetchall()

    def transfer(self, **changes: Any) -> dict[str, Any]:
        usual = {
            "debit": self.accounts["player:2 chips:GBP"],
            "credit": self.accounts["player:1 chips:GBP"],
            "amount": 5,
            "asset": self.assets["chips:GBP"],
        }
        return {**usual, **changes}

    def refused(self, *acts: tuple[str, Any]) -> str:
        """Runs the acts in one transaction up to COMMIT and says why it failed; fails if it didn't."""
        with pytest.raises(psycopg.Error) as failure:
            self._commit(acts)
        return code(failure.value)

    def _commit(self, acts: tuple[tuple[str, Any], ...]) -> None:
        with self.connection.transaction():
            for statement, parameters in acts:
                self.connection.execute(statement, parameters)


@pytest.fixture
def owner(books: Books) -> Owner:
    return Owner(books)


def test_E12_the_owner_can_change_delete_or_truncate_no_record(owner: Owner) -> None:
    deletions = ("delete from {}", "delete from {} where false", "truncate {} cascade")
    for table in BOOK_TABLES:
        for act in ("update {} set id = id", *deletions):
            assert owner.refused((act.format(table), None)) == "append_only"
    for table in ("ledger_account", "ledger_period"):
        for act in deletions:
            assert owner.refused((act.format(table), None)) == "append_only"


@pytest.mark.parametrize("table", BOOK_TABLES)
def test_E13_not_even_with_replication_triggers_off(owner: Owner, table: str) -> None:
    rows = owner.connection.execute(
        "select tgname, tgenabled from pg_trigger where tgrelid = %s::regclass and not tgisinternal", [table]
    ).fetchall()
    assert rows
    assert {enabled for _, enabled in rows} == {"A"}, "enable always: session_replication_role does not pass them"


def test_A05_a_player_is_never_below_zero_even_for_raw_sql(owner: Owner) -> None:
    place = "where place = 'player:1 chips:GBP'"
    assert owner.refused((f"update ledger_account set balance = -1 {place}", None)) == "insufficient_funds"
    assert owner.refused((f"update ledger_account set floor = -500 {place}", None)) == "bad_floor"
    assert owner.refused((f"update ledger_account set floor = null {place}", None)) == "bad_floor"
    insert = "insert into ledger_account (path, asset_id, balance, version, floor, opened_at, recorded_at)"
    row = "select 'player:77', id, 0, 0, null, now(), now() from ledger_asset limit 1"
    assert owner.refused((f"{insert} {row}", None)) == "bad_floor"


def test_an_account_stays_the_place_it_was_opened_as(owner: Owner) -> None:
    place = "where place = 'player:1 chips:GBP'"
    assert owner.refused((f"update ledger_account set path = 'outside:me' {place}", None)) == "account_fixed"
    assert owner.refused((f"update ledger_account set id = 99999 {place}", None)) == "account_fixed"
    other = owner.assets["cash:GBP"]
    assert owner.refused((f"update ledger_account set asset_id = {other} {place}", None)) == "account_fixed"
    owner.connection.execute(f"update ledger_account set place = 'outside:chips chips:GBP' {place}")
    assert owner.connection.execute(f"select count(*) from ledger_account {place}").fetchone() == (1,)


def test_A07_A10_a_raw_transfer_moves_a_positive_amount_between_two_accounts(owner: Owner) -> None:
    last = TRANSFER.replace("%(posting)s", "(select max(id) from ledger_posting)")
    for amount in (0, -1):
        assert owner.refused((POSTING, OPEN), (last, owner.transfer(amount=amount))) == "amount_not_positive"
    same = owner.transfer(debit=owner.accounts["player:1 chips:GBP"])
    assert owner.refused((POSTING, OPEN), (last, same)) == "same_account"


def test_a_transfer_across_assets_cant_be_written_down(owner: Owner) -> None:
    cash = owner.accounts["player:1 cash:GBP"]
    posting = "(select max(id) from ledger_posting)"
    across = TRANSFER.replace("%(posting)s", posting)
    assert owner.refused((POSTING, OPEN), (across, owner.transfer(credit=cash))) == "asset_mismatch"
    other = owner.transfer(asset=owner.assets["cash:GBP"])
    assert owner.refused((POSTING, OPEN), (across, other)) == "asset_mismatch"


def test_a_transfer_cant_be_slipped_into_an_old_posting_or_into_none(owner: Owner) -> None:
    assert owner.refused((TRANSFER, owner.transfer(posting=1))) == "posting_complete"
    assert owner.refused((TRANSFER, owner.transfer(posting=99_999))) == "posting_complete"


def test_a_version_of_an_account_exists_once_per_side(owner: Owner) -> None:
    posting = "(select max(id) from ledger_posting)"
    again = TRANSFER.replace("%(posting)s", posting).replace("900, 901", "1, 901")
    assert owner.refused((POSTING, OPEN), (again, owner.transfer())) == "fault 23505"


def test_A13_a_bare_posting_meets_the_same_day_kind_and_actor_rules(owner: Owner, books: Books) -> None:
    assert owner.refused((POSTING, {**OPEN, "period": "2031-01-01"})) == "unknown_period"
    assert owner.refused((POSTING, {**OPEN, "kind": "gift"})) == "unknown_kind"
    assert owner.refused((POSTING, {**OPEN, "actor": "Anna Smith"})) == "bad_actor"
    owner.connection.execute("select ledger_turn_period('2026-06-15', 'closing', 'house')")
    assert owner.refused((POSTING, OPEN)) == "period_closing"
    owner.connection.execute("select ledger_turn_period('2026-06-15', 'closed', 'house')")
    assert owner.refused((POSTING, OPEN)) == "period_closed"
    assert owner.refused((POSTING, {**OPEN, "kind": "test_count"})) == "period_closed"


FORBIDDEN = (
    "insert into ledger_account (path, asset_id, place) values ('player:1', 1, 'x')",
    "update ledger_account set balance = balance + 1000",
    "insert into ledger_transfer (amount) values (5)",
    "insert into ledger_posting (actor) values ('staff:1')",
    "update ledger_posting set reason = ''",
    "delete from ledger_transfer",
    "truncate ledger_transfer",
    "insert into ledger_answer (scope) values ('x')",
    "update ledger_period set state = 'open'",
    "insert into ledger_kind (code) values ('gift')",
    "alter table ledger_transfer disable trigger all",
    "drop trigger append_only on ledger_transfer",
    "set session_replication_role = replica",
    "set role house_owner",
    "create function public.mine() returns int language sql as 'select 1'",
)


@pytest.mark.parametrize("login", APPLICATION)
def test_an_application_login_changes_nothing_but_through_the_door(books: Books, login: str) -> None:
    connection = books.database.connect(login)
    for statement in FORBIDDEN:
        with pytest.raises(psycopg.Error) as failure:
            connection.execute(statement)
        assert failure.value.sqlstate == "42501", statement


def test_the_door_cant_be_led_astray_by_the_callers_search_path(books: Books) -> None:
    """The definer's function reads the house's tables, not temporary ones of the same name that the caller made."""
    books.fund("player:1", 10)
    web = books.database.connect("web")
    web.execute("create temporary table ledger_account (like ledger_account)")
    web.execute("create temporary table ledger_period as select date '2026-06-15' as day, 'open' as state")
    web.execute("set search_path = pg_temp, public")
    with pytest.raises(psycopg.Error) as failure:
        web.execute(
            "select * from ledger_post_lines("
            "array[row('test_bet','staff:1','{}','','x','1','2026-06-15',now(),null,null,'{}')::ledger_event],"
            "array[row(1,'player:2','player:1','chips:GBP',11)::ledger_line])"
        )
    assert code(failure.value) == "insufficient_funds"
