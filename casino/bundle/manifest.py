"""The bundle's list of contents: what is in it, with sizes, counts and SHA-256. Written last."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from ledger.exports import Artefact, Scope

FORM: Final = 1
NAME: Final = "manifest.json"


def manifest(
    scope: Scope,
    taken: str,
    artefacts: Sequence[Artefact],
    shifts: Sequence[Mapping[str, Any]],
    slip_numbers: Mapping[str, int],
) -> bytes:
    """The manifest's bytes. `taken`: when the snapshot behind all files was taken.

    `slip_numbers`: the last number given in each gaming-day year of slips, of the whole house.
    """
    contents = {
        "bundle": FORM,
        "scope": scope.words(),
        "taken": taken,
        "files": {
            artefact.path.name: {"rows": artefact.rows, "size": artefact.size, "sha256": artefact.sha256}
            for artefact in artefacts
        },
        "shifts": list(shifts),
        "slip_numbers": dict(slip_numbers),
        **({} if any(artefact.rows for artefact in artefacts) else {"note": "No activity"}),
    }
    return json.dumps(contents, indent=1).encode("utf-8") + b"\n"
