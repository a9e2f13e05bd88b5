"""The log's tables as Django sees them; who may write what, and how, stands in ledger/sql/log.sql."""

from typing import TYPE_CHECKING, Any

from django.db import models

from ledger.append_only import DoorOnly

if TYPE_CHECKING:
    _Text = models.TextField[str, str]
else:
    _Text = models.TextField


class Snapshot(_Text):
    """PostgreSQL's pg_snapshot: which transactions were done at a moment."""

    def db_type(self, connection: Any) -> str:
        return "pg_snapshot"


class Leaf(DoorOnly):
    """One sealed posting: its place in the log, from 0 and without gaps, and the hash of its canonical bytes."""

    sequence = models.BigIntegerField(primary_key=True)
    # The door takes only postings that are there, and none is ever deleted.
    posting = models.OneToOneField("ledger.Posting", models.PROTECT, related_name="leaf", db_constraint=False)
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
