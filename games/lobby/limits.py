"""How many games, invitations and requests one person may make, by pages and programs alike.

Counted in Redis, which lets everybody pass while it is away.
"""

from django.utils.translation import gettext as _

from accounts.models import User
from boardgames.redis import hints
from games.errors import Refused, TooMany
from games.models import Seat

PER_HOUR = {"new game": 60, "invitation": 60, "friend request": 30}
#: Anybody can be a guest, and another one soon after.
GUESTS_PER_HOUR = {"new game": 20, "invitation": 10, "friend request": 5}

#: Games that may wait for somebody who wants to join another; programs may have many.
MOST_WAITING = 100

_HOUR = 60 * 60


def check_waiting(user_id: int) -> None:
    """Refused for who lets too many games wait already: others would wait, too."""
    waiting = Seat.objects.filter(user_id=user_id, to_move=True, bot="").count()
    if waiting >= MOST_WAITING:
        raise Refused(
            _("%(count)d games wait for you. Please move in some before you join another.")
            % {"count": waiting},
            "too_many_waiting",
        )


def count(what: str, user_id: int, by: int = 1) -> None:
    """Count so many more of ``what``; TooMany when that is more than allowed in an hour."""
    if not by:
        return
    guest = User.objects.filter(pk=user_id, is_guest=True).exists()
    most = (GUESTS_PER_HOUR if guest else PER_HOUR)[what]
    if hints.count(f"limit/{what}/{user_id}", _HOUR, by) > most:
        raise TooMany(_("That is a lot for one hour. Please try again later."), _HOUR)
