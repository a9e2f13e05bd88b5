"""The version of the house profile on a document: the newest one, unless the act says by which it decided."""

from typing import Any

from django.db.models import Func, IntegerField


class Newest(Func):
    """The database's own newest version, as a column's default."""

    function = "profile_newest"
    output_field = IntegerField()


def profile_version() -> "IntegerField[Any, Any]":
    """A document's column for the version that it was decided by."""
    return IntegerField(db_default=Newest(), help_text="version of the house profile")
