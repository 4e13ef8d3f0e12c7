"""Cases: moderators decide each one once, however many have reported it, and can undo that.

A decision takes effect at once. The messages about it wait for ten minutes, so that nothing is sent
if the decision is taken back by then.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import names
from accounts.models import Sanction, User
from accounts.moderation import audit
from games.errors import Illegal, NotFound, Refused
from games.models import Case, ReadyReason, Report
from games.moderation import hiding, interest, people, reasons
from games.moderation.act_frame import check_reason, person_of
from games.notification_events import writing
from games.storage.position import Position, locked

About = Case.About
State = Case.State
Reason = Report.Reason
Kind = Sanction.Kind
#: How long a decision can be undone, and how long its e-mails wait.
RETURN, LETTERS = timedelta(hours=1), timedelta(minutes=10)
#: What may accompany a decision.
ALSO = ("", Kind.WARNING, Kind.MUTE, Kind.SUSPENSION, Kind.BAN)
FOR_DAYS, MUTE_DAYS = (Kind.MUTE, Kind.SUSPENSION), 7


@dataclass(frozen=True)
class Decision:
    """A decision: ``remove`` hides the message, replaces the name, or withdraws the sanction
    appealed against.

    ``also`` is a further sanction. The person is told the prepared reason and the words.
    """

    remove: bool = False
    also: str = ""
    days: int | None = None
    reason: ReadyReason | None = None
    words: str = ""


def usual(case: Case) -> Decision:
    """The usual decision for the reported reason, if all reports give the same one."""
    also = Kind.WARNING if case.about in (About.MESSAGE, About.PERSON) else ""
    return Decision(remove=True, also=also, reason=reasons.reported(case))


# In and out of the queue --------------------------------------------------------------------------


def take_in(report: Report) -> Case:
    """The open case to which a new report belongs, in the caller's transaction."""
    case = _open(about_of(report), report)
    if report.reason == Reason.THREAT and not case.grave:
        case.grave = True
        case.save(update_fields=["grave"])
    return case


def about_of(report: Report) -> About:
    """The subject of a report: a name is a different case from a person's behaviour."""
    named = report.about == Report.About.PERSON and report.reason == Reason.NAME
    return About.NAME if named else About(report.about)


def unopened(about: About, subject: Report) -> Case:
    """The open case about it; an unsaved one if there is none."""
    new = Case(
        key=_key(about, subject),
        about=about,
        person=subject.person,
        game=subject.game,
        message=subject.message,
        said=subject.said,
        number=subject.number,
        opened_at=subject.at,
    )
    return Case.objects.filter(key=new.key, state=State.OPEN).first() or new


def open_by_hand(about: About, subject: Report) -> Case:
    """Open a case for a moderator although nobody has reported anything."""
    with transaction.atomic():
        return _open(about, subject)


def _open(about: About, subject: Report) -> Case:
    new = unopened(about, subject)
    fields = ("about", "person", "game", "message", "said", "number", "opened_at")
    case, _new = Case.objects.select_for_update(no_key=True).get_or_create(
        key=new.key, state=State.OPEN, defaults={field: getattr(new, field) for field in fields}
    )
    return case


def _key(about: About, subject: Report) -> str:
    of = {About.MESSAGE: subject.message_id, About.GAME: subject.game_id}
    return f"{about}/{of.get(about, subject.person_id)}"


def list_open_cases(moderator_id: int) -> QuerySet[Case]:
    """The open cases that this moderator may decide: threats first, then by age, deferred ones
    last."""
    order = (F("aside_at").asc(nulls_first=True), "-grave", "opened_at", "id")
    cases = Case.objects.filter(state=State.OPEN).order_by(*order)
    return without_interest(cases, moderator_id)


def for_others(moderator_id: int) -> int:
    """The number of open cases for other moderators, without cases about this moderator."""
    known = Case.objects.filter(state=State.OPEN).exclude(person=moderator_id)
    return known.count() - without_interest(known, moderator_id).count()


def following(case: Case, moderator_id: int) -> Case | None:
    """The case after this one in the queue; after the last the first."""
    numbers = list(list_open_cases(moderator_id).values_list("pk", flat=True))
    others = [number for number in numbers if number != case.pk]
    if not others:
        return None
    place = numbers.index(case.pk) if case.pk in numbers else 0
    return Case.objects.get(pk=others[place % len(others)])


def without_interest(cases: QuerySet[Case], moderator_id: int) -> QuerySet[Case]:
    """The cases that this moderator may open and decide. Another moderator than the one who imposed
    the sanction decides an appeal."""
    return (
        cases.exclude(person=moderator_id)
        .exclude(reports__by=moderator_id)
        .exclude(game__in=interest.tables(moderator_id))
        .exclude(person__in=interest.tablemates(moderator_id))
        .exclude(reports__club__in=interest.clubs(moderator_id))
        .exclude(about=About.APPEAL, sanction__by=moderator_id)
    )


def check_case(case: Case, moderator_id: int) -> None:
    """Raise NotFound for a case that must be secret to this moderator, Refused if another must
    decide.

    It also works for a case that is not saved yet.
    """
    if case.person_id == moderator_id:
        raise NotFound(_("There is no such case."))
    if case._state.adding:
        decides = not interest.has_part(moderator_id, case.person_id, case.game_id)
    else:
        decides = without_interest(Case.objects.filter(pk=case.pk), moderator_id).exists()
    if not decides:
        raise Refused(interest.others_decide(), "own_interest")


# Deciding -----------------------------------------------------------------------------------------


@dataclass
class _Work:
    """A locked case, the moderator who decides, and the table's position if it is about a
    message."""

    case: Case
    by: int
    position: Position | None
    reason: str = ""
    told_at: datetime | None = None

    @property
    def person(self) -> User:
        if self.case.person is None:
            raise NotFound(_("There is no such person."))
        return self.case.person

    @property
    def report(self) -> int | None:
        """The report by which the audit log names the case."""
        return self.case.reports.order_by("pk").values_list("pk", flat=True).first()


def decide(case_id: int, moderator_id: int, decision: Decision) -> Case:
    """Carry out the decision and close the case; everybody who reported it is notified."""
    if decision.also not in ALSO:
        raise Illegal(_("Choose one of the actions."), "bad_act")
    with _at_work(case_id, moderator_id, hides=decision.remove) as work:
        work.told_at = timezone.now() + LETTERS
        work.reason = _told(work.case, decision)
        done: dict[str, Any] = {}
        if decision.remove:
            done |= _remove(work, told_by_sanction=bool(decision.also))
        if decision.also:
            done["sanction"] = _impose(work, decision.also, decision.days)
        to_person = bool(done) and work.case.about != About.APPEAL
        answer = "" if to_person else decision.words.strip()
        _close(work, State.ACTED, answer, done)
    return work.case


def dismiss(case_id: int, moderator_id: int, words: str = "") -> Case:
    """Close a case without action; everybody who reported it gets this answer with the words."""
    with _at_work(case_id, moderator_id) as work:
        work.told_at = timezone.now() + LETTERS
        _close(work, State.DISMISSED, words.strip(), {})
    return work.case


def postpone(case_id: int, moderator_id: int) -> None:
    """Move it behind all others."""
    with _at_work(case_id, moderator_id) as work:
        work.case.aside_at = timezone.now()
        work.case.save(update_fields=["aside_at"])


@contextmanager
def _at_work(
    case_id: int, moderator_id: int, *, closed: bool = False, hides: bool = False
) -> Iterator[_Work]:
    """Lock a case that this moderator may decide.

    If a message is to be hidden or shown, its game is locked before the case, as everywhere.
    """
    said_at = Case.objects.filter(pk=case_id).values_list("message__game", flat=True).first()
    table = locked(said_at, broken=True) if hides and said_at else None
    with table or transaction.atomic() as position:
        case = Case.objects.select_for_update(no_key=True).filter(pk=case_id).first()
        if case is None:
            raise NotFound(_("There is no such case."))
        check_case(case, moderator_id)
        if (case.state != State.OPEN) != closed:
            said = _("This case is open again.") if closed else _("This case is already closed.")
            raise Refused(said, "closed")
        yield _Work(case, moderator_id, position)


def _told(case: Case, decision: Decision) -> str:
    """The reason for the person, in their language. A granted appeal is its own reason."""
    if case.about == About.APPEAL:
        return decision.words.strip() or _("The appeal is right")
    if case.person is None:
        return decision.words.strip()
    told = decision.also or case.about in (About.MESSAGE, About.NAME)
    if told and decision.reason is None and not decision.words.strip():
        raise Illegal(_("Choose a reason on the page of the case, or write one."), "no_reason")
    return reasons.word_reason(case.person, decision.reason, decision.words)


def _remove(work: _Work, *, told_by_sanction: bool) -> dict[str, Any]:
    """Hide the message, replace the name, or withdraw the sanction, if that is not done yet.

    Returns what undoing it needs to know.
    """
    case = work.case
    if case.about == About.MESSAGE and case.message and not case.message.hidden_at:
        assert work.position is not None
        told_at = None if told_by_sanction else work.told_at
        hiding.hide(
            *(work.position, case.message, work.by, work.reason),
            report=work.report,
            told_at=told_at,
        )
        return {"message": case.message.pk}
    if case.about == About.NAME:
        was, name = work.person.username, names.for_guest()
        people.rename(
            *(work.person.pk, work.by, name, work.reason),
            report=work.report,
            told_at=work.told_at,
        )
        return {"name": was, "renamed": name}
    if case.about == About.APPEAL and case.sanction and not case.sanction.withdrawn_at:
        ended = case.sanction.ended_at
        people.withdraw_sanction(case.sanction, work.by, work.reason, report=work.report)
        return {"withdrawn": case.sanction.pk, "ended": ended.isoformat() if ended else None}
    return {}


def _impose(work: _Work, kind: str, days: int | None) -> int:
    case = work.case
    imposed = people.impose(
        *(work.person.pk, work.by, kind, work.reason),
        days=days or MUTE_DAYS if kind in FOR_DAYS else None,
        report=work.report,
        said=case.said if case.about in (About.MESSAGE, About.NAME) else "",
        told_at=work.told_at,
    )
    return imposed.pk


def _close(work: _Work, state: str, answer: str, done: dict[str, Any]) -> None:
    if answer:
        check_reason(answer)
    case, now, by = work.case, timezone.now(), person_of(work.by)
    case.state, case.closed_at, case.closed_by, case.done = state, now, by, done
    case.save(update_fields=["state", "closed_at", "closed_by", "done"])
    for report in case.reports.filter(state=State.OPEN):
        report.state, report.closed_at, report.answer = state, now, answer
        report.save(update_fields=["state", "closed_at", "answer"])
        if report.by_id is not None:
            writing.report_closed(report, work.told_at or now)
    _log(work, "close", answer, str(State.OPEN), state)


def _log(work: _Work, action: str, reason: str, before: str, after: str) -> None:
    case = work.case
    audit.write(
        person_of(work.by),
        action,
        person=case.person,
        game=case.game_id,
        report=work.report,
        reason=reason,
        before={"state": str(before)},
        after={"state": str(after), "case": case.pk},
    )


# Undoing --------------------------------------------------------------------------------------


def can_be_taken_back(case: Case) -> bool:
    return case.closed_at is not None and timezone.now() - case.closed_at < RETURN


def last_decided(moderator_id: int) -> Case | None:
    """This moderator's last decision, if it can be undone."""
    own = Case.objects.filter(closed_by=moderator_id, closed_at__gt=timezone.now() - RETURN)
    return own.select_related("person", "game").order_by("-closed_at").first()


def take_back_decision(case_id: int, moderator_id: int) -> Case:
    """Undo a decision within the hour: show the message, withdraw the sanction, reopen the case.

    People who have been notified of it meanwhile are notified of this, too.
    """
    hidden = Case.objects.filter(pk=case_id, done__has_key="message").exists()
    with _at_work(case_id, moderator_id, closed=True, hides=hidden) as work:
        case = work.case
        if not can_be_taken_back(case):
            raise Refused(
                _("This was decided more than an hour ago, so you can no longer take it back."),
                "too_late",
            )
        assert case.closed_at is not None
        told = timezone.now() - case.closed_at >= LETTERS
        work.reason = _("Taken back")
        _undo(work)
        if told and case.done and case.person_id:
            writing.sanctioned(case.person_id, "taken_back", "", timezone.now(), said=case.said)
        before = case.state
        _reopen(case)
        _log(work, "take back", "", before, State.OPEN)
    return case


def _undo(work: _Work) -> None:
    case, done, report = work.case, work.case.done, work.report
    if "message" in done and case.message and case.message.hidden_at:
        assert work.position is not None
        hiding.show_message(work.position, case.message, work.by, work.reason, report=report)
    if "sanction" in done:
        imposed = Sanction.objects.select_related("user").get(pk=done["sanction"])
        people.withdraw_sanction(imposed, work.by, work.reason, report=report)
    if "renamed" in done and work.person.username == done["renamed"]:
        people.rename(
            *(work.person.pk, work.by, done["name"], work.reason), tell=False, report=report
        )
    if "withdrawn" in done:
        sanction = Sanction.objects.select_related("user").get(pk=done["withdrawn"])
        ended = datetime.fromisoformat(done["ended"]) if done["ended"] else None
        people.restore(sanction, ended, work.by, work.reason, report=report)


def _reopen(case: Case) -> None:
    """Reopen the case.

    New reports of the same belong to it; a report that its author has repeated stays closed.
    """
    again = Case.objects.filter(key=case.key, state=State.OPEN).first()
    if again is not None:
        again.reports.update(case=case)
        again.delete()
    case.state, case.closed_at, case.closed_by, case.done = State.OPEN, None, None, {}
    case.save(update_fields=["state", "closed_at", "closed_by", "done"])
    anew = case.reports.filter(state=State.OPEN).exclude(by=None).values("by")
    case.reports.exclude(state=State.OPEN).exclude(by__in=anew).update(
        state=State.OPEN, closed_at=None, answer=""
    )
