"""The rake's kind of posting and what holds for its counts."""

from pathlib import Path

from django.db import migrations

from ledger.migrations_support import AppendOnly, from_file, kinds

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("count", "0005_rake")]

    operations = [
        kinds(finishing=["rake"]),
        from_file("rake.sql", SQL),
        AppendOnly("count_rakecount"),
        AppendOnly("count_rake"),
    ]
