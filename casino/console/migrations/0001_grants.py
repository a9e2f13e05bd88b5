"""What the web may touch of Django's own tables."""

from pathlib import Path

from django.db import migrations

from ledger.migrations_support import from_file

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("sessions", "0001_initial"), ("contenttypes", "0002_remove_content_type_name")]

    operations = [from_file("grants.sql", SQL)]
