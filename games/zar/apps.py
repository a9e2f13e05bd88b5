"""Zar as a Django app: only for its felt and its words."""

from django.apps import AppConfig


class ZarConfig(AppConfig):
    name = "games.zar"
    label = "zar"
