"""All settings, in one file. `BOARDGAMES_ENV` chooses `local` (as is), `test` or `production`;
`boardgames.environment.variables` reads the other variables."""

import re
import socket
import tomllib
from collections.abc import Callable
from email.headerregistry import Address
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from django.utils.translation import gettext_lazy as _
from psycopg.conninfo import conninfo_to_dict
from redis.backoff import NoBackoff
from redis.retry import Retry

from boardgames import logs
from boardgames.database.patience import PatientConnection
from boardgames.environment import variables
from boardgames.supervisor.home import Home
from boardgames.web import release
from boardgames.words import pseudo
from games.rules import registry

BASE_DIR = Path(__file__).resolve().parent.parent
HOME = Home.default()


def _kept(variable: str, keep: Callable[[], str]) -> str:
    """The default for a missing variable if this installation may write to its folder.

    In a container it may not.
    """
    try:
        return keep()
    except OSError as error:
        raise variables.WrongVariables(
            f"{variable} is missing, and nothing can be kept in {HOME.folder} instead "
            f"({error.strerror}): set {variable}, or {variable}_FILE."
        ) from None


variables.check_variables()
ENVIRONMENT = variables.BOARDGAMES_ENV.read()
PRODUCTION = ENVIRONMENT == "production"
TESTING = ENVIRONMENT == "test"
DEBUG = variables.DEBUG.read()
if DEBUG and PRODUCTION:
    raise variables.WrongVariables("DEBUG shows secrets to strangers: unset it, or BOARDGAMES_ENV.")
DATABASE_CONNECTIONS = variables.DATABASE_CONNECTIONS.read()

#: The release, as in CHANGELOG.md.
RELEASED: str = tomllib.loads((BASE_DIR / "pyproject.toml").read_text())["project"]["version"]
#: What runs here, as /readyz reports it; image builds may add the commit.
VERSION = variables.BOARDGAMES_VERSION.read() or RELEASED
# The operator's tools for errors and traces (`boardgames.observing`); neither by default.
SENTRY_DSN = variables.SENTRY_DSN.read()
TRACES = bool(variables.OTEL_EXPORTER_OTLP_ENDPOINT.read())
SITE_NAME = variables.SITE_NAME.read()
SITE_URL = variables.SITE_URL.read()
SECRET_KEY = variables.SECRET_KEY.read() or _kept("SECRET_KEY", lambda: HOME.secret("secret_key"))
# Identifies us to push services: a private key of P-256, 32 bytes in base64url.
VAPID_PRIVATE_KEY = variables.VAPID_PRIVATE_KEY.read() or _kept(
    "VAPID_PRIVATE_KEY", lambda: HOME.secret("vapid_private_key", 32)
)
# Whether push services and webhooks may be on this machine (`boardgames.http.safe_outbound`).
LOOPBACK_IS_OUTSIDE = not PRODUCTION
# The ports that they may use elsewhere, so that nobody scans for open ports through us.
OUTSIDE_PORTS = variables.OUTSIDE_PORTS.read()
# The operator's imprint, privacy, conduct, contact and help pages.
NOTICES = variables.NOTICES.read() or HOME.folder / "notices"
# How to reach the operator, where pages and e-mails tell people to write: an e-mail address or the
# address of a page. And where the source of the running service is.
CONTACT = variables.CONTACT.read()
SOURCE_URL = variables.SOURCE_URL.read()
# The number of our own proxies: that many entries at the end of X-Forwarded-For are reliable.
TRUSTED_PROXIES = variables.TRUSTED_PROXIES.read(1 if PRODUCTION else 0)
# The folder for access logs (who requested what from which address), a file per day.
ACCESS_LOG = variables.ACCESS_LOG.read() or HOME.folder / "access"
ACCESS_LOG_DAYS = (
    variables.ACCESS_LOG_DAYS.read() if DATABASE_CONNECTIONS == "pool" and not TESTING else 0
)
# The WebSocket's address if it has another origin: "wss://ws.example.org".
WEBSOCKET_URL = variables.WEBSOCKET_URL.read()

_site = urlsplit(SITE_URL)
_local_names = ["localhost", "127.0.0.1", "[::1]", socket.gethostname()]
ALLOWED_HOSTS = [
    _site.hostname or "localhost",
    *([] if PRODUCTION else _local_names),
    *variables.ALLOWED_HOSTS.read(),
]
CSRF_TRUSTED_ORIGINS = [SITE_URL]

INSTALLED_APPS = [
    "accounts",  # first, so that its German for texts of Django and allauth wins over theirs
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "channels",
    "csp",
    "boardgames",
    "community",
    "games",
    "notifications",
]

MIDDLEWARE = [
    *(["boardgames.http.watchdog.WatchdogMiddleware"] if DATABASE_CONNECTIONS == "pool" else []),
    "boardgames.http.requests.name_requests",
    *(["boardgames.http.access.note_requests"] if ACCESS_LOG_DAYS else []),
    *(["boardgames.observing.trace_requests"] if TRACES else []),
    "boardgames.http.metrics.measure_requests",
    "boardgames.http.errors.refuse_late",
    "boardgames.http.errors.name_what_is_taken",
    "boardgames.http.health.answer_at_any_name",
    "boardgames.http.reject_nul.reject_nul",
    "django.middleware.security.SecurityMiddleware",
    "boardgames.web.static_files.StaticFiles",
    "boardgames.http.compressing.compress_answers",
    "boardgames.http.policy.ContentPolicy",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "accounts.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.moderation.impersonation.middleware",
    "accounts.limits.guessing.remember_browser",
    "accounts.middleware.preferences",
    "accounts.middleware.keep_for_scripts",
    "accounts.middleware.keep_nothing",
    "accounts.middleware.GuestsKeepFirst",
]
# What API calls with a token need (see boardgames.wsgi).
MIDDLEWARE_FOR_PROGRAMS = [
    *(name for name in MIDDLEWARE if name.startswith("boardgames.")),
    "django.middleware.security.SecurityMiddleware",
    "accounts.middleware.language_asked_for",
]

# Workers link to pages and serve none.
ROOT_URLCONF = "boardgames.web.links" if DATABASE_CONNECTIONS == "keep" else "boardgames.urls"
WSGI_APPLICATION = "boardgames.wsgi.application"
ASGI_APPLICATION = "boardgames.asgi.application"

# --- Games keep their templates, static files and translations in their `table/` folders.


def _tables(name: str) -> list[Path]:
    """The folder `name` of every game type that has one."""
    packages = (import_module(rules.package) for rules in registry.all())
    folders = (Path(package.__path__[0]) / "table" / name for package in packages)
    return [folder for folder in folders if folder.is_dir()]


_CONTEXT_PROCESSORS = [
    "django.template.context_processors.request",
    "django.template.context_processors.i18n",
    "django.contrib.auth.context_processors.auth",
    "django.contrib.messages.context_processors.messages",
]
FORM_RENDERER = "boardgames.web.form_fields.Renderer"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates", *_tables("templates")],
        "APP_DIRS": False,
        "OPTIONS": {
            "environment": "boardgames.web.jinja2.environment",
            "context_processors": [
                *_CONTEXT_PROCESSORS,
                "boardgames.http.forms.token",
                "games.pages.waiting.context",
            ],
            "auto_reload": DEBUG,
        },
    },
    {  # for the admin
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [],
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": _CONTEXT_PROCESSORS},
    },
]

STATIC_URL = "/static/"
STATIC_ROOT = HOME.static
STATICFILES_DIRS = [BASE_DIR / "static", *_tables("static")]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if TESTING or DEBUG
        else "boardgames.web.static_files.HashedFiles",
    },
}
# Tells an open page that its scripts are from another release. Read at the start: the next release
# may be prepared in the same folder while this one runs.
RELEASE = release.name_release(STATIC_ROOT) or VERSION
WHITENOISE_USE_FINDERS = TESTING or DEBUG
WHITENOISE_KEEP_ONLY_HASHED_FILES = True

# --- Language and time

LANGUAGE_CODE = "en"
# A third language is a line here and its folders `locale/CODE` (`manage.py messages` makes them).
LANGUAGES: list[tuple[str, Any]] = [("en", _("English")), ("de", _("German"))]
# In these languages every text must be translated; others fall back to English.
COMPLETE_LANGUAGES = ["de"]
if TESTING or DEBUG:
    LANGUAGES.append((pseudo.LANGUAGE, pseudo.NAME))
LOCALE_PATHS = [BASE_DIR / "games/rules/locale", *_tables("locale")]
USE_I18N = True
FORMAT_MODULE_PATH = "boardgames.formats"
TIME_ZONE = "UTC"
USE_TZ = True

# --- PostgreSQL, the only truth

DATABASE_URL = variables.DATABASE_URL.read() or _kept("DATABASE_URL", lambda: HOME.database_url)
# A pooler that gives each transaction a session. Web processes use it for everything except what a
# session keeps, such as a lock between transactions. Statements are not prepared then.
DATABASE_POOLER_URL = variables.DATABASE_POOLER_URL.read() if DATABASE_CONNECTIONS == "pool" else ""


def _database(url: str, kept: str, *, pooler: bool = False) -> dict[str, object]:
    """The Django settings for a database URL; ``kept`` is a value of DATABASE_CONNECTIONS."""
    options: dict[str, object] = {**conninfo_to_dict(url)}  # this also supports several hosts
    limits = {"lock_timeout": "3s"}
    # A machine that is cut off does not close its connections. Both ends check now and then whether
    # the other is there (not on Unix sockets), so that within half a minute the database releases
    # its locks and its own requests fail.
    silence = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
    limits |= {f"tcp_{name}": str(value) for name, value in silence.items()}
    limits["tcp_user_timeout"] = "20s"
    if kept != "fresh":
        statement = "6s" if kept == "pool" else "10s"
        limits |= {"statement_timeout": statement, "idle_in_transaction_session_timeout": "15s"}
    if not pooler:  # a pooler has these in its own settings and would refuse or ignore them
        options["options"] = " ".join(f"-c {name}={value}" for name, value in limits.items())
    options.setdefault("connect_timeout", "3")
    options = {**silence, "tcp_user_timeout": 20_000, **options}
    if kept == "pool":
        options["pool"] = {
            "min_size": 2,
            "max_size": 20,
            "timeout": 5,
            "connection_class": PatientConnection,
        }
    return {
        "ENGINE": "boardgames.database.postgresql",
        "NAME": options.pop("dbname", ""),
        "USER": options.pop("user", ""),
        "PASSWORD": variables.DATABASE_PASSWORD.read() or options.pop("password", ""),
        "HOST": options.pop("host", ""),
        "PORT": options.pop("port", ""),
        "CONN_MAX_AGE": 60 if kept == "keep" else 0,
        "CONN_HEALTH_CHECKS": kept == "keep",  # the pool has its own time limit
        "DISABLE_SERVER_SIDE_CURSORS": pooler,
        "OPTIONS": options,
    }


if DATABASE_POOLER_URL:
    DATABASES = {
        "default": _database(DATABASE_POOLER_URL, "pool", pooler=True),
        "sessions": _database(DATABASE_URL, "fresh"),
    }
else:
    DATABASES = {"default": _database(DATABASE_URL, DATABASE_CONNECTIONS)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Redis: hints, wake-ups and counters, nothing that must last

REDIS_URL = variables.REDIS_URL.read() or _kept("REDIS_URL", lambda: HOME.redis_url)
HINT_SECONDS = variables.HINT_MILLISECONDS.read() / 1000  # the most that one hint may take
CACHES = {
    "default": {
        "BACKEND": "boardgames.redis.cache.ForgivingRedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "cache",
        "OPTIONS": {
            "socket_timeout": 0.3,
            "socket_connect_timeout": 0.3,
            "retry": Retry(NoBackoff(), 0),
        },
    },
}
# Celery writes a socket's URL differently.
CELERY_BROKER_URL = re.sub(r"\?db=", "?virtual_host=", REDIS_URL).replace(
    "unix://", "redis+socket://"
)

# --- Accounts

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
if TESTING:
    PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "accounts.entering.forms.LoginForm",
    "signup": "accounts.entering.forms.SignupForm",
    "user_token": "accounts.entering.resetting.UserTokenForm",
    "reset_password_from_key": "accounts.entering.resetting.ResetPasswordKeyForm",
}
ACCOUNT_TEMPLATE_EXTENSION = "html"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_USERNAME_MIN_LENGTH = 2
# People can play at once; e-mails about games need a confirmed address (`User.confirmed_email`).
ACCOUNT_EMAIL_VERIFICATION = "optional"
# Signing up does not reveal whether an address is known; it belongs to the person who confirms it.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_CHANGE_EMAIL = True  # one address each; a new one takes over when confirmed
ACCOUNT_EMAIL_NOTIFICATIONS = True  # of a changed password, address or second factor
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_SESSION_REMEMBER = True
# In addition to allauth's own. A class behind one address can sign up at once, but a script cannot
# create thousands.
ACCOUNT_RATE_LIMITS = {
    "guest": "40/m/ip,300/d/ip",
    "signup": "40/m/ip,300/d/ip",
    "login": "60/m/ip",
    "login_failed": "30/m/ip,500/d/ip,5/300s/key",
    "guessed": "50/h/key",  # wrong passwords for one account (accounts.limits.guessing)
    # E-mails that anybody can request (accounts.limits.letters): from one client to one address; to
    # one address. allauth counts by address alone, so a stranger could use up the owner's share.
    "letter": "5/d/key",
    "letters": "30/d/key",
    "reset_password": "20/m/ip",
    "confirm_email": None,
}
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if PRODUCTION else _site.scheme
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES
MFA_TOTP_ISSUER = SITE_NAME
MFA_ADAPTER = "accounts.entering.passkeys.MFAAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_FORMS = {
    "add_webauthn": "accounts.entering.passkeys.AddForm",
    "edit_webauthn": "accounts.entering.passkeys.EditForm",
    "login_webauthn": "accounts.entering.passkeys.LoginForm",
    "authenticate_webauthn": "accounts.entering.passkeys.AuthenticateForm",
    "reauthenticate_webauthn": "accounts.entering.passkeys.ReauthenticateForm",
}

# --- E-mail: files in the data folder, unless EMAIL_URL names a server (smtp://user:pass@host:587)


def _email(url: str) -> dict[str, object]:
    parts = urlsplit(url)
    secure = parts.scheme == "smtps"
    return {
        "EMAIL_BACKEND": "boardgames.mail.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or (465 if secure else 587),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": secure,
        "EMAIL_USE_TLS": not secure and "tls=0" not in parts.query,
    }


# Seconds for each answer of a mail server. The answer to an e-mail's text, which servers scan
# first, may take much longer; after the shorter time the sender continues with other e-mails.
EMAIL_TIMEOUT = 20
EMAIL_ANSWER_TIMEOUT = 600
EMAIL_PATIENCE = 5

EMAIL_BACKEND = "boardgames.mail.files.EmailBackend"
EMAIL_FILE_PATH = HOME.mail
# If no e-mail goes out, the page shows the link that confirms an address.
EMAIL_URL = variables.EMAIL_URL.read()
MAIL_STAYS_HERE = not EMAIL_URL and not PRODUCTION
if EMAIL_URL:
    globals().update(_email(EMAIL_URL))
DEFAULT_FROM_EMAIL = variables.EMAIL_FROM.read() or str(
    Address(SITE_NAME, addr_spec=f"noreply@{_site.hostname}")
)
SERVER_EMAIL = DEFAULT_FROM_EMAIL
# The sender address of e-mails, which also gets bounces, with a signed part before the @; and the
# token that callers need to hand us bounces.
EMAIL_BOUNCES = variables.EMAIL_BOUNCES.read()
BOUNCES_TOKEN = variables.BOUNCES_TOKEN.read()
# How many processes send e-mails at the same time, over all machines.
MAIL_SENDERS = variables.MAIL_SENDERS.read()

# Days after a game's end from which its moves may be packed; 0: never.
PACK_GAMES_AFTER = variables.PACK_GAMES_AFTER.read()

# --- Security

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        # Speculation rules run no scripts.
        "script-src": ["'self'", "'inline-speculation-rules'"],
        "img-src": ["'self'", "data:"],
        "connect-src": ["'self'", *([WEBSOCKET_URL] if WEBSOCKET_URL else [])],
        "worker-src": ["'self'"],
        "manifest-src": ["'self'"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
    }
}
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "boardgames.http.errors.stale_form"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_ENGINE = "accounts.sessions.store"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000
if PRODUCTION:
    SECURE_SSL_REDIRECT = True
    # Browsers cannot be made to forget it, so it starts with an hour.
    SECURE_HSTS_SECONDS = variables.HSTS_SECONDS.read()
    SECURE_HSTS_INCLUDE_SUBDOMAINS = variables.HSTS_SUBDOMAINS.read()
    # Browsers' own lists require a promise of a year, which this check does not need.
    SECURE_HSTS_PRELOAD = SECURE_HSTS_INCLUDE_SUBDOMAINS and SECURE_HSTS_SECONDS >= 31_536_000
    SILENCED_SYSTEM_CHECKS = ["security.W021"]
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    LANGUAGE_COOKIE_SECURE = True
    if TRUSTED_PROXIES:
        SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# The token to read /metrics from another machine: "Authorization: Bearer …".
METRICS_TOKEN = variables.METRICS_TOKEN.read()

# --- Logs: readable lines here, JSON in production

LOGGING_CONFIG = None
logs.configure(json=PRODUCTION, level=variables.LOG_LEVEL.read("WARNING" if TESTING else "INFO"))
