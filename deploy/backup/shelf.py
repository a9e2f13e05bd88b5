"""What lies in a backup folder: base backups named by the instant they were complete at, and the log written since.

`base/2026-06-15T20:30:00.000000Z/` is a whole data folder with its manifest; `wal/` holds the server's write-ahead log
as segments of 16 MiB, the one being written with the ending `.partial`.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from deploy.local.refusal import Refusal

_STAMP: Final = "%Y-%m-%dT%H:%M:%S.%fZ"
_SEGMENT: Final = re.compile(r"([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})(\.partial)?")
_SEGMENTS_A_FILE: Final = 0x100  # of 16 MiB in each 4 GiB: https://www.postgresql.org/docs/18/wal-internals.html
_BEGINS: Final = re.compile(r"^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)$", re.MULTILINE)


@dataclass(frozen=True)
class Shelf:
    """A backup folder."""

    root: Path

    @property
    def wal(self) -> Path:
        return self.root / "wal"

    def base(self, at: datetime) -> Path:
        """The place of a base backup that was complete at this instant."""
        return self.root / "base" / at.astimezone(UTC).strftime(_STAMP)

    def bases(self) -> list[tuple[datetime, Path]]:
        """Every base backup with the instant it was complete at, oldest first."""
        return sorted((parse(path.name), path) for path in (self.root / "base").glob("*Z"))

    def base_for(self, until: datetime | None) -> Path:
        """The newest base backup that was complete by then; Refusal if there is none."""
        fit = [path for at, path in self.bases() if until is None or at <= until]
        if not fit:
            found = ", ".join(path.name for _, path in self.bases()) or "none at all"
            raise Refusal(
                f"{self.root} has no base backup from before {until or 'now'} (found: {found}). Give a later "
                "instant or another backup folder"
            )
        return fit[-1]


def parse(name: str) -> datetime:
    """The instant that a base backup is named by."""
    return datetime.strptime(name, _STAMP).replace(tzinfo=UTC)


def begins(base: Path) -> str:
    """The first segment that this base backup needs, as its label says."""
    found = _BEGINS.search((base / "backup_label").read_text())
    if found is None:
        raise Refusal(f"{base / 'backup_label'} names no write-ahead log to begin with: take another base backup")
    return found[1]


def number(segment: str) -> int:
    """A segment's place in the log, whatever its timeline."""
    found = _SEGMENT.fullmatch(segment)
    if found is None:
        raise ValueError(f"{segment} is no segment of a write-ahead log")
    return int(found[2], 16) * _SEGMENTS_A_FILE + int(found[3], 16)


def needed(wal: Iterable[Path], first: str) -> list[Path]:
    """The files of the archive that a recovery from segment `first` on may read: segments, and timelines' histories.

    Refusal if a segment between them is missing: recovery would end there without a word.
    """
    files = sorted(wal, key=lambda path: path.name)
    segments = [path for path in files if _SEGMENT.fullmatch(path.name) and number(path.name) >= number(first)]
    present = {number(path.name) for path in segments}
    for wanted in range(number(first), max(present, default=0)):
        if wanted not in present:
            name = f"{first[:8]}{wanted // _SEGMENTS_A_FILE:08X}{wanted % _SEGMENTS_A_FILE:08X}"
            raise Refusal(
                f"the archive lacks segment {name} of the write-ahead log, so nothing after it can be restored. "
                "Restore until an instant before it, from an older copy of the archive"
            )
    return segments + [path for path in files if path.suffix == ".history"]
