"""A kind of notification: one object that knows all that is particular to it.

Planning, delivery, the bell, the channels and the settings treat all kinds alike, and ask the kind
for what is particular. A new kind is a class of facts where they are written
(``games.notification_events.kinds``), and a class of ``Kind`` where they are put in words
(``games.messages``), registered by ``@register``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

import msgspec
import structlog
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from notifications import groups, registry, rhythm
from notifications.content import Letter, Words
from notifications.groups import Group
from notifications.models import Announcement, Channel, Notification, When
from notifications.outbox import Fact

if TYPE_CHECKING:
    from accounts.models import User

log = structlog.get_logger(__name__)

F = TypeVar("F", bound=Fact)
K = TypeVar("K", bound="Kind[Any]")


class Defaults(NamedTuple):
    """When to notify a person who has chosen nothing."""

    mail: When
    push: When
    webhook: When

    def by(self, channel: Channel) -> When:
        return {Channel.MAIL: self.mail, Channel.PUSH: self.push, Channel.WEBHOOK: self.webhook}[
            channel
        ]


AT_ONCE = Defaults(When.NOW, When.NOW, When.NOW)
TOGETHER = Defaults(When.BATCHED, When.BATCHED, When.BATCHED)
NOT_AT_ALL = Defaults(When.NEVER, When.NEVER, When.NEVER)


@dataclass(frozen=True)
class Turn:
    """A turn of the reader in the notification's game, and its deadline."""

    deadline: datetime | None


class Kind(ABC, Generic[F]):
    """What notifications of one kind have in common."""

    fact: type[F]
    """What is stored of it; names the kind."""
    label: Promise
    """In the settings: "Tell me when …"."""
    group: Group
    """Under which the settings list it."""
    defaults: Defaults
    heading: Promise = gettext_lazy("Also")
    """Above its lines in a summary."""
    seen_at_the_table: bool = False
    """Readers with the game's page open have seen it, even before it is due."""
    pressing: bool = False
    """It is not put off until it is worth nothing, and makes a sound."""
    supersedes: tuple[str, ...] = ()
    """Names of kinds: what was told of the same game earlier no longer counts as unread."""
    keeps_out: bool = False
    """It may say that the account is closed, so that does not keep it back."""
    counts: bool = True
    """Its number says so; not for what the number of games that wait says already."""
    place: str = "game"
    """On a screen a message takes the place of the last one of the same game and place."""

    @property
    def name(self) -> str:
        return self.fact.kind

    def read(self, notification: Notification) -> F:
        """The stored fact; msgspec.ValidationError if it is none of this kind."""
        return msgspec.convert(notification.data, self.fact)

    def thread(self, notification: Notification) -> str:
        """The name of its e-mail thread, such as "club-3", by which mail programs group e-mails.

        Empty for a single e-mail.
        """
        return f"game-{notification.game_id}" if notification.game_id else ""

    def may_reach(self, user: User) -> bool:
        """Whether this person can ever get such notifications: only then the settings list the
        kind."""
        return True

    def why_not(self, notification: Notification) -> str:
        """Why not to send it (any more), in a few words for the admin; empty to send it."""
        return ""

    @abstractmethod
    def words(self, notification: Notification) -> Words:
        """The message in the active language and time zone, which are its recipient's."""

    def telling(self, notifications: Sequence[Notification]) -> Callable[[Notification], Words]:
        """A function that gives the messages of these notifications.

        A kind whose words need further data from the database loads all of it here at once.
        """
        return self.words

    def letter(self, user: User, notification: Notification) -> Letter:
        """The e-mail in the active language and time zone, which are its recipient's."""
        return Letter(self.words(notification))

    def is_one_of_many(self, notification: Notification) -> bool:
        """Whether another one like it is still unanswered: then both go out in a batch.

        That holds even for people who want each one at once.
        """
        return False

    def said_by(self, notification: Notification) -> tuple[str, ...]:
        """Names of kinds that say the same.

        A message of one of them about the same game, sent the same way since this was written,
        replaces this one.
        """
        return ()

    def worth_until(self, notification: Notification) -> datetime | None:
        """When it becomes too late to send it; None if never."""
        return None

    def turn(self, notification: Notification) -> Turn | None:
        """The turn that it announces, if that is still open: summaries list turns first."""
        return None

    def audience(self, announcement: Announcement) -> Iterable[int]:
        """The user ids of all recipients of such an announcement."""
        raise NotImplementedError(f"{self.name} is told to single persons")

    def planned(self, notifications: Sequence[Notification]) -> None:
        """Called in the transaction that hands these to their channels, to record it elsewhere."""


# The registry: each app registers its kinds when it starts -------------------------------

_kinds: dict[str, Kind[Any]] = {}


class UnknownKind(LookupError):
    """No kind of notification has this name."""


def register(kind: type[K]) -> type[K]:
    """Register a kind; a decorator. Settings and summaries list kinds in this order."""
    one = kind()
    if one.group not in groups.ALL:
        raise ValueError(f"no group has the kind of notification {one.name!r}")
    registry.enter(one.name, one.label)
    _kinds[one.name] = one
    return kind


def get(name: str) -> Kind[Any]:
    """The kind of this name, else UnknownKind."""
    try:
        return _kinds[name]
    except KeyError:
        raise UnknownKind(f"there is no kind of notification {name!r}") from None


def registered() -> list[Kind[Any]]:
    return list(_kinds.values())


def kind_of(notification: Notification) -> Kind[Any]:
    """The notification's kind; UnknownKind if it was stored by another release."""
    return get(notification.kind)


# For any notification ----------------------------------------------------------------


def why_not(notification: Notification) -> str:
    """Why not to send a notification (any more), in a few words; empty to send it.

    Called when it is planned and again when it is sent. A page that is merely open does not count
    as reading: ``read_at`` is written for visible pages only.
    """
    if not notification.user.is_active and not kind_of(notification).keeps_out:
        return "account closed"
    if notification.read_at is not None and not rhythm.tells_if_seen(notification.user_id):
        return "seen"
    return kind_of(notification).why_not(notification)


def words_for_page(notifications: Iterable[Notification]) -> dict[int, Words]:
    """The messages by notification, with plain words for one that raises an error.

    So a page shows all the others.
    """
    by_kind: dict[str, list[Notification]] = {}
    for each in notifications:
        by_kind.setdefault(each.kind, []).append(each)
    words: dict[int, Words] = {}
    for those in by_kind.values():
        tell = _telling(those)
        words |= {each.pk: _said(tell, each) for each in those}
    return words


def _telling(notifications: Sequence[Notification]) -> Callable[[Notification], Words]:
    """A function that gives the messages of these notifications of one kind."""
    try:
        return kind_of(notifications[0]).telling(notifications)
    except Exception:  # noqa: BLE001  one of them fails: word each by itself, and log that one
        return lambda each: kind_of(each).words(each)


def _said(tell: Callable[[Notification], Words], notification: Notification) -> Words:
    try:
        return tell(notification)
    except Exception as error:  # an error of one notification does not hide the others
        log.warning("notification without its words", notification=notification.pk, exc_info=error)
        return Words(
            subject=_("Something has happened that cannot be shown at the moment"),
            heading=pgettext("bell", "Notifications"),
            lines=[],
            button=pgettext("bell", "Notifications"),
            path=reverse("notifications"),
        )
