"""A rake that differs is in the register of exceptions."""

from pathlib import Path

from django.db import migrations

from ledger.migrations_support import from_file

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("count", "0008_fresh")]

    operations = [from_file("exceptions_rake.sql", SQL)]
