"""A small house that is backed up while it works, and the commands an operator types."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

from deploy.local.state import CHECKOUT
from ledger import door
from ledger.log import keys
from ledger.log.cosigning import cosign, parse_witnesses
from ledger.log.sealing import OPTIONS, Sealer
from ledger.posting import Posting, Transfer
from tests.faults.stacks import eventually

DAY = date(2026, 6, 15)
AT = datetime(2026, 6, 15, 20, tzinfo=UTC)
_KEYS = count(1)


@dataclass(frozen=True)
class House:
    """A running server's books by the environment of its processes."""

    env: dict[str, str]

    def connect(self, login: str, **more: Any) -> psycopg.Connection[Any]:
        variable = "DATABASE_URL" if login == "owner" else f"{login.upper()}_DATABASE_URL"
        return psycopg.connect(self.env[variable], autocommit=True, **more)

    def open(self) -> None:
        self.run("manage.py", "migrate", "-v0")
        with self.connect("web") as web:
            door.turn_period(web, DAY, "open", "house")

    def run(self, *words: str) -> None:
        subprocess.run(
            [sys.executable, *words], check=True, cwd=CHECKOUT, env={**os.environ, **self.env, "HOUSE_LOGIN": "owner"}
        )

    def post(self, postings: int) -> datetime:
        """So many postings of a chip each; an instant after the last of them."""
        with self.connect("web") as web:
            for _ in range(postings):
                issue = (Transfer("cage:vault", "outside:chips", "chips:GBP", 100),)
                door.post(web, Posting("chip_issue", "house", "backup", str(next(_KEYS)), DAY, AT, issue))
        return datetime.now(UTC)

    def seal(self) -> int:
        """What the sealer does in one look: how many postings it sealed."""
        with self.connect("sealer", options=OPTIONS) as sealer:
            return Sealer(sealer, keys.read(Path(self.env["LOG_KEY"]))).seal()

    def cosign(self) -> int | None:
        """What the sealer asks of its witness; the size cosigned. Raises WitnessRefuses."""
        (witness,) = parse_witnesses(Path(self.env["LOG_WITNESSES"]).read_text())
        with self.connect("sealer", options=OPTIONS) as sealer:
            return cosign(sealer, witness)

    @contextmanager
    def witness(self) -> Iterator[None]:
        """Its witness's process."""
        process = subprocess.Popen(
            [sys.executable, "-m", "casino.witness"], cwd=CHECKOUT, env={**os.environ, **self.env}
        )
        try:
            eventually(Path(self.env["WITNESS_LISTEN"].removeprefix("unix:")).exists)
            yield
        finally:
            process.terminate()
            process.wait()

    def rows(self) -> dict[str, str]:
        """Every table as a digest of its rows."""
        with self.connect("owner") as owner:
            tables = owner.execute("select tablename from pg_tables where schemaname = 'public' order by 1").fetchall()
            return {name: digest(owner, f"select t::text from {name} t") for (name,) in tables}

    def rules(self) -> dict[str, str]:
        """What the schema holds by: owners, grants, functions, triggers, constraints."""
        with self.connect("owner") as owner:
            return {name: digest(owner, query) for name, query in RULES.items()}


RULES = {
    "tables": """select relname || relkind::text || pg_get_userbyid(relowner)
                     || (select coalesce(string_agg(one::text, ',' order by one::text), '') from unnest(relacl) one)
                   from pg_class where relnamespace = 'public'::regnamespace""",
    "functions": """select pg_get_functiondef(oid) || pg_get_userbyid(proowner)
                        || (select coalesce(string_agg(one::text, ',' order by one::text), '') from unnest(proacl) one)
                      from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'""",
    # By name: what PostgreSQL says of an expression changes when it reads its own words again.
    "triggers": """select tgrelid::regclass::text || tgname::text || tgenabled::text || tgfoid::regproc::text
                     from pg_trigger where not tgisinternal""",
    "constraints": """select conrelid::regclass::text || conname::text || contype::text || convalidated
                        from pg_constraint where connamespace = 'public'::regnamespace""",
}


def digest(owner: psycopg.Connection[Any], query: str) -> str:
    ((found,),) = owner.execute(
        f"select count(*) || md5(coalesce(string_agg(one, chr(10) order by one), '')) from ({query}) rows (one)"
    ).fetchall()
    return str(found)


def backup(*words: object, **variables: str) -> subprocess.CompletedProcess[str]:
    """`python -m deploy.backup` and these words, in an environment without anybody's database but these variables."""
    return subprocess.run(
        [sys.executable, "-m", "deploy.backup", *map(str, words)],
        cwd=CHECKOUT, text=True, capture_output=True, check=False, env={**_bare(), **variables},
    )  # fmt: skip


def done(*words: object, **variables: str) -> str:
    """The same, which must succeed; what it printed."""
    ended = backup(*words, **variables)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout.strip()


@contextmanager
def following(state: Path, folder: Path) -> Iterator[None]:
    """`follow` in a process of its own, stopped as an operator stops it."""
    process = subprocess.Popen(
        [sys.executable, "-m", "deploy.backup", "--state", str(state), "follow", str(folder)],
        cwd=CHECKOUT, env=_bare(), stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        yield
    finally:
        process.terminate()
        process.communicate(timeout=30)


def _bare() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.endswith(("DATABASE_URL", "BROKER_URL"))}
