"""Reactions to chat messages: one press adds yours, another takes it back. Open pages show them,
and nobody is notified. People who may write in a chat may react there."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from boardgames.redis import rate_counter
from games.errors import Illegal, NotFound, Refused, TooMany
from games.live import chat, watching
from games.models import ChatMessage, Reaction
from games.storage.position import check_seen

PER_MINUTE = 30


def react(
    game_id: int,
    user_id: int,
    message_id: int,
    kind: str,
    *,
    on: bool | None = None,
    key: str = "",
) -> ChatMessage:
    """React to a message, or take the reaction back; without ``on``, switch it.

    NotFound for a message that the reader is not shown, Forbidden if they may not write there,
    Illegal for an unknown kind, Refused for their own and for hidden messages, TooMany for too
    often."""
    check_seen(game_id, user_id, key)
    message = chat.shown_to(user_id).filter(pk=message_id, game=game_id).first()
    if message and message.onlookers and not watching.is_onlooker(game_id, user_id):
        message = None  # players do not know what is written there
    among = message is not None and message.onlookers
    chat.check_writes(game_id, user_id, onlookers=among, key=key)
    if message is None:
        raise NotFound(_("There is no such message."))
    if kind not in Reaction.Kind.values:
        raise Illegal(_("There is no such reaction."), "bad_reaction")
    if message.user_id == user_id:
        raise Refused(_("You cannot react to your own message."), "own_words")
    if message.hidden_at:
        raise Refused(_("A moderator has hidden this message."), "hidden")
    chat.check_not_muted(user_id)
    if not rate_counter.allow(f"reactions/{user_id}", PER_MINUTE, 60):
        raise TooMany
    with transaction.atomic(durable=True):
        _set(message, user_id, kind, on)
        chat.tell(message, "table")
    return chat.shown_to(user_id).get(pk=message_id)


def _set(message: ChatMessage, user_id: int, kind: str, on: bool | None) -> None:
    mine = Reaction.objects.filter(message=message, user_id=user_id, kind=kind)
    gone = not on and mine.delete()[0] > 0
    if on or (on is None and not gone):
        Reaction.objects.bulk_create(
            [Reaction(message=message, user_id=user_id, kind=kind)], ignore_conflicts=True
        )
