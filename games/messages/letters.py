"""What stands in an e-mail about one thing: words, quick answers, the board, what has happened."""

from dataclasses import dataclass, field

import structlog

from accounts.models import User
from games.messages import one_tap
from games.messages.one_tap import Offer
from games.messages.words import Words, compose
from games.pages import picture
from games.pages.picture import Picture
from games.pages.story import Line, Story
from games.pages.tabletop import Tabletop
from games.storage.position import load
from notifications import rhythm
from notifications.models import Kind, Notification

log = structlog.get_logger(__name__)

#: Kinds that are about a position at the reader's own table.
AT_THE_TABLE = {Kind.YOUR_TURN, Kind.REMINDER, Kind.GAME_STARTED, Kind.GAME_OVER, Kind.TIMED_OUT}
#: Lines of the log at most.
LINES = 15


@dataclass
class Letter:
    """An e-mail about one notification."""

    words: Words
    since: list[Line] = field(default_factory=list)
    """What the others did since the reader's last move: ``text`` and ``time``, oldest first."""
    earlier: int = 0
    """How many lines before these are left out."""
    offers: list[Offer] = field(default_factory=list)
    picture: Picture | None = None


def letter(user: User, notification: Notification) -> Letter:
    """The e-mail for its recipient, in the language and time zone that are active."""
    whole = Letter(compose(notification))
    if Kind(notification.kind) not in AT_THE_TABLE or notification.game_id is None:
        return whole
    try:
        table = Tabletop(load(notification.game_id, user.pk), user.pk)
        _add(whole, table, user)
    except Exception as error:  # whatever is wrong with the board, the news itself is told
        log.warning("mail without its board", notification=notification.pk, exc_info=error)
    return whole


def _add(whole: Letter, table: Tabletop, user: User) -> None:
    told = Story(table).since()
    lines = told["lines"] if told else []
    whole.since, whole.earlier = lines[-LINES:], max(0, len(lines) - LINES)
    if rhythm.of(user).quick_answers:
        whole.offers = one_tap.offers(table, user)
    whole.picture = picture.of(table)
