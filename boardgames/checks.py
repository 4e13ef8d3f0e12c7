"""The checks of `manage.py check --deploy`, and those that `migrate` runs first."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error
from django.core.mail.backends.smtp import EmailBackend as SmtpBackend
from django.db import DEFAULT_DB_ALIAS
from django.utils.module_loading import import_string

from boardgames.database import history
from boardgames.web import notices


def complete_history(databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """An error if the database has had only some of the replaced migrations.

    It would otherwise stay incomplete.
    """
    gap = history.describe_gap() if DEFAULT_DB_ALIAS in (databases or ()) else ""
    return [Error(gap, id="boardgames.E008")] if gap else []


def words_of_the_operator(**kwargs: Any) -> list[CheckMessage]:
    """Errors for missing pages that only the operator can write.

    These pages say who runs the service and how it uses personal data, and tell people who were
    banned whom to contact.
    """
    errors: list[CheckMessage] = [
        Error(
            f"There is no page {notices.TITLES[name]!s}.",
            hint=f"Write {settings.NOTICES}/{name}.en.txt or {name}.de.txt.",
            id=f"boardgames.E00{number}",
        )
        for number, name in enumerate(notices.NEEDED, 1)
        if not notices.is_written(name)
    ]
    if not settings.CONTACT:
        errors.append(
            Error(
                "CONTACT is not set: people do not see whom to write to.",
                hint="An e-mail address, or the https address of a page.",
                id="boardgames.E003",
            )
        )
    return errors


def safe_all_the_way(**kwargs: Any) -> list[CheckMessage]:
    """Errors for addresses that mix https with plain connections.

    Browsers open no plain socket from an https page. Without a proxy in front nobody serves https,
    so each page would redirect to itself.
    """
    errors: list[CheckMessage] = []
    if settings.WEBSOCKET_URL.startswith("ws://") and settings.SITE_URL.startswith("https://"):
        errors.append(
            Error(
                f"WEBSOCKET_URL is {settings.WEBSOCKET_URL}, which no page with https:// may open.",
                hint=f"Write wss{settings.WEBSOCKET_URL.removeprefix('ws')}.",
                id="boardgames.E006",
            )
        )
    if not settings.TRUSTED_PROXIES:
        errors.append(
            Error(
                "TRUSTED_PROXIES is 0: without a proxy that speaks https no page can be reached.",
                hint="Set it to the number of your proxies in front of the service, such as 1.",
                id="boardgames.E007",
            )
        )
    return errors


def reachable(**kwargs: Any) -> list[CheckMessage]:
    """Errors for an address that nobody outside can reach: people open pages and follow links in
    e-mails."""
    errors: list[CheckMessage] = []
    if not settings.SITE_URL.startswith("https://"):
        errors.append(
            Error(
                f"SITE_URL is {settings.SITE_URL}, which is not an https:// address.",
                hint="People use this address, and links in e-mails lead to it.",
                id="boardgames.E004",
            )
        )
    if not issubclass(import_string(settings.EMAIL_BACKEND), SmtpBackend):
        errors.append(
            Error(
                "EMAIL_URL is not set: e-mails are written to files and reach nobody.",
                hint="smtp://user:password@host:587, or smtps://…",
                id="boardgames.E005",
            )
        )
    return errors
