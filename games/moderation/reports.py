"""Reports: somebody tells moderators of a message, a person or a game; they look and decide."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import audit
from accounts.models import User
from games import facts
from games.errors import Illegal, NotFound, Refused, TooMany
from games.models import ChatMessage, Report
from games.moderation.working import check_reason, note, person_of
from games.storage.position import load, locked

About, Reason, State = Report.About, Report.Reason, Report.State
LONGEST_WORDS = 1000
#: Reports of one person in a day.
A_DAY, DAY = 20, timedelta(days=1)

#: What may be said of each.
REASONS = {
    About.MESSAGE: (Reason.INSULT, Reason.SPAM, Reason.CHEATING, Reason.OTHER),
    About.PERSON: (
        *(Reason.NAME, Reason.INSULT, Reason.SPAM),
        *(Reason.STALLING, Reason.CHEATING, Reason.OTHER),
    ),
    About.GAME: (Reason.STALLING, Reason.CHEATING, Reason.BROKEN, Reason.OTHER),
}


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
    if reason not in REASONS[About(about)]:
        raise Illegal(_("Choose one of the reasons."), "bad_reason")
    words = words.replace("\0", "").strip()
    if len(words) > LONGEST_WORDS:
        raise Illegal(
            _("At most %(most)d characters, please.") % {"most": LONGEST_WORDS}, "too_long"
        )
    if report.person_id == reader_id:
        raise Refused(_("That is yourself."), "yourself")
    report.by_id, report.reason, report.words = reader_id, reason, words
    try:
        with transaction.atomic():
            User.objects.select_for_update().only("pk").get(pk=reader_id)  # one at a time
            sent = Report.objects.filter(by_id=reader_id, at__gt=report.at - DAY)
            lately = list(sent.order_by("-at").values_list("at", flat=True)[:A_DAY])
            if len(lately) == A_DAY:
                said = _("You have sent many reports today. Please come back tomorrow.")
                raise TooMany(said, lately[-1] + DAY - report.at)
            report.save()
            facts.reported(report, report.at)
    except IntegrityError:
        raise Refused(
            _("You have reported this already, and moderators will look at it."), "reported"
        ) from None
    return report


def assign(report_id: int, moderator_id: int, to_id: int | None) -> None:
    """Say who looks at it; None: whoever has the time."""
    with _at_work(report_id) as report:
        before = {"assigned": _name(report.assigned_to)}
        report.assigned_to = person_of(to_id)
        report.save(update_fields=["assigned_to"])
        after = {"assigned": _name(report.assigned_to)}
        by = person_of(moderator_id)
        audit.write(by, "assign", report=report.pk, before=before, after=after)


def hide_message(report_id: int, moderator_id: int, reason: str) -> None:
    """Hide the message that was reported; moderators can still read it."""
    report = Report.objects.filter(pk=report_id).first()
    if report is None or report.message_id is None:
        raise NotFound(_("There is no such message."))
    hide(report.message_id, moderator_id, reason, report=report_id)


def hide(
    message_id: int, moderator_id: int, reason: str, *, hidden: bool = True, report: int | None
) -> None:
    """Hide a message at its table from all but moderators, of which its writer is told; or show it
    again."""
    check_reason(reason)
    message = ChatMessage.objects.select_related("user").filter(pk=message_id).first()
    if message is None:
        raise NotFound(_("There is no such message."))
    with locked(message.game_id, broken=True) as position:
        message.refresh_from_db(fields=["hidden_at"])
        if bool(message.hidden_at) == hidden:
            raise Refused(_("It is so already."), "no_change")
        before = {"hidden": bool(message.hidden_at), "message": message.pk}
        now, game_id = timezone.now(), message.game_id
        message.hidden_at = now if hidden else None
        message.save(update_fields=["hidden_at"])
        if hidden:
            note(position, None, moderator_id, "hidden", reason)
            facts.sanctioned(message.user_id, "hidden", reason, None, now, game_id=game_id)
        audit.write(
            person_of(moderator_id),
            "hide" if hidden else "show",
            person=message.user,
            game=message.game_id,
            report=report,
            reason=reason,
            before=before,
            after={"hidden": hidden, "message": message.pk},
        )


def close(report_id: int, moderator_id: int, state: str, answer: str) -> None:
    """The report has been dealt with; whoever sent it is told so, and the answer."""
    if state not in (State.ACTED, State.DISMISSED):
        raise Illegal(_("Say whether something was done."), "bad_state")
    check_reason(answer)
    with _at_work(report_id) as report:
        report.state, report.answer, report.closed_at = state, answer, timezone.now()
        report.save(update_fields=["state", "answer", "closed_at"])
        if report.by_id is not None:
            facts.report_closed(report, report.closed_at)
        by = person_of(moderator_id)
        after = {"state": state}
        before = {"state": str(State.OPEN)}
        audit.write(by, "close", report=report.pk, reason=answer, before=before, after=after)


@contextmanager
def _at_work(report_id: int) -> Iterator[Report]:
    """An open report, nobody else's to change."""
    with transaction.atomic():
        report = Report.objects.select_for_update().filter(pk=report_id).first()
        if report is None:
            raise NotFound(_("There is no such report."))
        if report.state != State.OPEN:
            raise Refused(_("This report is closed."), "closed")
        yield report


def _name(user: User | None) -> str:
    return user.username if user else ""
