"""E-mails about several things: turns first, by the time left, then the rest.

A daily summary lists all games that wait for its reader, whether they are news or not.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from notifications import games, mail_links
from notifications.games import Waiting
from notifications.kinds import kind_of, registered
from notifications.models import Delivery, When

#: A turn with less time left than this is urgent.
URGENT = timedelta(hours=24)


@dataclass
class Item:
    """One line with the path of its link; ``seconds`` are left for it, None without a limit."""

    text: str
    path: str
    deadline: datetime | None = None
    seconds: float | None = None
    urgent: bool = False

    @property
    def link(self) -> str:
        return mail_links.link(self.path)


@dataclass
class Group:
    """Items of one kind under a heading."""

    heading: str
    items: list[Item]


@dataclass
class Digest:
    """An e-mail about several notifications."""

    subject: str
    heading: str
    button: str
    path: str
    groups: list[Group] = field(default_factory=list)


def list_waiting_games(user: User, deliveries: list[Delivery]) -> list[Waiting]:
    """The games that such an e-mail also lists because they wait for the user."""
    return games.provider().waiting_for(user) if deliveries[0].batch == When.DAILY else []


def digest(user: User, deliveries: list[Delivery]) -> Digest:
    """The e-mail in the active language and time zone, which are its recipient's."""
    turns: dict[int | None, Item] = {
        each.game_id: _item(each.about, each.path, each.deadline)
        for each in list_waiting_games(user, deliveries)
    }
    others: dict[str, list[Item]] = {}
    for delivery in deliveries:
        notification = delivery.notification
        kind = kind_of(notification)
        words, turn = kind.words(notification), kind.turn(notification)
        if turn is not None:
            item = _item(words.about, words.path, turn.deadline)
            turns.setdefault(notification.game_id, item)
        else:
            others.setdefault(kind.name, []).append(Item(words.short, words.path))
    groups = []
    if turns:
        items = sorted(turns.values(), key=lambda item: (item.seconds is None, item.seconds or 0))
        groups.append(Group(_("Your turn"), items))
    groups += [
        Group(str(kind.heading), others[kind.name]) for kind in registered() if kind.name in others
    ]
    urgent = sum(item.urgent for item in turns.values())
    said = _said(len(turns), urgent, sum(len(items) for items in others.values()))
    return Digest(
        subject=said,
        heading=said,
        button=_("Go to the most urgent game") if turns else _("Go to my games"),
        path=reverse("next") if turns else reverse("my"),
        groups=groups,
    )


def _item(about: str, path: str, deadline: datetime | None) -> Item:
    if deadline is None:
        return Item(about, path)
    left = deadline - timezone.now()
    return Item(about, path, deadline, left.total_seconds(), left < URGENT)


def _said(turns: int, urgent: int, others: int) -> str:
    """A count such as "7 turns, 2 urgent, 3 other pieces of news", without empty parts."""
    said = []
    if turns:
        said.append(ngettext("%(n)d turn", "%(n)d turns", turns) % {"n": turns})
    if urgent:
        said.append(ngettext("%(n)d urgent", "%(n)d urgent", urgent) % {"n": urgent})
    if others and turns:
        said.append(
            ngettext("%(n)d other notification", "%(n)d other notifications", others)
            % {"n": others}
        )
    elif others:
        said.append(ngettext("%(n)d notification", "%(n)d notifications", others) % {"n": others})
    return ", ".join(said)
