"""Stand-ins for the house's processes: `python -m tests.faults.stand_in WHAT FOLDER`.

`stack` runs a supervisor over PostgreSQL, Valkey and the stand-ins; the other words are the stand-ins
themselves.
"""

import os
import signal
import sys
import time
from pathlib import Path
from types import FrameType

from deploy.local import addresses, cluster, house
from deploy.local.doors import open_door
from deploy.local.leash import die_with_parent
from deploy.local.program import Program
from deploy.local.state import CHECKOUT, open_state
from deploy.local.supervisor import Supervisor


def member(name: str, folder: Path, stop_within: float = 5.0) -> Program:
    """A stand-in as a program; it is ready once it has noted its start."""
    note = folder / f"{name}.started"
    return Program(
        name=name,
        command=(sys.executable, "-m", "tests.faults.stand_in", name, str(folder)),
        prepare=lambda: note.unlink(missing_ok=True),
        ready=note.exists,
        environment={**os.environ},
        folder=CHECKOUT,
        stop_within=stop_within,
    )


def plain(folder: Path) -> None:
    """Notes its end, so that the order of stopping can be seen."""
    _note_end("plain", folder)
    (folder / "plain.started").touch()
    signal.pause()


def family(folder: Path) -> None:
    """Has a child on the leash, as gunicorn and Celery do."""
    _note_end("family", folder)
    parent = os.getpid()
    if os.fork() == 0:
        die_with_parent(parent)
        time.sleep(600)
    (folder / "family.started").touch()
    signal.pause()


def deaf(folder: Path) -> None:
    """Doesn't end when asked to."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    (folder / "deaf.started").touch()
    time.sleep(600)


def broken(folder: Path) -> None:
    """Can't start."""
    sys.exit("broken: no such table")


def stack(folder: Path) -> None:
    """The servers and the stand-ins, until told to stop."""
    state = open_state(folder)
    plan = [*cluster.plan(state), member("plain", folder), member("family", folder)]
    sys.exit(Supervisor(state, plan).run(Supervisor.wait))


def small_stack(folder: Path) -> None:
    """One stand-in that is deaf, one that isn't."""
    state = open_state(folder)
    plan = [member("plain", folder), member("deaf", folder, stop_within=0.5)]
    sys.exit(Supervisor(state, plan).run(Supervisor.wait))


def broken_stack(folder: Path) -> None:
    """A stand-in that starts, then one that can't."""
    state = open_state(folder)
    sys.exit(Supervisor(state, [member("plain", folder), member("broken", folder)]).run(Supervisor.wait))


def web_stack(folder: Path) -> None:
    """gunicorn with the house's own settings, over a page that says who served it."""
    state = open_state(folder)
    door = open_door("HOUSE_PORT", 8000)
    (folder / "port").write_text(str(door.port))
    web = Program(
        name="web",
        command=(sys.executable, "-m", "gunicorn", "-c", "deploy/local/gunicorn.py", "tests.faults.page"),
        environment={**os.environ, "HOUSE_WEB_BIND": f"fd://{door.number}"},
        folder=CHECKOUT,
        sockets=(door.number,),
    )
    sys.exit(Supervisor(state, [web]).run(Supervisor.wait))


def house_stack(folder: Path) -> None:
    """The house itself, all of it."""
    state = open_state(folder)
    given = addresses.found(state)
    web, live = open_door("HOUSE_PORT", 8000), open_door("HOUSE_LIVE_PORT", 8001)
    (folder / "port").write_text(str(web.port))
    plan = [*house.backstage(state, given), house.doors(state, given, web, live)]
    sys.exit(Supervisor(state, plan).run(Supervisor.wait))


def _note_end(name: str, folder: Path) -> None:
    def note(signum: int, frame: FrameType | None) -> None:
        with (folder / "ends").open("a") as ends:
            ends.write(f"{name}\n")
        sys.exit(0)

    signal.signal(signal.SIGTERM, note)


if __name__ == "__main__":
    _WORDS = (plain, family, deaf, broken, stack, small_stack, broken_stack, web_stack, house_stack)
    {word.__name__: word for word in _WORDS}[sys.argv[1]](Path(sys.argv[2]))
