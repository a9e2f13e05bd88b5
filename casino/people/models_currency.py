"""Currency that crossed a table or a window, one line per person and movement."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from casino.people.models_players import Player
from casino.profile.stamp import profile_version
from ledger.append_only import AppendOnly


class CurrencyLine(AppendOnly):
    """Cash in from, or out to, one person. Append-only; a line entered in error is voided by another.

    `player` is who it was; None for somebody unknown, whom `description` then describes. `amount` in minor units.
    """

    id = models.BigAutoField(primary_key=True)
    day = models.DateField(help_text="gaming day")
    at = models.DateTimeField()
    recorded_at = models.DateTimeField(db_default=Now())
    place = models.CharField(max_length=20, help_text="table:H1 or window:2")
    direction = models.CharField(max_length=3)
    amount = models.BigIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    description = models.CharField(max_length=200, db_default="")
    recorder = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    profile = profile_version()
    posting = models.BigIntegerField(unique=True, help_text="the posting that moved the cash")
    voids = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="voided_by")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(direction__in=["in", "out"]), name="people_currency_direction"),
            models.CheckConstraint(condition=models.Q(amount__gt=0), name="people_currency_amount"),
            models.CheckConstraint(
                condition=models.Q(player__isnull=False) | ~models.Q(description=""),
                name="people_currency_whom",
            ),
        ]
        indexes = [models.Index(fields=["day", "player"], name="people_currency_day")]

    def __str__(self) -> str:
        return f"{self.direction} {self.amount} {self.place}"
