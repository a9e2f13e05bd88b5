"""Django's settings, from the environment; every variable's rule is in `environment`."""

from pathlib import Path

from csp.constants import NONE, SELF

from casino.settings import environment

BASE_DIR = Path(__file__).resolve().parent.parent.parent
HOUSE_ENV = environment.house_env()
PRODUCTION = HOUSE_ENV == "production"
DEBUG = False
SECRET_KEY = environment.secret_key()
ALLOWED_HOSTS = environment.names("HOUSE_HOSTS", "" if PRODUCTION else "localhost,127.0.0.1")
CSRF_TRUSTED_ORIGINS = environment.names("HOUSE_ORIGINS", "")

INSTALLED_APPS = [
    "casino.admin.apps.OfficeConfig",
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "csp",
    "django_htmx",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "ledger",
    "ledger.exports",
    "casino.audit",
    "casino.profile",
    "casino.people",
    "casino.fairness",
    "casino.pit",
    "casino.cage",
    "casino.count",
    "casino.bundle",
    "casino.night",
    "casino.api",
    "casino.console",
    "casino.demo",
    # A game's felt and words; its rules need no app.
    *(f"games.{found.parent.name}" for found in sorted((BASE_DIR / "games").glob("*/apps.py"))),
]

MIDDLEWARE = [
    "casino.api.requests.Numbered",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "casino.console.middleware.SignedIn",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "casino.urls"
WSGI_APPLICATION = "casino.wsgi.application"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.ScryptPasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_USER_MODEL = "people.Login"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

LOGIN_NAME = environment.login()
DATABASES = {"default": environment.database(LOGIN_NAME)}

USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("ru", "Русский"), ("pt", "Português")]

STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "var" / "static" if PRODUCTION else None
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
if not PRODUCTION:
    STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    WHITENOISE_USE_FINDERS = True

LOGIN_URL = "console:login"
LOGIN_REDIRECT_URL = "console:floor"
LOGOUT_REDIRECT_URL = "console:login"
CSRF_FAILURE_VIEW = "casino.console.errors.stale_form"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"
if PRODUCTION:
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 31536000
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = True
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["knox.auth.TokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["casino.api.access.Nobody"],
    "DEFAULT_PARSER_CLASSES": ["casino.api.parsing.StrictJSON"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "casino.api.problems.handler",
    "DEFAULT_METADATA_CLASS": None,
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Hazard House",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": [],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}

# One line an event to standard error; whoever runs the process keeps it. Bodies and tokens are never logged.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {"casino": {"level": "INFO"}, "django": {"handlers": [], "propagate": True, "level": "WARNING"}},
}

HOUSE_URL = environment.text("HOUSE_URL")
HOUSE_ZONE = environment.zone()
HOUSE_SECRETS = environment.secrets_folder()
HOUSE_EXPORTS = Path(environment.text("HOUSE_EXPORTS") or BASE_DIR / "var" / "exports")
