"""The house's rules of work as versioned data."""

from django.db import models
from django.db.models.functions import Now


class Profile(models.Model):
    """One version of the house profile; never edited, the newest counts, decisions store the version."""

    version = models.AutoField(primary_key=True)
    data = models.JSONField()
    at = models.DateTimeField()
    recorded_at = models.DateTimeField(db_default=Now())
    made_by = models.BigIntegerField(null=True)
    reason = models.TextField()
