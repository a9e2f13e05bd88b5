"""Exports in the background: one try at a time, progress seen, an end that is seen too, nothing published twice."""

from pathlib import Path
from typing import Any

import psycopg
import pytest

from ledger.errors import Refused, refused
from ledger.exports import Artefact, Scope, export, jobs, reach
from ledger.exports.models import Job
from ledger.exports.snapshot import Connection
from ledger.exports.text import Progress
from ledger.verify import verify
from tests.ledger.conftest import Books
from tests.ledger.exports.conftest import many, sealed


@pytest.fixture
def asked(night: Books) -> int:
    """A job that waits; from here on Django is the worker."""
    number, _ = jobs.request("transfers", "csv", Scope(), "staff:9")
    night.database.lead_django("worker")
    return number


def expire(books: Books, job: int) -> None:
    """The try's lease runs out, as after a kill -9 two minutes ago."""
    with books.database.connect("worker") as worker:
        worker.execute("update ledger_export_job set lease_until = now() - interval '1 s' where id = %s", [job])


def broken(link: Connection, scope: Scope, folder: Path, form: str, progress: Progress) -> Artefact:
    """A connection that breaks once rows are coming."""

    def tell(done: int, total: int) -> None:
        progress(done, total)
        assert not isinstance(link, psycopg.Connection)
        raise psycopg.OperationalError("server closed the connection unexpectedly\nmore")

    return export(link, scope, folder, form, tell)


def test_E10_a_job_waits_runs_and_is_done(asked: int, tmp_path: Path) -> None:
    assert jobs.due() == [asked]
    assert jobs.run(asked, tmp_path) == "done"
    job = Job.objects.get(id=asked)
    path = Path(job.folder) / job.name
    assert (job.state, job.attempts, job.rows_done, job.rows_total) == ("done", 1, job.rows_total, job.rows_done)
    assert job.size == path.stat().st_size
    assert verify(path).rows == job.rows_done
    assert jobs.due() == []


def test_E10_progress_is_seen_while_it_runs(books: Books, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    many(books, 5000)
    number, _ = jobs.request("transfers", "csv", Scope(), "staff:9")
    books.database.lead_django("worker")
    monkeypatch.setattr(jobs, "_TELL_EVERY", 0.0)
    seen: list[tuple[Any, ...]] = []

    def watched(link: Connection, scope: Scope, folder: Path, form: str, progress: Progress) -> Artefact:
        def tell(done: int, total: int) -> None:
            progress(done, total)
            with books.database.connect("web") as web:
                seen.extend(web.execute("select state, rows_done, rows_total from ledger_export_job").fetchall())

        return export(link, scope, folder, form, tell)

    assert jobs.run(number, tmp_path, {"transfers": watched}) == "done"
    assert seen == [("running", 2000, 5000), ("running", 4000, 5000), ("running", 5000, 5000)]


def test_E11_a_connection_that_breaks_shows_in_the_job_and_in_the_file(asked: int, tmp_path: Path) -> None:
    assert jobs.run(asked, tmp_path, {"transfers": broken}) == "waiting"
    job = Job.objects.get(id=asked)
    assert (job.state, job.attempts, job.error_code) == ("waiting", 1, "broken_off")
    assert job.error == "server closed the connection unexpectedly"
    (left,) = tmp_path.rglob("*.part")
    assert verify(left).findings[-1].kind == "cut"


def test_E11_the_next_try_makes_the_file_and_clears_what_broke(asked: int, tmp_path: Path) -> None:
    jobs.run(asked, tmp_path, {"transfers": broken})
    assert jobs.run(asked, tmp_path) == "done"
    job = Job.objects.get(id=asked)
    assert (job.attempts, job.error, job.error_code) == (2, "", "")
    assert [*tmp_path.rglob("*.part")] == []
    assert [path.name for path in tmp_path.iterdir()] == [Path(job.folder).name]


def test_the_third_broken_try_is_the_last(asked: int, tmp_path: Path) -> None:
    states = [jobs.run(asked, tmp_path, {"transfers": broken}) for _ in range(3)]
    assert states == ["waiting", "waiting", "failed"]
    assert jobs.due() == []
    assert jobs.run(asked, tmp_path) == "busy"


def test_a_refusal_ends_the_job_with_its_sentence(night: Books, tmp_path: Path) -> None:
    night.fund("player:9", 10**15)
    sealed(night)
    number, _ = jobs.request("transfers", "xlsx", Scope(), "staff:9")
    night.database.lead_django("worker")
    assert jobs.run(number, tmp_path) == "failed"
    job = Job.objects.get(id=number)
    assert job.error_code == "too_large_for_xlsx"
    assert "take CSV" in job.error


def test_a_sealer_that_is_away_is_waited_for_three_times(
    asked: int, night: Books, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reach, "PATIENCE", 0.1)
    night.fund("player:1", 5)
    assert [jobs.run(asked, tmp_path) for _ in range(2)] == ["waiting", "waiting"]
    assert "see that the sealer runs" in Job.objects.get(id=asked).error
    sealed(night)
    assert jobs.run(asked, tmp_path) == "done"


def test_two_workers_make_one_file(asked: int, tmp_path: Path) -> None:
    states = []

    def meanwhile(link: Connection, scope: Scope, folder: Path, form: str, progress: Progress) -> Artefact:
        states.append(jobs.run(asked, tmp_path))
        return export(link, scope, folder, form, progress)

    assert jobs.run(asked, tmp_path, {"transfers": meanwhile}) == "done"
    assert states == ["busy"]


def test_a_try_that_fell_silent_is_taken_over_and_can_no_longer_end_the_job(
    asked: int, night: Books, tmp_path: Path
) -> None:
    states = []

    def overtaken(link: Connection, scope: Scope, folder: Path, form: str, progress: Progress) -> Artefact:
        expire(night, asked)
        assert jobs.due() == [asked]
        states.append(jobs.run(asked, tmp_path))
        return export(link, scope, folder, form, progress)

    assert jobs.run(asked, tmp_path, {"transfers": overtaken}) == "busy"
    assert states == ["done"]
    assert Job.objects.get(id=asked).attempts == 2


def test_an_ended_job_never_changes(asked: int, night: Books, tmp_path: Path) -> None:
    jobs.run(asked, tmp_path)
    for attack in ("sha256 = repeat('0', 64)", "state = 'waiting'", "folder = '/tmp'"):
        with night.database.connect("worker") as worker, pytest.raises(psycopg.Error) as error:
            worker.execute(f"update ledger_export_job set {attack}")
        refusal = refused(error.value)
        assert refusal is not None
        assert refusal.code == "export_ended"


@pytest.mark.parametrize(
    ("login", "statement", "code"),
    [
        ("owner", "update ledger_export_job set actor = 'staff:1'", "export_fixed"),
        ("owner", "delete from ledger_export_job", "append_only"),
        ("owner", "truncate ledger_export_job", "append_only"),
        ("worker", "update ledger_export_job set scope = '{}'", "42501"),
        ("web", "update ledger_export_job set state = 'done'", "42501"),
        (
            "auditor",
            "insert into ledger_export_job (kind, scope, actor) values ('transfers', '{}', 'staff:1')",
            "42501",
        ),
    ],
)
def test_a_request_can_neither_be_changed_nor_removed(
    asked: int, night: Books, login: str, statement: str, code: str
) -> None:
    with night.database.connect(login) as connection, pytest.raises(psycopg.Error) as error:
        connection.execute(statement)
    refusal = refused(error.value)
    assert (refusal.code if refusal else error.value.sqlstate) == code


@pytest.mark.parametrize(("kind", "form", "code"), [("x", "csv", "unknown_export"), ("transfers", "x", "unknown_form")])
def test_what_can_not_be_exported_can_not_be_asked_for(night: Books, kind: str, form: str, code: str) -> None:
    with pytest.raises(Refused) as refusal:
        jobs.request(kind, form, Scope(), "staff:9")
    assert refusal.value.code == code
    assert Job.objects.count() == 0
