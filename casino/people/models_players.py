"""Players, their personal data aside, their exclusions."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from casino.profile.stamp import profile_version
from ledger.append_only import AppendOnly


class Player(models.Model):
    """Somebody who holds chips: `player:<id>` in the ledger. Named only in PersonalData."""

    id = models.BigAutoField(primary_key=True)
    login = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True)
    card = models.CharField(
        max_length=20, unique=True, help_text="what is printed on the card; guests get G and a number"
    )
    person = models.BigIntegerField(help_text="the lowest of this person's cards; the database keeps it")
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(card__regex=r"^[0-9A-Z][0-9A-Z-]*$"), name="people_player_card")
        ]

    def __str__(self) -> str:
        return self.card


class CardLink(AppendOnly):
    """Two cards found to be one person's: neither is rewritten, they count together from here on. Append-only."""

    id = models.BigAutoField(primary_key=True)
    card = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    joined = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    profile = profile_version()
    at = models.DateTimeField()
    recorded_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~models.Q(card=models.F("joined")), name="people_link_two_cards"),
            models.CheckConstraint(condition=~models.Q(reason=""), name="people_link_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.card_id} and {self.joined_id}"


class PersonalData(models.Model):
    """A player's plain personal data: erasable, and nowhere else."""

    player = models.OneToOneField(Player, on_delete=models.PROTECT, primary_key=True, related_name="personal")
    name = models.CharField(max_length=120)

    def __str__(self) -> str:
        return self.name


class Exclusion(AppendOnly):
    """No seat, buy-in or stake from `from_at` until `until` (None: for good). Append-only."""

    KINDS = ("self", "house", "timeout")

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="exclusions")
    kind = models.CharField(max_length=12, choices=[(kind, kind) for kind in KINDS])
    from_at = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)
    profile = models.IntegerField(help_text="version of the house profile")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    recorded_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(until__isnull=True) | models.Q(until__gt=models.F("from_at")),
                name="people_exclusion_forward",
            ),
            models.CheckConstraint(
                condition=models.Q(kind__in=["self", "house", "timeout"]), name="people_exclusion_kind"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} from {self.from_at:%Y-%m-%d}"
