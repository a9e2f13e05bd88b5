"""What the relay has still to hand on is kept by the database."""

from pathlib import Path

from django.db import migrations

from ledger.migrations_support import from_file

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("audit", "0003_waiting")]

    operations = [from_file("waiting.sql", SQL)]
