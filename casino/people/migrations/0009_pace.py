"""Tries of passwords and calls by token are counted by the minute, atomically."""

from pathlib import Path

from django.db import migrations

from ledger.migrations_support import from_file

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("people", "0008_attempts_rules")]

    operations = [from_file("pace.sql", SQL)]
