"""Signatures on the count room's papers are fresh whoever writes them."""

from pathlib import Path

from django.db import migrations

from ledger.migrations_support import from_file

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("count", "0007_stamps"), ("people", "0008_attempts_rules")]

    operations = [from_file("fresh.sql", SQL)]
