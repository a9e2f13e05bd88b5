"""Attempts of excluded people are append-only; signatures are fresh whoever writes them."""

from pathlib import Path

from django.db import migrations

from ledger.migrations_support import AppendOnly, from_file

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("people", "0007_stamps")]

    operations = [
        AppendOnly("people_attempt"),
        from_file("attempts.sql", SQL),
        from_file("fresh.sql", SQL),
    ]
