"""Every setting of the site, read from the environment.

Nothing needs to be set: the one-command start provides the database and the broker, and what is secret is
made on first use and kept in `TENFOLD_HOME`.
"""

import logging
import os
import sys
from pathlib import Path

import environ
from celery.schedules import schedule
from csp.constants import NONE, SELF

from sandbox.image.recipe import NAME, of_this_release
from tenfold.logs import logging_config
from tenfold.secret_key import kept_secret_key

env = environ.Env()

ROOT = Path(__file__).resolve().parents[2]
TENFOLD_HOME = Path(env.str("TENFOLD_HOME", default=str(ROOT / "var"))).absolute()

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="") or kept_secret_key(TENFOLD_HOME)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

# --- where the bots run ---

# auto: Docker when it answers, else plain processes for house bots only; docker; process (for every bot).
SANDBOX = env.str("SANDBOX", default="auto")
BOT_IMAGE = of_this_release(env.str("BOT_IMAGE", default="") or NAME)
# The one with numpy, which competitions may choose then; empty: none.
BOT_IMAGE_NUM = of_this_release(env.str("BOT_IMAGE_NUM", default=""))
# Another OCI runtime for the bots' containers, such as runsc; empty: Docker's default.
BOT_RUNTIME = env.str("BOT_RUNTIME", default="")
# How many containers each process of a worker keeps waiting for the bots of its next match; 0: none.
WARM_POOL = env.int("WARM_POOL", default=4)
# Cores that matches may use, by number; empty: all that this process may use.
CORES = env.list("CORES", cast=int, default=[])
# Whether each process of a worker is bound to one of them; not for a worker that shares them with another.
PIN_CORES = env.bool("PIN_CORES", default=True)
# A claim on a match lapses this long after its worker was last heard of.
LEASE_SECONDS = env.int("LEASE_SECONDS", default=60)
# Test games that visitors without an account may play in an hour, counted by network; 0: none.
VISITOR_TEST_GAMES = env.int("VISITOR_TEST_GAMES", default=10)

# --- applications ---

INSTALLED_APPS = [
    "tenfold.accounts",
    "tenfold.bots",
    "tenfold.competitions",
    "tenfold.matches",
    "tenfold.drafts",
    "tenfold.rulings",
    "tenfold.tables",
    "tenfold.announcements",
    "tenfold.api",
    "tenfold.pages",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_filters",
    "django_htmx",
    "django_structlog",
    "rules",
    "axes",
    "csp",
]

MIDDLEWARE = [
    "tenfold.intake.from_the_asker",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    # The language that somebody chose in the footer, else what their browser asks for.
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    # After authentication, so that the log names who asked.
    "django_structlog.middlewares.RequestMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
    # After those that its answer is shown with; none of them reads the body.
    "tenfold.intake.within_bounds",
]

ROOT_URLCONF = "tenfold.urls"
WSGI_APPLICATION = "tenfold.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "platform" / "tenfold" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tenfold.pages.context.section",
                "tenfold.pages.context.sandbox",
            ],
        },
    },
]

# --- database, broker, cache ---

_DATABASE = env.db_url("DATABASE_URL", default="postgres://tenfold@localhost/tenfold")
# Nobody waits for ever for a database whose machine or network is gone; what stands in the URL goes first.
_GONE_AFTER = {
    "connect_timeout": 10,  # seconds, like the next three
    "keepalives_idle": 20,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,  # milliseconds
}
DATABASES = {
    "default": {
        **_DATABASE,
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": _GONE_AFTER | _DATABASE.get("OPTIONS", {}),
    },
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

BROKER_URL = env.str("BROKER_URL", default="redis://localhost:6379/0")
CACHES = {
    "default": {
        "BACKEND": "tenfold.forgetful.ForgetfulCache",
        # Celery and redis-py name a Unix socket differently.
        "LOCATION": BROKER_URL.replace("redis+socket://", "unix://", 1),
        "KEY_PREFIX": "tenfold",
        # No page waits longer for what it can do without.
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
    },
}

# --- people ---

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "rules.permissions.ObjectPermissionBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "sign_in"
LOGIN_REDIRECT_URL = "/bots/"
LOGOUT_REDIRECT_URL = "/"
CSRF_FAILURE_VIEW = "tenfold.pages.errors.stale_form"

# Ten wrong passwords for one name from one address lock that pair for a quarter of an hour.
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = 0.25
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_VERBOSE = False
AXES_LOCKOUT_CALLABLE = "tenfold.pages.errors.locked_out"

# --- language, time, files ---

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("nb", "Norsk bokmål")]
# Each app keeps its own catalogs, in its folder `locale`. Tasks speak English: what they write down is read
# by people of any language.
USE_I18N = True
FORMAT_MODULE_PATH = ["tenfold.formats"]
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SECURE = env.bool("HTTPS", default=False)
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATICFILES_DIRS = [ROOT / "platform" / "tenfold" / "static"]
# The image collects the static files under hashed names; a checkout serves them as they lie.
STATIC_MANIFEST = env.bool("STATIC_MANIFEST", default=False)
STATIC_ROOT = TENFOLD_HOME / "static" if STATIC_MANIFEST else None
WHITENOISE_USE_FINDERS = not STATIC_MANIFEST
STORAGES = {
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if STATIC_MANIFEST
        else "django.contrib.staticfiles.storage.StaticFilesStorage",
    },
}

# --- safety ---

# One upload is at most 1 MB packed; the rest is the form around it.
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_500_000
FILE_UPLOAD_MAX_MEMORY_SIZE = 1_500_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
DATA_UPLOAD_MAX_NUMBER_FILES = 2
# All of a request: an upload of 1 MB also as text, in which some bytes are written as several.
MOST_REQUEST_BYTES = 3_000_000

# Whether people reach the site by https, directly or through a proxy that sets X-Forwarded-Proto.
HTTPS = env.bool("HTTPS", default=False)
SECURE_SSL_REDIRECT = HTTPS
# How many proxies, one behind the other, stand in front and add to X-Forwarded-For whom they were asked by.
PROXIES = env.int("PROXIES", default=0)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS and not DEBUG else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_SECONDS > 0
# Entering the browsers' preload list binds a whole domain for years: for its owner to decide, not for us.
SILENCED_SYSTEM_CHECKS = ["security.W021"]
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = HTTPS
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = True
X_FRAME_OPTIONS = "DENY"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    },
}

# --- the queue ---

CELERY_BROKER_URL = BROKER_URL
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# Longer than the longest match may take, or Valkey hands a running match to a second worker (which would
# find nothing to claim).
LONGEST_MATCH_SECONDS = 2 * 3600
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": LONGEST_MATCH_SECONDS + 600,
    # No sender waits longer for a broker that is away or has stopped answering. A worker waits there for its
    # next message, for a second at a time.
    "socket_connect_timeout": 2,
    "socket_timeout": 3,
    "max_retries": 0,
}
# A worker and beat, for their part, wait for their broker as long as it takes.
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_TIME_LIMIT = LONGEST_MATCH_SECONDS
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# Celery would end its connection to the database around every task, and a new one costs half of the server's
# time for a match. `worker.use_connections_again` looks after them instead, as Django does between requests.
CELERY_DB_REUSE_MAX = sys.maxsize
# One process a core, of those that this one may use: the engine and the bots of one match share it.
_USABLE = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set(range(os.cpu_count() or 1))
CELERY_WORKER_CONCURRENCY = len(_USABLE.intersection(CORES) or _USABLE)
CELERY_TASK_DEFAULT_QUEUE = "housekeeping"
CELERY_TASK_ROUTES = {
    "tenfold.matches.tasks.play_trial": {"queue": "trial"},
    "tenfold.bots.tasks.check_version": {"queue": "trial"},
    "tenfold.matches.tasks.play_requested": {"queue": "requested"},
    "tenfold.matches.tasks.play_match": {"queue": "matches"},
    "tenfold.tables.tasks.play_on": {"queue": "tables"},
    "tenfold.drafts.tasks.play_draft": {"queue": "drafts"},
}
_PERIODS = {
    "tenfold.matches.tasks.sweep": LEASE_SECONDS / 4,
    "tenfold.matches.tasks.continue_house_league": 20,
    "tenfold.matches.tasks.adjust_waiting": 15,
    "tenfold.bots.tasks.sweep": 30,
    "tenfold.drafts.tasks.sweep": 15,
    "tenfold.competitions.tasks.start_due_rounds": 20,
    "tenfold.competitions.tasks.plan_forgotten": 30,
    "tenfold.competitions.tasks.extend_ladders": 10,
    "tenfold.competitions.tasks.refresh_stale": 60,
    "tenfold.tables.tasks.sweep": 10,
    "tenfold.accounts.tasks.clear_expired": 3600,
}
# A nudge of beat's that nobody took for a day is stale. Not sooner, although the next one does the same work:
# it expires by the clock of the worker, and one that is minutes fast would do no housekeeping at all.
CELERY_BEAT_SCHEDULE = {
    task: {"task": task, "schedule": schedule(seconds), "options": {"expires": 24 * 3600}}
    for task, seconds in _PERIODS.items()
}
CELERY_BEAT_SCHEDULER = "tenfold.timetable:Timetable"

# --- the API ---

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "tenfold.accounts.tokens.ScopedTokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": [
        "tenfold.api.parsers.ShallowJSONParser",
        "rest_framework.parsers.MultiPartParser",
    ],
    "DEFAULT_PAGINATION_CLASS": "tenfold.api.pages.NewestFirst",
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
        "rest_framework.throttling.ScopedRateThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {"anon": "600/min", "user": "1200/min", "token": "10/min"},
    # Count by REMOTE_ADDR, which tenfold.intake sets; else askers could name an address of their choice.
    "NUM_PROXIES": 0,
    "EXCEPTION_HANDLER": "tenfold.api.problems.answer",
    "PAGE_SIZE": 50,
}
REST_KNOX = {"TOKEN_TTL": None}
SPECTACULAR_SETTINGS = {
    "TITLE": "Tenfold API",
    "DESCRIPTION": "Submit bots, read competitions, standings, matches and replays.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
}

# --- logs ---

LOGGING_CONFIG = None
DJANGO_STRUCTLOG_CELERY_ENABLED = True
# That a task was asked for and begun is two lines for every message, and nobody misses them: its end has one.
DJANGO_STRUCTLOG_CELERY_TASK_START_LOG_LEVEL = logging.DEBUG
logging_config(json=not DEBUG)
