"""What holds for reliefs, payouts by hand, dice sets and swapped boxes whoever writes."""

from pathlib import Path

from django.db import migrations

from ledger.migrations_support import AppendOnly, from_file, kinds

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("pit", "0005_floor_paper")]

    operations = [
        kinds(finishing=["override"]),
        from_file("floor_paper.sql", SQL),
        AppendOnly("pit_relief"),
        AppendOnly("pit_override"),
        AppendOnly("pit_dicestep"),
    ]
