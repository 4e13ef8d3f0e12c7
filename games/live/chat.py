"""What is said at a game's table: its players write, whoever may see the game reads."""

from typing import TypedDict

from django.core.cache import cache
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.company import ties
from accounts.conduct import sanctions
from games.errors import Forbidden, Illegal, TooMany
from games.facts import writing
from games.live import publishing
from games.models import ChatMessage, Seat
from games.storage.position import check_seen

MAX_LENGTH = 1000
PER_MINUTE = 12
PAGE = 100


class Message(TypedDict):
    """The text is as it was written, to be escaped where it is shown; empty if it is ``hidden``."""

    id: int
    user: str
    text: str
    at: str
    hidden: bool
    moderator: bool


def post(game_id: int, user_id: int, text: str) -> ChatMessage:
    """Say something. NotFound for who may not see the game, Forbidden for who only watches it or
    may not write, Illegal for too little or too much text, TooMany for too often."""
    if not Seat.objects.filter(game_id=game_id, user_id=user_id).exists():
        check_seen(game_id, user_id)
        raise Forbidden(_("Only the players of a game write here."), "no_seat")
    text = text.strip()
    if not text:
        raise Illegal(_("Write something first."), "empty")
    if len(text) > MAX_LENGTH:
        raise Illegal(
            _("A message may have %(most)d characters; this one has %(length)d.")
            % {"most": MAX_LENGTH, "length": len(text)},
            "too_long",
        )
    _check_not_muted(user_id)
    _count(user_id)
    with transaction.atomic(durable=True):
        return say(game_id, user_id, text)


def say(game_id: int, user_id: int, text: str, *, by_moderator: bool = False) -> ChatMessage:
    """Write it to the table, in the caller's transaction; who may is for the caller to have asked.
    A moderator needs no seat, and is named as one."""
    message = ChatMessage.objects.create(
        game_id=game_id, user_id=user_id, text=text, by_moderator=by_moderator
    )
    writing.said(game_id, user_id, message.pk, message.at)
    transaction.on_commit(lambda: publishing.say(game_id, "chat", **as_data(message)), robust=True)
    return message


def messages(game_id: int, reader: int | None = None, *, after: int = 0) -> list[ChatMessage]:
    """The last messages, oldest first, of those with a higher number than ``after``, without those
    of people whom the reader has blocked or who have blocked the reader, unless as a moderator.
    Whether the reader may see the game is for the caller to have asked."""
    rows = ChatMessage.objects.filter(game_id=game_id, id__gt=after).select_related("user")
    apart = ties.apart_from(reader)
    if apart:
        rows = rows.exclude(user__in=apart, by_moderator=False)
    return list(reversed(rows.order_by("-id")[:PAGE]))


def as_data(message: ChatMessage) -> Message:
    """A message as it is sent."""
    return {
        "id": message.pk,
        "user": message.user.username,
        "text": "" if message.hidden_at else message.text,
        "at": message.at.isoformat(timespec="seconds"),
        "hidden": message.hidden_at is not None,
        "moderator": message.by_moderator,
    }


def _check_not_muted(user_id: int) -> None:
    if why := sanctions.why_muted(user_id):
        raise Forbidden(why, "muted")


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
