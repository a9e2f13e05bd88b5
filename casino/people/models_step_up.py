"""Second factors: a login's authenticator, and the codes that it gave."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from ledger.append_only import AppendOnly


class Authenticator(models.Model):
    """The secret that a login shares with its authenticator app; read by the web's login alone."""

    login = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, primary_key=True, related_name="authenticator"
    )
    secret = models.CharField(max_length=64, help_text="base32, RFC 6238")
    enrolled_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"authenticator of {self.login_id}"


class Confirmation(AppendOnly):
    """A code that a login gave, once: for a while its signatures are fresh. Append-only."""

    id = models.BigAutoField(primary_key=True)
    login = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    step = models.BigIntegerField(help_text="of 30 seconds since 1970: each code counts once")
    at = models.DateTimeField()
    recorded_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [models.UniqueConstraint(fields=["login", "step"], name="people_code_used")]

    def __str__(self) -> str:
        return f"{self.login_id} at {self.at}"
