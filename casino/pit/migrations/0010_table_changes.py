"""A table changes one version at a time, never without its audit row."""

from pathlib import Path

from django.db import migrations

from ledger.migrations_support import from_file

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("pit", "0009_fresh"), ("audit", "0004_waiting_rules")]

    operations = [from_file("tables.sql", SQL)]
