"""The lines of a game's log for events outside the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_noop as _

from games.models import Incident
from games.rules.engine import Player, Text
from games.votes.ballots import KINDS

Kind = Incident.Kind

_PLAIN: Mapping[str, str] = {
    Kind.REMINDED: _("{player} is reminded that time is running out"),
    Kind.VACATION: _("{player} ran out of time and goes on vacation"),
    Kind.OVERDUE: _("{player} ran out of time; the others decide"),
    Kind.OFFERED: _("{player}'s seat is offered to a replacement player"),
    Kind.GRACE: _("The service was down; {player} gets more time"),
    Kind.LOST: _("{player}'s connection was lost; {player} gets up to a minute to come back"),
    Kind.DAY_GIVEN: _("{player}'s opponent gives {player} one more day for this turn"),
    Kind.BROKEN: _(
        "Something is wrong with this game: it is stopped, and the moderators know about it"
    ),
    Kind.MENDED: _("The game is repaired and goes on"),
    Kind.LEFT: _("{player} leaves the stopped game"),
    Kind.HINT: _("{player} was given a hint"),
    Kind.RENAMED: _("{player} gives the game another name"),
    Kind.BELOW: _("{player} had no time to finish thinking and plays below its level for now"),
}
_PAUSED = {
    "vote": _("The game is paused, as its players agreed; no clock runs"),
    "moderator": _("A moderator has paused the game; no clock runs. Reason: {reason}"),
    "organiser": _("The tournament is paused; no clock of the game runs"),
}
_RESUMED = {
    "vote": _("The game goes on, as its players agreed"),
    "time": _("The pause is over; the game resumes"),
    "moderator": _("A moderator lets the game go on. Reason: {reason}"),
    "organiser": _("The tournament resumes, and so does the game"),
}
#: By the initiator, and whether the game is live.
_RECLOCKED = {
    ("vote", False): _("The game continues with days per turn, as its players agreed"),
    ("vote", True): _("The game goes on live, as its players agreed"),
    ("downtime", False): _(
        "The service was down for a long time: the live game continues with days per turn"
    ),
}
_CANCELLED = {
    "vote": _("The game is cancelled, as its players agreed"),
    "stalled": _("The game is cancelled: nobody has moved for a very long time"),
    "deserted": _("The game is cancelled: it has no players left"),
    "unmended": _("The game is cancelled: it was stopped, and nobody could repair it"),
    "broken": _("The game is cancelled: it was stopped, and its players have left"),
    "time": _("The game is cancelled: it was stopped, and its time in its tournament is over"),
    "moderator": _("A moderator has cancelled the game. Reason: {reason}"),
}
_SETTLED = {
    "stands": _("The game's time in its tournament is over: the points decide as they stand"),
    "draw": _("The game's time in its tournament is over: it is a draw"),
}
_VOID = _("The vote is closed: the game has moved on")
_MODERATED: Mapping[str, str] = {
    "bot": _("A moderator hands {player}'s seat to a bot. Reason: {reason}"),
    "return": _("A moderator gives {player}'s seat back. Reason: {reason}"),
    "time": _("A moderator gives {player} {hours} more hours. Reason: {reason}"),
    "rollback": _("A moderator takes the game back to move {to}. Reason: {reason}"),
    "deadline": _("A moderator sets when {player}'s time is up. Reason: {reason}"),
    "end": _("A moderator ends the game as it stands. Reason: {reason}"),
    "replace": _("A moderator gives {former}'s seat to {name}. Reason: {reason}"),
    "forfeit": _("A moderator takes {player}'s seat away for good. Reason: {reason}"),
    "swap": _("A moderator swaps the seats of {player} and {other}. Reason: {reason}"),
    "rated": _("A moderator makes the game count for ratings. Reason: {reason}"),
    "unrated": _("A moderator takes the game out of the ratings. Reason: {reason}"),
    "hidden": _("A moderator has hidden a message"),
    "shown": _("A moderator shows a message again"),
    "notice": _("A moderator writes: {reason}"),
    "unnamed": _("A moderator removes the name of the game. Reason: {reason}"),
}


def text(kind: str, seat: int | None, data: Mapping[str, Any]) -> Text | None:
    """The log's line about an incident; None if another line says the same, or if it is of a
    newer release, which serves beside this one for a moment."""
    if kind == Kind.VOTE_CLOSED and data["outcome"] in ("passed", "cancel"):
        return None
    message = _message(kind, data)
    if message is None:
        return None
    return Text(
        message,
        reason=data.get("reason", ""),
        hours=data.get("hours", 0),
        to=data.get("to", 0),
        name=data.get("name", ""),
        former=data.get("former", ""),
        other=Player(data["other"]) if "other" in data else "",
        player=None if seat is None else Player(seat),
    )


def why_cancelled(game_id: int) -> Text | None:
    """The log's line about the reason; None for a game that never started."""
    found = Incident.objects.filter(game=game_id, kind=Kind.CANCELLED).last()
    return None if found is None else text(found.kind, found.seat, found.data)


def _message(kind: str, data: Mapping[str, Any]) -> str | None:
    match kind:
        case Kind.PAUSED:
            return _PAUSED[data["by"]]
        case Kind.RESUMED:
            return _RESUMED[data["by"]]
        case Kind.RECLOCKED:
            return _RECLOCKED[data["by"], data["live"]]
        case Kind.CANCELLED:
            return _CANCELLED[data["by"]]
        case Kind.SETTLED:
            return _SETTLED[data["by"]]
        case Kind.VOTE_OPENED:
            return KINDS[data["vote"]].question
        case Kind.VOTE_CLOSED:
            return KINDS[data["vote"]].outcomes.get(data["outcome"], _VOID)
        case Kind.MODERATED:
            return _MODERATED.get(data["action"])
    return _PLAIN.get(kind)
