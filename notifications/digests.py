"""What stands in an e-mail about several things: turns first, by the time left, then the rest."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.messages.words import compose
from games.models import Seat
from notifications.models import Delivery, Kind, Notification

#: A turn with less time left than this is urgent.
URGENT = timedelta(hours=24)
#: Kinds that say that the reader is to move, if that is still so.
TURNS = {Kind.YOUR_TURN, Kind.REMINDER, Kind.GAME_STARTED}


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
    turns: dict[int, Item] = {}
    others: dict[Kind, list[Item]] = {}
    for delivery in deliveries:
        notification = delivery.notification
        kind, seat = Kind(notification.kind), _to_move(notification)
        if seat is not None:
            turns.setdefault(seat.game_id, _turn(notification, seat))
        else:
            words = compose(notification)
            others.setdefault(kind, []).append(Item(words.short, words.path))
    groups = []
    if turns:
        items = sorted(turns.values(), key=lambda item: (item.seconds is None, item.seconds or 0))
        groups.append(Group(_("Your turn"), items))
    groups += [Group(_heading(kind), others[kind]) for kind in Kind if kind in others]
    urgent = sum(item.urgent for item in turns.values())
    said = _said(len(turns), urgent, sum(len(items) for items in others.values()))
    return Digest(
        subject=said,
        heading=said,
        button=_("To the most urgent game") if turns else _("To my games"),
        path=reverse("next") if turns else reverse("my"),
        groups=groups,
    )


def _to_move(notification: Notification) -> Seat | None:
    """The reader's seat if this says that it is to move, and it is."""
    if Kind(notification.kind) not in TURNS:
        return None
    seats = Seat.objects.filter(game=notification.game_id, index=notification.data["seat"])
    return seats.filter(user=notification.user_id, bot="", to_move=True).first()


def _turn(notification: Notification, seat: Seat) -> Item:
    words = compose(notification)
    if seat.deadline is None:
        return Item(words.about, words.path)
    left = seat.deadline - timezone.now()
    return Item(words.about, words.path, seat.deadline, left.total_seconds(), left < URGENT)


def _heading(kind: Kind) -> str:
    headings = {
        Kind.GAME_STARTED: _("Games that have started"),
        Kind.GAME_OVER: _("Games that are over"),
        Kind.CANCELLED: _("Games that are cancelled"),
        Kind.INVITED: _("Invitations"),
        Kind.JOINED: _("Who has joined"),
        Kind.LEFT: _("Who has left"),
        Kind.CHAT: _("Said at your tables"),
        Kind.VOTE: _("Votes"),
        Kind.OFFERED: _("Seats that are free"),
        Kind.MODERATED: _("From a moderator"),
    }
    return headings.get(kind, _("Also"))


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
