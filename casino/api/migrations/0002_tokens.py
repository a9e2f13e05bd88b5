"""Another password ends the tokens that the old one opened."""

from pathlib import Path

from django.db import migrations

from ledger.migrations_support import from_file

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("api", "0001_grants"), ("people", "0002_rules")]

    operations = [from_file("tokens.sql", SQL)]
