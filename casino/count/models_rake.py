"""The rake of a shift: its fees in chips, counted blind by two people like a box."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from casino.pit.models import Shift
from casino.profile.stamp import profile_version
from ledger.append_only import AppendOnly


class RakeCount(AppendOnly):
    """What one counter found in a shift's rake, entered without seeing the other's result. Append-only."""

    id = models.BigAutoField(primary_key=True)
    shift = models.ForeignKey(Shift, on_delete=models.PROTECT, related_name="+", db_index=False)
    n = models.SmallIntegerField(help_text="first or second count")
    counter = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    lines = models.JSONField(help_text="chips by denomination")
    chips = models.BigIntegerField()
    profile = profile_version()
    at = models.DateTimeField()
    recorded_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["shift", "n"], name="count_rake_twice"),
            models.UniqueConstraint(fields=["shift", "counter"], name="count_rake_two_people"),
            models.CheckConstraint(condition=models.Q(n__in=[1, 2]), name="count_rake_n"),
        ]

    def __str__(self) -> str:
        return f"count {self.n} of the rake of shift {self.shift_id}"


class Rake(AppendOnly):
    """What a shift's rake held, agreed by both and brought to the count room once. Append-only.

    `recorded` is what its rounds left there; the difference went to the table's over-short. Minor units.
    """

    shift = models.OneToOneField(Shift, on_delete=models.PROTECT, primary_key=True, related_name="rake")
    chips = models.BigIntegerField()
    recorded = models.BigIntegerField()
    day = models.DateField(help_text="gaming day of the shift")
    first = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    second = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    resolution = models.TextField(db_default="", help_text="why the counts differed, where they did")
    profile = profile_version()
    at = models.DateTimeField()
    recorded_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(chips__gte=0, recorded__gte=0), name="count_rake_amounts"),
            models.CheckConstraint(condition=~models.Q(first=models.F("second")), name="count_rake_two_counters"),
        ]

    def __str__(self) -> str:
        return f"rake of shift {self.shift_id}"
