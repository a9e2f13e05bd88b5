"""An exclusion that is seen bars acts that were asked for before it, too."""

from pathlib import Path

from django.db import migrations

from ledger.migrations_support import from_file

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("people", "0009_pace")]

    operations = [from_file("admit.sql", SQL)]
