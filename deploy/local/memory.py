"""What a program takes of the machine's memory."""

from pathlib import Path


def of(pid: int, *, alone: bool = False) -> int:
    """MiB of a process and, unless `alone`, all that descend from it; shared pages are shared out (Pss)."""
    members = [pid] if alone else [pid, *descendants(pid)]
    return round(sum(_pss(member) for member in members) / 1024)


def descendants(pid: int) -> list[int]:
    """From the kernel's own list of each thread's children (proc(5), task/[tid]/children)."""
    found: list[int] = []
    waiting = [pid]
    while waiting:
        for listed in Path(f"/proc/{waiting.pop()}/task").glob("*/children"):
            try:
                children = [int(child) for child in listed.read_text().split()]
            except OSError:
                continue
            found += children
            waiting += children
    return found


def _pss(pid: int) -> int:
    """KiB; 0 for a process that has just ended or isn't ours to look at."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
