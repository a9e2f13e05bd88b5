"""Going on after books went back to an earlier instant: a new log, under a new name and key.

A witness never cosigns a log that has shrunk or forked, and must not be talked into it: what it remembers is the proof
that the old log ran further. So the old log ends, and the same books go on as another one, from their first leaf.
"""

from datetime import UTC, datetime

from casino.fairness.entropy import draw
from deploy.local import log_keys
from deploy.local.locks import holder
from deploy.local.refusal import Refusal
from deploy.local.state import State
from ledger.log import keys


def begin(state: State) -> str:
    """Put the log's key aside and make one of another name; the new public key, for whoever has the witness.

    The old key's file stays beside it, so that what it signed can still be checked. Refusal while the house runs.
    """
    if holder(state.root / "lock") is not None:
        raise Refusal("the house is running: stop it first, the sealer holds the key")
    log_keys.ensure(state)
    path, now = state.secrets / "log" / "log.key", datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    name = f"{keys.read(path).public.name.partition('/after-')[0]}/after-{now}"
    path.rename(path.with_name(f"{path.name}.until-{now}"))
    state.secret_bytes("log/log.key", lambda: f"{keys.private_text(name, draw())}\n".encode())
    log_keys.ensure(state)
    return str(keys.read(path).public)
