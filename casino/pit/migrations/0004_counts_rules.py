"""What holds for openers, closers and boxes whoever writes; their kinds of posting."""

from pathlib import Path

from django.db import migrations

from ledger.migrations_support import from_file, kinds

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("pit", "0003_counts")]

    operations = [
        kinds(lasting=["opener"], finishing=["closer"]),
        from_file("counts.sql", SQL),
    ]
