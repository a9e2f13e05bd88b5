from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "casino.people"
    label = "people"
