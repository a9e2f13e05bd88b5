"""The cage's documents: slips with their signatures, transfers between drawers, what comes from outside."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from casino.cage.models_drawers import ChipExchange, DrawerCount
from casino.pit.models import Shift
from casino.profile.stamp import profile_version
from ledger.append_only import AppendOnly

__all__ = [
    "ChipExchange", "DrawerCount", "OutsideDocument", "Slip", "SlipPrint", "SlipSignature", "SlipYear", "Transfer",
]  # fmt: skip


class SlipYear(models.Model):
    """The last slip number given in a gaming-day year; locked by whoever takes the next."""

    year = models.SmallIntegerField(primary_key=True)
    last = models.IntegerField()

    def __str__(self) -> str:
        return f"{self.year}: {self.last}"


class Slip(models.Model):
    """A fill (cage to table) or credit slip (table to cage); see README for its life.

    `lines` maps denomination to pieces and never changes; `amount` is their sum (a CHECK), in minor units. `number` is
    given by the database, gap-free in its year. The chips move in the posting (`slip:<id>`, `done`), once every
    signature that the profile asks for stands over the same amount.
    """

    id = models.BigAutoField(primary_key=True)
    year = models.SmallIntegerField(help_text="gaming-day year")
    number = models.IntegerField()
    kind = models.CharField(max_length=6)
    shift = models.ForeignKey(Shift, on_delete=models.PROTECT, related_name="+")
    table_code = models.CharField(max_length=12, db_collation="C")
    day = models.DateField(help_text="gaming day of the shift")
    window = models.SmallIntegerField()
    lines = models.JSONField()
    amount = models.BigIntegerField()
    steps = models.JSONField(help_text="signatures asked for, in order, by the profile of its day")
    profile = models.IntegerField(help_text="version of the house profile")
    state = models.CharField(max_length=9, db_default="requested")
    reason = models.TextField(db_default="", help_text="why it is void, or what it reverses")
    reverses = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="reversed_by")
    at = models.DateTimeField()
    recorded_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["year", "number"], name="cage_slip_number"),
            models.UniqueConstraint(
                fields=["reverses"], condition=~models.Q(state="void"), name="cage_slip_reversed_once"
            ),
            models.CheckConstraint(condition=models.Q(kind__in=["fill", "credit"]), name="cage_slip_kind"),
            models.CheckConstraint(
                condition=models.Q(state__in=["requested", "issued", "carried", "counted", "done", "void"]),
                name="cage_slip_state",
            ),
            models.CheckConstraint(condition=models.Q(amount__gt=0), name="cage_slip_amount"),
            models.CheckConstraint(
                condition=~models.Q(state="void") | ~models.Q(reason=""), name="cage_slip_void_reason"
            ),
        ]
        indexes = [
            models.Index(
                fields=["window"],
                condition=~models.Q(state__in=["done", "void"]),
                name="cage_slip_on_the_way",
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.year}/{self.number}"


class SlipSignature(AppendOnly):
    """One person's signature for one step of a slip, over an amount that he counted or saw. Append-only."""

    id = models.BigAutoField(primary_key=True)
    slip = models.ForeignKey(Slip, on_delete=models.PROTECT, related_name="signatures", db_index=False)
    step = models.CharField(max_length=12)
    login = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    role = models.CharField(max_length=20, help_text="the role he signed in")
    amount = models.BigIntegerField()
    at = models.DateTimeField()
    recorded_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["slip", "step"], name="cage_signature_step"),
            models.UniqueConstraint(
                fields=["slip", "login"],
                condition=~models.Q(step__in=["void", "void_witness"]),
                name="cage_signature_person",
            ),
            models.UniqueConstraint(
                fields=["slip", "login"],
                condition=models.Q(step__in=["void", "void_witness"]),
                name="cage_signature_void_person",
            ),
            models.CheckConstraint(
                condition=models.Q(step__in=["request", "issue", "carry", "count", "witness", "void", "void_witness"]),
                name="cage_signature_step_known",
            ),
            models.CheckConstraint(condition=models.Q(amount__gte=0), name="cage_signature_amount"),
        ]

    def __str__(self) -> str:
        return f"{self.step} by {self.login_id}"


class SlipPrint(AppendOnly):
    """A slip put on paper: copy 0 is the original, every later one says REPRINT and its number. Append-only."""

    id = models.BigAutoField(primary_key=True)
    slip = models.ForeignKey(Slip, on_delete=models.PROTECT, related_name="prints", db_index=False)
    copy = models.SmallIntegerField()
    login = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    at = models.DateTimeField()
    recorded_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["slip", "copy"], name="cage_print_copy"),
            models.CheckConstraint(condition=models.Q(copy__gte=0), name="cage_print_copy_from_0"),
        ]

    def __str__(self) -> str:
        return f"copy {self.copy} of slip {self.slip_id}"


class Transfer(models.Model):
    """Chips or cash handed from one drawer of the cage to another; they move when the receiver accepts."""

    id = models.BigAutoField(primary_key=True)
    source = models.CharField(max_length=20, help_text="cage:vault or cage:window:2")
    target = models.CharField(max_length=20)
    asset = models.CharField(max_length=9, help_text="chips:GBP or cash:GBP")
    amount = models.BigIntegerField()
    day = models.DateField()
    state = models.CharField(max_length=9, db_default="offered")
    sender = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    receiver = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, db_index=False
    )
    profile = profile_version()
    at = models.DateTimeField()
    recorded_at = models.DateTimeField(db_default=Now())
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(state="offered", receiver=None, ended_at=None)
                | models.Q(state__in=["accepted", "refused"], receiver__isnull=False, ended_at__isnull=False),
                name="cage_transfer_state",
            ),
            models.CheckConstraint(condition=models.Q(amount__gt=0), name="cage_transfer_amount"),
            models.CheckConstraint(condition=~models.Q(source=models.F("target")), name="cage_transfer_two_places"),
            models.CheckConstraint(
                condition=models.Q(receiver=None) | ~models.Q(receiver=models.F("sender")),
                name="cage_transfer_two_people",
            ),
        ]
        indexes = [models.Index(fields=["source"], condition=models.Q(state="offered"), name="cage_transfer_offered")]

    def __str__(self) -> str:
        return f"{self.source} to {self.target}"


class OutsideDocument(AppendOnly):
    """Chips issued or destroyed, cash fetched from or brought to the bank; two people sign. Append-only."""

    id = models.BigAutoField(primary_key=True)
    kind = models.CharField(max_length=13)
    place = models.CharField(max_length=40, help_text="the account that receives or gives")
    asset = models.CharField(max_length=9)
    lines = models.JSONField(null=True, help_text="chips by denomination; null for cash")
    amount = models.BigIntegerField()
    day = models.DateField()
    signer = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    witness = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    profile = models.IntegerField(help_text="version of the house profile")
    at = models.DateTimeField()
    recorded_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind__in=["chip_issue", "chip_destroy", "bank_fetch", "bank_bring"]),
                name="cage_outside_kind",
            ),
            models.CheckConstraint(condition=models.Q(amount__gt=0), name="cage_outside_amount"),
            models.CheckConstraint(condition=~models.Q(signer=models.F("witness")), name="cage_outside_two_signers"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.amount}"
