"""Attacks on the database: as the web's login, as the schema's owner, and as an owner who switched the triggers off."""

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import psycopg

from casino.bundle.drill.attack import Outcome
from casino.bundle.drill.scratch import CHIPS, CLOSED, Scratch, posting
from ledger import door
from ledger.append_only import AppendOnlyError
from ledger.errors import Refused, refused
from ledger.exports import Scope, write
from ledger.models import Posting, Transfer
from ledger.verify import verify
from ledger.verify.trust import Trust

Connection = psycopg.Connection[Any]

_EXTRA_TRANSFER: Final = """
insert into ledger_transfer (posting_id, debit_id, credit_id, amount, debit_balance, credit_balance, debit_version,
                             credit_version, recorded_at, asset_id)
select p.id, t.debit_id, t.credit_id, 5, t.debit_balance, t.credit_balance, t.debit_version + 1000,
       t.credit_version + 1000, now(), t.asset_id
  from ledger_transfer t, ledger_posting p where t.id = 1 and p.key = 'staked 11'
"""
_LATE_POSTING: Final = """
insert into ledger_posting (effective_at, recorded_at, period, kind, actor, approvers, reason, scope, key, facts)
values (now(), now(), '2026-01-01', 'drill', 'staff:7', '{}', '', 'drill', 'raw', '{}')
"""
_FUNDED_ACCOUNT: Final = """
insert into ledger_account (path, asset_id, balance, version, opened_at, recorded_at)
select 'player:66', id, 500, 1, now(), now() from ledger_asset where code = 'chips:GBP'
"""

AS_WEB: Final = {
    "the web edits a transfer's amount": "update ledger_transfer set amount = 1 where id = 1",
    "the web deletes a posting": "delete from ledger_posting where key = 'bought 3'",
    "the web writes an account's balance": "update ledger_account set balance = 5 where path = 'player:1'",
    "the web opens an account with chips in it": _FUNDED_ACCOUNT,
    "the web writes a leaf of the log": "select ledger_append_leaves(24, '{1}', '{}', '{}', '{}', '{}')",
    "the web closes a gaming day by hand": "update ledger_period set state = 'closed'",
}
AS_OWNER: Final = {
    "the owner edits a transfer's amount": "update ledger_transfer set amount = 1 where id = 1",
    "the owner deletes a posting": "delete from ledger_posting where key = 'bought 3'",
    "the owner empties the table of transfers": "truncate ledger_transfer",
    "the owner slips a transfer into an old posting": _EXTRA_TRANSFER,
    "the owner posts into a closed day": _LATE_POSTING,
    "the owner lets a player go below zero": "update ledger_account set floor = null where path = 'player:1'",
    "the owner gives an account another name": "update ledger_account set path = 'player:9' where path = 'player:1'",
    "the owner edits a leaf of the log": "update ledger_leaf set hash = sha256('another') where sequence = 3",
    "the owner deletes the newest seal": "delete from ledger_seal where size = (select max(size) from ledger_seal)",
    "the owner leaves a gap in the log": (
        "insert into ledger_leaf (sequence, posting_id, hash) select 900, id, sha256('x') from ledger_posting"
        " where key = 'unsealed'"
    ),
    "the owner seals other leaves than there are": "select ledger_append_seal(3, sha256('x'), E'log\\n3\\nx')",
    "the owner reopens a closed day": "update ledger_period set state = 'open' where state = 'closed'",
}
AS_OWNER_IN_THE_DARK: Final = {
    "an amount edited with the triggers off": "update ledger_transfer set amount = amount + 5 where id = 1",
    "a transfer deleted with the triggers off": "delete from ledger_transfer where id = 1",
    "a transfer put in with the triggers off": _EXTRA_TRANSFER,
    "a balance written by hand with the triggers off": (
        "update ledger_account set balance = balance + 5 where path = 'player:1'"
    ),
    "a transfer turned round with the triggers off": (
        "update ledger_transfer set debit_id = credit_id, credit_id = debit_id where id = 1"
    ),
    "all actors exchanged, without a contradiction, with the triggers off": (
        "update ledger_posting set actor = 'staff:9'"
    ),
    "a transfer dated back with the triggers off": (
        "update ledger_transfer set recorded_at = recorded_at - interval '1 day' where id = 20"
    ),
}


def attacks(made: Scratch) -> Iterator[Outcome]:
    """Mounts them all on the scratch database, each undone before the next."""
    with psycopg.connect(made.web) as web, psycopg.connect(made.owner) as owner:
        for name, statement in AS_WEB.items():
            yield _raw(web, name, statement)
        for name, statement in AS_OWNER.items():
            yield _raw(owner, name, statement)
        for name, act in _through_the_door().items():
            yield _refused(web, name, act)
        for name, change in _through_the_models().items():
            yield _orm(name, change)
        for name, statement in AS_OWNER_IN_THE_DARK.items():
            yield _in_the_dark(owner, name, statement, made.signers.trust)


def _raw(connection: Connection, name: str, statement: str) -> Outcome:
    return _refused(connection, name, lambda link: link.execute(statement))


def _refused(connection: Connection, name: str, act: Callable[[Connection], Any]) -> Outcome:
    """The act in a transaction that would commit; what stopped it."""
    try:
        act(connection)
        connection.commit()
    except Refused as refusal:
        return Outcome("database", name, f"rule {refusal.code}", True, refusal.sentence)
    except psycopg.Error as error:
        refusal_or_fault = refused(error)
        if refusal_or_fault is not None:
            return Outcome("database", name, f"rule {refusal_or_fault.code}", True, refusal_or_fault.sentence)
        control = "grants" if error.sqlstate == "42501" else f"constraint {error.diag.constraint_name}"
        return Outcome("database", name, control, True, error.diag.message_primary or "")
    finally:
        connection.rollback()
    return Outcome("database", name, "none", False, "it was committed")


def _through_the_door() -> dict[str, Callable[[Connection], Any]]:
    twice = posting("reversed", ("player:2", "outside:chips", CHIPS, 7))

    def reverse_twice(link: Connection) -> None:
        number = door.post(link, twice)[0].id
        for key in ("once", "twice"):
            door.reverse(
                link, number, actor="staff:7", scope="drill", key=key, period=twice.period,
                effective_at=twice.effective_at,
            )  # fmt: skip

    return {
        "a player stakes more than he has": lambda link: door.post(
            link, posting("overdrawn", ("table:7:layout", "player:1", CHIPS, 10**9))
        ),
        "the same event is posted again": lambda link: door.post(
            link, posting("bought 3", ("player:1", "outside:chips", CHIPS, 5))
        ),
        "a posting is reversed twice": reverse_twice,
        "a posting is dated into a closed day": lambda link: door.post(
            link, posting("late", ("player:1", "outside:chips", CHIPS, 5), period=CLOSED)
        ),
    }


def _through_the_models() -> dict[str, Callable[[], Any]]:
    return {
        "a bulk update through the models": lambda: Transfer.objects.update(amount=1),
        "a bulk delete through the models": lambda: Posting.objects.all().delete(),
    }


def _orm(name: str, change: Callable[[], Any]) -> Outcome:
    try:
        change()
    except AppendOnlyError as error:
        return Outcome("database", name, "append-only models", True, str(error))
    return Outcome("database", name, "none", False, "it was done")


def _in_the_dark(owner: Connection, name: str, statement: str, trust: Trust) -> Outcome:
    """The owner's act, seen in an export that is taken right behind it; then undone."""
    try:
        owner.execute("set local timezone = 'UTC'")
        for table in ("ledger_transfer", "ledger_posting", "ledger_account"):
            owner.execute(f"alter table {table} disable trigger user")
        owner.execute(statement)
        with tempfile.TemporaryDirectory(prefix="drill-") as folder:
            report = verify(write(owner, Scope(), Path(folder)).path, trust=trust)
    except psycopg.Error as error:
        control = f"constraint {error.diag.constraint_name}"
        return Outcome("database", name, control, True, error.diag.message_primary or "")
    finally:
        owner.rollback()
    control = f"verifier: {report.first.kind}" if report.first else "none"
    return Outcome("database", name, control, not report.good, str(report.first))
