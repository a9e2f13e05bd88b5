"""What holds in the table of jobs whoever writes, and who may."""

from pathlib import Path

from django.db import migrations

from ledger.migrations_support import from_file


class Migration(migrations.Migration):
    dependencies = [("exports", "0001_tables"), ("ledger", "0002_doors")]

    operations = [from_file("jobs.sql", Path(__file__).parents[1] / "sql")]
