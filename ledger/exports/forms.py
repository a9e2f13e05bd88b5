"""The forms of an export by name. One whose library is not installed is refused, not missing."""

from collections.abc import Callable
from importlib import import_module
from typing import Any, BinaryIO, Final

import psycopg

from ledger.errors import Refused
from ledger.exports.scope import Scope
from ledger.exports.text import Progress

Writer = Callable[[psycopg.Connection[Any], Scope, BinaryIO, Progress | None], int]

FORMS: Final = ("csv", "jsonl", "parquet", "xlsx", "beancount", "hledger")
_LIBRARY_OF: Final = {
    "parquet": "pyarrow, which is on the development list: python3 deploy/bootstrap.py development",
    "xlsx": "xlsxwriter",
}
_ENDING: Final = {"hledger": "journal"}


def writer(form: str) -> Writer:
    """What writes this form. Raises Refused unknown_form, form_unavailable."""
    if form not in FORMS:
        raise Refused("unknown_form", f"There is no form {form!r} of an export; there are {', '.join(FORMS)}.")
    try:
        found: Writer = import_module(f"ledger.exports.{form}_form").write
    except ModuleNotFoundError as missing:
        if form not in _LIBRARY_OF:
            raise
        raise Refused("form_unavailable", f"{form} needs {_LIBRARY_OF[form]}.") from missing
    return found


def ending(form: str) -> str:
    """What a file of this form ends in."""
    return _ENDING.get(form, form)
