"""An exception looked into: the auditor's signature under it, with what came of it."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from casino.profile.stamp import profile_version
from ledger.append_only import AppendOnly


class SignOff(AppendOnly):
    """An auditor's sign-off of one exception of the register, once. Append-only."""

    id = models.BigAutoField(primary_key=True)
    subject = models.CharField(max_length=40, unique=True, help_text="count:12, drop:5, override:3, slip:9 …")
    reason = models.TextField()
    auditor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    profile = profile_version()
    at = models.DateTimeField()
    recorded_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [models.CheckConstraint(condition=~models.Q(reason=""), name="count_sign_off_reason")]

    def __str__(self) -> str:
        return self.subject
