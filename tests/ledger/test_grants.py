"""What each login may do in the ledger, listed in full: a grant more or less fails here."""

from typing import Any

import pytest

from tests.databases import Database

LOGINS = ("web", "worker", "fairness", "keeper", "sealer", "auditor")
READERS = frozenset({"web", "worker", "sealer", "auditor"})
TABLES = {
    "ledger_account": READERS,
    "ledger_answer": frozenset({"web", "worker", "auditor"}),
    "ledger_asset": READERS,
    "ledger_bound_change": frozenset({"web", "worker", "auditor"}),
    "ledger_bounds": frozenset({"web", "worker", "auditor"}),
    "ledger_cosignature": READERS,
    "ledger_kind": READERS,
    "ledger_leaf": READERS,
    "ledger_node": READERS,
    "ledger_period": READERS,
    "ledger_period_change": frozenset({"web", "worker", "auditor"}),
    "ledger_posting": READERS,
    "ledger_seal": READERS,
    "ledger_transfer": READERS,
}
DOORS = frozenset(
    {
        "ledger_claim",
        "ledger_import_openings",
        "ledger_keep_answer",
        "ledger_open_accounts",
        "ledger_post",
        "ledger_post_lines",
        "ledger_reverse",
        "ledger_set_bounds",
        "ledger_turn_period",
    }
)
THE_SEALER_S = frozenset({"ledger_append_cosignature", "ledger_append_leaves", "ledger_append_seal"})
# Tables that a login inserts into may take their public ids from it.
MAKERS_OF_IDS = frozenset({"ledger_uuid7"})


def ask(house: Database, query: str) -> list[Any]:
    return house.connect("owner").execute(query).fetchall()


def test_the_tables_grants_are_these_and_only_reading(house: Database) -> None:
    found: dict[str, set[str]] = {}
    for table, grantee, privilege in ask(
        house,
        "select table_name, grantee, privilege_type from information_schema.role_table_grants"
        " where table_name like 'ledger\\_%' and grantee <> 'house_owner'",
    ):
        if table not in TABLES:
            continue
        assert privilege == "SELECT", (table, grantee, privilege)
        found.setdefault(table, set()).add(grantee.removeprefix("house_"))
    for table, readers in TABLES.items():
        assert found.get(table, set()) == readers, table


def test_no_column_of_the_books_is_granted_by_itself(house: Database) -> None:
    rows = ask(house, "select attrelid::regclass::text from pg_attribute where attacl is not null and attrelid > 16384")
    assert not {table for (table,) in rows} & set(TABLES)


def test_the_doors_are_these_each_of_the_owner_with_a_pinned_search_path(house: Database) -> None:
    granted: dict[str, set[str]] = {}
    for name, owner, definer, settings, grantee in ask(
        house,
        "select p.proname, p.proowner::regrole::text, p.prosecdef, coalesce(p.proconfig, '{}'),"
        "       g.grantee::regrole::text from pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) g"
        " where p.proname like 'ledger\\_%' and g.grantee <> p.proowner",
    ):
        granted.setdefault(name, set()).add(grantee.removeprefix("house_"))
        if name in DOORS | THE_SEALER_S:
            assert (owner, definer) == ("house_owner", True), name
            assert "search_path=pg_catalog, public, pg_temp" in settings, name
    assert granted == {
        **{name: {"web", "worker"} for name in DOORS | MAKERS_OF_IDS},
        **{name: {"sealer"} for name in THE_SEALER_S},
        "ledger_may_go_below_zero": {"web", "worker", "auditor"},
    }


def test_every_definers_function_of_the_house_pins_its_search_path(house: Database) -> None:
    rows = ask(
        house,
        "select proname from pg_proc where prosecdef and pronamespace = 'public'::regnamespace"
        " and not coalesce(proconfig, '{}') && array['search_path=pg_catalog, public, pg_temp']",
    )
    assert rows == []


@pytest.mark.parametrize("login", LOGINS)
def test_each_login_meets_its_grants(house: Database, login: str) -> None:
    connection = house.connect(login)
    assert connection.execute("select current_user, session_user").fetchone() == (f"house_{login}", f"house_{login}")
    for table, readers in TABLES.items():
        allowed = connection.execute("select has_table_privilege(%s, 'select')", [table]).fetchone()
        assert allowed == (login in readers,), table
        for right in ("insert", "update", "delete", "truncate", "trigger", "references"):
            assert connection.execute("select has_table_privilege(%s, %s)", [table, right]).fetchone() == (False,)


def test_no_login_of_the_house_is_more_than_a_login(house: Database) -> None:
    rows = ask(
        house,
        "select rolname from pg_roles where rolname like 'house\\_%'"
        " and (rolsuper or rolcreaterole or rolreplication or rolbypassrls)",
    )
    assert rows == []
    assert (
        ask(
            house,
            "select 1 from pg_auth_members m join pg_roles r on r.oid = m.member where r.rolname like 'house\\_%'",
        )
        == []
    )
