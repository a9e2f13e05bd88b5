"""The log's rules, doors and grants, from the SQL file."""

from django.db import migrations

from ledger.migrations_support import AppendOnly, from_file


class Migration(migrations.Migration):
    dependencies = [("ledger", "0003_log")]

    operations = [
        from_file("log.sql"),
        AppendOnly("ledger_leaf"),
        AppendOnly("ledger_node"),
        AppendOnly("ledger_seal"),
        AppendOnly("ledger_cosignature"),
    ]
