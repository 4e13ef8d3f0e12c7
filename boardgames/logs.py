"""Logging for all processes: structlog's renderers over the standard library."""

import logging
import logging.config
import re
import sys
import time
from collections.abc import Callable

import psycopg
import structlog
from django.db.utils import OperationalError
from structlog.typing import EventDict, Processor, WrappedLogger

from boardgames.http.requests import add_to_line

# What follows these words never reaches a log: bearer tokens, `?token=`, passwords, the key in the
# link to a private game.
_SECRET = re.compile(
    r"(?i)(bearer\s+|(?:token|password)[\"']?\s*[=:]\s*[\"']?|[?&]key=)([^\s&\"']+)"
)


#: These would log a line for each tick, task and start of a process.
QUIET = ("celery", "kombu", "httpx", "uvicorn.error", "uvicorn.access")
#: These log each attempt to reach the broker.
REPEATED = ("celery.worker.consumer.consumer", "celery.beat")


def _without_secrets(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """Blank tokens in the text of a line, as access logs quote URLs."""
    for name, value in event.items():
        if isinstance(value, str):
            event[name] = _SECRET.sub(r"\1***", value)
    return event


def _short_where_a_traceback_says_nothing(
    logger: WrappedLogger, method: str, event: EventDict
) -> EventDict:
    """One line instead of a traceback where the place in our code does not matter.

    This covers a database that is lost, busy or late, and WebSocket messages that are not text.
    There may be many such lines.
    """
    error = event.get("exc_info")
    error = sys.exception() if error is True else error[1] if isinstance(error, tuple) else error
    if isinstance(error, (OperationalError, psycopg.OperationalError)):
        del event["exc_info"]
        event["error"] = " ".join(str(error).split()) or repr(error)
    elif isinstance(error, UnicodeDecodeError) and "received from client" in str(event["event"]):
        del event["exc_info"]
    return event


#: Functions called for each error logged with a traceback: logger, error, message.
told: list[Callable[[str, BaseException, str], None]] = []


def of_no_person(error: str) -> str:
    """An error's message that may be stored outside the logs.

    Secrets are removed, and so are the lines in which PostgreSQL quotes the row ("Key (email)=(…)
    already exists").
    """
    return _SECRET.sub(r"\1***", error.strip().partition("\n")[0])


def _tell(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    error = event.get("exc_info")
    error = sys.exception() if error is True else error[1] if isinstance(error, tuple) else error
    if isinstance(error, BaseException) and event.get("level") in ("error", "critical"):
        for tell in told:
            tell(event["logger"], error, of_no_person(str(error)))
    return event


class _NotAgain(logging.Filter):
    """Passes Celery's message about an attempt to reach its broker once a minute."""

    EACH = 60.0

    def __init__(self) -> None:
        super().__init__()
        # Keyed by the text without its arguments, of which there are few.
        self._told: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        now, words = time.monotonic(), str(record.msg)
        if now - self._told.get(words, -self.EACH) < self.EACH:
            return False
        self._told[words] = now
        return True


def configure(*, json: bool, level: str) -> None:
    """Set up logging for this process: JSON lines, or lines for people."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        add_to_line,
        _short_where_a_traceback_says_nothing,
        _tell,
        structlog.processors.format_exc_info,
        _without_secrets,
    ]
    renderer = (
        structlog.processors.JSONRenderer()
        if json
        else structlog.dev.ConsoleRenderer(colors=False, pad_event_to=0)
    )
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {
                "structured": {
                    "()": structlog.stdlib.ProcessorFormatter,
                    "processors": [
                        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                        renderer,
                    ],
                    "foreign_pre_chain": shared,
                },
            },
            "filters": {"not again": {"()": _NotAgain}},
            "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "structured"}},
            "root": {"handlers": ["stderr"], "level": level},
            "loggers": {
                **{name: {"level": "WARNING"} for name in QUIET},
                **{name: {"filters": ["not again"]} for name in REPEATED},
            },
        }
    )
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
