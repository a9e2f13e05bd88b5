"""Compile the message catalogues (.po to .mo) with Babel: no gettext programs are needed on the machine."""

import sys
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

from deploy.local.state import CHECKOUT


def stale(root: Path) -> list[Path]:
    """The catalogues under casino/ and games/ that are newer than their compiled form, or have none."""
    found = [
        *root.glob("casino/**/locale/*/LC_MESSAGES/*.po"),
        *root.glob("games/*/locale/*/LC_MESSAGES/*.po"),
    ]
    return sorted(path for path in found if not _is_compiled(path))


def compile_catalogue(source: Path) -> None:
    """Write the .mo beside the .po, whole or not at all. PoFileError names a faulty line."""
    with source.open("rb") as text:
        catalogue = read_po(text, locale=source.parents[1].name, abort_invalid=True)
    draft = source.with_suffix(".mo.new")
    with draft.open("wb") as compiled:
        write_mo(compiled, catalogue)
    draft.replace(source.with_suffix(".mo"))


def _is_compiled(source: Path) -> bool:
    compiled = source.with_suffix(".mo")
    return compiled.exists() and compiled.stat().st_mtime >= source.stat().st_mtime


def main() -> int:
    for source in stale(CHECKOUT):
        try:
            compile_catalogue(source)
        except PoFileError as error:
            print(f"{source}: {error}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
