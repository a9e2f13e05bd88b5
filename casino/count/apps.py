from django.apps import AppConfig


class CountConfig(AppConfig):
    name = "casino.count"
    label = "count"
