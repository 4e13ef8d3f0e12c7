"""Hiding messages from everybody but moderators, or showing them again, under the game's lock."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.moderation import audit
from games.errors import Refused
from games.live import chat
from games.models import ChatMessage
from games.moderation.act_frame import check_reason, log_act, person_of
from games.notification_events import writing
from games.storage.position import Position


def hide(
    position: Position,
    message: ChatMessage,
    moderator_id: int,
    reason: str,
    *,
    report: int | None = None,
    told_at: datetime | None = None,
) -> None:
    """Hide a message from all but moderators.

    Its author is notified at ``told_at``, unless another notification says so.
    """
    _set(position, message, moderator_id, reason, hidden=True, report=report)
    if told_at is not None:
        writing.hidden(message, reason, told_at)


def show_message(
    position: Position,
    message: ChatMessage,
    moderator_id: int,
    reason: str,
    *,
    report: int | None = None,
) -> None:
    """Let everybody read it again."""
    _set(position, message, moderator_id, reason, hidden=False, report=report)


def _set(
    position: Position,
    message: ChatMessage,
    moderator_id: int,
    reason: str,
    *,
    hidden: bool,
    report: int | None,
) -> None:
    check_reason(reason)
    message.refresh_from_db(fields=["hidden_at"])
    if bool(message.hidden_at) == hidden:
        raise Refused(_("This has already been done."), "no_change")
    message.hidden_at = timezone.now() if hidden else None
    message.save(update_fields=["hidden_at"])
    if message.onlookers:  # the game's log says nothing about the spectators' chat
        chat.tell(message, "table")
    else:
        log_act(position, None, moderator_id, "hidden" if hidden else "shown", reason)
    audit.write(
        person_of(moderator_id),
        "hide" if hidden else "show",
        person=message.user,
        game=message.game_id,
        report=report,
        reason=reason,
        before={"hidden": not hidden, "message": message.pk},
        after={"hidden": hidden, "message": message.pk},
    )
