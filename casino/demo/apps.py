from django.apps import AppConfig


class DemoConfig(AppConfig):
    name = "casino.demo"
    label = "demo"
