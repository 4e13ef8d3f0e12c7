"""Notifications from moderators, and to them."""

from collections.abc import Iterable
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Sanction, User
from accounts.moderation.sanctions import CLOSING
from boardgames.web import notices
from boardgames.words import dates
from games.messages.about import GameKind, game_path, type_name
from games.models import ChatMessage, Report
from games.moderation import appeals, interest
from games.moderation.roles import MODERATE as PERMISSION
from games.notification_events.kinds import (
    AppealDecided,
    Broken,
    Moderated,
    ReportClosed,
    Reported,
    Sanctioned,
)
from notifications import groups
from notifications.content import Words
from notifications.kinds import AT_ONCE, TOGETHER, Kind, register
from notifications.models import Announcement, Notification


@register
class ModeratedKind(Kind[Moderated]):
    """Notifications about a game or in general."""

    fact = Moderated
    label = gettext_lazy("a moderator writes to me")
    group = groups.ORDER
    heading = gettext_lazy("From a moderator")
    defaults = AT_ONCE

    def words(self, notification: Notification) -> Words:
        game, text = notification.game, self.read(notification).text
        return Words(
            subject=_("A moderator wrote to you about %(game)s") % {"game": type_name(game)}
            if game
            else _("A moderator wrote to you"),
            heading=_("From a moderator"),
            lines=[line for line in text.splitlines() if line.strip()],
            button=_("View the game") if game else _("Go to my games"),
            path=game_path(game) if game else reverse("my"),
        )


#: Characters that are quoted of a message.
SAID = 300


def _whom_to_write_to() -> str:
    """A contact for people who cannot sign in to answer."""
    said = _("You can also write to %(contact)s.")
    return said % {"contact": notices.contact().name}


#: By what was done: the heading, and the line below it.
SANCTIONS = {
    "warning": (
        gettext_lazy("A warning from a moderator"),
        gettext_lazy("Please take it seriously. The next step may be more than a warning."),
    ),
    "mute": (
        gettext_lazy("You cannot write to others for a while"),
        gettext_lazy("Until %(until)s, you cannot write to others. You can still play."),
    ),
    "mute_for_good": (
        gettext_lazy("You cannot write to others any more"),
        gettext_lazy(
            "You can still play, but you cannot write to others until a moderator lifts this."
        ),
    ),
    "suspension": (
        gettext_lazy("Your account is suspended"),
        gettext_lazy("Until %(until)s, you cannot sign in. Your clocks keep running."),
    ),
    "ban": (
        gettext_lazy("A moderator has closed your account"),
        gettext_lazy("You can no longer sign in, and your games go on without you."),
    ),
    "lifted_mute": (gettext_lazy("You can write to others again"), gettext_lazy("Welcome back.")),
    "lifted_suspension": (
        gettext_lazy("Your account is open again"),
        gettext_lazy("Welcome back."),
    ),
    "lifted_ban": (gettext_lazy("Your account is open again"), gettext_lazy("Welcome back.")),
    "renamed": (
        gettext_lazy("A moderator has changed your name"),
        gettext_lazy("Your name is now %(name)s. Use it to sign in."),
    ),
    "cleared": (
        gettext_lazy("A moderator has removed what you wrote about yourself"),
        gettext_lazy("You can write something else there."),
    ),
    "hidden": (
        gettext_lazy("A moderator has hidden one of your messages"),
        gettext_lazy("Only moderators can read it now."),
    ),
    "taken_back": (
        gettext_lazy("A moderator has withdrawn a decision about you"),
        gettext_lazy("It was a mistake and does not count."),
    ),
}


@register
class SanctionedKind(Kind[Sanctioned]):
    """Also sent to people whom it keeps from signing in."""

    fact = Sanctioned
    label = gettext_lazy("a moderator decides something about me")
    group = groups.ORDER
    heading = gettext_lazy("From a moderator")
    defaults = AT_ONCE
    keeps_out = True

    def thread(self, notification: Notification) -> str:
        """Its own thread, apart from e-mails about a game."""
        return ""

    def why_not(self, notification: Notification) -> str:
        """Why not: a moderator may have taken it back while the e-mail waited."""
        told = self.read(notification)
        if told.sanction and Sanction.objects.filter(pk=told.sanction, withdrawn_at__isnull=False):
            return "withdrawn"
        if told.message and ChatMessage.objects.filter(pk=told.message, hidden_at=None):
            return "shown again"
        if told.what == "renamed" and notification.user.username != told.name:
            return "named otherwise"
        return ""

    def words(self, notification: Notification) -> Words:
        told = self.read(notification)
        what = "mute_for_good" if told.what == "mute" and not told.until else told.what
        heading, line = SANCTIONS[what]
        until = dates.moment(datetime.fromisoformat(told.until)) if told.until else ""
        game = notification.game
        lines = [
            str(line) % {"until": until, "name": told.name},
            _("The reason: %(reason)s") % {"reason": told.reason} if told.reason else "",
            _("It is about: “%(said)s”") % {"said": told.said[:SAID]} if told.said else "",
        ]
        button, path = _("Go to my games"), reverse("my")
        if game:
            button, path = _("View the game"), game_path(game)
        if sanction := Sanction.objects.filter(pk=told.sanction or 0).first():
            button, path = _("Ask for another look"), appeals.path(sanction)
            lines.append(
                _(
                    "If you think that this is wrong, you can ask, once, that another "
                    "moderator reviews it."
                )
            )
        if told.what in CLOSING:
            lines.append(_whom_to_write_to())
        return Words(
            subject=str(heading),
            heading=str(heading),
            lines=[line for line in lines if line],
            button=button,
            path=path,
        )


@register
class ReportedKind(Kind[Reported]):
    """For all who may moderate and have no interest in it, as long as the report is open."""

    fact = Reported
    label = gettext_lazy("somebody reports something to the moderators")
    group = groups.ORDER
    heading = gettext_lazy("Reports")
    defaults = TOGETHER
    place = "reports"

    def thread(self, notification: Notification) -> str:
        return f"report-{self.read(notification).report}"

    def may_reach(self, user: User) -> bool:
        return user.has_perm(PERMISSION)

    def audience(self, announcement: Announcement) -> Iterable[int]:
        report = Report.objects.get(pk=announcement.data["report"])
        moderators = User.objects.with_perm(PERMISSION).values_list("pk", flat=True)
        return [each for each in moderators if interest.may_decide(each, report)]

    def why_not(self, notification: Notification) -> str:
        if not self.may_reach(notification.user):
            return "no moderator"
        report = self._report(notification)
        if not interest.may_decide(notification.user_id, report):
            return "not theirs to decide"
        return "" if report.state == Report.State.OPEN else "closed"

    def words(self, notification: Notification) -> Words:
        report = self._report(notification)
        person = report.person.username if report.person else ""
        if report.about == Report.About.APPEAL:
            return Words(
                subject=_("%(name)s appeals") % {"name": person},
                heading=_("%(name)s appeals") % {"name": person},
                lines=[report.said, *report.words.splitlines()],
                button=_("View the case"),
                path=reverse("admin:case", args=[report.case_id]),
            )
        about = f"{report.get_about_display()} {person}".strip()
        values = {"about": about, "reason": report.get_reason_display()}
        return Words(
            subject=_("A report about %(about)s: %(reason)s") % values,
            heading=_("A report about %(about)s") % values,
            lines=[str(values["reason"]), *report.words.splitlines()],
            button=_("View the case"),
            path=reverse("admin:case", args=[report.case_id]),
        )

    def _report(self, notification: Notification) -> Report:
        reports = Report.objects.select_related("person")
        return reports.get(pk=self.read(notification).report)


def _taken_back(told: ReportClosed | AppealDecided) -> str:
    """Whether a moderator has taken it back; they may have decided it again."""
    report = Report.objects.get(pk=told.report)
    closed = report.closed_at.isoformat() if report.closed_at else "open"
    return "" if closed == told.at or not told.at else "taken back"


@register
class ReportClosedKind(Kind[ReportClosed]):
    """For the sender; what was done to whom stays between that person and the moderators."""

    fact = ReportClosed
    label = gettext_lazy("the moderators have dealt with a report of mine")
    group = groups.ORDER
    heading = gettext_lazy("From a moderator")
    defaults = AT_ONCE

    def thread(self, notification: Notification) -> str:
        return f"report-{self.read(notification).report}"

    def why_not(self, notification: Notification) -> str:
        return _taken_back(self.read(notification))

    def words(self, notification: Notification) -> Words:
        report = Report.objects.get(pk=self.read(notification).report)
        acted = report.state == Report.State.ACTED
        answer = _("They write: %(answer)s") % {"answer": report.answer} if report.answer else ""
        return Words(
            subject=_("The moderators have dealt with your report"),
            heading=_("The moderators have dealt with your report"),
            lines=[
                _("They have taken action. Thank you for telling us.")
                if acted
                else _("They found no reason to act. Thank you for telling us anyway."),
                *filter(None, [answer]),
            ],
            button=_("Go to my games"),
            path=reverse("my"),
        )


@register
class AppealDecidedKind(Kind[AppealDecided]):
    """For the person who has appealed, even if they cannot sign in."""

    fact = AppealDecided
    label = gettext_lazy("another moderator has reviewed a decision about me")
    group = groups.ORDER
    heading = gettext_lazy("From a moderator")
    defaults = AT_ONCE
    keeps_out = True

    def thread(self, notification: Notification) -> str:
        return f"report-{self.read(notification).report}"

    def why_not(self, notification: Notification) -> str:
        return _taken_back(self.read(notification))

    def words(self, notification: Notification) -> Words:
        report = Report.objects.select_related("case__sanction").get(
            pk=self.read(notification).report
        )
        granted = report.state == Report.State.ACTED
        answer = _("They write: %(answer)s") % {"answer": report.answer} if report.answer else ""
        sanction = report.case.sanction if report.case else None
        return Words(
            subject=_("Your appeal has been decided"),
            heading=_("Your appeal has been decided"),
            lines=[
                _("The appeal was justified. The decision is withdrawn and no longer counts.")
                if granted
                else _("Another moderator has reviewed the decision, and it stands."),
                *filter(None, [answer]),
            ],
            button=_("View it"),
            path=appeals.path(sanction) if sanction else reverse("my"),
        )


@register
class BrokenKind(GameKind[Broken]):
    """For all who may moderate, as long as the game is broken."""

    fact = Broken
    label = gettext_lazy("a game that I can moderate is broken")
    group = groups.ORDER
    heading = gettext_lazy("Broken games")
    defaults = AT_ONCE
    place = "moderation"

    def may_reach(self, user: User) -> bool:
        return user.has_perm(PERMISSION)

    def audience(self, announcement: Announcement) -> Iterable[int]:
        return User.objects.with_perm(PERMISSION).values_list("pk", flat=True)

    def why_not(self, notification: Notification) -> str:
        if not self.may_reach(notification.user):
            return "no moderator"
        return "" if self.game(notification).broken_at else "mended"

    def words(self, notification: Notification) -> Words:
        about, reason = self.about(notification), self.read(notification).reason
        values = {"game": about.name, "number": about.game.pk}
        return Words(
            subject=_("%(game)s, number %(number)d, is broken") % values,
            heading=_("A game is broken"),
            lines=[
                _("The rules failed, so the game is stopped and its clocks do not run."),
                _("The reason: %(reason)s") % {"reason": reason},
                _("The players have been told that the moderators know about it."),
            ],
            button=_("Go to the moderators' page"),
            path=reverse("admin:games_game_moderate", args=[about.game.pk]),
            about=about.title,
        )
