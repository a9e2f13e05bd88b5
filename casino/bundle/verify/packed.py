"""A packed bundle, as the house gives it for download, laid out in a folder of its own."""

import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from ledger.verify import Unreadable

_PLAIN: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED: Final = 1


@contextmanager
def unpacked(archive: Path) -> Iterator[Path]:
    """The files of a packed bundle, for as long as the block lasts. Raises Unreadable for any other ZIP."""
    with tempfile.TemporaryDirectory(prefix="bundle-") as folder:
        try:
            with zipfile.ZipFile(archive) as packed:
                for entry in _entries(packed):
                    packed.extract(entry, folder)
        except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, NotImplementedError) as wrong:
            raise Unreadable(f"This ZIP is damaged or was not downloaded to its end ({wrong}).") from None
        yield Path(folder)


def _entries(packed: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    """Its files, if they are such as the house packs: plain names, each once, not encrypted."""
    entries = packed.infolist()
    names = [entry.filename for entry in entries]
    if "[Content_Types].xml" in names:
        raise Unreadable("This is a workbook, which can't be verified: ask for the same range as CSV or JSON Lines.")
    for entry in entries:
        name = entry.filename
        if not name or name.startswith(".") or "/" in name or "\\" in name:
            raise Unreadable(f"This is no bundle: it holds {name[:80]!r}.")
        if names.count(name) > 1:
            raise Unreadable(f"This is no bundle: it holds {name[:80]!r} twice.")
        if entry.flag_bits & _ENCRYPTED or entry.compress_type not in _PLAIN:
            raise Unreadable(f"{name[:80]!r} is encrypted or packed in a way that the house does not use.")
    return entries
