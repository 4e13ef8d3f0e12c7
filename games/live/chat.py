"""The chat of a game's table: players write, everybody who may see the game reads.

Spectators have a chat of their own, which players can read when the game is over."""

from __future__ import annotations

from typing import Annotated, Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db import transaction
from django.db.models import F, OuterRef, QuerySet
from django.db.models.functions import JSONObject
from django.utils.translation import gettext as _

from accounts.company import relationships
from accounts.moderation import sanctions
from boardgames.redis import rate_counter
from games.errors import Forbidden, Illegal, TooMany
from games.live import publishing, watching
from games.models import ChatMessage, Game, Reaction, Seat
from games.notification_events import writing
from games.showing.forms import About, Form, Moment
from games.storage.position import check_seen

MAX_LENGTH = 1000
PER_MINUTE = 12
PAGE = 100


class Message(Form):
    """The text is as it was written; escape it where it is shown."""

    id: int
    user: str
    text: str
    at: Moment
    hidden: Annotated[bool, About("by a moderator; its text is empty")]
    moderator: Annotated[bool, About("said as a moderator, not as a player")]
    onlookers: Annotated[bool, About("said among those who watch the game")]
    reactions: Annotated[dict[str, list[str]], About("the names of those who reacted, by kind")]


def post(
    game_id: int, user_id: int, text: str, *, onlookers: bool = False, key: str = ""
) -> ChatMessage:
    """Write to the table or, as one of its ``onlookers``, to the other spectators.

    NotFound if the writer may not see the game (``key``: that of its link), Forbidden if they may
    not write there, Illegal for too little or too much text, TooMany for too often."""
    check_writes(game_id, user_id, onlookers=onlookers, key=key)
    text = text.strip()
    if not text:
        raise Illegal(_("Write something first."), "empty")
    if len(text) > MAX_LENGTH:
        raise Illegal(
            _("A message can have at most %(most)d characters; this one has %(length)d.")
            % {"most": MAX_LENGTH, "length": len(text)},
            "too_long",
        )
    check_not_muted(user_id)
    if not rate_counter.allow(f"chat/{user_id}", PER_MINUTE, 60):
        raise TooMany
    with transaction.atomic(durable=True):
        return write_message(game_id, user_id, text, onlookers=onlookers)


def write_message(
    game_id: int, user_id: int, text: str, *, by_moderator: bool = False, onlookers: bool = False
) -> ChatMessage:
    """Store a message, in the caller's transaction; the caller has checked the writer's rights.

    A moderator needs no seat, and is named as moderator. Spectators' messages notify nobody.
    """
    message = ChatMessage.objects.create(
        game_id=game_id,
        user_id=user_id,
        text=text,
        by_moderator=by_moderator,
        onlookers=onlookers,
    )
    if not onlookers:
        writing.message_written(game_id, user_id, message.pk, message.at)
    tell(message, "chat", **as_data(message))
    return message


def messages(
    game_id: int, reader: int | None = None, *, after: int = 0, onlookers: bool = False
) -> list[ChatMessage]:
    """The last messages with a number above ``after``, oldest first.

    Left out are messages and reactions of people who block the reader or are blocked, except
    messages of moderators. The caller has checked that the reader may see the game, and the chat of
    ``onlookers``.
    """
    rows = shown_to(reader).filter(game_id=game_id, id__gt=after, onlookers=onlookers)
    return list(reversed(rows.order_by("-id")[:PAGE]))


def shown_to(reader: int | None) -> QuerySet[ChatMessage]:
    """Messages in the form for this person, with reactions."""
    rows = ChatMessage.objects.select_related("user")
    reactions = Reaction.objects.filter(message=OuterRef("pk")).order_by("pk")
    apart = relationships.apart_from(reader)
    if apart:
        rows = rows.exclude(user__in=apart, by_moderator=False)
        reactions = reactions.exclude(user__in=apart)
    each = reactions.values(one=JSONObject(id="pk", kind="kind", user=F("user__username")))
    return rows.annotate(read_with=ArraySubquery(each))


def check_reads_onlookers(game: Game, user_id: int | None) -> None:
    """Raise Forbidden for a reader of the game who may not read its spectators' chat."""
    onlooker = watching.is_onlooker(game.pk, user_id)
    if watching.onlookers_read(game.status, onlooker):
        return
    if user_id is None:
        raise Forbidden(_("Sign in to read the spectators' chat."), "not_signed_in")
    raise Forbidden(_("Players can read the spectators' chat when the game is over."), "player")


def check_writes(game_id: int, user_id: int, *, onlookers: bool, key: str = "") -> None:
    """Raise NotFound if this person may not see the game, Forbidden if they may not write there."""
    if onlookers:
        check_seen(game_id, user_id, key)
        if not watching.is_onlooker(game_id, user_id):
            raise Forbidden(_("Only spectators can write here."), "player")
        if Game.objects.filter(pk=game_id, status=Game.Status.OPEN).exists():
            raise Forbidden(_("The game has not begun yet."), "not_begun")
    elif not Seat.objects.filter(game_id=game_id, user_id=user_id).exists():
        check_seen(game_id, user_id, key)
        raise Forbidden(_("Only players of this game can write here."), "no_seat")


def as_data(message: ChatMessage) -> Message:
    """A message in the form in which it is sent."""
    return {
        "id": message.pk,
        "user": message.user.username,
        "text": "" if message.hidden_at else message.text,
        "at": message.at.isoformat(timespec="seconds"),
        "hidden": message.hidden_at is not None,
        "moderator": message.by_moderator,
        "onlookers": message.onlookers,
        "reactions": reactions_of(message),
    }


def reactions_of(message: ChatMessage) -> dict[str, list[str]]:
    """The people who have reacted to a message, by kind in order; none for a hidden message."""
    if message.hidden_at:
        return {}
    names = {
        kind.value: [each["user"] for each in message.reacted if each["kind"] == kind]
        for kind in Reaction.Kind
    }
    return {kind: those for kind, those in names.items() if those}


def tell(message: ChatMessage, type_: str, **data: Any) -> None:
    """After the commit, send the message to the open pages of everybody who may read it."""
    say = publishing.say_to_onlookers if message.onlookers else publishing.send_to_table
    transaction.on_commit(lambda: say(message.game_id, type_, **data), robust=True)


def check_not_muted(user_id: int) -> None:
    if why := sanctions.why_muted(user_id):
        raise Forbidden(why, "muted")
