"""python -m deploy.build_verifier [FILE] — one file, verify.pyz, that verifies exports and bundles on any bare Python.

It holds the verifiers, the games and the pure part of fairness: nothing that needs more than the standard library, and
nothing of the time or machine it was made on, so the same sources give the same bytes.
"""

import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
_PARTS: Final = (
    "ledger/__init__.py",
    "ledger/verify/*.py",
    "ledger/log/__init__.py",
    "ledger/log/ed25519.py",
    "ledger/log/entry.py",
    "ledger/log/keys.py",
    "ledger/log/note.py",
    "ledger/log/proof.py",
    "ledger/log/tree.py",
    "casino/__init__.py",
    "casino/bundle/__init__.py",
    "casino/bundle/verify/*.py",
    "casino/fairness/__init__.py",
    "casino/fairness/verify.py",
    "games/**/*.py",
)
_NOT_PURE: Final = ("apps.py",)
_MAIN: Final = b"import sys\n\nfrom casino.bundle.verify.__main__ import main\n\nsys.exit(main())\n"
_THEN: Final = (1980, 1, 1, 0, 0, 0)


def build(target: Path) -> Path:
    """Writes the verifier to `target`, executable; returns it."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("wb") as out:
        out.write(b"#!/usr/bin/env python3\n")
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            _add(archive, "__main__.py", _MAIN)
            for path in parts():
                _add(archive, path.relative_to(ROOT).as_posix(), path.read_bytes())
    target.chmod(0o755)
    return target


def parts() -> Iterator[Path]:
    """The sources that go in, in order of name."""
    found = {path for part in _PARTS for path in ROOT.glob(part) if path.name not in _NOT_PURE}
    yield from sorted(found)


def _add(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    entry = zipfile.ZipInfo(name, _THEN)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    archive.writestr(entry, content)


if __name__ == "__main__":
    print(build(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "var" / "verify.pyz"))
