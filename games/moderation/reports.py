"""Reports to moderators about a message, a person or a game. All reports about the same thing are
one case (``cases``)."""

from __future__ import annotations

from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from community import own_profile
from community.clubs import errors, founding, queries, talk
from community.messages import reading
from community.models import ClubMember
from games.clubs import events
from games.errors import Illegal, NotFound, Refused, TooMany
from games.live import watching
from games.models import ChatMessage, Game, Report
from games.moderation import cases, studies
from games.moderation.reasons import REASONS
from games.notification_events import writing
from games.storage.position import load
from games.studies import access
from games.studies import listing as listing_studies
from games.studies import writing as writing_studies

About = Report.About
#: A private message to the reader: a report of it is about its author.
PRIVATE = "private"
#: A person's own presentation: a report of it is about that person.
WORDS = "words"
#: A club's presentation: a report is about its owner. A report of a message in a club is about its
#: author.
CLUB, CLUB_MESSAGE = "club", "club-message"
#: A report of a comment in a study is about its author, one of a study's titles about its owner.
STUDY, STUDY_COMMENT = "study", "study-comment"
LONGEST_WORDS = 1000
#: How many comments up to the reported one a report includes.
LINES = 5
#: Reports per person and day.
A_DAY, DAY = 20, timedelta(days=1)


def subject(about: str, number: int, reader_id: int, key: str = "") -> Report:
    """An unsaved report of that message, person or game in its present state.

    ``key`` is that of the link to a study. NotFound if it does not exist or the reader may not see
    it.
    """
    now = timezone.now()
    if about in _TAKEN_ALONG:
        by, club_id, _lines = _TAKEN_ALONG[about](number, reader_id, key)
        return Report(about=About.PERSON, person=by, club_id=club_id, said=by.username, at=now)
    if about in (About.PERSON, WORDS):
        person = User.objects.filter(pk=number).first()
        if person is None:
            raise NotFound(_("There is no such person."))
        if about == WORDS and not own_profile.words_of(number):
            raise NotFound(_("There is no text."))
        return Report(about=About.PERSON, person=person, said=person.username, at=now)
    said = None
    if about == About.MESSAGE:
        said = ChatMessage.objects.select_related("user").filter(pk=number).first()
        if said is None:
            raise NotFound(_("There is no such message."))
        number = said.game_id
    elif about != About.GAME:
        raise NotFound(_("This cannot be reported."))
    position = load(number, reader_id)  # NotFound if the reader may not see it
    game = position.game
    if said is None:
        return Report(about=about, game=game, said=game.name, number=position.number, at=now)
    if said.onlookers and not _reads_onlookers(game, reader_id):
        raise NotFound(_("There is no such message."))
    return Report(
        about=about,
        game=game,
        message=said,
        person=said.user,
        said=said.text,
        number=position.number,
        at=now,
    )


def _reads_onlookers(game: Game, reader_id: int) -> bool:
    return watching.onlookers_read(game.status, watching.is_onlooker(game.pk, reader_id))


def passage(about: str, number: int, reader_id: int, key: str = "") -> str:
    """Copies that a report includes because moderators cannot see them otherwise.

    That is a private message, or one in a club with the lines before it, a club's own texts, or a
    person's profile text; otherwise nothing.
    """
    if about == WORDS:
        return own_profile.words_of(number)
    return _TAKEN_ALONG[about](number, reader_id, key)[2] if about in _TAKEN_ALONG else ""


#: The reported person, the club if it was written in one, and the included lines.
_Along = tuple[User, int | None, str]


def _private(number: int, reader_id: int, _key: str) -> _Along:
    found = reading.passage(number, reader_id)
    if found is None:
        raise NotFound(_("There is no such message."))
    message, lines = found
    return message.by, None, lines


def _to_club(number: int, reader_id: int, _key: str) -> _Along:
    found = talk.passage(number, reader_id)
    if found is None:
        raise NotFound(_("There is no such message."))
    message, lines = found
    return message.by, message.club_id, lines


def _club(number: int, reader_id: int, _key: str) -> _Along:
    try:
        club = queries.seen(number, reader_id)
    except errors.NotThere as error:
        raise NotFound(str(error)) from error
    owner = ClubMember.objects.filter(club=club, role=ClubMember.Role.OWNER).first()
    if owner is None:
        raise NotFound(_("There is no such club."))
    return owner.user, club.pk, "\n\n".join([founding.words_of(club), *events.titles(club.pk)])


def _study_comment(number: int, reader_id: int, key: str) -> _Along:
    comment = writing_studies.find_comment(number, reader_id, key)
    if comment.hidden_at is not None:
        raise NotFound(_("There is no such comment."))
    here = [
        one
        for one in listing_studies.comments(comment.chapter, reader_id)
        if one.node == comment.node and one.pk <= number and one.hidden_at is None
    ]
    lines = "\n".join(f"{one.by.username}: {one.text}" for one in here[-LINES:])
    return comment.by, comment.chapter.study.club_id, lines


def _study(number: int, reader_id: int, key: str) -> _Along:
    study = access.find_study(number, reader_id, key).study
    owner = access.members_of(study).filter(role=access.Role.OWNER).first()
    if owner is None:
        raise NotFound(_("There is no such study."))
    return owner.user, study.club_id, studies.words_of(study)


#: Subjects that are reported together with others' messages there.
_TAKEN_ALONG = {
    PRIVATE: _private,
    CLUB_MESSAGE: _to_club,
    CLUB: _club,
    STUDY_COMMENT: _study_comment,
    STUDY: _study,
}


def submit_report(
    about: str, number: int, reader_id: int, reason: str, words: str, *, key: str = ""
) -> Report:
    """Store a report. Illegal for an unknown reason, Refused for a report about themselves and for
    a second report of the same, TooMany for too many in a day."""
    report = subject(about, number, reader_id, key)
    if reason not in REASONS[report.about]:
        raise Illegal(_("Choose one of the reasons."), "bad_reason")
    report.words = check_words(words)
    if lines := passage(about, number, reader_id, key):
        report.words = f"{report.words}\n\n{lines}".strip()
    if report.person_id == reader_id:
        raise Refused(_("You cannot report yourself."), "yourself")
    report.by_id, report.reason = reader_id, reason
    try:
        with transaction.atomic():
            # One at a time; a report that only names the person need not wait.
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
            _("You have already reported this. Moderators will look at it."), "reported"
        ) from None
    return report


def check_words(words: str) -> str:
    """The text to moderators; Illegal if it is too long."""
    words = words.strip()
    if len(words) > LONGEST_WORDS:
        raise Illegal(
            _("At most %(most)d characters, please.") % {"most": LONGEST_WORDS}, "too_long"
        )
    return words
