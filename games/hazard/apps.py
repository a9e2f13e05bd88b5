"""Hazard as a Django app: only for its felt and its words."""

from django.apps import AppConfig


class HazardConfig(AppConfig):
    name = "games.hazard"
    label = "hazard"
