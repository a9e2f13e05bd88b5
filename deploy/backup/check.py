"""Are restored books whole? Each check is the house's own; a restore ends with all of them."""

import os
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg

from deploy.build_verifier import build
from deploy.local import addresses, cluster
from deploy.local.commands import say
from deploy.local.state import State
from deploy.local.supervisor import Supervisor
from ledger.balances import trial_balance
from ledger.log import keys, store
from ledger.log.audit import audit
from ledger.log.note import PublicKey

_LAST = "select coalesce(max(recorded_at)::text, 'nothing'), count(*) from ledger_posting"


def books(state: State, supervisor: Supervisor) -> int:
    """Check the books of a running server; 1 if anything is wrong, each fault said."""
    given = cluster.connections(state)
    with psycopg.connect(given["AUDITOR_DATABASE_URL"], autocommit=True) as auditor:
        ((last, postings),) = auditor.execute(_LAST).fetchall()
        say(f"restored: {postings} postings, the last recorded at {last}")
        faults = list(_faults(auditor, Path(given["LOG_KEY"])))
        fork = _fork(auditor, keys.read(Path(given["LOG_KEY"])).public.name, Path(given["WITNESS_MEMORY"]))
    for fault in (*faults, *fork):
        say(fault)
    seen = addresses.seen_by(given, "owner"), addresses.seen_by(given, "auditor")
    for name, code in _commands(supervisor, *seen, Path(given["LOG_KEY"])):
        if code != 0:
            faults.append(f"{name} failed (exit code {code})")
            say(faults[-1])
    say("the restored books are whole" if not faults else f"{len(faults)} faults: the restored books are NOT whole")
    return 1 if faults else 0


def _faults(auditor: psycopg.Connection[Any], log: Path) -> Iterator[str]:
    for line in trial_balance(auditor):
        if not line.balances:
            yield f"{line.asset}: accounts hold {line.positive} and owe {line.negative}"
    own, *former = _public(log)
    for fault in audit(auditor, own, former=former):
        yield f"log: {fault.kind}: {fault.sentence}"


def _public(log: Path) -> list[PublicKey]:
    """The log's key, and those that it had before it was begun anew."""
    return [keys.read(path).public for path in (log, *sorted(log.parent.glob(f"{log.name}.until-*")))]


def _fork(auditor: psycopg.Connection[Any], origin: str, memory: Path) -> list[str]:
    """What to do if the witness remembers another log than this one: with an earlier instant it must."""
    if not memory.exists():
        return []
    with closing(sqlite3.connect(f"file:{memory}?mode=ro", uri=True)) as witness:
        seen = witness.execute("select size, root from cosigned where origin = ?", [origin]).fetchone()
    seal = store.seal_of(auditor, seen[0]) if seen else None
    if not seen or (seal is not None and seal.root == seen[1]):
        return []
    return [
        f"THE LOG WENT BACK: its witness has cosigned {seen[0]} leaves that are not in these books. It will cosign "
        "nothing more of this log. Before the house opens run `python -m deploy.backup new-log`"
    ]


def _commands(
    supervisor: Supervisor, owner: dict[str, str], auditor: dict[str, str], log: Path
) -> Iterator[tuple[str, int]]:
    manage = (sys.executable, "manage.py")
    yield "the schema of this version", supervisor.attend((*manage, "migrate", "--check"), owner)
    with tempfile.TemporaryDirectory(prefix="house-restored-") as folder:
        bundle, verifier = Path(folder) / "bundle", build(Path(folder) / "verify.pyz")
        export = (*manage, "export", "--kind", "bundle", "--as-sealed", "--out", str(bundle))
        yield "the export", supervisor.attend(export, auditor)
        bare = (sys.executable, "-I", "-S", str(verifier), str(bundle), *(f"--log={key}" for key in _public(log)))
        yield "the verifier", supervisor.attend(bare, {"PATH": os.defpath})
