"""The console's desk of the auditor: exceptions, the books explained, exports; what has no answer is refused."""

import hashlib
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from casino.celery import app
from casino.profile.roles import Role
from casino.tasks.relay import ROUTES
from tests.casino.conftest import use
from tests.doors.doors import Doors
from tests.doors.test_console_rooms import signed
from tests.ledger.sealed import seal


def test_an_auditor_signs_an_exception_off_explains_a_balance_and_asks_for_an_export(doors: Doors) -> None:
    house = doors.floor.house
    auditor = doors.screen(doors.hire("aud", Role.AUDITOR))
    house.done("fill", {10000: 5})
    slip = house.slip("fill", {10000: 5}).slip
    boss = doors.screen(house.supervisor)
    boss.look("/cage")
    boss.send(f"/cage/slips/{slip}/void", reason="not needed", **signed(doors, house.vault))
    days = {"first": "2026-06-15", "last": "2026-06-15"}
    page = auditor.look("/audit/exceptions?first=2026-06-15&last=2026-06-15").text
    assert f'value="slip:{slip}"' in page
    closed = auditor.send("/audit/exceptions/sign-off", subject=f"slip:{slip}", reason="seen, in order", **days)
    assert "The exception is closed." in closed.text
    explained = auditor.look("/audit/books?path=table:h1:tray&asset=chips:GBP").text
    assert "stored balances are each the one before" in explained
    close = doors.floor.play_round().close
    assert "dt1 derives" in auditor.look(f"/audit/books?throw={close}").text
    assert auditor.look("/audit/postings/1/receipt").status in (200, 409)
    auditor.look("/audit/exports")
    key = auditor.key("/audit/exports/ask")
    for _ in range(2):
        asked = auditor.send("/audit/exports/ask", key=key, kind="bundle", form="csv", **days)
        assert "Asked for" in asked.text
        assert 'href="/audit/books"' in asked.text, "the room's pages stay in reach after an act"
        assert "staff:" not in asked.text
    assert doors.rows("select count(*) from ledger_export_job") == [(1,)]
    job = doors.rows("select id from ledger_export_job")[0][0]
    assert auditor.look(f"/audit/exports/{job}").status == 409
    assert "overdue" not in auditor.look("/audit/access").text


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"first": "2027-01-01", "last": "2027-01-01"}, "day_not_begun"),
        ({"last": "2027-01-01"}, "day_not_begun"),
        ({"first": "2026-06-15", "last": "2026-06-14"}, "bad_range"),
        ({"kind": "bundle", "form": "xlsx"}, "form_of_transfers"),
        ({"kind": "rounds", "form": "jsonl"}, "form_of_transfers"),
        ({"form": "pdf"}, "unknown_form"),
        ({"kind": "' or 1=1 --"}, "unknown_export"),
        ({"first": "٣"}, "day_wrong"),
    ],
)
def test_an_export_that_would_not_be_what_was_asked_for_is_refused(
    doors: Doors, asked: dict[str, str], code: str
) -> None:
    auditor = doors.screen(doors.hire("aud", Role.AUDITOR))
    auditor.look("/audit/exports")
    answer = auditor.send("/audit/exports/ask", **{"kind": "transfers", "form": "csv", **asked})
    assert (answer.status, code in answer.text) == (400, True)
    assert doors.rows("select count(*) from ledger_export_job") == [(0,)]


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/audit/exceptions?first=2026-06-16&last=2026-06-15", "bad_range"),
        ("/audit/figures?first=2026-06-16&last=2026-06-15", "bad_range"),
        ("/audit/books?path=table:h1:tray&asset=claim:GBP", "asset_not_there"),
        ("/audit/books?path=H1&asset=chips:GBP", "unknown_account"),
        ("/audit/books?path=table:h1:tray", "asset_not_there"),
        ("/audit/books?throw=%D9%A3", "number_wrong"),
    ],
)
def test_a_question_that_has_no_answer_is_not_answered_by_an_empty_page(doors: Doors, path: str, code: str) -> None:
    answer = doors.screen(doors.hire("aud", Role.AUDITOR)).look(path)
    assert (answer.status, code in answer.text) == (400, True)


def test_E10_an_export_is_made_by_a_worker_and_fetched_whole(
    doors: Doors, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The request answers at once; the relay knows the task; the file is what its job says of it."""
    addresses = doors.floor.house.addresses
    seal(addresses["SEALER_DATABASE_URL"])
    auditor = doors.screen(doors.hire("aud", Role.AUDITOR))
    auditor.look("/audit/exports")
    auditor.send("/audit/exports/ask", kind="transfers", form="csv", first="2026-06-15", last="2026-06-15")
    job = doors.rows("select id from ledger_export_job")[0][0]
    topic, facts = doors.rows("select topic, facts from audit_auditrow where verb = 'export.request'")[0]
    route = ROUTES[topic]
    assert [facts[name] for name in route.arguments] == [job]
    monkeypatch.setattr(settings, "HOUSE_EXPORTS", tmp_path)
    use(addresses["WORKER_DATABASE_URL"])
    app.tasks[route.task](job)
    use(addresses["WEB_DATABASE_URL"])
    shown = auditor.look("/audit/exports").text
    state, digest, error = doors.rows("select state, sha256, error from ledger_export_job")[0]
    assert (state, error) == ("done", "")
    assert digest in shown
    fetched: Any = auditor.client.get(f"/audit/exports/{job}")
    assert hashlib.sha256(b"".join(fetched.streaming_content)).hexdigest() == digest
