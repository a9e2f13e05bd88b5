"""Start a program that can't outlive its parent, and, as root, under an unprivileged user number.

    python -I -S leash.py --parent PID [--signal N] [--unroot | --drop UID:GID] -- COMMAND [ARGUMENT ...]

The kernel sends the signal to the program as soon as the thread that started it is gone, kill -9 included
(prctl(2), PR_SET_PDEATHSIG). A change of credentials clears that wish, so it is made last, just before exec.

PostgreSQL refuses to run as root. `--unroot` gives it a user namespace in which root and `nobody` have
changed places: outside it is still root, and so reads the binaries and owns its data wherever the checkout
lies, while inside it is an ordinary user. Nothing on the machine is changed for it: no user added, no file
mode opened.
"""

import argparse
import ctypes
import os
import signal
import sys
from pathlib import Path
from typing import Final, NoReturn

_PR_SET_PDEATHSIG: Final = 1
_PR_SET_SECUREBITS: Final = 28
_NO_SETUID_FIXUP: Final = 1 << 2
_PR_CAP_AMBIENT: Final = 47
_PR_CAP_AMBIENT_RAISE: Final = 2
_CLONE_NEWUSER: Final = 0x10000000
_CAPABILITY_VERSION_3: Final = 0x20080522
# CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH: they let root pass through a folder of somebody else's.
_PASS_THROUGH_FOLDERS: Final = (1, 2)
_NOBODY: Final = 65534

_libc = ctypes.CDLL(None, use_errno=True)


class _CapabilityHeader(ctypes.Structure):
    _fields_ = [("version", ctypes.c_uint32), ("pid", ctypes.c_int)]


class _CapabilitySet(ctypes.Structure):
    _fields_ = [
        ("effective", ctypes.c_uint32),
        ("permitted", ctypes.c_uint32),
        ("inheritable", ctypes.c_uint32),
    ]


def die_with_parent(parent: int, signum: int = signal.SIGKILL) -> None:
    """Have the kernel send `signum` to this process when the thread that forked it ends.

    `parent` is the parent's process number, taken before the fork: if it is gone already, the signal would
    never come, so this process ends itself at once. For gunicorn's post_fork and Celery's
    worker_process_init too.
    """
    _call(_libc.prctl(_PR_SET_PDEATHSIG, int(signum), 0, 0, 0), "prctl(PR_SET_PDEATHSIG)")
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGKILL)


def swapped_ids(parent_map: str) -> str:
    """The uid_map (or gid_map) in which 0 and an unprivileged number have changed places and all others stay.

    `parent_map` is the text of the present namespace's map: lines of first number inside, outside, count.
    Only numbers that exist in it may appear in the new one (user_namespaces(7)).
    """
    extents = [(int(first), int(count)) for first, _, count in (line.split() for line in parent_map.splitlines())]
    others = (
        [_NOBODY] if any(f <= _NOBODY < f + c for f, c in extents) else [f + c - 1 for f, c in extents if f + c > 1]
    )
    if not others:
        return f"{_NOBODY} 0 1\n"
    other = others[0]
    lines = [f"{other} 0 1", f"0 {other} 1"]
    for first, count in extents:
        edges = [
            first,
            *(cut for special in (0, other) if first <= special < first + count for cut in (special, special + 1)),
        ]
        edges.append(first + count)
        for low, high in zip(edges[::2], edges[1::2], strict=True):
            if high > low:
                lines.append(f"{low} {low} {high - low}")
    return "\n".join(lines) + "\n"


def enter_unprivileged_namespace() -> None:
    """Move this single-threaded root process into a user namespace where it is an ordinary user.

    Raises OSError where the kernel or a container's policy doesn't allow it; the process is then of no
    further use.
    """
    target = os.getpid()
    maps = {name: swapped_ids(Path(f"/proc/self/{name}").read_text()) for name in ("uid_map", "gid_map")}
    unshared_read, unshared_write = os.pipe()
    # The map may be written only from the old namespace, hence by a process that stays behind in it.
    writer = os.fork()
    if writer == 0:
        os.close(unshared_write)
        os._exit(_write_maps(target, maps) if os.read(unshared_read, 1) else 1)
    os.close(unshared_read)
    _call(_libc.unshare(_CLONE_NEWUSER), "unshare(CLONE_NEWUSER)")
    os.write(unshared_write, b".")
    os.close(unshared_write)
    _, status = os.waitpid(writer, 0)
    if status != 0:
        raise OSError("the kernel refused the user namespace's map of user numbers")
    _keep_passing_through_folders()


def _write_maps(target: int, maps: dict[str, str]) -> int:
    try:
        for name, text in maps.items():
            Path(f"/proc/{target}/{name}").write_text(text)
    except OSError:
        return 1
    return 0


def _keep_passing_through_folders() -> None:
    """Carry two file capabilities over the exec; they reach no further than root already did.

    access(2) looks without an ordinary user's capabilities unless the securebit no_setuid_fixup is set.
    """
    header = _CapabilityHeader(_CAPABILITY_VERSION_3, 0)
    sets = (_CapabilitySet * 2)()
    _call(_libc.capget(ctypes.byref(header), sets), "capget")
    wanted = [cap for cap in _PASS_THROUGH_FOLDERS if sets[0].permitted & (1 << cap)]
    sets[0].inheritable |= sum(1 << cap for cap in wanted)
    _call(_libc.capset(ctypes.byref(header), sets), "capset")
    _call(_libc.prctl(_PR_SET_SECUREBITS, _NO_SETUID_FIXUP, 0, 0, 0), "prctl(PR_SET_SECUREBITS)")
    for cap in wanted:
        _call(_libc.prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_RAISE, cap, 0, 0), "prctl(PR_CAP_AMBIENT_RAISE)")


def _drop_to(uid: int, gid: int) -> None:
    os.setgroups([])
    os.setgid(gid)
    os.setuid(uid)


def _call(result: int, what: str) -> None:
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


def main(arguments: list[str]) -> NoReturn:
    """Become the command. Exit 126 with one line on standard error if that can't be done."""
    parser = argparse.ArgumentParser(prog="leash.py")
    parser.add_argument("--parent", type=int, required=True)
    parser.add_argument("--signal", type=int, default=int(signal.SIGKILL))
    parser.add_argument("--unroot", action="store_true")
    parser.add_argument("--drop", metavar="UID:GID")
    parser.add_argument("command", nargs="+")
    wish = parser.parse_args(arguments)
    try:
        if wish.unroot:
            enter_unprivileged_namespace()
        if wish.drop:
            uid, _, gid = wish.drop.partition(":")
            _drop_to(int(uid), int(gid))
        die_with_parent(wish.parent, wish.signal)
        os.execv(wish.command[0], wish.command)  # noqa: S606 (a shell has no place between parent and child)
    except OSError as error:
        print(f"can't start {wish.command[0]}: {error}", file=sys.stderr)
        sys.exit(126)


if __name__ == "__main__":
    main(sys.argv[1:])
