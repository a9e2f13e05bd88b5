"""The house's Celery application; what it was measured to need stands in settings/queues.py."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
app = Celery("hazard_house")
app.config_from_object("casino.settings.queues")
app.autodiscover_tasks(["casino"])
