"""No way into the books but the departments' acts, and none out of them for people and tables."""

import ast
import json
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection
from django.db.models import Model, ProtectedError
from django.db.utils import ProgrammingError
from django.urls import reverse

from casino.night.checks import books
from casino.people.models import Login, Player
from casino.pit.models import Table
from casino.profile.roles import Role
from ledger import door
from ledger.errors import Refused
from ledger.posting import Opening
from tests.doors.doors import Doors, client

REFUSED = (ProtectedError, ProgrammingError)

ROOT = Path(__file__).resolve().parents[2]
POSTS = {"ledger.door", "ledger.work", "ledger.posting", "casino.books.act"}
"""What writes postings: nobody on the command line has it in his hands."""


def trial_balance() -> str:
    with connection.cursor() as cursor:
        return books.trial_balance(cursor).outcome


def journals(doors: Doors) -> tuple[int, int]:
    """How many postings and transfers there are."""
    return doors.count("ledger_posting"), doors.count("ledger_transfer")


def legs(prefix: str) -> dict[str, str]:
    """Two debits of 100 and no credit, as an inline form would send them."""
    return {
        f"{prefix}-TOTAL_FORMS": "2", f"{prefix}-INITIAL_FORMS": "0",
        f"{prefix}-0-debit": "1", f"{prefix}-0-amount": "100", f"{prefix}-1-debit": "2", f"{prefix}-1-amount": "100",
    }  # fmt: skip


def test_A13_the_office_takes_no_journal_whoever_sends_it(doors: Doors) -> None:
    before = journals(doors)
    for role in (Role.ADMINISTRATOR, Role.AUDITOR, Role.ACCOUNTING):
        at = client()
        at.force_login(Login.objects.get(pk=doors.hire(f"one-{role}", role)))
        for model in ("posting", "transfer"):
            form = {"kind": "stake", "actor": "staff:1", "scope": "x", "key": "y", **legs("transfer_set")}
            assert at.post(f"/admin/ledger/{model}/add/", form).status_code == 403
    assert journals(doors) == before
    assert trial_balance() == "passed"


def test_A13_the_api_takes_no_journal_whoever_sends_it(doors: Doors) -> None:
    before = journals(doors)
    journal = {"kind": "stake", "legs": [{"account": "player:1", "amount": "100"}] * 2}
    for role in Role:
        at = doors.caller(doors.hire(f"one-{role}", role))
        for path in ("ledger/postings", "ledger/transfers", "ledger/accounts", "ledger/explain"):
            assert at.post(path, journal).status in (403, 404, 405), path
    assert journals(doors) == before
    assert trial_balance() == "passed"


@pytest.mark.parametrize("amount", [-100, 0])
def test_A13_an_import_has_its_other_side_outside_and_takes_no_amount_below_one(doors: Doors, amount: int) -> None:
    before = doors.books()
    with doors.floor.house.web() as web, pytest.raises((Refused, ValueError)):
        door.import_openings(
            web, [Opening("player:1", "chips:GBP", 100), Opening("player:2", "chips:GBP", amount)], actor="staff:1",
            approvers=["staff:2"], period=doors.rows("select day from pit_shift")[0][0],
            effective_at=doors.floor.house.now(),
        )  # fmt: skip
    assert doors.books() == before
    assert trial_balance() == "passed"


@pytest.mark.parametrize("line", ["(1, 'player:1', null, 'chips:GBP', 100)", "(1, null, 'player:1', 'chips:GBP', 100)"])
def test_A13_a_leg_without_its_other_side_is_refused_by_the_database(doors: Doors, line: str) -> None:
    before = doors.books()
    day = doors.rows("select day from pit_shift")[0][0]
    with doors.floor.house.web() as web, pytest.raises(psycopg.Error):
        web.execute(
            "select ledger_post_lines(array[row('stake', 'staff:1', '{}', '', 'x', 'y', %s, now(), null, null, '{}')"
            f"::ledger_event], array[row{line}::ledger_line])",
            [day],
        )
    assert doors.books() == before


def commands() -> list[Path]:
    return [path for room in ("casino", "ledger", "games") for path in (ROOT / room).rglob("management/commands/*.py")]


def test_A13_no_command_posts_by_itself() -> None:
    """`dry_run` reads postings to say what would refuse them, and writes none: see below. `import_openings` names one
    place a line, whose other side is always the world outside.
    """
    assert len([path for path in commands() if path.name != "__init__.py"]) >= 9
    for path in commands():
        if path.name in ("dry_run.py", "import_openings.py"):
            continue
        imported = {
            name
            for node in ast.walk(ast.parse(path.read_text()))
            for name in (
                [f"{node.module}.{each.name}" for each in node.names] + [str(node.module)]
                if isinstance(node, ast.ImportFrom)
                else [each.name for each in node.names] if isinstance(node, ast.Import) else []
            )
        }  # fmt: skip
        assert not imported & POSTS, path


@pytest.mark.parametrize(
    ("transfer", "code"),
    [
        ({"debit": "player:1", "asset": "chips:GBP", "amount": "100"}, 2),
        ({"debit": "player:1", "credit": "player:1", "asset": "chips:GBP", "amount": "100"}, 2),
        ({"debit": "player:1", "credit": "outside:chips", "asset": "chips:GBP", "amount": "100"}, 0),
    ],
)
def test_A13_the_command_that_reads_journals_writes_none(
    doors: Doors, tmp_path: Path, transfer: dict[str, str], code: int
) -> None:
    before = journals(doors)
    file = tmp_path / "journal.json"
    file.write_text(json.dumps({
        "kind": "chip_issue", "actor": "staff:1", "scope": "x", "key": "y", "period": "2026-06-15",
        "effective_at": "2026-06-15T20:00:00+00:00", "transfers": [transfer, transfer],
    }))  # fmt: skip
    ended = 0
    try:
        call_command("dry_run", str(file))
    except SystemExit as exit_:
        ended = int(str(exit_.code))
    assert ended == code
    assert journals(doors) == before


@pytest.mark.parametrize("model", [Player, Login, Table])
def test_A15_nobody_and_no_table_is_deleted_from_the_shell(doors: Doors, model: Any) -> None:
    """Three people have signed and sat at the table: refused for what hangs on each, or since this login may not even
    see it, and nothing has changed."""
    doors.floor.play_round()
    hanging = [doors.count(table) for table in ("ledger_transfer", "cage_slipsignature", "pit_count", "audit_auditrow")]
    thing: Model = model.objects.get(pk=_busy(doors, model))
    with pytest.raises(REFUSED, match=r"protected foreign keys|permission denied"):
        thing.delete()
    with pytest.raises(REFUSED):
        model.objects.filter(pk=thing.pk).delete()
    assert model.objects.filter(pk=thing.pk).exists()
    assert hanging == [
        doors.count(table) for table in ("ledger_transfer", "cage_slipsignature", "pit_count", "audit_auditrow")
    ]
    assert trial_balance() == "passed"


@pytest.mark.parametrize("model", [Player, Login, Table])
def test_A15_nobody_and_no_table_is_deleted_through_the_office(doors: Doors, model: Any) -> None:
    at = client()
    at.force_login(Login.objects.get(pk=doors.floor.house.administrator))
    number = _busy(doors, model)
    label = f"{model._meta.app_label}_{model._meta.model_name}"
    page = at.post(reverse(f"admin:{label}_delete", args=[number]), {"post": "yes"})
    assert page.status_code == 403
    assert model.objects.filter(pk=number).exists()


def test_A15_the_api_deletes_nothing(doors: Doors) -> None:
    at = doors.caller(doors.hire("boss", Role.PIT))
    before = doors.books()
    for path in ("tables/H1", "me", "tables/H1/seats", "me/balance"):
        assert at.send("DELETE", path).status in (403, 404, 405)
    assert doors.books() == before


def _busy(doors: Doors, model: Any) -> int:
    """Somebody who has played, somebody who has signed, the table where they did."""
    if model is Player:
        return doors.players[0]
    return doors.floor.house.dealer if model is Login else int(doors.rows("select id from pit_table")[0][0])
