"""What can be exported in the background: transfers in any form, rounds, whole bundles as one ZIP file."""

import shutil
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from casino.bundle.write import bundle, export_rounds
from ledger.exports import Artefact, Scope
from ledger.exports.artefact import published, publishing
from ledger.exports.jobs import MAKERS as OF_LEDGER
from ledger.exports.jobs import Maker
from ledger.exports.snapshot import Connection
from ledger.exports.text import Progress


def _rounds(link: Connection, scope: Scope, folder: Path, form: str, progress: Progress) -> Artefact:
    return export_rounds(link, scope, folder, progress)


def _bundle(link: Connection, scope: Scope, folder: Path, form: str, progress: Progress) -> Artefact:
    loose = folder / "loose"
    made = bundle(link, scope, loose, progress)
    packed = pack(loose, folder / f"bundle-{scope.name()}.zip", sum(each.rows for each in made.artefacts))
    shutil.rmtree(loose)
    return packed


MAKERS: Final[Mapping[str, Maker]] = {**OF_LEDGER, "rounds": _rounds, "bundle": _bundle}


def pack(folder: Path, target: Path, rows: int) -> Artefact:
    """The files of a bundle's folder as one ZIP file, which the verifier takes as it is."""
    with publishing(target) as out, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.iterdir()):
            archive.write(path, path.name)
    return published(target, rows)
