"""Limits that protect a player, and what he has staked and lost: what they are held against."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from casino.people.models_players import Player
from ledger.append_only import AppendOnly


class Limit(AppendOnly):
    """A wish for a limit, in force from `from_at`: at once when it lowers, later when it raises. Append-only.

    `amount` in minor units for each day, week (from Monday) or month of gaming days; null lifts the limit.
    """

    KINDS = ("stake", "loss", "deposit")
    SPANS = ("day", "week", "month")

    id = models.BigAutoField(primary_key=True)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="limits")
    source = models.CharField(max_length=5, help_text="self: the player's own; house: the house's for him")
    kind = models.CharField(max_length=7)
    span = models.CharField(max_length=5)
    amount = models.BigIntegerField(null=True)
    asked_at = models.DateTimeField()
    from_at = models.DateTimeField()
    profile = models.IntegerField(help_text="version of the house profile")
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )
    recorded_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(source__in=["self", "house"]), name="people_limit_source"),
            models.CheckConstraint(condition=models.Q(kind__in=["stake", "loss", "deposit"]), name="people_limit_kind"),
            models.CheckConstraint(condition=models.Q(span__in=["day", "week", "month"]), name="people_limit_span"),
            models.CheckConstraint(
                condition=models.Q(amount=None) | models.Q(amount__gte=0), name="people_limit_amount"
            ),
            models.CheckConstraint(condition=models.Q(from_at__gte=models.F("asked_at")), name="people_limit_forward"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.amount} a {self.span}"


class Attempt(AppendOnly):
    """An excluded person tried to play and was refused: nothing else was written of it. Append-only."""

    id = models.BigAutoField(primary_key=True)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", db_index=False)
    kind = models.CharField(max_length=12, help_text="of the exclusion: self, house or timeout")
    wanted = models.CharField(max_length=40, help_text="the act that was refused")
    place = models.CharField(max_length=20, help_text="table:H1 or window:2")
    actor = models.TextField(help_text="who asked for it: staff:7 or player:42")
    day = models.DateField()
    profile = models.IntegerField(help_text="version of the house profile")
    at = models.DateTimeField()
    recorded_at = models.DateTimeField(db_default=Now())

    class Meta:
        indexes = [models.Index(fields=["day"], name="people_attempt_day")]

    def __str__(self) -> str:
        return f"{self.wanted} at {self.place}"


class Played(models.Model):
    """What a player staked and lost in a gaming day, in minor units; written with each posting of a round.

    Lost is what left purse and reserve less what came back, so open stakes count as lost and reserves do not.
    """

    id = models.BigAutoField(primary_key=True)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", db_index=False)
    day = models.DateField()
    staked = models.BigIntegerField()
    lost = models.BigIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "day"], name="people_played_day")]

    def __str__(self) -> str:
        return f"{self.player_id} on {self.day}"
