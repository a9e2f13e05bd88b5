"""The office's addresses; importing its pages registers them."""

from django.urls import path

from casino.admin import books, house, people
from casino.admin.site import office

__all__ = ["books", "house", "people"]
urlpatterns = [path("", office.urls)]
