"""The register of exceptions and who signs them off."""

from pathlib import Path

from django.db import migrations

from ledger.migrations_support import AppendOnly, from_file

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [
        ("count", "0003_exceptions"), ("cage", "0004_drawers_rules"), ("pit", "0006_floor_paper_rules"),
        ("people", "0004_protection_rules"),
    ]  # fmt: skip

    operations = [
        from_file("exceptions.sql", SQL),
        AppendOnly("count_signoff"),
    ]
