"""What the supervisor needs to know about one program of the stack."""

import os
import signal
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

LEASH: Final = Path(__file__).with_name("leash.py")


@dataclass(frozen=True)
class Program:
    """A program that runs as long as the stack does, and is started again when it ends.

    `ready` says whether it serves; `prepare` runs before each start; times are seconds. `sockets` are file
    numbers it inherits. `death_signal` is what the kernel sends it once the supervisor is gone;
    `stop_signal` is how the supervisor asks it to end. It sees the variables of `environment` and no
    others.
    """

    name: str
    command: tuple[str, ...]
    ready: Callable[[], bool] = lambda: True
    prepare: Callable[[], None] = lambda: None
    environment: Mapping[str, str] = field(default_factory=lambda: {"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"})
    folder: Path = Path("/")
    sockets: tuple[int, ...] = ()
    leash: tuple[str, ...] = ()
    death_signal: signal.Signals = signal.SIGKILL
    stop_signal: signal.Signals = signal.SIGTERM
    ready_within: float = 60.0
    stop_within: float = 10.0


@dataclass(frozen=True)
class Step:
    """Something done once between two programs' starts. It ends or raises a Refusal."""

    name: str
    run: Callable[[], None]


Entry = Program | Step | tuple[Program, ...]
"""What a plan consists of; the programs of a tuple start side by side, and all must be ready before what follows."""


def leashed(
    command: tuple[str, ...],
    parent: int,
    *,
    leash: tuple[str, ...] = (),
    death_signal: signal.Signals = signal.SIGKILL,
) -> list[str]:
    """The command line that starts `command` tied to the life of process `parent`."""
    tie = ["--parent", str(parent), "--signal", str(int(death_signal)), *leash]
    return [sys.executable, "-I", "-S", str(LEASH), *tie, "--", *command]
