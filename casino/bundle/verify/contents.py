"""The manifest of a bundle against the files that lie beside it."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from casino.bundle.verify.findings import Fault
from ledger.verify import Unreadable
from ledger.verify.reading import read

NAME: Final = "manifest.json"
FORM: Final = 2


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of the bundle in `folder`. Raises Unreadable when there is none that this verifier knows."""
    try:
        contents: dict[str, Any] = read((folder / NAME).read_bytes())
    except FileNotFoundError:
        raise Unreadable(f"This folder is no bundle: it has no {NAME}.") from None
    except (ValueError, RecursionError):
        raise Unreadable(f"{NAME} is no JSON.") from None
    known = isinstance(contents, dict) and contents.get("bundle") == FORM
    shapes = {"files": dict, "shifts": list, "slip_numbers": dict, "beyond": list}
    if not known or not all(isinstance(contents.get(name), shape) for name, shape in shapes.items()):
        raise Unreadable(f"{NAME} is of no form that this verifier knows.")
    return contents


def faults_of_contents(folder: Path, contents: dict[str, Any]) -> Iterator[Fault]:
    """Files that are missing, other than listed, or not listed."""
    listed = contents["files"]
    for name, stated in sorted(listed.items()):
        path = folder / name
        if "/" in name or not path.is_file():
            yield Fault("contents", name, "it is listed and not there.")
            continue
        with path.open("rb") as stream:
            found = hashlib.file_digest(stream, "sha256").hexdigest()
        if not isinstance(stated, dict) or found != stated.get("sha256") or path.stat().st_size != stated.get("size"):
            yield Fault("contents", name, f"it is not the file that was listed: its SHA-256 is {found}.")
    for path in sorted(folder.iterdir()):
        if path.name != NAME and path.name not in listed:
            yield Fault("contents", path.name, "it is there and not listed.")


def file_of(folder: Path, contents: dict[str, Any], kind: str) -> Path | None:
    """The listed file that begins with `kind`, or None."""
    names = sorted(name for name in contents["files"] if name.startswith(f"{kind}-") and "/" not in name)
    return folder / names[0] if names and (folder / names[0]).is_file() else None
