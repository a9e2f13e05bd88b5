"""What holds for reprints, drawer counts and changed chips; front money's kinds of posting; where all chips lie."""

from pathlib import Path

from django.db import migrations

from ledger.migrations_support import AppendOnly, from_file, kinds

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("cage", "0003_drawers"), ("people", "0004_protection_rules")]

    operations = [
        kinds(
            lasting=["front_money_in", "front_money_out", "front_money_chips"],
            finishing=["drawer_count"],
        ),
        from_file("drawers.sql", SQL),
        AppendOnly("cage_slipprint"),
        AppendOnly("cage_drawercount"),
        AppendOnly("cage_chipexchange"),
    ]
