from django.apps import AppConfig


class FairnessConfig(AppConfig):
    name = "casino.fairness"
    label = "fairness"
