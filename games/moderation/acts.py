"""What moderators can do with a game, each time with a reason that the game's log shows."""

from __future__ import annotations

import structlog
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.moderation import audit
from boardgames.celery import due_rows
from games.errors import GameError, Refused
from games.live import chat
from games.models import Game
from games.moderation import interest
from games.moderation.act_frame import (
    BY,
    MODERATED,
    at_work,
    check_reason,
    log_act,
    mending,
    person_of,
)
from games.moves import breaking, ending, incidents, pausing, rollback
from games.notification_events import writing
from games.ratings import corrections

log = structlog.get_logger(__name__)

#: The reason in a game's log when it resumes without a moderator.
OTHER_RULES = "The rules have been changed."


def pause_game(game_id: int, moderator_id: int, reason: str) -> None:
    """Stop the clocks until a moderator resumes the game; also if its players had paused it."""
    with at_work(game_id, moderator_id, "pause", reason) as (position, now):
        if pausing.by_moderator(position.game):
            raise Refused(_("This game is already paused."), "paused")
        pausing.pause_game(position, now, by=BY, user_id=moderator_id, reason=reason)


def resume_game(game_id: int, moderator_id: int, reason: str) -> None:
    """Let the clocks run again."""
    with at_work(game_id, moderator_id, "resume", reason) as (position, now):
        if position.game.paused_at is None:
            raise Refused(_("This game is not paused."), "not_paused")
        pausing.resume_game(position, now, by=BY, user_id=moderator_id, reason=reason)


def cancel_game(game_id: int, moderator_id: int, reason: str) -> None:
    """End a game, even a broken one, without a result, so that it counts for nobody."""
    with at_work(game_id, moderator_id, "cancel", reason, broken=True) as (position, now):
        ending.cancel_game(position, now, by=BY, user_id=moderator_id, reason=reason)


def end_game(game_id: int, moderator_id: int, reason: str) -> None:
    """End the game with its present position: the public points decide, and it counts."""
    with at_work(game_id, moderator_id, "end", reason) as (position, _now):
        log_act(position, None, moderator_id, "end", reason)
        ending.as_it_stands(position, user_id=moderator_id)


def rate(game_id: int, moderator_id: int, rated: bool, reason: str) -> None:
    """Let a game count for ratings, or not, even when it is over."""
    check_reason(reason)
    action = "rated" if rated else "unrated"

    def note_it(game: Game) -> None:
        interest.check_table(game.pk, moderator_id)
        incidents.note_of(game, MODERATED, user_id=moderator_id, action=action, reason=reason)
        by, before, after = person_of(moderator_id), {"rated": game.rated}, {"rated": rated}
        audit.write(by, action, game=game_id, reason=reason, before=before, after=after)

    corrections.set_rated(game_id, rated, note_it)


def remove_name(game_id: int, moderator_id: int, reason: str) -> None:
    """Take a game's own name away, even when it is over; its creator cannot give it another."""
    check_reason(reason)
    with transaction.atomic():
        game = Game.objects.select_for_update(no_key=True).only("name").get(pk=game_id)
        interest.check_table(game_id, moderator_id)
        if not game.name:
            raise Refused(_("This game has no name."), "no_name")
        before, game.name = game.name, ""
        game.save(update_fields=["name"])
        incidents.note_of(game, MODERATED, user_id=moderator_id, action="unnamed", reason=reason)
        audit.write(
            person_of(moderator_id),
            "unnamed",
            game=game_id,
            reason=reason,
            before={"name": before},
            after={"name": ""},
        )


def notice(game_id: int, moderator_id: int, text: str) -> None:
    """Write to all players at the table; the log shows it, and they are notified."""
    with at_work(game_id, moderator_id, "notice", text, broken=True) as (position, now):
        log_act(position, None, moderator_id, "notice", text)
        people = [seat.user_id for seat in position.seats if seat.user_id]
        writing.moderated(people, position.game, text, now)


def write_to_table(game_id: int, moderator_id: int, text: str) -> None:
    """Write in the table's chat, as a moderator."""
    with at_work(game_id, moderator_id, "say", text, broken=True):
        chat.write_message(game_id, moderator_id, text, by_moderator=True)


def mend(game_id: int, moderator_id: int | None, reason: str) -> None:
    """Resume a broken game, if the rules can play it now."""
    with mending(game_id, moderator_id, "mend", reason) as (position, now):
        breaking.mend(position, now, user_id=moderator_id, reason=reason)


def mend_by_other_rules() -> int:
    """Retry each stopped game whose rules have changed since they failed; return how many resume.

    If the rules fail again, the game waits for the next change or for a moderator.
    """
    return due_rows.process_each("stopped games", breaking.with_other_rules(), _mended)


def _mended(game_id: int) -> bool:
    try:
        mend(game_id, None, OTHER_RULES)
    # its new reason is stored, or the game is locked and will be retried
    except GameError as error:
        log.info("stopped game not mended", game=game_id, reason=error.code)
        return False
    return True


def roll_back(game_id: int, moderator_id: int, number: int, reason: str) -> None:
    """Take the game back to an earlier move; a broken one continues from there, if it can."""
    with mending(game_id, moderator_id, "rollback", reason) as (position, now):
        rollback.roll_back(position, number, user_id=moderator_id)
        log_act(position, None, moderator_id, "rollback", reason, to=number)
        if position.game.broken_at:
            breaking.mend(position, now, user_id=moderator_id, reason=reason)
