"""The cage's own counts: drawers counted by two at the end of a shift, chips changed for chips."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from ledger.append_only import AppendOnly


class DrawerCount(AppendOnly):
    """A drawer counted by the one who leaves it and another; what differs from the books was posted. Append-only.

    `expected_*` is what the books had less what was on the way. Amounts in minor units.
    """

    id = models.BigAutoField(primary_key=True)
    drawer = models.CharField(max_length=20, help_text="cage:vault or cage:window:2")
    day = models.DateField()
    lines = models.JSONField(help_text="chips by denomination")
    chips = models.BigIntegerField()
    cash = models.BigIntegerField()
    expected_chips = models.BigIntegerField()
    expected_cash = models.BigIntegerField()
    escalation = models.CharField(max_length=9)
    holder = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    second = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    profile = models.IntegerField(help_text="version of the house profile")
    at = models.DateTimeField()
    recorded_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(cash__gte=0, chips__gte=0), name="cage_count_amounts"),
            models.CheckConstraint(condition=~models.Q(holder=models.F("second")), name="cage_count_two"),
        ]
        indexes = [models.Index(fields=["day"], name="cage_count_day")]

    def __str__(self) -> str:
        return f"{self.drawer} counted"


class ChipExchange(AppendOnly):
    """Chips changed for chips of the same sum at a window: no currency, nothing moves in the books. Append-only."""

    id = models.BigAutoField(primary_key=True)
    window = models.SmallIntegerField()
    day = models.DateField()
    taken = models.JSONField(help_text="chips by denomination, from the player")
    given = models.JSONField(help_text="chips by denomination, to the player")
    amount = models.BigIntegerField()
    cashier = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    profile = models.IntegerField(help_text="version of the house profile")
    at = models.DateTimeField()
    recorded_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(amount__gt=0), name="cage_exchange_amount")]

    def __str__(self) -> str:
        return f"{self.amount} changed"
