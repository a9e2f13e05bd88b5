"""The audit is append-only, and who may read and write it."""

from pathlib import Path

from django.db import migrations

from ledger.migrations_support import AppendOnly, from_file

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("audit", "0001_tables"), ("ledger", "0002_doors")]

    operations = [
        AppendOnly("audit_auditrow"),
        AppendOnly("audit_delivery"),
        from_file("grants.sql", SQL),
    ]
