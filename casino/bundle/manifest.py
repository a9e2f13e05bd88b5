"""The bundle's list of contents: what is in it, with sizes, counts and SHA-256. Written last."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from ledger.exports import Artefact, Scope

FORM: Final = 2
NAME: Final = "manifest.json"


def manifest(
    scope: Scope,
    taken: str,
    artefacts: Sequence[Artefact],
    shifts: Sequence[Mapping[str, Any]],
    slip_numbers: Mapping[str, int],
    beyond: Sequence[tuple[str, str]],
) -> bytes:
    """The manifest's bytes. `taken`: when the snapshot behind all files was taken.

    `slip_numbers`: the last number given in each gaming-day year of slips, of the whole house.
    `beyond`: scope and key of each posting of a round or slip that the log's checkpoint does not reach yet.
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
        "beyond": [list(each) for each in beyond],
        **(
            {}
            if any(each.rows for each in artefacts if not each.path.name.startswith("log-"))
            else {"note": "No activity"}
        ),
    }
    return json.dumps(contents, indent=1).encode("utf-8") + b"\n"
