"""The web process: doors that may move money."""

import os
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
os.environ.setdefault("HOUSE_LOGIN", "web")


def check_collected(root: Path | None) -> None:
    """Refuses to start without the collected styles and scripts: a visitor would be the first to notice."""
    if root is None or not (root / "staticfiles.json").is_file():
        raise ImproperlyConfigured(f"There are no collected files in {root}: run manage.py collectstatic first.")


if settings.PRODUCTION:
    check_collected(settings.STATIC_ROOT)
application = get_wsgi_application()
