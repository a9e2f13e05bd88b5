"""The kind of posting of chips that walk."""

from django.db import migrations

from ledger.migrations_support import kinds


class Migration(migrations.Migration):
    dependencies = [("cage", "0004_drawers_rules")]

    operations = [kinds(lasting=["unrated"])]
