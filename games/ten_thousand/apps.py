"""Ten thousand as a Django app: only for its felt and its words."""

from django.apps import AppConfig


class TenThousandConfig(AppConfig):
    name = "games.ten_thousand"
    label = "ten_thousand"
