"""`manage.py seed_demo`: the demo's people, chips and tables, and how to sign in. Run again, it finds what is there."""

import os
from datetime import UTC, datetime, timedelta
from typing import Any

from django.core.management.base import BaseCommand
from knox.models import get_token_model

from casino.books import days
from casino.day import gaming_day
from casino.demo import world
from casino.demo.cast import PASSWORD, STAFF, TABLES
from casino.demo.guard import guard
from casino.people.actors import HOUSE
from casino.people.models import Login
from casino.profile import versions

LONG_SINCE = timedelta(days=2)
"""The demo's people have been there for a while, so that a night may be played before today."""


class Command(BaseCommand):
    help = "Makes the demo's people, chips and tables and prints how to sign in."

    def handle(self, *args: Any, **options: Any) -> None:
        guard()
        now = datetime.now(UTC)
        house = world.found(now - LONG_SINCE)
        days.ensure_open(gaming_day(versions.current().day_rule, now), HOUSE)
        world.stock(house, now)
        world.let_in(house, now)
        url = os.environ.get("HOUSE_URL", "http://127.0.0.1:8000")
        say = self.stdout.write
        say(f"\nTables: {', '.join(f'{table.code} {table.game}' for table in TABLES)}")
        say(f"Sign in at {url}/ with the password {PASSWORD}:")
        for member in STAFF:
            say(f"  {member.name:<8} {member.role:<14} {member.shown}")
        guest = Login.objects.get(username=world.first_guest())
        _, token = get_token_model().objects.create(user=guest)
        say("\nA player's balance through the API:")
        say(f"  curl -H 'Authorization: Token {token}' {url}/api/v1/me/balance\n")
