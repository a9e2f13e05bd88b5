"""What the house reads from its environment, each variable with its one-line refusal."""

import os
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit
from zoneinfo import ZoneInfo, available_timezones

from django.core.exceptions import ImproperlyConfigured

LOGINS = ("owner", "web", "worker", "fairness", "keeper", "sealer", "auditor")


def house_env() -> str:
    """`development` (default), `test` or `production`."""
    value = os.environ.get("HOUSE_ENV", "development")
    if value not in ("development", "test", "production"):
        raise ImproperlyConfigured(f"HOUSE_ENV is {value!r}: use development, test or production.")
    return value


def login() -> str:
    """Which of the house's database logins this process uses: one of LOGINS."""
    value = os.environ.get("HOUSE_LOGIN", "owner")
    if value not in LOGINS:
        raise ImproperlyConfigured(f"HOUSE_LOGIN is {value!r}: use one of {', '.join(LOGINS)}.")
    return value


def database_variable(name: str) -> str:
    return "DATABASE_URL" if name == "owner" else f"{name.upper()}_DATABASE_URL"


def parse_database_url(variable: str, url: str) -> dict[str, Any]:
    """A `postgresql://user:password@host:port/name` address as Django wants it; a socket folder goes in `?host=`."""
    parts = urlsplit(url)
    if parts.scheme not in ("postgres", "postgresql"):
        raise ImproperlyConfigured(f"{variable} must start with postgresql:// (PostgreSQL 15 to 18).")
    options = dict(parse_qsl(parts.query))
    host = options.pop("host", None) or unquote(parts.hostname or "")
    port = options.pop("port", None) or (str(parts.port) if parts.port else "")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": host,
        "PORT": port,
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
        # Generic plans: a throw's statements are the same all night, and planning them anew cost a third of it.
        "OPTIONS": {
            "connect_timeout": 5,
            "prepare_threshold": 2,
            "options": "-c plan_cache_mode=force_generic_plan",
            **options,
        },
    }


def database(name: str) -> dict[str, Any]:
    """The database as the login `name` sees it; without an address, one that refuses at first use."""
    variable = database_variable(name)
    url = os.environ.get(variable)
    if url:
        return parse_database_url(variable, url)
    if house_env() == "production" and not os.environ.get("HOUSE_BUILD"):
        raise ImproperlyConfigured(f"{variable} is not set: give postgresql://login:password@host/name.")
    return parse_database_url(variable, "postgresql://unset@/unset?host=/nonexistent")


def secrets_folder() -> Path | None:
    """The folder of key files (0700, outside database, backups, image and broker), or None."""
    value = os.environ.get("HOUSE_SECRETS")
    return Path(value) if value else None


BUILD_KEY = "built-without-a-secret"


def secret_key() -> str:
    """Django's signing key, from HOUSE_SECRET_KEY or the file `django.key`; production refuses a weak one."""
    value = os.environ.get("HOUSE_SECRET_KEY", "")
    folder = secrets_folder()
    if not value and folder and (folder / "django.key").is_file():
        value = (folder / "django.key").read_text().strip()
    if house_env() == "production" and not os.environ.get("HOUSE_BUILD") and (len(value) < 50 or value == BUILD_KEY):
        raise ImproperlyConfigured("HOUSE_SECRET_KEY must be set to at least 50 characters of your own.")
    return value or BUILD_KEY


def broker_url() -> str:
    """BROKER_URL as Celery writes a Valkey or Redis; without one, an address that refuses at first use."""
    value = os.environ.get("BROKER_URL") or "redis+socket:///nonexistent/valkey.sock"
    if not value.startswith(("redis://", "rediss://", "redis+socket://")):
        raise ImproperlyConfigured(
            f"BROKER_URL is {value!r}: give redis://, rediss:// or redis+socket:// and a server."
        )
    return value


def text(variable: str) -> str:
    """The variable as it stands, or empty."""
    return os.environ.get(variable, "")


def names(variable: str, default: str) -> list[str]:
    """A comma-separated list; brackets, quotes and blanks inside are refused with an example."""
    value = os.environ.get(variable, default)
    if any(c in value for c in "[]'\"") or " " in value.strip():
        raise ImproperlyConfigured(f"{variable} is a plain comma list, for example a.example,b.example.")
    return [part for part in value.strip().split(",") if part]


def zone() -> ZoneInfo:
    """The property's IANA zone from HOUSE_TZ; abbreviations and fixed offsets have no clock change: refused."""
    value = os.environ.get("HOUSE_TZ", "Europe/London")
    if "/" not in value or value.startswith("Etc/") or value not in available_timezones():
        raise ImproperlyConfigured(f"HOUSE_TZ is {value!r}: give an IANA region name such as Europe/London.")
    return ZoneInfo(value)
