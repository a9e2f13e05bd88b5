"""Which servers the house's processes talk to, and what of it each process sees."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from deploy.local import cluster, logins
from deploy.local.members import SEALER, WITNESS, Member
from deploy.local.refusal import Refusal
from deploy.local.state import State

_LOG_S: Final = ("LOG_", "WITNESS_")
_PRODUCTION: Final = (
    "HOUSE_ENV is production: the embedded servers are not for that. Set DATABASE_URL and BROKER_URL to your "
    "own PostgreSQL and Valkey (see deploy/README.md)"
)


def refuse_production() -> None:
    """Refusal, before anything is made, if this is production and no servers of its own are named."""
    if os.environ.get("HOUSE_ENV") == "production" and not (
        os.environ.get("DATABASE_URL") and os.environ.get("BROKER_URL")
    ):
        raise Refusal(_PRODUCTION)


def found(state: State) -> dict[str, str]:
    """`cluster.connections`, or what the environment gives instead of the embedded servers.

    Refusal in production if it gives the embedded ones, or if only some of the logins' addresses are given.
    """
    embedded = cluster.connections(state)
    names = [login.variable for login in logins.LOGINS]
    named = {name: os.environ[name] for name in (*names, "BROKER_URL") if os.environ.get(name)}
    outside = {name: value for name, value in named.items() if value != embedded[name]}
    if os.environ.get("HOUSE_ENV") == "production" and not {"DATABASE_URL", "BROKER_URL"} <= outside.keys():
        raise Refusal(_PRODUCTION)
    if not named.get("BROKER_URL", embedded["BROKER_URL"]).startswith(("redis://", "rediss://", "redis+socket://")):
        raise Refusal(
            "BROKER_URL must start with redis://, rediss:// or redis+socket:// (Valkey 8 or Redis 7, or newer)"
        )
    missing = [name for name in names if name not in outside]
    if "DATABASE_URL" in outside and missing:
        raise Refusal(
            f"DATABASE_URL is set, but {', '.join(missing)} {'is' if len(missing) == 1 else 'are'} not: each "
            "process has a login of its own (deploy/postgres/logins.sql makes them)"
        )
    return {**embedded, **outside}


def seen_by(given: Mapping[str, str], login: str, *, holds_key: bool = False) -> dict[str, str]:
    """What a process sees: this process's environment, its own database address, and what all share."""
    variables = {entry.variable for entry in logins.LOGINS}
    own = "DATABASE_URL" if login == "owner" else f"{login.upper()}_DATABASE_URL"
    shared = {name: value for name, value in {**os.environ, **given}.items() if name not in variables}
    return {
        **shared,
        own: given[own],
        "HOUSE_LOGIN": login,
        "HOUSE_SECRETS": _secrets(given, holds_key=holds_key),
        "PYTHONUNBUFFERED": "1",
    }


def seen_by_member(given: Mapping[str, str], member: Member) -> dict[str, str]:
    """What a process of the house sees; the witness only what is its own, the log's key none but the sealer."""
    if member is WITNESS:
        own = {name: value for name, value in given.items() if name.startswith("WITNESS_")}
        return {"PATH": os.environ.get("PATH", os.defpath), "PYTHONUNBUFFERED": "1", **own}
    seen = seen_by(given, member.login, holds_key=member.holds_key)
    return {name: value for name, value in seen.items() if member is SEALER or not name.startswith(_LOG_S)}


def seen_by_night(given: Mapping[str, str]) -> dict[str, str]:
    """What a command sees that plays a night: every address, the web's login, not the key."""
    return {**seen_by(given, "web"), **given, "HOUSE_SECRETS": _secrets(given, holds_key=False)}


def _secrets(given: Mapping[str, str], *, holds_key: bool) -> str:
    return given["HOUSE_SECRETS"] if holds_key else str(Path(given["HOUSE_SECRETS"]).with_name("web"))
