"""What holds for the count room's papers whoever writes; the drop's kind of posting."""

from pathlib import Path

from django.db import migrations

from ledger.migrations_support import AppendOnly, from_file, kinds

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("count", "0001_tables"), ("pit", "0004_counts_rules")]

    operations = [
        kinds(finishing=["drop"]),
        from_file("rules.sql", SQL),
        AppendOnly("count_collection"),
        AppendOnly("count_blindcount"),
        AppendOnly("count_drop"),
    ]
