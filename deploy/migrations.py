"""Lint the migrations of the house's apps for what would stop play or break the release before."""

import os
import sys

import django
from django.apps import apps
from django_migration_linter import MigrationLinter

OURS = ("casino", "games", "ledger")


def main() -> int:
    """Needs a reachable database: the linter reads the SQL that each migration would run."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    django.setup()
    ours = [app.label for app in apps.get_app_configs() if app.name.split(".")[0] in OURS]
    linter = MigrationLinter(include_apps=ours, no_cache=True, quiet=["ok", "ignore"])
    linter.lint_all_migrations()
    linter.print_summary()
    return 1 if linter.has_errors else 0


if __name__ == "__main__":
    sys.exit(main())
