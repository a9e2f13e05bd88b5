"""The live process: it tells screens what has changed and moves nothing."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
os.environ.setdefault("HOUSE_LOGIN", "web")
django.setup()

from casino.api.live import Live  # noqa: E402 (Django must be up before its models are imported)

live = Live()
