"""The admin room as a Django app: for its templates; what it shows is registered when the house is up."""

from django.apps import AppConfig


class OfficeConfig(AppConfig):
    name = "casino.admin"
    label = "office"
