"""The night's state machine, its append-only rows, and who may read and write."""

from pathlib import Path

from django.db import migrations

from ledger.migrations_support import AppendOnly, from_file

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("night", "0001_tables"), ("ledger", "0002_doors"), ("audit", "0002_rules")]

    operations = [
        AppendOnly("night_check"),
        AppendOnly("night_case"),
        AppendOnly("night_report"),
        from_file("rules.sql", SQL),
        from_file("grants.sql", SQL),
    ]
