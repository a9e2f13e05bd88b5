"""The keys of the embedded stack's log and witness, and who of the two knows what of the other."""

import hashlib
import os
from pathlib import Path

from casino.fairness.entropy import draw
from casino.witness.notes import private_line, read_key
from deploy.local.state import State
from ledger.log import keys

_WITNESS = "hazard-house.example/witness"


def ensure(state: State) -> dict[str, str]:
    """The variables of sealer and witness; their key files are made where there are none yet.

    The witness's memory lies beside the database: whoever begins anew removes both, or the witness will not cosign.
    """
    origin = f"hazard-house.example/{hashlib.sha256(os.fsencode(state.root)).hexdigest()[:12]}"
    state.secret_bytes("log/log.key", lambda: f"{keys.private_text(origin, draw())}\n".encode())
    state.secret_bytes("witness/witness.key", lambda: f"{private_line(_WITNESS, draw())}\n".encode())
    log, witness = state.secrets / "log", state.secrets / "witness"
    listen = f"unix:{state.sockets / 'witness.sock'}"
    _write(witness / "logs", f"{keys.read(log / 'log.key').public}\n")
    _write(log / "witnesses", f"{listen} {read_key(witness / 'witness.key').public}\n")
    return {
        "LOG_KEY": str(log / "log.key"),
        "LOG_WITNESSES": str(log / "witnesses"),
        "WITNESS_LISTEN": listen,
        "WITNESS_KEY": str(witness / "witness.key"),
        "WITNESS_LOGS": str(witness / "logs"),
        "WITNESS_MEMORY": str(state.root / "witness.sqlite"),
    }


def _write(path: Path, text: str) -> None:
    """Never seen half-written; left alone if it says so already."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        draft = path.with_name(f".{path.name}.{os.getpid()}")
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
        draft.replace(path)
