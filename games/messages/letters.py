"""The parts of an e-mail about the reader's own seat: quick answers, the board, recent events."""

import structlog

from accounts.models import User
from games.messages import one_tap, turn_by_mail
from games.pages.table import picture
from games.pages.table.reader import Reader
from games.pages.table.story import Story
from games.storage.position import load
from notifications import rhythm
from notifications.content import Answer, Letter, Line, Words
from notifications.models import Notification

log = structlog.get_logger(__name__)

#: Lines of the log at most.
LINES = 15


def at_the_table(user: User, notification: Notification, words: Words) -> Letter:
    """The e-mail in the active language and time zone, which are its recipient's."""
    letter = Letter(words)
    try:
        _add(letter, Reader(load(notification.game_id or 0, user.pk), user.pk), user)
    except Exception as error:  # the e-mail goes out even if the board fails
        log.warning("mail without its board", notification=notification.pk, exc_info=error)
    return letter


def _add(letter: Letter, reader: Reader, user: User) -> None:
    story = Story(reader)
    since = story.since()
    told = since["lines"] if since else []
    lines = [Line(each.text, f"{each.date}, {each.time}") for each in told]
    letter.since, letter.earlier = lines[-LINES:], max(0, len(lines) - LINES)
    if rhythm.for_user(user).quick_answers:
        offers = one_tap.offers(reader, user)
        turn = turn_by_mail.find_decision(reader, user)
        letter.question = offers[0].question if offers else ""
        letter.answers = [Answer(offer.answer, offer.tap.path) for offer in offers]
        letter.turn = turn.path if turn else ""
    letter.picture = picture.draw(reader, story)
