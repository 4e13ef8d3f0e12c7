"""Reports: somebody tells moderators of a message, a person or a game. All that are about the same
are one case (``cases``)."""

from __future__ import annotations

from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.errors import Illegal, NotFound, Refused, TooMany
from games.facts import writing
from games.models import ChatMessage, Report
from games.moderation import cases
from games.moderation.reasons import REASONS
from games.storage.position import load

About = Report.About
LONGEST_WORDS = 1000
#: Reports of one person in a day.
A_DAY, DAY = 20, timedelta(days=1)


def subject(about: str, number: int, reader_id: int) -> Report:
    """A report on that message, person or game as it stands, not yet saved; NotFound for what
    there is not, or what the reader may not see."""
    now = timezone.now()
    if about == About.PERSON:
        person = User.objects.filter(pk=number).first()
        if person is None:
            raise NotFound(_("There is no such person."))
        return Report(about=about, person=person, said=person.username, at=now)
    message = None
    if about == About.MESSAGE:
        message = ChatMessage.objects.select_related("user").filter(pk=number).first()
        if message is None:
            raise NotFound(_("There is no such message."))
        number = message.game_id
    elif about != About.GAME:
        raise NotFound(_("There is nothing like that to report."))
    position = load(number, reader_id)  # NotFound for who may not see it
    game = position.game
    if message is None:
        return Report(about=about, game=game, number=position.number, at=now)
    return Report(
        about=about,
        game=game,
        message=message,
        person=message.user,
        said=message.text,
        number=position.number,
        at=now,
    )


def send(about: str, number: int, reader_id: int, reason: str, words: str) -> Report:
    """Report it. Illegal for a reason that there is not, Refused for oneself and for what one has
    reported already, TooMany for too many in a day."""
    report = subject(about, number, reader_id)
    if reason not in REASONS[report.about]:
        raise Illegal(_("Choose one of the reasons."), "bad_reason")
    report.words = check_words(words)
    if report.person_id == reader_id:
        raise Refused(_("That is yourself."), "yourself")
    report.by_id, report.reason = reader_id, reason
    try:
        with transaction.atomic():
            # One at a time; what only names the person need not wait.
            User.objects.select_for_update(no_key=True).only("pk").get(pk=reader_id)
            sent = Report.objects.filter(by_id=reader_id, at__gt=report.at - DAY)
            lately = list(sent.order_by("-at").values_list("at", flat=True)[:A_DAY])
            if len(lately) == A_DAY:
                said = _("You have sent many reports today. Please come back tomorrow.")
                raise TooMany(said, lately[-1] + DAY - report.at)
            report.case = cases.take_in(report)
            report.save()
            writing.reported(report, report.at)
    except IntegrityError:
        raise Refused(
            _("You have reported this already, and moderators will look at it."), "reported"
        ) from None
    return report


def check_words(words: str) -> str:
    """What somebody writes to moderators; Illegal for too much of it."""
    words = words.strip()
    if len(words) > LONGEST_WORDS:
        raise Illegal(
            _("At most %(most)d characters, please.") % {"most": LONGEST_WORDS}, "too_long"
        )
    return words
