"""What is said at a game's table: its players write, whoever may see the game reads."""

from typing import TypedDict

from django.core.cache import cache
from django.db import transaction
from django.utils.translation import gettext as _

from accounts import company
from games import facts
from games.errors import Forbidden, Illegal, TooMany
from games.live import publishing
from games.models import ChatMessage, Seat
from games.storage.position import load

MAX_LENGTH = 1000
PER_MINUTE = 12
PAGE = 100


class Message(TypedDict):
    """The text is as it was written, to be escaped where it is shown."""

    id: int
    user: str
    text: str
    at: str


def post(game_id: int, user_id: int, text: str) -> ChatMessage:
    """Say something. NotFound for who may not see the game, Forbidden for who only watches it,
    Illegal for too little or too much text, TooMany for too often."""
    text = text.replace("\0", "").strip()
    if not text:
        raise Illegal(_("Write something first."), "empty")
    if len(text) > MAX_LENGTH:
        raise Illegal(
            _("A message may have %(most)d characters; this one has %(length)d.")
            % {"most": MAX_LENGTH, "length": len(text)},
            "too_long",
        )
    if not Seat.objects.filter(game_id=game_id, user_id=user_id).exists():
        load(game_id, user_id)  # NotFound for who may not even see it
        raise Forbidden(_("Only the players of a game write here."), "no_seat")
    _count(user_id)
    with transaction.atomic(durable=True):
        message = ChatMessage.objects.create(game_id=game_id, user_id=user_id, text=text)
        facts.said(game_id, user_id, message.pk, message.at)
        transaction.on_commit(
            lambda: publishing.say(game_id, "chat", **as_data(message)), robust=True
        )
    return message


def messages(game_id: int, reader: int | None = None, *, after: int = 0) -> list[ChatMessage]:
    """The last messages, oldest first, of those with a higher number than ``after``, without those
    of people whom the reader has blocked or who have blocked the reader. Whether the reader may see
    the game is for the caller to have asked."""
    rows = ChatMessage.objects.filter(game_id=game_id, id__gt=after).select_related("user")
    apart = company.apart_from(reader)
    if apart:
        rows = rows.exclude(user__in=apart)
    return list(reversed(rows.order_by("-id")[:PAGE]))


def as_data(message: ChatMessage) -> Message:
    """A message as it is sent."""
    return {
        "id": message.pk,
        "user": message.user.username,
        "text": message.text,
        "at": message.at.isoformat(timespec="seconds"),
    }


def _count(user_id: int) -> None:
    """Without Redis nobody counts, and everybody may write."""
    key = f"chat/{user_id}"
    cache.add(key, 0, timeout=60)
    try:
        count = cache.incr(key)
    except ValueError:  # the minute has just ended
        return
    if count > PER_MINUTE:
        raise TooMany
