"""The pit's state machines, its kinds of posting, and who may read and write."""

from pathlib import Path

from django.db import migrations

from ledger.migrations_support import from_file, kinds

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("pit", "0001_tables"), ("ledger", "0002_doors")]

    operations = [
        kinds(lasting=["stake"], finishing=["throw", "leave", "void"]),
        from_file("rules.sql", SQL),
        from_file("grants.sql", SQL),
    ]
