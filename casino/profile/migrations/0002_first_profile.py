"""The house's first profile: the ready default in the zone of HOUSE_TZ."""

import json
from pathlib import Path

from django.conf import settings
from django.db import migrations

from casino.profile.parse import parse
from casino.profile.ready import ready
from ledger.migrations_support import AppendOnly, assets, from_file

SQL = Path(__file__).resolve().parent.parent / "sql"


def first(apps, schema_editor):
    data = ready("default", zone=settings.HOUSE_ZONE.key)
    parse(data)
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(
            "insert into profile_profile (data, at, reason) values (%s, now(), 'the house opens')",
            [json.dumps(data)],
        )


class Migration(migrations.Migration):
    dependencies = [("profile", "0001_tables"), ("ledger", "0002_doors")]

    operations = [
        from_file("profile.sql", SQL),
        assets("GBP", 2),
        assets("EUR", 2),
        assets("USD", 2),
        migrations.RunPython(first, migrations.RunPython.noop),
        AppendOnly("profile_profile"),
    ]
