from django.apps import AppConfig


class NightConfig(AppConfig):
    name = "casino.night"
    label = "night"
