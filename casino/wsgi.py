"""The web process: doors that may move money."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
os.environ.setdefault("HOUSE_LOGIN", "web")
application = get_wsgi_application()
