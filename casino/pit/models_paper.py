"""The floor's further papers: reliefs, payouts by hand, dice sets from receipt to withdrawal."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from casino.profile.stamp import profile_version
from ledger.append_only import AppendOnly


class Relief(AppendOnly):
    """Somebody took another's post at an open table, without a count. Append-only.

    Every event of the shift up to `after_event` is the relieved one's, every later one the relieving one's.
    """

    id = models.BigAutoField(primary_key=True)
    shift = models.ForeignKey("pit.Shift", on_delete=models.PROTECT, related_name="reliefs")
    post = models.CharField(max_length=10, help_text="dealer or supervisor")
    relieved = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    relieving = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    after_event = models.BigIntegerField()
    profile = profile_version()
    at = models.DateTimeField()
    recorded_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(post__in=["dealer", "supervisor"]), name="pit_relief_post"),
            models.CheckConstraint(condition=~models.Q(relieved=models.F("relieving")), name="pit_relief_another"),
        ]

    def __str__(self) -> str:
        return f"{self.post} of shift {self.shift_id}"


class Override(AppendOnly):
    """A payout by hand that differs from the engine's, with a supervisor's signature and a reason. Append-only.

    `engine` is what event `n` of the round paid to the seat, `paid` what the dealer paid; minor units. Their difference
    moved between tray and player in the posting (`override`, id).
    """

    id = models.BigAutoField(primary_key=True)
    round = models.ForeignKey("pit.Round", on_delete=models.PROTECT, related_name="+", db_index=False)
    n = models.IntegerField(help_text="event of the round")
    seat = models.SmallIntegerField()
    player = models.ForeignKey("people.Player", on_delete=models.PROTECT, related_name="+", db_index=False)
    shift = models.ForeignKey("pit.Shift", on_delete=models.PROTECT, related_name="overrides")
    day = models.DateField()
    engine = models.BigIntegerField()
    paid = models.BigIntegerField()
    dealer = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    supervisor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    reason = models.TextField()
    profile = models.IntegerField(help_text="version of the house profile")
    at = models.DateTimeField()
    recorded_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "n", "seat"], name="pit_override_once"),
            models.CheckConstraint(condition=~models.Q(engine=models.F("paid")), name="pit_override_differs"),
            models.CheckConstraint(condition=models.Q(engine__gte=0, paid__gte=0), name="pit_override_amounts"),
            models.CheckConstraint(condition=~models.Q(dealer=models.F("supervisor")), name="pit_override_two"),
            models.CheckConstraint(condition=~models.Q(reason=""), name="pit_override_reason"),
        ]
        indexes = [models.Index(fields=["day"], name="pit_override_day")]

    def __str__(self) -> str:
        return f"{self.paid} for {self.engine}"


class DiceStep(AppendOnly):
    """A step in the life of a dice set, signed by two: receipt, inspection, issue, withdrawal. Append-only."""

    STEPS = ("receipt", "inspection", "issue", "withdrawal")

    id = models.BigAutoField(primary_key=True)
    dice = models.CharField(max_length=20, help_text="the set's own number, as engraved")
    n = models.SmallIntegerField(help_text="of this set, from 1")
    step = models.CharField(max_length=10)
    table = models.ForeignKey("pit.Table", on_delete=models.PROTECT, related_name="+", null=True, db_index=False)
    signer = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    witness = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    remark = models.CharField(max_length=200, db_default="")
    profile = profile_version()
    at = models.DateTimeField()
    recorded_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["dice", "n"], name="pit_dice_order"),
            models.CheckConstraint(
                condition=models.Q(step__in=["receipt", "inspection", "issue", "withdrawal"]), name="pit_dice_step"
            ),
            models.CheckConstraint(condition=~models.Q(signer=models.F("witness")), name="pit_dice_two"),
            models.CheckConstraint(
                condition=models.Q(step__in=["issue", "withdrawal"], table__isnull=False)
                | models.Q(step__in=["receipt", "inspection"], table=None),
                name="pit_dice_table",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.dice}: {self.step}"
