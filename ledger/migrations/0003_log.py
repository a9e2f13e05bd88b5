"""The log's tables, and the index by which the sealer finds what is new."""

import django.db.models.deletion
from django.db import migrations, models

import ledger.models


class Migration(migrations.Migration):
    dependencies = [("ledger", "0002_doors")]

    operations = [
        migrations.CreateModel(
            name="Leaf",
            fields=[
                ("sequence", models.BigIntegerField(primary_key=True, serialize=False)),
                (
                    "posting",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="leaf",
                        to="ledger.posting",
                    ),
                ),
                ("hash", models.BinaryField()),
            ],
            options={"db_table": "ledger_leaf"},
        ),
        migrations.CreateModel(
            name="Node",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "level", "index", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("index", models.BigIntegerField()),
                ("level", models.SmallIntegerField()),
                ("hash", models.BinaryField()),
            ],
            options={"db_table": "ledger_node"},
        ),
        migrations.CreateModel(
            name="Seal",
            fields=[
                ("size", models.BigIntegerField(primary_key=True, serialize=False)),
                ("system_identifier", models.BigIntegerField()),
                ("sealed_at", models.DateTimeField()),
                ("snapshot", ledger.models.Snapshot()),
                ("root", models.BinaryField()),
                ("checkpoint", models.TextField()),
            ],
            options={"db_table": "ledger_seal"},
        ),
        migrations.CreateModel(
            name="Cosignature",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                (
                    "seal",
                    models.ForeignKey(
                        db_column="size",
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="cosignatures",
                        to="ledger.seal",
                    ),
                ),
                ("received_at", models.DateTimeField()),
                ("witness", models.TextField(db_collation="C")),
                ("line", models.TextField()),
            ],
            options={"db_table": "ledger_cosignature"},
        ),
        migrations.AddConstraint(
            model_name="cosignature",
            constraint=models.UniqueConstraint(fields=("witness", "seal"), name="ledger_cosignature_once"),
        ),
        migrations.AddIndex(
            model_name="posting",
            index=models.Index(fields=["xact"], name="ledger_posting_xact"),
        ),
    ]
