"""A kind of notification: one object that knows all that is particular to it.

Planning, delivery, the bell, the channels and the settings treat all kinds alike and ask the kind
where they differ. A new kind is a class of facts where they are written
(``games.notification_events.kinds``), and a class of ``Kind`` where they are put in words
(``games.messages``), made known by ``@register``.
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
    """When somebody who has chosen nothing is told."""

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
    """That the reader is to move in the notification's game, and by when."""

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
    """Whoever has the game's page open has seen it, even before it is due."""
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
        """What its e-mail belongs to, for which mail programs keep letters together: a name such as
        "club-3"; empty for what stands alone."""
        return f"game-{notification.game_id}" if notification.game_id else ""

    def may_reach(self, user: User) -> bool:
        """Whether this person is ever told of such things: only then the settings list it."""
        return True

    def why_not(self, notification: Notification) -> str:
        """Why not to tell it (any more), in a few words for the admin; empty to tell it."""
        return ""

    @abstractmethod
    def words(self, notification: Notification) -> Words:
        """The message for its recipient, in the language and time zone that are active."""

    def telling(self, notifications: Sequence[Notification]) -> Callable[[Notification], Words]:
        """What gives the messages of these, where many are shown: a kind whose words need more of
        the database than every list of notifications has read asks for all of it here at once."""
        return self.words

    def letter(self, user: User, notification: Notification) -> Letter:
        """The e-mail for its recipient, in the language and time zone that are active."""
        return Letter(self.words(notification))

    def is_one_of_many(self, notification: Notification) -> bool:
        """Whether another one like it still waits for an answer: then they are told together, even
        where each would be told at once."""
        return False

    def said_by(self, notification: Notification) -> tuple[str, ...]:
        """Names of kinds: a message of one of these about the same game, if it has gone the same
        way since this was written, has said this, too."""
        return ()

    def worth_until(self, notification: Notification) -> datetime | None:
        """When it is too late to tell; None if it never is."""
        return None

    def turn(self, notification: Notification) -> Turn | None:
        """That the reader is to move, if it says so and that is still true: summaries list turns
        first, by the time left."""
        return None

    def audience(self, announcement: Announcement) -> Iterable[int]:
        """The numbers of all users whom an announcement of this kind concerns."""
        raise NotImplementedError(f"{self.name} is told to single persons")

    def planned(self, notifications: Sequence[Notification]) -> None:
        """Called in the transaction that hands these to their channels, to note it elsewhere."""


# Those that there are: each app makes its own known when it starts -------------------------------

_kinds: dict[str, Kind[Any]] = {}


class UnknownKind(LookupError):
    """No kind of notification has this name."""


def register(kind: type[K]) -> type[K]:
    """Make a kind known; as a decorator. Settings and summaries list kinds in this order."""
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


# What is asked of any notification ----------------------------------------------------------------


def why_not(notification: Notification) -> str:
    """Why not to tell a notification (any more), in a few words; empty to tell it.

    Asked when it is planned and once more when it is sent; a page that merely lies open says
    nothing, ``read_at`` is written for visible pages only.
    """
    if not notification.user.is_active and not kind_of(notification).keeps_out:
        return "account closed"
    if notification.read_at is not None and not rhythm.tells_if_seen(notification.user_id):
        return "seen"
    return kind_of(notification).why_not(notification)


def words_for_page(notifications: Iterable[Notification]) -> dict[int, Words]:
    """The messages, by notification; plain words where one cannot be said, so that a page shows all
    others."""
    by_kind: dict[str, list[Notification]] = {}
    for each in notifications:
        by_kind.setdefault(each.kind, []).append(each)
    words: dict[int, Words] = {}
    for those in by_kind.values():
        tell = _telling(those)
        words |= {each.pk: _said(tell, each) for each in those}
    return words


def _telling(notifications: Sequence[Notification]) -> Callable[[Notification], Words]:
    """What gives the messages of these, which are of one kind."""
    try:
        return kind_of(notifications[0]).telling(notifications)
    except Exception:  # noqa: BLE001  one of them fails: word each by itself, and log that one
        return lambda each: kind_of(each).words(each)


def _said(tell: Callable[[Notification], Words], notification: Notification) -> Words:
    try:
        return tell(notification)
    except Exception as error:  # whatever one suffers from, the others are shown
        log.warning("notification without its words", notification=notification.pk, exc_info=error)
        return Words(
            subject=_("Something has happened that cannot be shown at the moment"),
            heading=pgettext("bell", "Notifications"),
            lines=[],
            button=pgettext("bell", "Notifications"),
            path=reverse("notifications"),
        )
