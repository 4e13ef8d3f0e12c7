"""What stands in an e-mail about several things: turns first, by the time left, then the rest."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from notifications.content import Words
from notifications.kinds import Turn, kind_of, known
from notifications.models import Delivery

#: A turn with less time left than this is urgent.
URGENT = timedelta(hours=24)


@dataclass
class Item:
    """One line with its link; ``seconds`` are left for it, None without a limit."""

    text: str
    path: str
    deadline: datetime | None = None
    seconds: float | None = None
    urgent: bool = False


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


def digest(deliveries: list[Delivery]) -> Digest:
    """The e-mail for its recipient, in the language and time zone that are active."""
    turns: dict[int | None, Item] = {}
    others: dict[str, list[Item]] = {}
    for delivery in deliveries:
        notification = delivery.notification
        kind = kind_of(notification)
        words, turn = kind.words(notification), kind.turn(notification)
        if turn is not None:
            turns.setdefault(notification.game_id, _item(words, turn))
        else:
            others.setdefault(kind.name, []).append(Item(words.short, words.path))
    groups = []
    if turns:
        items = sorted(turns.values(), key=lambda item: (item.seconds is None, item.seconds or 0))
        groups.append(Group(_("Your turn"), items))
    groups += [
        Group(str(kind.heading), others[kind.name]) for kind in known() if kind.name in others
    ]
    urgent = sum(item.urgent for item in turns.values())
    said = _said(len(turns), urgent, sum(len(items) for items in others.values()))
    return Digest(
        subject=said,
        heading=said,
        button=_("To the most urgent game") if turns else _("To my games"),
        path=reverse("next") if turns else reverse("my"),
        groups=groups,
    )


def _item(words: Words, turn: Turn) -> Item:
    if turn.deadline is None:
        return Item(words.about, words.path)
    left = turn.deadline - timezone.now()
    return Item(words.about, words.path, turn.deadline, left.total_seconds(), left < URGENT)


def _said(turns: int, urgent: int, others: int) -> str:
    """ "7 turns, 2 urgent, 3 other pieces of news": what there is of it."""
    said = []
    if turns:
        said.append(ngettext("%(n)d turn", "%(n)d turns", turns) % {"n": turns})
    if urgent:
        said.append(ngettext("%(n)d urgent", "%(n)d urgent", urgent) % {"n": urgent})
    if others and turns:
        said.append(ngettext("%(n)d other thing", "%(n)d other things", others) % {"n": others})
    elif others:
        said.append(ngettext("%(n)d piece of news", "%(n)d pieces of news", others) % {"n": others})
    return ", ".join(said)
