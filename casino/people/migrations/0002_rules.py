"""What holds for people whoever writes: grants, exclusions, who is never deleted."""

from pathlib import Path

from django.db import migrations

from ledger.migrations_support import AppendOnly, from_file

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("people", "0001_tables"), ("profile", "0002_first_profile"), ("ledger", "0002_doors")]

    operations = [
        from_file("people.sql", SQL),
        AppendOnly("people_exclusion"),
        AppendOnly("people_currencyline"),
    ]
