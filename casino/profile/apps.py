from django.apps import AppConfig


class ProfileConfig(AppConfig):
    name = "casino.profile"
    label = "profile"
