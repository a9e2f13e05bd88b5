"""Exports made in the background: a row a job, from the request to the file that can be fetched."""

from django.db import models
from django.db.models import Q


class Job(models.Model):
    """One export asked for. Its request never changes; once done or failed, nothing of it does (sql/jobs.sql).

    waiting → running → done, or failed for good; a try that broke off goes back to waiting, until the third.
    `rows_done` stays what the last try reached, `error` says why it ended. `folder` and `name`: where the file lies
    once it is done.
    """

    id = models.BigAutoField(primary_key=True)
    public_id = models.UUIDField(unique=True)
    kind = models.TextField(help_text="transfers, or what rooms above export")
    form = models.TextField(default="csv")
    scope = models.JSONField(help_text="as ledger.exports.Scope.plain")
    actor = models.TextField()
    requested_at = models.DateTimeField(help_text="by the database's clock")
    state = models.TextField(default="waiting")
    attempts = models.SmallIntegerField(default=0)
    lease_until = models.DateTimeField(null=True)
    rows_done = models.BigIntegerField(default=0)
    rows_total = models.BigIntegerField(null=True)
    folder = models.TextField(default="")
    name = models.TextField(default="")
    size = models.BigIntegerField(null=True)
    sha256 = models.TextField(default="")
    error_code = models.TextField(default="")
    error = models.TextField(default="")
    ended_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "ledger_export_job"
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "running", "done", "failed"]), name="ledger_export_job_state"
            ),
            models.CheckConstraint(
                condition=~Q(state="done") | (Q(size__isnull=False) & Q(sha256__regex="^[0-9a-f]{64}$")),
                name="ledger_export_job_done",
            ),
        ]
        indexes = [
            models.Index(fields=["id"], name="ledger_export_job_due", condition=Q(state__in=["waiting", "running"]))
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.public_id} {self.state}"
