"""Sign-offs of cases are append-only, an auditor's, and of somebody outside the shift."""

from pathlib import Path

from django.db import migrations

from ledger.migrations_support import AppendOnly, from_file

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("night", "0004_sign_offs"), ("people", "0008_attempts_rules"), ("pit", "0009_fresh")]

    operations = [AppendOnly("night_casesignoff"), from_file("sign_offs.sql", SQL)]
