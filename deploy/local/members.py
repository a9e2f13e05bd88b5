"""The house's own processes: what each runs, and the one database login it gets."""

from dataclasses import dataclass
from typing import Final

_CELERY: Final = ("celery", "-A", "casino.celery")
_QUIET: Final = ("--without-gossip", "--without-mingle", "--without-heartbeat", "-l", "INFO")

# A scheduler that keeps no file: a kill can't break it, and every entry may run twice.
_NO_FILE: Final = "celery.beat.Scheduler"
_GUNICORN: Final = "deploy/local/gunicorn.py"


@dataclass(frozen=True)
class Member:
    """One process of the house: the Python module it runs and the database login that is all it gets.

    `holds_key` members see the key that opens the fairness chains. Celery's say they are up by their pid
    file.
    """

    name: str
    login: str
    module: tuple[str, ...]
    holds_key: bool = False
    has_pid_file: bool = False
    stop_within: float = 10.0


KEEPER: Final = Member("keeper", "keeper", ("casino.fairness.keeper",), holds_key=True)
# Its login is none of the database's: it has no door there.
WITNESS: Final = Member("witness", "witness", ("casino.witness",))
SEALER: Final = Member("sealer", "sealer", ("ledger.log.sealer",))
# Celery ends softly in 30 s (worker_soft_shutdown_timeout); only then is it killed.
WORKERS: Final = (
    Member(
        "worker-fairness",
        "fairness",
        (*_CELERY, "worker", "-Q", "fairness", "-n", "fairness@%h", "-c", "1", *_QUIET),
        holds_key=True,
        has_pid_file=True,
        stop_within=45.0,
    ),
    Member(
        "worker",
        "worker",
        (*_CELERY, "worker", "-Q", "night,export,relay,celery", "-n", "house@%h", "-c", "2", *_QUIET),
        has_pid_file=True,
        stop_within=45.0,
    ),
    Member("beat", "worker", (*_CELERY, "beat", "-S", _NO_FILE, "-l", "INFO"), has_pid_file=True),
)
WEB: Final = Member("web", "web", ("gunicorn", "-c", _GUNICORN, "casino.wsgi"), stop_within=25.0)
LIVE: Final = Member("live", "web", ("uvicorn", "casino.asgi:live", "--fd", "{door}"))
