"""One append-only row per act: what the relay follows and the auditor reads."""

from django.db import models
from django.db.models.functions import Now

from ledger.append_only import AppendOnly


class AuditRow(AppendOnly):
    """Who did what to what, written in the act's own transaction.

    `at` is the door's time, `recorded_at` the database's. `topic` is set only where
    somebody else must hear of it: the relay then starts that task or webhook.
    """

    id = models.BigAutoField(primary_key=True)
    at = models.DateTimeField()
    recorded_at = models.DateTimeField(db_default=Now())
    actor = models.TextField(help_text="staff:7, player:42 or house")
    verb = models.CharField(max_length=40)
    subject = models.CharField(max_length=80)
    facts = models.JSONField(db_default={})
    topic = models.CharField(max_length=40, null=True)

    class Meta:
        indexes = [
            models.Index(fields=["subject", "id"], name="audit_subject"),
            models.Index(fields=["id"], name="audit_topic", condition=models.Q(topic__isnull=False)),
        ]


class Waiting(models.Model):
    """A topic row that the relay has still to hand on: kept by the database, so that what waits is found at once."""

    row = models.OneToOneField(AuditRow, on_delete=models.PROTECT, primary_key=True, related_name="+")


class Delivery(AppendOnly):
    """A topic row that the relay has handed on; at least once, so tasks are idempotent."""

    row = models.OneToOneField(AuditRow, on_delete=models.PROTECT, primary_key=True)
    delivered_at = models.DateTimeField(db_default=Now())
