"""The house's Celery application; what it was measured to need stands in settings/queues.py."""

import os
from typing import Any

from celery import Celery
from celery.signals import worker_process_init

from deploy.local.leash import die_with_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
app = Celery("hazard_house")
app.config_from_object("casino.settings.queues")
app.autodiscover_tasks(["casino"])

_STARTED_BY = os.getpid()


@worker_process_init.connect
def _leash(**_: Any) -> None:
    """A pool process must not outlive a killed worker: it was seen to work on for seconds."""
    die_with_parent(_STARTED_BY)
