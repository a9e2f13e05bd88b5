"""No close is under way when a shift ends and its roots become known."""

from pathlib import Path

from django.db import migrations

from ledger.migrations_support import from_file

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("fairness", "0002_rules")]

    operations = [from_file("end.sql", SQL)]
