"""Everything stored about a person, as data: each app registers the parts of its tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import Model, QuerySet

from accounts import shared_browsers
from accounts.models import Privacy, Sanction, User

Section = Callable[[User], object]
_sections: dict[str, Section] = {}

#: The columns of an account, except those that only protect it (password, hashes).
_ACCOUNT = (
    *("id", "username", "email", "first_name", "last_name", "date_joined", "last_login"),
    *("language", "time_zone", "is_guest", "confirm_turns", "reminder_share", "calendar"),
    *("explain_first", "explained", "wants_betas", "closes_at"),
    *("bounced_at", "mail_rests_since"),
)


def register(name: str, section: Section) -> None:
    """Add a section to all exports."""
    _sections[name] = section


def everything(user: User) -> dict[str, object]:
    """The whole export, ready for JSON."""
    return {name: section(user) for name, section in _sections.items()}


def rows(found: QuerySet[Any, Any], *fields: str) -> list[dict[str, Any]]:
    """These fields of these rows, oldest first."""
    return list(found.order_by("pk").values(*fields))


def make_section(model: type[Model], *fields: str, by: str = "user") -> Section:
    """A section with these fields of the rows that belong to a person."""
    return lambda user: rows(model._default_manager.filter(**{by: user}), *fields)


def _register_ours(sections: Iterable[tuple[str, Section]]) -> None:
    for name, section in sections:
        register(name, section)


_register_ours(
    (
        ("account", lambda user: {name: getattr(user, name) for name in _ACCOUNT}),
        ("email_addresses", make_section(EmailAddress, "email", "verified", "primary")),
        ("second_factors", make_section(Authenticator, "type", "created_at", "last_used_at")),
        ("sessions", make_section(UserSession, "ip", "user_agent", "created_at")),
        ("bots", lambda user: rows(user.bots.all(), "username", "date_joined", "is_active")),
        (
            "api_tokens",
            lambda user: rows(user.api_tokens.all(), "name", "scope", "created_at", "last_used_at"),
        ),
        ("friends", lambda user: rows(user.friends.all(), "friend__username", "since")),
        ("privacy", make_section(Privacy, "hidden")),
        ("blocks", lambda user: rows(user.blocks.all(), "blocked__username", "since")),
        ("sanctions", make_section(Sanction, "kind", "reason", "at", "until", "ended_at")),
        # The other person is a secret about somebody else.
        ("browsers_shared", lambda user: rows(shared_browsers.list_pairs(user), "at")),
        ("former_names", lambda user: rows(user.former_names.all(), "name", "at")),
        ("circles", lambda user: rows(user.circles.all(), "name", "members__username")),
    )
)
