"""Profiles that are ready to use, as JSON: the file's name is the profile's."""

import json
from pathlib import Path
from typing import Any

from casino.refusal import Unknown

_FOLDER = Path(__file__).parent


def ready(name: str = "default", **changes: Any) -> dict[str, Any]:
    """The data of a ready profile, with top-level `changes` such as zone="Europe/Lisbon". Raises Unknown."""
    known = sorted(path.stem for path in _FOLDER.glob("*.json"))
    if name not in known:
        raise Unknown("no_such_profile", f"There is no profile {name!r}; there are {', '.join(known)}.")
    data: dict[str, Any] = json.loads((_FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return data | changes
