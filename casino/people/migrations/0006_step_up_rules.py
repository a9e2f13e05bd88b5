"""Second factors: who reads and writes them."""

from pathlib import Path

from django.db import migrations

from ledger.migrations_support import AppendOnly, from_file

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("people", "0005_step_up")]

    operations = [
        from_file("step_up.sql", SQL),
        AppendOnly("people_confirmation"),
    ]
