"""Covered hazard as a Django app: only for its felt and its words."""

from django.apps import AppConfig


class CoveredHazardConfig(AppConfig):
    name = "games.covered_hazard"
    label = "covered_hazard"
