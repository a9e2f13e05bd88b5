"""Constraints, guards, doors and grants, from the SQL files."""

from django.db import migrations

from ledger.migrations_support import AppendOnly, from_file


class Migration(migrations.Migration):
    dependencies = [("ledger", "0001_tables")]

    operations = [
        from_file("tables.sql"),
        from_file("refuse.sql"),
        from_file("append_only.sql"),
        from_file("accounts.sql"),
        from_file("post.sql"),
        from_file("guards.sql"),
        from_file("periods.sql"),
        from_file("answers.sql"),
        from_file("reversal.sql"),
        from_file("opening.sql"),
        AppendOnly("ledger_transfer"),
        AppendOnly("ledger_posting"),
        AppendOnly("ledger_answer"),
        AppendOnly("ledger_period_change"),
        from_file("grants.sql"),
    ]
