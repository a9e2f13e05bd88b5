"""The ledger's tables as Django sees them; what Django can't say stands in ledger/sql.

Amounts and balances are bigints in minor units of the asset's currency, chips too. No row here is written by the ORM
except kinds and assets, which rooms above add in their migrations.
"""

from typing import TYPE_CHECKING, Any

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from ledger.append_only import AppendOnly, DoorOnly

if TYPE_CHECKING:
    _Integer = models.BigIntegerField[int, int]
    _Text = models.TextField[str, str]
else:
    _Integer = models.BigIntegerField
    _Text = models.TextField


class TransactionId(_Integer):
    """PostgreSQL's 64-bit transaction id (xid8), read as an int; the sealer compares it with snapshots."""

    def db_type(self, connection: Any) -> str:
        return "xid8"

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> int | None:
        return None if value is None else int(value)


class Snapshot(_Text):
    """PostgreSQL's pg_snapshot: which transactions were done at a moment."""

    def db_type(self, connection: Any) -> str:
        return "pg_snapshot"


class Asset(models.Model):
    """What is counted: chips, cash or a claim in one currency, `chips:GBP`. `places` are the currency's decimals."""

    id = models.SmallAutoField(primary_key=True)
    code = models.TextField(unique=True, db_collation="C")
    places = models.SmallIntegerField(default=2)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(code__regex=r"^(chips|cash|claim):[A-Z]{3}$"), name="ledger_asset_code"),
            models.CheckConstraint(condition=Q(places__gte=0, places__lte=4), name="ledger_asset_places"),
        ]

    def __str__(self) -> str:
        return self.code


class Account(DoorOnly):
    """A place that holds one asset. `floor` null means it may go below zero; which paths may is the schema's rule."""

    id = models.BigAutoField(primary_key=True)
    balance = models.BigIntegerField(default=0)
    version = models.BigIntegerField(default=0)
    floor = models.BigIntegerField(null=True)
    ceiling = models.BigIntegerField(null=True)
    opened_at = models.DateTimeField()
    recorded_at = models.DateTimeField()
    asset = models.ForeignKey(Asset, models.PROTECT, related_name="+", db_index=False)
    path = models.TextField(db_collation="C")
    place = models.TextField(db_collation="C", editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["place"], name="ledger_account_place"),
            models.UniqueConstraint(fields=["path", "asset"], name="ledger_account_path"),
            models.UniqueConstraint(fields=["id", "asset"], name="ledger_account_asset"),
            models.CheckConstraint(condition=Q(balance__gte=models.F("floor")), name="ledger_account_floor"),
            models.CheckConstraint(condition=Q(balance__lte=models.F("ceiling")), name="ledger_account_ceiling"),
        ]

    @property
    def kind(self) -> str:
        """What sort of place it is: the path's first word, `table` for `table:7:tray`."""
        return self.path.partition(":")[0]

    def __str__(self) -> str:
        return self.path


class BoundChange(DoorOnly):
    """Who gave an account which bounds, and why; the account itself changes by this row."""

    id = models.BigAutoField(primary_key=True)
    xact = TransactionId()
    changed_at = models.DateTimeField()
    account = models.ForeignKey(Account, models.PROTECT, related_name="bound_changes")
    floor = models.BigIntegerField(null=True)
    ceiling = models.BigIntegerField(null=True)
    actor = models.TextField()
    approvers = ArrayField(models.TextField())
    reason = models.TextField()

    class Meta:
        db_table = "ledger_bound_change"

    def __str__(self) -> str:
        return f"{self.account_id} {self.floor} to {self.ceiling} by {self.actor}"


class Kind(models.Model):
    """What a posting may be. `finishes`: still admitted while its period is closing."""

    code = models.TextField(primary_key=True, db_collation="C")
    finishes = models.BooleanField(default=False)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(code__regex=r"^[a-z]+(_[a-z]+)*$"), name="ledger_kind_code")]

    def __str__(self) -> str:
        return self.code


class Period(DoorOnly):
    """A gaming day of the books: open, closing (only what finishes the day), closed (nothing)."""

    day = models.DateField(primary_key=True)
    state = models.TextField(default="open")
    actor = models.TextField()
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(state__in=["open", "closing", "closed"]), name="ledger_period_state")
        ]

    def __str__(self) -> str:
        return f"{self.day} {self.state}"


class PeriodChange(DoorOnly):
    """One step of a period's life; written by a trigger, whoever changes the period."""

    id = models.BigAutoField(primary_key=True)
    period = models.ForeignKey(Period, models.PROTECT, related_name="changes", db_column="day")
    state = models.TextField()
    actor = models.TextField()
    changed_at = models.DateTimeField()

    class Meta:
        db_table = "ledger_period_change"

    def __str__(self) -> str:
        return f"{self.period_id} {self.state} by {self.actor}"


class Posting(DoorOnly):
    """One business event: its transfers happen together or not at all."""

    id = models.BigAutoField(primary_key=True)
    xact = TransactionId()
    effective_at = models.DateTimeField()
    recorded_at = models.DateTimeField()
    reverses = models.ForeignKey(
        "self", models.PROTECT, related_name="reversals", null=True, db_index=False, db_constraint=False
    )
    void_of = models.ForeignKey(
        "self", models.PROTECT, related_name="voids", null=True, db_index=False, db_constraint=False
    )
    public_id = models.UUIDField(unique=True)
    # Kind and period are checked by the guard trigger, once a call and under the period's lock, in place of two
    # foreign keys that would look the same rows up again for each posting.
    period = models.ForeignKey(Period, models.PROTECT, related_name="+", db_constraint=False, db_column="period")
    kind = models.ForeignKey(
        Kind, models.PROTECT, related_name="+", db_constraint=False, db_index=False, db_column="kind"
    )
    actor = models.TextField()
    approvers = ArrayField(models.TextField(), default=list)
    reason = models.TextField(default="")
    scope = models.TextField(db_collation="C")
    key = models.TextField(db_collation="C")
    facts = models.JSONField(default=dict)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["scope", "key"], name="ledger_posting_key"),
            models.UniqueConstraint(
                fields=["reverses"], condition=Q(reverses__isnull=False), name="ledger_posting_reversed_once"
            ),
            models.CheckConstraint(condition=~Q(key=""), name="ledger_posting_key_given"),
            models.CheckConstraint(condition=Q(actor__regex=r"^[a-z]+(:[0-9]+)?$"), name="ledger_posting_actor"),
        ]
        # The sealer finds what is new by transaction.
        indexes = [models.Index(fields=["xact"], name="ledger_posting_xact")]

    def __str__(self) -> str:
        return f"{self.kind_id} {self.public_id}"


class Transfer(DoorOnly):
    """`amount` of one asset from the credit account to the debit account, with both balances and versions after it."""

    id = models.BigAutoField(primary_key=True)
    posting = models.ForeignKey(Posting, models.PROTECT, related_name="transfers", db_constraint=False)
    # The foreign keys in the database are composite (account, asset), so an asset can't change on the way: see
    # sql/tables.sql.
    debit = models.ForeignKey(Account, models.PROTECT, related_name="+", db_constraint=False, db_index=False)
    credit = models.ForeignKey(Account, models.PROTECT, related_name="+", db_constraint=False, db_index=False)
    amount = models.BigIntegerField()
    debit_balance = models.BigIntegerField()
    credit_balance = models.BigIntegerField()
    debit_version = models.BigIntegerField()
    credit_version = models.BigIntegerField()
    recorded_at = models.DateTimeField()
    asset = models.ForeignKey(Asset, models.PROTECT, related_name="+", db_constraint=False, db_index=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["debit", "debit_version"], name="ledger_transfer_debit_version"),
            models.UniqueConstraint(fields=["credit", "credit_version"], name="ledger_transfer_credit_version"),
        ]
        indexes = [
            models.Index(fields=["debit", "recorded_at"], name="ledger_transfer_debit_time"),
            models.Index(fields=["credit", "recorded_at"], name="ledger_transfer_credit_time"),
        ]

    def __str__(self) -> str:
        return f"{self.amount} {self.credit_id} → {self.debit_id}"


class Answer(DoorOnly):
    """The first answer to a request, kept for ever: its key (within a scope), the request's hash, what was said."""

    id = models.BigAutoField(primary_key=True)
    answered_at = models.DateTimeField()
    scope = models.TextField(db_collation="C")
    key = models.TextField(db_collation="C")
    request_hash = models.BinaryField()
    answer = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["scope", "key"], name="ledger_answer_key")]

    def __str__(self) -> str:
        return f"{self.scope} {self.key}"


class Leaf(DoorOnly):
    """One sealed posting: its place in the log, from 0 and without gaps, and the hash of its canonical bytes."""

    sequence = models.BigIntegerField(primary_key=True)
    # The door takes only postings that are there, and none is ever deleted.
    posting = models.OneToOneField(Posting, models.PROTECT, related_name="leaf", db_constraint=False)
    hash = models.BinaryField()

    class Meta:
        db_table = "ledger_leaf"

    def __str__(self) -> str:
        return f"{self.sequence}: posting {self.posting_id}"


class Node(DoorOnly):
    """The hash over 2**level leaves from index * 2**level on; kept for every eighth level only, the rest is made."""

    pk = models.CompositePrimaryKey("level", "index")
    index = models.BigIntegerField()
    level = models.SmallIntegerField()
    hash = models.BinaryField()

    class Meta:
        db_table = "ledger_node"

    def __str__(self) -> str:
        return f"{self.index} of level {self.level}"


class Seal(DoorOnly):
    """The log as it was signed: `size` leaves, their root, the checkpoint's note.

    `snapshot` says which transactions the sealer saw; it means something only on the server `system_identifier`.
    """

    size = models.BigIntegerField(primary_key=True)
    system_identifier = models.BigIntegerField()
    sealed_at = models.DateTimeField()
    snapshot = Snapshot()
    root = models.BinaryField()
    checkpoint = models.TextField()

    class Meta:
        db_table = "ledger_seal"

    def __str__(self) -> str:
        return f"{self.size} sealed at {self.sealed_at:%Y-%m-%d %H:%M:%S}"


class Cosignature(DoorOnly):
    """A witness's line under a seal's checkpoint."""

    id = models.BigAutoField(primary_key=True)
    seal = models.ForeignKey(Seal, models.PROTECT, related_name="cosignatures", db_column="size")
    received_at = models.DateTimeField()
    witness = models.TextField(db_collation="C")
    line = models.TextField()

    class Meta:
        db_table = "ledger_cosignature"
        constraints = [models.UniqueConstraint(fields=["witness", "seal"], name="ledger_cosignature_once")]

    def __str__(self) -> str:
        return f"{self.seal_id} by {self.witness}"


__all__ = [
    "Account",
    "Answer",
    "AppendOnly",
    "Asset",
    "BoundChange",
    "Cosignature",
    "Kind",
    "Leaf",
    "Node",
    "Period",
    "PeriodChange",
    "Posting",
    "Seal",
    "Transfer",
]
