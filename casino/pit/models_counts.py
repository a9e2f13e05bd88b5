"""What is counted at a table: its opener and closer, and the drop boxes that hang under it."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from casino.profile.stamp import profile_version
from ledger.append_only import AppendOnly


class Count(AppendOnly):
    """The chips of a table counted by denomination, signed by dealer and supervisor. Append-only.

    `lines` maps denomination to pieces; `amount` is their sum (a CHECK). `expected` is what should lie there: for
    an opener what the last closer left, for a closer tray and held together. The `difference` is booked once.
    Amounts in minor units; `escalation` follows the profile's lines for differences.
    """

    id = models.BigAutoField(primary_key=True)
    shift = models.ForeignKey("pit.Shift", on_delete=models.PROTECT, related_name="counts", db_index=False)
    kind = models.CharField(max_length=6)
    lines = models.JSONField()
    amount = models.BigIntegerField()
    expected = models.BigIntegerField()
    expected_lines = models.JSONField(null=True, help_text="null: nobody has counted this table before")
    difference = models.BigIntegerField()
    escalation = models.CharField(max_length=9)
    dealer = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    supervisor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    profile = models.IntegerField(help_text="version of the house profile")
    at = models.DateTimeField()
    recorded_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["shift", "kind"], name="pit_count_once"),
            models.CheckConstraint(condition=models.Q(kind__in=["opener", "closer"]), name="pit_count_kind"),
            models.CheckConstraint(
                condition=models.Q(difference=models.F("amount") - models.F("expected")),
                name="pit_count_difference",
            ),
            models.CheckConstraint(
                condition=models.Q(escalation__in=["none", "recorded", "report", "regulator"]),
                name="pit_count_escalation",
            ),
            models.CheckConstraint(condition=~models.Q(dealer=models.F("supervisor")), name="pit_count_two_signers"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.amount}"


class Box(models.Model):
    """A drop box under a table for one shift; the cash in it lies in `box:<table>:<number>`."""

    id = models.BigAutoField(primary_key=True)
    table = models.ForeignKey("pit.Table", on_delete=models.PROTECT, related_name="boxes", db_index=False)
    number = models.IntegerField(help_text="drop number of the table, from 1")
    shift = models.ForeignKey("pit.Shift", on_delete=models.PROTECT, related_name="boxes")
    profile = profile_version()
    placed_at = models.DateTimeField()
    placed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    witness = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    removed_at = models.DateTimeField(null=True)
    removed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, db_index=False
    )
    removal_witness = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, db_index=False
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="pit_box_number"),
            models.UniqueConstraint(
                fields=["table"], condition=models.Q(removed_at__isnull=True), name="pit_box_one_in_place"
            ),
            models.CheckConstraint(condition=models.Q(number__gt=0), name="pit_box_number_positive"),
            models.CheckConstraint(condition=~models.Q(placed_by=models.F("witness")), name="pit_box_two_place"),
            models.CheckConstraint(
                condition=models.Q(removed_at=None, removed_by=None, removal_witness=None)
                | (
                    models.Q(removed_at__isnull=False, removed_by__isnull=False, removal_witness__isnull=False)
                    & ~models.Q(removed_by=models.F("removal_witness"))
                ),
                name="pit_box_two_remove",
            ),
        ]

    def __str__(self) -> str:
        return f"box {self.number}"
