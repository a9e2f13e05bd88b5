"""The cage's state machines, its kinds of posting, and who may read and write."""

from pathlib import Path

from django.db import migrations

from ledger.migrations_support import AppendOnly, from_file, kinds

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("cage", "0001_tables"), ("pit", "0004_counts_rules")]

    operations = [
        kinds(
            lasting=["buy_in", "cash_out", "hand_over", "chip_issue", "chip_destroy", "bank_fetch", "bank_bring"],
            finishing=["fill", "credit"],
        ),
        from_file("rules.sql", SQL),
        from_file("grants.sql", SQL),
        AppendOnly("cage_slipsignature"),
        AppendOnly("cage_outsidedocument"),
    ]
