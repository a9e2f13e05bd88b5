"""What the web may touch of the tokens."""

from pathlib import Path

from django.db import migrations

from ledger.migrations_support import from_file

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("knox", "0009_extend_authtoken_field")]

    operations = [from_file("grants.sql", SQL)]
