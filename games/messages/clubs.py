"""Notifications of club events: planned, soon, cancelled, and the tables."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TypeVar

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from boardgames.words import dates
from community.clubs import queries
from community.models import ClubMember
from games.clocks import kinds as clocks
from games.clubs import making
from games.lobby import ready_check
from games.models import ClubEvent, ClubTable, Coming
from games.notification_events.kinds import (
    ClubEventOff,
    ClubEventPlanned,
    ClubEventSoon,
    ClubTables,
)
from games.pages import settings
from games.rules import registry
from notifications import groups
from notifications.content import Words
from notifications.kinds import AT_ONCE, NOT_AT_ALL, TOGETHER, Kind, register
from notifications.models import Announcement, Notification

F = TypeVar("F", ClubEventPlanned, ClubEventSoon, ClubTables, ClubEventOff)

#: Minutes that a live table waits for its people.
_WAIT = ready_check.ARRANGED // timedelta(minutes=1)


class ClubEventKind(Kind[F]):
    """A kind that is about an event of a club."""

    heading = gettext_lazy("Clubs")
    defaults = TOGETHER
    place = "club"

    def thread(self, notification: Notification) -> str:
        return f"club-{self.event(notification).club_id}"

    def event(self, notification: Notification) -> ClubEvent:
        found = ClubEvent.objects.select_related("club")
        return found.get(pk=self.read(notification).event)

    def why_not(self, notification: Notification) -> str:
        event = self.event(notification)
        if not queries.is_member(event.club_id, notification.user_id):
            return "no member any more"
        return self.stale(event)

    def stale(self, event: ClubEvent) -> str:
        """Why the notification comes too late; empty if it does not."""
        planned = event.state == ClubEvent.State.PLANNED and event.at > timezone.now()
        return "" if planned else "begun, or cancelled"

    def words(self, notification: Notification) -> Words:
        event = self.event(notification)
        subject, lines = self.say(event, self.read(notification))
        return Words(
            subject=subject,
            heading=event.club.name,
            lines=lines,
            button=self.button(),
            path=self.path(event, notification),
        )

    def button(self) -> str:
        return _("Go to the club")

    def path(self, event: ClubEvent, notification: Notification) -> str:
        return reverse("club", args=[event.club_id])

    @abstractmethod
    def say(self, event: ClubEvent, fact: F) -> tuple[str, list[str]]:
        """The subject and the lines."""


def _when(event: ClubEvent) -> str:
    """The beginning, in a sentence of its own, with its time zone, as readers may be somewhere
    else."""
    return _("It begins on %(when)s.") % {"when": dates.moment(event.at)}


def _began(event: ClubEvent) -> str:
    return _("It began on %(when)s.") % {"when": dates.moment(event.at)}


def _begun(event: ClubEvent, number: int) -> str:
    """What the people at a table have to do."""
    table = ClubTable.objects.select_related("game").filter(event=event, number=number).first()
    if table is None or table.game is None or table.game.ready_by is None:
        return _("Your game has begun.")
    by = {"moment": dates.moment(table.game.ready_by)}
    return _("Please confirm at the table by %(moment)s that you are there.") % by


def _what(event: ClubEvent) -> str:
    try:
        name = _(registry.get(event.type).name)
    except registry.UnknownGameType:
        name = event.type.capitalize()
    return f"{name}, {settings.pace(event.clock)}."


@register
class ClubEventPlannedKind(ClubEventKind[ClubEventPlanned]):
    """Under the bell; by e-mail only for members who choose that."""

    fact = ClubEventPlanned
    label = gettext_lazy("one of my clubs plans an event")
    group = groups.CLUBS
    defaults = NOT_AT_ALL

    def audience(self, announcement: Announcement) -> Iterable[int]:
        """All members except the one who planned it."""
        event = ClubEvent.objects.get(pk=announcement.data["event"])
        members = ClubMember.objects.filter(club=event.club_id).exclude(user=event.by_id)
        return members.values_list("user", flat=True)

    def event(self, notification: Notification) -> ClubEvent:
        """The event; if it was cancelled, another one that the same person has planned since.

        That one gets no notification of its own on the same day.
        """
        event = super().event(notification)
        if event.state != ClubEvent.State.OFF:
            return event
        later = ClubEvent.objects.filter(club=event.club_id, by=event.by_id, pk__gt=event.pk)
        planned = later.filter(state=ClubEvent.State.PLANNED).select_related("club")
        return planned.order_by("pk").first() or event

    def say(self, event: ClubEvent, fact: ClubEventPlanned) -> tuple[str, list[str]]:
        when = {"event": event.title, "when": dates.format_date(event.at, "DATETIME_FORMAT")}
        return _("%(event)s, %(when)s") % when, [
            _what(event),
            _when(event),
            _("Please say whether you are coming. The tables are made up of the people who come."),
        ]


@register
class ClubEventSoonKind(ClubEventKind[ClubEventSoon]):
    fact = ClubEventSoon
    label = gettext_lazy("a club event that I am going to is coming up")
    group = groups.CLUBS
    defaults = AT_ONCE
    pressing = True

    def worth_until(self, notification: Notification) -> datetime:
        return self.event(notification).at

    def audience(self, announcement: Announcement) -> Iterable[int]:
        yes = Coming.objects.filter(event=announcement.data["event"], comes=True)
        return yes.values_list("user", flat=True)

    def say(self, event: ClubEvent, fact: ClubEventSoon) -> tuple[str, list[str]]:
        number = len(making.coming(event))
        come = ngettext("%(n)d person is coming.", "%(n)d people are coming.", number) % {
            "n": number
        }
        when = {"event": event.title, "when": dates.format_date(event.at, "DATETIME_FORMAT")}
        subject = _("%(event)s begins on %(when)s") % when
        lines = [_what(event), _when(event), come]
        if clocks.read_clock(event.clock).live:
            lines.append(
                _("It is played live. The tables wait %(n)d minutes for everyone to arrive.")
                % {"n": _WAIT}
            )
        return subject, [*lines, _("If you cannot come, please say so before then.")]


@register
class ClubTablesKind(ClubEventKind[ClubTables]):
    fact = ClubTables
    label = gettext_lazy("people are assigned to tables at an event that I am going to")
    group = groups.CLUBS
    defaults = AT_ONCE
    seen_at_the_table = True

    def stale(self, event: ClubEvent) -> str:
        return ""

    def button(self) -> str:
        return _("View it")

    def path(self, event: ClubEvent, notification: Notification) -> str:
        if notification.game_id is None:
            return super().path(event, notification)
        return reverse("game", args=[notification.game_id])

    def say(self, event: ClubEvent, fact: ClubTables) -> tuple[str, list[str]]:
        name = {"event": event.title, "n": fact.table}
        if fact.table:
            lines = [_begun(event, fact.table), _what(event), _began(event)]
            return _("%(event)s: you play at table %(n)d") % name, lines
        return _("%(event)s: there is no seat for you") % name, [
            _what(event),
            _began(event),
            _("Seats are given in the order in which people said yes. Either the number of "
                    "people did not fit the tables, or two of them do not play with each other."),
            _("You can open a club game for anyone who comes later."),
        ]  # fmt: skip


@register
class ClubEventOffKind(ClubEventKind[ClubEventOff]):
    fact = ClubEventOff
    label = gettext_lazy("an event that I am going to is cancelled")
    group = groups.CLUBS

    def stale(self, event: ClubEvent) -> str:
        return ""

    def say(self, event: ClubEvent, fact: ClubEventOff) -> tuple[str, list[str]]:
        return _("%(event)s is cancelled") % {"event": event.title}, [
            _what(event),
            _("It was planned for %(when)s.") % {"when": dates.moment(event.at)},
        ]
