"""Exports in the background: asked for here, made by a worker, seen to end even when the connection breaks.

A try holds a lease that its progress renews. Who finds a lease run out starts over in a folder of its own, so a file is
never written by two. Nothing is published before it is whole.
"""

import json
import shutil
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import psycopg
from django.db import DatabaseError, connection

from ledger.errors import Refused
from ledger.exports.artefact import Artefact
from ledger.exports.forms import FORMS
from ledger.exports.scope import Scope
from ledger.exports.snapshot import Connection
from ledger.exports.text import Differs, Progress
from ledger.exports.write import export

Maker = Callable[[Connection, Scope, Path, str, Progress], Artefact]
"""Makes the file of a job: connection, scope, folder, form, progress."""

TOPIC: Final = "export_requested"
"""The outbox topic by which the relay starts the task; its fact `export` is the job's id."""
MOST_ATTEMPTS: Final = 3
LEASE_SECONDS: Final = 120
_TELL_EVERY: Final = 0.5  # seconds between two notes of progress

REQUEST: Final = """
insert into ledger_export_job (kind, form, scope, actor) values (%(kind)s, %(form)s, %(scope)s, %(actor)s)
returning id, public_id::text
"""
_DUE: Final = """
select id from ledger_export_job
 where state = 'waiting' or state = 'running' and lease_until < clock_timestamp() order by id
"""
_CLAIM: Final = """
update ledger_export_job set state = 'running', attempts = attempts + 1, rows_done = 0, error_code = '', error = '',
       lease_until = clock_timestamp() + make_interval(secs => %(lease)s)
 where id = %(id)s and (state = 'waiting' or state = 'running' and lease_until < clock_timestamp())
returning public_id::text, kind, form, scope::text, attempts
"""
_TELL: Final = """
update ledger_export_job set rows_done = %(done)s, rows_total = %(total)s,
       lease_until = clock_timestamp() + make_interval(secs => %(lease)s)
 where id = %(id)s and state = 'running' and attempts = %(attempt)s
"""
_DONE: Final = """
update ledger_export_job set state = 'done', rows_done = %(rows)s, rows_total = %(rows)s, folder = %(folder)s,
       name = %(name)s, size = %(size)s, sha256 = %(sha256)s, ended_at = clock_timestamp(), lease_until = null
 where id = %(id)s and state = 'running' and attempts = %(attempt)s
"""
_BROKE: Final = """
update ledger_export_job set state = case when %(final)s then 'failed' else 'waiting' end, error_code = %(code)s,
       error = %(error)s, ended_at = case when %(final)s then clock_timestamp() end, lease_until = null
 where id = %(id)s and state = 'running' and attempts = %(attempt)s
"""


class Superseded(Exception):
    """This try's lease ran out and another try took the job over."""


@dataclass(frozen=True, slots=True)
class _Try:
    id: int
    public_id: str
    kind: str
    form: str
    scope: Scope
    attempt: int

    def folder(self, under: Path) -> Path:
        return under / f"{self.public_id}-{self.attempt}"


def _make_transfers(link: Connection, scope: Scope, folder: Path, form: str, progress: Progress) -> Artefact:
    return export(link, scope, folder, form, progress)


MAKERS: Final[Mapping[str, Maker]] = {"transfers": _make_transfers}


def values(kind: str, form: str, scope: Scope, actor: str, kinds: Mapping[str, Maker] = MAKERS) -> dict[str, Any]:
    """The named values of REQUEST, checked. Raises Refused unknown_export, unknown_form."""
    if kind not in kinds:
        raise Refused("unknown_export", f"There is no export of {kind!r}; there are {', '.join(kinds)}.")
    if form not in FORMS:
        raise Refused("unknown_form", f"There is no form {form!r} of an export; there are {', '.join(FORMS)}.")
    return {"kind": kind, "form": form, "scope": scope.plain(), "actor": actor}


def request(kind: str, form: str, scope: Scope, actor: str, kinds: Mapping[str, Maker] = MAKERS) -> tuple[int, str]:
    """Asks for an export in a transaction of its own; the job's number and public id."""
    given = values(kind, form, scope, actor, kinds)
    with connection.cursor() as cursor:
        cursor.execute(REQUEST, {**given, "scope": json.dumps(given["scope"])})
        number, public_id = cursor.fetchone()
    return int(number), str(public_id)


def due() -> list[int]:
    """Jobs that wait, or whose try has fallen silent: what the task is to be started for."""
    with connection.cursor() as cursor:
        cursor.execute(_DUE)
        return [number for (number,) in cursor.fetchall()]


def run(job: int, under: Path, makers: Mapping[str, Maker] = MAKERS) -> str:
    """One try at job number `job`, its file in a folder below `under`; returns the state it leaves.

    "busy" when there is nothing to do: somebody is at it, or it has ended. A refusal ends the job; a broken connection
    or database, or a sealer that does not work, sends it back to waiting, the third time ends it.
    """
    attempt = _claim(job)
    if attempt is None:
        return "busy"
    folder = attempt.folder(under)
    link = connection.copy()
    try:
        made = makers[attempt.kind](link, attempt.scope, folder, attempt.form, _teller(attempt))
        _execute(_DONE, attempt, rows=made.rows, folder=str(folder), name=made.path.name, size=made.size,
                 sha256=made.sha256)  # fmt: skip
    except Refused as refused:
        passes = refused.code == "not_sealed" and attempt.attempt < MOST_ATTEMPTS
        return _broke(attempt, refused.code, refused.sentence, final=not passes)
    except (psycopg.Error, DatabaseError, Differs, OSError) as error:
        said = str(error).strip().partition("\n")[0]
        return _broke(attempt, "broken_off", said, final=attempt.attempt >= MOST_ATTEMPTS)
    except Superseded:
        return "busy"
    finally:
        link.close()
    _clear_earlier(attempt, under)
    return "done"


def _claim(job: int) -> _Try | None:
    with connection.cursor() as cursor:
        cursor.execute(_CLAIM, {"id": job, "lease": LEASE_SECONDS})
        row = cursor.fetchone()
    if row is None:
        return None
    public_id, kind, form, scope, attempt = row
    return _Try(job, public_id, kind, form, Scope.read(json.loads(scope)), attempt)


def _teller(attempt: _Try) -> Progress:
    last = -_TELL_EVERY

    def tell(done: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= _TELL_EVERY:
            last = now
            _execute(_TELL, attempt, done=done, total=total, lease=LEASE_SECONDS)

    return tell


def _broke(attempt: _Try, code: str, sentence: str, *, final: bool) -> str:
    _execute(_BROKE, attempt, code=code, error=sentence, final=final)
    return "failed" if final else "waiting"


def _execute(sql: str, attempt: _Try, **named: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, {"id": attempt.id, "attempt": attempt.attempt, **named})
        if cursor.rowcount != 1:
            raise Superseded


def _clear_earlier(attempt: _Try, under: Path) -> None:
    """What broken tries left behind: the job is done, nobody asks for it any more."""
    for number in range(1, attempt.attempt):
        shutil.rmtree(under / f"{attempt.public_id}-{number}", ignore_errors=True)
