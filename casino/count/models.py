"""The count room's documents: boxes collected, each counted blind by two people, what they agreed on."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from casino.count.models_exceptions import SignOff
from casino.count.models_rake import Rake, RakeCount
from casino.pit.models import Box
from casino.profile.stamp import profile_version
from ledger.append_only import AppendOnly

__all__ = ["BlindCount", "Collection", "Drop", "Rake", "RakeCount", "SignOff"]


class Collection(AppendOnly):
    """A box brought to the count room by two people, with the number that they read on it. Append-only."""

    box = models.OneToOneField(Box, on_delete=models.PROTECT, primary_key=True, related_name="collection")
    collector = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    witness = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    profile = profile_version()
    at = models.DateTimeField()
    recorded_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~models.Q(collector=models.F("witness")), name="count_collection_two")
        ]

    def __str__(self) -> str:
        return f"box {self.box_id}"


class BlindCount(AppendOnly):
    """What one counter found in a box, entered without seeing the other's result. Append-only.

    `cash` and `chips` in minor units; `chip_lines` by denomination sum to `chips` (a CHECK).
    """

    id = models.BigAutoField(primary_key=True)
    box = models.ForeignKey(Box, on_delete=models.PROTECT, related_name="blind_counts", db_index=False)
    n = models.SmallIntegerField(help_text="first or second count")
    counter = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    cash = models.BigIntegerField()
    chips = models.BigIntegerField()
    chip_lines = models.JSONField()
    profile = profile_version()
    at = models.DateTimeField()
    recorded_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["box", "n"], name="count_blind_twice"),
            models.UniqueConstraint(fields=["box", "counter"], name="count_blind_two_people"),
            models.CheckConstraint(condition=models.Q(n__in=[1, 2]), name="count_blind_n"),
            models.CheckConstraint(condition=models.Q(cash__gte=0, chips__gte=0), name="count_blind_amounts"),
        ]

    def __str__(self) -> str:
        return f"count {self.n} of box {self.box_id}"


class Drop(AppendOnly):
    """What a box held, agreed by both counters and posted to the count room once. Append-only.

    `recorded` is the cash that the books had in the box; the difference went to the table's over-short.
    """

    box = models.OneToOneField(Box, on_delete=models.PROTECT, primary_key=True, related_name="drop")
    cash = models.BigIntegerField()
    chips = models.BigIntegerField()
    recorded = models.BigIntegerField()
    day = models.DateField(help_text="gaming day of the box's shift")
    first = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    second = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    resolution = models.TextField(db_default="", help_text="why the counts differed, where they did")
    profile = profile_version()
    at = models.DateTimeField()
    recorded_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(cash__gte=0, chips__gte=0), name="count_drop_amounts"),
            models.CheckConstraint(condition=~models.Q(first=models.F("second")), name="count_drop_two_counters"),
        ]

    def __str__(self) -> str:
        return f"drop of box {self.box_id}"
