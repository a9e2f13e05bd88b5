"""The end of a gaming day: its reconciliation in parts, what each check found, the cases left, the report."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from casino.pit.models import Table
from casino.profile.stamp import profile_version
from ledger.append_only import AppendOnly


class Night(models.Model):
    """The reconciliation of one gaming day. `at` is the door's time; leases and the rest are the database's."""

    id = models.BigAutoField(primary_key=True)
    property = models.CharField(max_length=12)
    day = models.DateField()
    kind = models.CharField(max_length=12, db_default="night")
    state = models.CharField(max_length=16, db_default="requested")
    actor = models.TextField()
    profile = models.IntegerField(help_text="version of the house profile")
    at = models.DateTimeField()
    requested_at = models.DateTimeField(db_default=Now())
    ended_at = models.DateTimeField(null=True)
    lease_until = models.DateTimeField(null=True, help_text="when the report, asked for, is asked for again")

    class Meta:
        indexes = [
            models.Index(
                fields=["day"], condition=models.Q(state__in=["requested", "reconciling"]), name="night_under_way"
            )
        ]
        constraints = [
            models.UniqueConstraint(fields=["property", "day", "kind"], name="night_once"),
            models.CheckConstraint(
                condition=models.Q(state__in=["requested", "reconciling", "reconciled", "with_exceptions", "failed"]),
                name="night_state",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.day} {self.state}"


class Part(models.Model):
    """One table of the night, or the house as a whole (`table` null, `table_code` empty): reconciled by one task.

    `run` grows when the day's books moved on after the part was done and it is done again. `through` is the last
    posting of the day that its checks saw.
    """

    id = models.BigAutoField(primary_key=True)
    night = models.ForeignKey(Night, on_delete=models.PROTECT, related_name="+", db_index=False)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    table_code = models.CharField(max_length=12, db_default="")
    state = models.CharField(max_length=8, db_default="pending")
    run = models.SmallIntegerField(db_default=1)
    starts = models.SmallIntegerField(db_default=0, help_text="how often a worker began it in this run")
    failures = models.SmallIntegerField(db_default=0, help_text="how often it raised in this run")
    error = models.TextField(db_default="")
    lease_until = models.DateTimeField(db_default=Now(), help_text="when it, asked for, is asked for again")
    through = models.BigIntegerField(null=True)
    figures = models.JSONField(null=True)
    done_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["night"], condition=models.Q(state__in=["pending", "running"]), name="night_part_under_way"
            )
        ]
        constraints = [
            models.UniqueConstraint(fields=["night", "table_code"], name="night_part_once"),
            models.CheckConstraint(
                condition=models.Q(state__in=["pending", "running", "done", "parked"]), name="night_part_state"
            ),
            models.CheckConstraint(
                condition=~models.Q(state="done") | models.Q(through__isnull=False, figures__isnull=False),
                name="night_part_done",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_code or 'house'} {self.state}"


class Check(AppendOnly):
    """What one check of a part found. `outcome`: passed, exception, or unknown where an input is missing."""

    id = models.BigAutoField(primary_key=True)
    part = models.ForeignKey(Part, on_delete=models.PROTECT, related_name="+", db_index=False)
    run = models.SmallIntegerField()
    name = models.CharField(max_length=20)
    outcome = models.CharField(max_length=9)
    looked_at = models.BigIntegerField(help_text="how many things were checked")
    sentence = models.TextField()
    evidence = models.JSONField()
    recorded_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["part", "run", "name"], name="night_check_once"),
            models.CheckConstraint(
                condition=models.Q(outcome__in=["passed", "exception", "unknown"]), name="night_check_outcome"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.outcome}"


class Case(AppendOnly):
    """An exception to be looked into: what, where, whose it is; its age counts from `recorded_at`."""

    id = models.BigAutoField(primary_key=True)
    check_made = models.ForeignKey(Check, on_delete=models.PROTECT, related_name="+", db_index=False)
    n = models.IntegerField()
    code = models.CharField(max_length=40)
    subject = models.CharField(max_length=80, help_text="round:12, close:7, table:H1, posting:9")
    sentence = models.TextField()
    facts = models.JSONField()
    owner = models.CharField(max_length=16, help_text="the role that looks into it")
    recorded_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [models.UniqueConstraint(fields=["check_made", "n"], name="night_case_once")]

    def __str__(self) -> str:
        return f"{self.code} {self.subject}"


class CaseSignOff(AppendOnly):
    """An auditor's sign-off of one case of a night, with what came of it, once. Append-only."""

    id = models.BigAutoField(primary_key=True)
    case = models.OneToOneField(Case, on_delete=models.PROTECT, related_name="+")
    reason = models.TextField()
    auditor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    profile = profile_version()
    at = models.DateTimeField()
    recorded_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [models.CheckConstraint(condition=~models.Q(reason=""), name="night_sign_off_reason")]

    def __str__(self) -> str:
        return f"case {self.case_id}"


class Report(AppendOnly):
    """The night's figures as they stood when the day closed: canonical JSON, its SHA-256, never written again."""

    night = models.OneToOneField(Night, on_delete=models.PROTECT, primary_key=True, related_name="+")
    figures = models.TextField(help_text="canonical JSON: keys sorted, no blanks, ASCII")
    digest = models.CharField(max_length=64)
    recorded_at = models.DateTimeField(db_default=Now())

    def __str__(self) -> str:
        return self.digest
