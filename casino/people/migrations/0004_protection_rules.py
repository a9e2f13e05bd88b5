"""What holds for linked cards, limits and play whoever writes."""

from pathlib import Path

from django.db import migrations

from ledger.migrations_support import AppendOnly, from_file

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("people", "0003_protection")]

    operations = [
        migrations.RunSQL("update people_player set person = id", migrations.RunSQL.noop),
        from_file("links.sql", SQL),
        from_file("protection.sql", SQL),
        AppendOnly("people_cardlink"),
        AppendOnly("people_limit"),
    ]
