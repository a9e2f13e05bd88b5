"""The newest version as documents take it."""

from pathlib import Path

from django.db import migrations

from ledger.migrations_support import from_file

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("profile", "0002_first_profile")]

    operations = [from_file("newest.sql", SQL)]
