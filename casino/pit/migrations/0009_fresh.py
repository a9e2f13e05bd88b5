"""Signatures on the pit's papers are fresh whoever writes them; a closed shift says when its roots became public."""

from pathlib import Path

from django.db import migrations

from ledger.migrations_support import from_file

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [
        ("pit", "0008_stamps"),
        ("people", "0008_attempts_rules"),
        ("fairness", "0002_rules"),
    ]

    operations = [from_file("fresh.sql", SQL)]
