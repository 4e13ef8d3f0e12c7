"""Refusals of games, distinguished by what the caller can do about them."""

import math
from datetime import timedelta

from django.utils.translation import gettext as _

from boardgames.refusal import Refusal


class GameError(Refusal):
    """An action on a game failed; the stored game is unchanged."""

    status = 409


class NotFound(GameError):
    """There is no such game, or the caller may not know of it."""

    status = 404
    code = "not_found"

    def __init__(self, message: str = "") -> None:
        super().__init__(message or _("There is no such game."))


class Forbidden(GameError):
    """The caller has no right to do this."""

    status = 403
    code = "forbidden"


class Stale(GameError):
    """The game has moved on since the caller looked: load it again, then choose again."""

    status = 409
    code = "stale"

    def __init__(self) -> None:
        super().__init__(
            _("The game has moved on since you last looked. This is the current position.")
        )


class Refused(GameError):
    """The game's present state does not allow it: not running, no free seat, already joined."""


class Illegal(GameError):
    """A choice or setting that is not offered; the message names what is wrong."""

    status = 422
    code = "illegal"


class Broken(GameError):
    """The rules failed on this game; its clocks are stopped until it is repaired."""

    status = 409
    code = "broken"

    def __init__(self) -> None:
        super().__init__(
            _(
                "Something is wrong with this game. Nothing is lost, its clocks are "
                "stopped, and the moderators have been notified."
            )
        )


class TooMany(GameError):
    """More than allowed for a while; try again in ``retry_after`` seconds."""

    status = 429
    code = "too_many_requests"

    def __init__(self, message: str = "", again_in: timedelta = timedelta(minutes=1)) -> None:
        super().__init__(
            message or _("Too many requests. Please wait a minute."),
            retry_after=math.ceil(again_in.total_seconds()),
        )


class Unavailable(GameError):
    """Try again in ``retry_after`` seconds."""

    status = 503
    code = "unavailable"
    retry_after = 1


class Busy(Unavailable):
    """Somebody else holds the game's lock for too long."""

    code = "busy"

    def __init__(self) -> None:
        super().__init__(_("This game is busy at the moment. Please try again."))


class NotInstalled(Unavailable):
    """The package of the game's type is not installed."""

    code = "not_installed"
    retry_after = 600

    def __init__(self) -> None:
        super().__init__(
            _("This game is not installed here at the moment. Its games are kept as they are.")
        )


class NoBoard(Unavailable):
    """A finished game that the installed rules cannot show."""

    code = "no_board"
    retry_after = 600

    def __init__(self) -> None:
        super().__init__(_("The rules installed here cannot show this game. Its result is kept."))


class Outdated(Unavailable):
    """This process is older than the rules by which the game was last moved."""

    code = "outdated"
    retry_after = 10

    def __init__(self) -> None:
        super().__init__(
            _(
                "The last move in this game was made with a newer release of this site "
                "than the one running now. Nothing is lost, and nobody loses on time "
                "meanwhile. Please try again in a minute. If you keep seeing this page, "
                "the game is waiting for the next release."
            )
        )
