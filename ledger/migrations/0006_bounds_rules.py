"""The rules and the door of changed bounds; transfers of several postings stand together; from the SQL files."""

from django.db import migrations

from ledger.migrations_support import AppendOnly, from_file


class Migration(migrations.Migration):
    dependencies = [("ledger", "0005_bounds")]

    operations = [
        from_file("bounds.sql"),
        AppendOnly("ledger_bound_change"),
        from_file("events.sql"),
    ]
