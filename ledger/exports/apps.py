"""Exports as a Django app of their own: the jobs that make them in the background are rows."""

from django.apps import AppConfig


class ExportsConfig(AppConfig):
    name = "ledger.exports"
    label = "exports"
    default_auto_field = "django.db.models.BigAutoField"
