"""The kind of posting of tokes."""

from django.db import migrations

from ledger.migrations_support import kinds


class Migration(migrations.Migration):
    dependencies = [("pit", "0006_floor_paper_rules")]

    operations = [kinds(lasting=["toke"])]
