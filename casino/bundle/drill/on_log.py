"""Attacks on the log: by an owner who switched the triggers off, and by one who has the log's key besides."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

import psycopg

from casino.bundle.drill.attack import Outcome
from casino.bundle.drill.scratch import Scratch
from ledger.log import keys, store
from ledger.log.audit import audit
from ledger.log.note import Checkpoint

Connection = psycopg.Connection[Any]

_LOG: Final = ("ledger_cosignature", "ledger_seal", "ledger_node", "ledger_leaf")
_GUARDED: Final = ("ledger_posting", "ledger_transfer", *_LOG)

IN_THE_DARK: Final = {
    "a sealed posting's reason edited": "update ledger_posting set reason = 'another' where id = 3",
    "a sealed posting removed with its transfers": (
        "delete from ledger_transfer where posting_id = 3; delete from ledger_posting where id = 3"
    ),
    "a leaf edited to fit an edited posting": (
        "update ledger_posting set reason = 'another' where id = 3;"
        " update ledger_leaf set hash = sha256('another') where posting_id = 3"
    ),
    "a leaf taken out of the middle": "delete from ledger_leaf where sequence = 2",
    "two leaves change places": (
        "update ledger_leaf l set hash = o.hash from ledger_leaf o where (l.sequence, o.sequence) in ((2, 3), (3, 2))"
    ),
    "the last leaves cut off, their seal left": "delete from ledger_leaf where sequence >= 20",
    "a root written by hand": "update ledger_seal set root = sha256('another') where size = 24",
    "a checkpoint's text edited": (
        "update ledger_seal set checkpoint = replace(checkpoint, 'drill', 'other') where size = 24"
    ),
    "a cosignature edited": "update ledger_cosignature set line = left(line, -4) || 'AAA='",
    "a posting put in behind the sealer's back": "update ledger_posting set xact = '3' where key = 'unsealed'",
}


def attacks(made: Scratch) -> Iterator[Outcome]:
    """Mounts them all on the scratch database. The last ones stay: nothing comes after them."""
    with psycopg.connect(made.owner) as owner:
        for name, statements in IN_THE_DARK.items():
            yield _audited(made, owner, name, partial(_run, statements))
        yield _audited(made, owner, "a checkpoint signed with another key", _sign_anew)
        yield _witnessed(made, owner, "the log cut back to an earlier seal", _cut_back)
    rewrite(made)
    with psycopg.connect(made.owner) as owner:
        rewritten = "books and log rewritten whole with the log's own key"
        yield _witnessed(made, owner, rewritten, lambda link: None)
        faults = audit(owner, made.signers.log.public)
        if faults:
            raise RuntimeError(f"the forger is not as good as he should be: {faults}")


def rewrite(made: Scratch) -> None:
    """Another night in the place of the one that was, sealed anew from its first leaf: nothing contradicts itself."""
    with psycopg.connect(made.owner, autocommit=True) as owner:
        _triggers(owner, "disable")
        owner.execute("update ledger_posting set actor = 'staff:9'")
        for table in _LOG:
            owner.execute(f"delete from {table}")  # noqa: S608  names of ours
        _triggers(owner, "enable always")
    made.signers.seal(made.owner)


def _run(statements: str, owner: Connection) -> None:
    owner.execute(statements)


def _sign_anew(owner: Connection) -> None:
    newest = store.newest(owner)
    if newest is not None:
        forger = keys.parse_private(keys.private_text("drill.example/log", bytes(32)))
        note = forger.signed(Checkpoint("drill.example/log", newest.size, newest.root))
        owner.execute("update ledger_seal set checkpoint = %s where size = %s", [str(note), newest.size])


def _cut_back(owner: Connection) -> None:
    owner.execute("delete from ledger_cosignature where size = 24; delete from ledger_seal where size = 24")
    owner.execute("delete from ledger_leaf where sequence >= 12")


def _audited(made: Scratch, owner: Connection, name: str, act: Callable[[Connection], Any]) -> Outcome:
    """The act, seen by who recomputes the log from the rows; then undone."""
    try:
        _triggers(owner, "disable")
        act(owner)
        faults = audit(owner, made.signers.log.public, made.signers.trust.witnesses)
    except psycopg.Error as error:
        control = f"constraint {error.diag.constraint_name}"
        return Outcome("log", name, control, True, error.diag.message_primary or "")
    finally:
        owner.rollback()
    said = f"{faults[0].kind}: {faults[0].sentence}" if faults else "None"
    return Outcome("log", name, "audit of the log" if faults else "none", bool(faults), said)


def _witnessed(made: Scratch, owner: Connection, name: str, act: Callable[[Connection], Any]) -> Outcome:
    """The act, seen by the witness when it is asked for its cosignature; then undone."""
    try:
        _triggers(owner, "disable")
        act(owner)
        answer = made.signers.asked(owner)
    finally:
        owner.rollback()
    caught = answer.status in (409, 422)
    said = f"{answer.status}: the witness has seen another log ({answer.body.strip()})"
    return Outcome("log", name, "witness" if caught else "none", caught, said)


def _triggers(owner: Connection, how: str) -> None:
    for table in _GUARDED:
        if how == "disable":
            owner.execute(f"alter table {table} disable trigger user")
        else:
            owner.execute(f"alter table {table} {how} trigger append_only")
