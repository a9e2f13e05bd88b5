"""The house's command line. Exit code 2 where a command didn't get to its work: no settings, no database, no schema."""

import os
import sys

import psycopg
from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import OperationalError, ProgrammingError

_NO_DATABASE = (
    'On one machine `make up` starts a database and `eval "$(.venv/bin/python -m deploy.local env)"` names it; '
    "elsewhere set DATABASE_URL (deploy/README.md)."
)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as wrong:
        sys.exit(_said(wrong))
    except (OperationalError, psycopg.OperationalError) as away:
        sys.exit(_said(away, "The database can't be reached.", _NO_DATABASE))
    except (ProgrammingError, psycopg.ProgrammingError) as wrong:
        if "UndefinedTable" not in (type(wrong).__name__, type(wrong.__cause__).__name__):
            raise
        sys.exit(_said(wrong, "The database has not the house's schema: `manage.py migrate` makes it."))


def _said(error: Exception, *words: str) -> int:
    print(*words, f"({str(error).strip().splitlines()[0]})" if words else error, file=sys.stderr)
    return 2


if __name__ == "__main__":
    main()
