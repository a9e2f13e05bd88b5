from django.apps import AppConfig


class BundleConfig(AppConfig):
    name = "casino.bundle"
    label = "bundle"
