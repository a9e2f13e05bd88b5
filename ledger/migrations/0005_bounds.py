"""The table of changed bounds: who gave an account which floor and ceiling, and why."""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models

import ledger.models


class Migration(migrations.Migration):
    dependencies = [("ledger", "0004_log_rules")]

    operations = [
        migrations.CreateModel(
            name="BoundChange",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("xact", ledger.models.TransactionId()),
                ("changed_at", models.DateTimeField()),
                ("floor", models.BigIntegerField(null=True)),
                ("ceiling", models.BigIntegerField(null=True)),
                ("actor", models.TextField()),
                ("approvers", django.contrib.postgres.fields.ArrayField(base_field=models.TextField(), size=None)),
                ("reason", models.TextField()),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="bound_changes",
                        to="ledger.account",
                    ),
                ),
            ],
            options={"db_table": "ledger_bound_change"},
        ),
    ]
