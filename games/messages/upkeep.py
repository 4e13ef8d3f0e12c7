"""Notifications to maintainers, to players who reported an error, and to people who set stages."""

from __future__ import annotations

from collections.abc import Iterable

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from boardgames.models import Trouble
from games.messages.about import type_named
from games.models import FaultReport, ReleaseRequest
from games.notification_events.kinds import (
    FaultAnswered,
    FaultReported,
    ReleaseAnswered,
    ReleaseAsked,
    Slipped,
)
from games.upkeep import maintainers
from notifications import groups
from notifications.content import Words
from notifications.kinds import AT_ONCE, TOGETHER, Kind, register
from notifications.models import Announcement, Notification

#: The permission to set stages and to answer requests.
SETS_STAGES = "games.change_package"


def _looks_after_any(user: User) -> bool:
    return maintainers.packages(user.pk).exists()


def _page(slug: str, part: str = "") -> str:
    return reverse("upkeep-type", args=[slug]) + part


@register
class FaultReportedKind(Kind[FaultReported]):
    fact = FaultReported
    label = gettext_lazy("somebody reports a fault of a game that I look after")
    group = groups.PACKAGES
    heading = gettext_lazy("Reported faults")
    defaults = TOGETHER
    place = "faults"

    def may_reach(self, user: User) -> bool:
        return _looks_after_any(user)

    def audience(self, announcement: Announcement) -> Iterable[int]:
        report = FaultReport.objects.get(pk=announcement.data["report"])
        return [each for each in maintainers.list_maintainers(report.type) if each != report.by_id]

    def why_not(self, notification: Notification) -> str:
        """Why not: players read it at the table when the game is over."""
        report = self._report(notification)
        if notification.user_id not in maintainers.list_maintainers(report.type):
            return "looks after it no more"
        if maintainers.closed_among(notification.user_id, [report.game_id]):
            return "plays at that table"
        return "done" if report.done_at else ""

    def words(self, notification: Notification) -> Words:
        report = self._report(notification)
        values = {"game": type_named(report.type), "number": report.number}
        return Words(
            subject=_("A fault of %(game)s is reported") % values,
            heading=_("Somebody found something wrong after move %(number)d") % values,
            lines=report.words.splitlines(),
            button=_("View the report"),
            path=_page(report.type, f"#report-{report.pk}"),
        )

    def _report(self, notification: Notification) -> FaultReport:
        return FaultReport.objects.get(pk=self.read(notification).report)


@register
class FaultAnsweredKind(Kind[FaultAnswered]):
    fact = FaultAnswered
    label = gettext_lazy("a fault that I reported is dealt with")
    group = groups.PACKAGES
    heading = gettext_lazy("Reported faults")
    defaults = AT_ONCE
    place = "faults"

    def words(self, notification: Notification) -> Words:
        report = FaultReport.objects.get(pk=self.read(notification).report)
        values = {"game": type_named(report.type)}
        return Words(
            subject=_("The fault of %(game)s that you reported is dealt with") % values,
            heading=_("The people who look after the game write:"),
            lines=[
                *report.answer.splitlines(),
                _("You wrote: “%(words)s”") % {"words": report.words},
            ],
            button=_("View the game") if report.game_id else _("Go to my games"),
            path=reverse("game", args=[report.game_id]) if report.game_id else reverse("my"),
        )


@register
class SlippedKind(Kind[Slipped]):
    fact = Slipped
    label = gettext_lazy("a game that I look after has a new package error")
    group = groups.PACKAGES
    heading = gettext_lazy("Package errors")
    defaults = TOGETHER
    place = "slips"

    def may_reach(self, user: User) -> bool:
        return _looks_after_any(user)

    def why_not(self, notification: Notification) -> str:
        told = self.read(notification)
        if notification.user_id not in maintainers.list_maintainers(told.type):
            return "looks after it no more"
        slip = Trouble.objects.filter(pk=told.trouble).first()
        if slip is None:
            return "mended"
        closed = maintainers.closed_among(notification.user_id, [slip.at_game])
        return "plays at that table" if closed else ""

    def words(self, notification: Notification) -> Words:
        told = self.read(notification)
        slip = Trouble.objects.get(pk=told.trouble)
        values = {
            "game": type_named(told.type),
            "place": slip.place,
            "version": slip.version,
        }
        return Words(
            subject=_("%(game)s has a package error: %(place)s") % values,
            heading=_("%(game)s has a package error in a new place") % values,
            lines=[
                _("Version %(version)d of the rules, at %(place)s.") % values,
                slip.error[:500],
            ],
            button=_("View its package errors"),
            path=_page(told.type, "#slips"),
        )


@register
class ReleaseAskedKind(Kind[ReleaseAsked]):
    fact = ReleaseAsked
    label = gettext_lazy("somebody asks me to release a game type")
    group = groups.PACKAGES
    heading = gettext_lazy("Release requests")
    defaults = AT_ONCE
    place = "releases"

    def may_reach(self, user: User) -> bool:
        return user.has_perm(SETS_STAGES)

    def audience(self, announcement: Announcement) -> Iterable[int]:
        return User.objects.with_perm(SETS_STAGES).values_list("pk", flat=True)

    def why_not(self, notification: Notification) -> str:
        if not self.may_reach(notification.user):
            return "sets no stages"
        return "answered" if self._request(notification).answer else ""

    def words(self, notification: Notification) -> Words:
        asked = self._request(notification)
        values = {
            "name": asked.by.username if asked.by else "",
            "game": type_named(asked.type),
        }
        return Words(
            subject=_("%(name)s asks you to release %(game)s") % values,
            heading=_("%(name)s asks you to release %(game)s") % values,
            lines=[str(asked.get_stage_display()), *asked.words.splitlines()],
            button=_("View the request"),
            path=reverse("admin:games_releaserequest_change", args=[asked.pk]),
        )

    def _request(self, notification: Notification) -> ReleaseRequest:
        rows = ReleaseRequest.objects.select_related("by")
        return rows.get(pk=self.read(notification).request)


@register
class ReleaseAnsweredKind(Kind[ReleaseAnswered]):
    fact = ReleaseAnswered
    label = gettext_lazy("the operator answers a release request for a game that I look after")
    group = groups.PACKAGES
    heading = gettext_lazy("Release requests")
    defaults = AT_ONCE
    place = "releases"

    def may_reach(self, user: User) -> bool:
        return _looks_after_any(user)

    def audience(self, announcement: Announcement) -> Iterable[int]:
        asked = ReleaseRequest.objects.get(pk=announcement.data["request"])
        return maintainers.list_maintainers(asked.type)

    def words(self, notification: Notification) -> Words:
        asked = ReleaseRequest.objects.get(pk=self.read(notification).request)
        values = {"game": type_named(asked.type)}
        granted = asked.answer == ReleaseRequest.Answer.GRANTED
        return Words(
            subject=_("%(game)s has reached the next stage") % values
            if granted
            else _("%(game)s stays in its stage for now") % values,
            heading=_("The operator has answered your request"),
            lines=[
                str(asked.get_stage_display()) if granted else _("Not yet."),
                *asked.reply.splitlines(),
            ],
            button=_("Go to the game"),
            path=_page(asked.type),
        )
