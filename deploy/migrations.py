"""Lint the migrations of the house's apps for what would stop play or break the release before."""

import os
import sys
from typing import Any

import django
from django.apps import apps
from django.db.migrations import RunSQL
from django_migration_linter import MigrationLinter

OURS = ("casino", "games", "ledger")


class Linter(MigrationLinter):
    """The linter, which pastes parameters into SQL by `%` and so fails on a list: it gets the SQL alone."""

    def lint_runsql(self, runsql: RunSQL) -> Any:
        """Errors, what is ignored, and warnings; parameters are data and change none of them."""
        return super().lint_runsql(RunSQL(_without_parameters(runsql.sql), _without_parameters(runsql.reverse_sql)))


def _without_parameters(statements: Any) -> Any:
    if isinstance(statements, (list, tuple)):
        return [entry[0] if isinstance(entry, (list, tuple)) else entry for entry in statements]
    return statements


def main() -> int:
    """0 if none is dangerous. Needs a reachable database: it reads the SQL that each migration would run."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    django.setup()
    ours = [app.label for app in apps.get_app_configs() if app.name.split(".")[0] in OURS]
    # Warnings would name every rule in SQL that can't be taken back: the house goes forward only.
    linter = Linter(
        include_apps=ours,
        no_cache=True,
        quiet=["ok", "ignore", "warning"],
    )
    linter.lint_all_migrations()
    linter.print_summary()
    return 1 if linter.has_errors else 0


if __name__ == "__main__":
    sys.exit(main())
