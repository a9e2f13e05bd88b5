"""What holds for chains, closes and throws whoever writes, and who may read what."""

from pathlib import Path

from django.db import migrations

from ledger.migrations_support import AppendOnly, from_file

SQL = Path(__file__).resolve().parent.parent / "sql"
TABLES = ("chain", "seed", "use", "close", "throw", "end", "reveal")


class Migration(migrations.Migration):
    dependencies = [("fairness", "0001_tables"), ("ledger", "0002_doors")]

    operations = [
        *(AppendOnly(f"fairness_{table}") for table in TABLES),
        from_file("rules.sql", SQL),
        from_file("grants.sql", SQL),
    ]
