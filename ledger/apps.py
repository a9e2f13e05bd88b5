"""The ledger as a Django app, so that its tables come by migrations and its reads by the ORM."""

from django.apps import AppConfig


class LedgerConfig(AppConfig):
    name = "ledger"
    label = "ledger"
    default_auto_field = "django.db.models.BigAutoField"
