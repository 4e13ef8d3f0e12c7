"""Notifications about clubs: a request to join, an acceptance, an invitation."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar, TypeVar

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.company import relationships
from accounts.models import User
from community.clubs.queries import State, membership
from community.clubs.rights import RUNNING, those_who_run
from community.models import Candidate, Club
from notifications import groups, outbox
from notifications.content import Words
from notifications.kinds import AT_ONCE, TOGETHER, Kind, register
from notifications.models import Notification
from notifications.outbox import Fact


class ClubAsks(Fact, frozen=True):
    """Somebody asks to join a club that the reader manages."""

    kind: ClassVar[str] = "club_asks"
    club: int
    by: int


class ClubAccepted(Fact, frozen=True):
    """The reader was admitted."""

    kind: ClassVar[str] = "club_accepted"
    club: int


class ClubInvited(Fact, frozen=True):
    """The reader is invited."""

    kind: ClassVar[str] = "club_invited"
    club: int
    by: int


def asks(candidate: Candidate) -> None:
    fact = ClubAsks(club=candidate.club_id, by=candidate.user_id)
    key = outbox.of_day(candidate.at, candidate.club_id, candidate.user_id)
    outbox.write(
        outbox.notification(fact, reader, None, candidate.at, key)
        for reader in those_who_run(candidate.club_id)
    )


def accepted(club: Club, user_id: int) -> None:
    now = timezone.now()
    key = outbox.of_day(now, club.pk)
    outbox.write([outbox.notification(ClubAccepted(club=club.pk), user_id, None, now, key)])


def invited(candidate: Candidate) -> None:
    assert candidate.by_id is not None  # somebody has
    fact = ClubInvited(club=candidate.club_id, by=candidate.by_id)
    key = outbox.of_day(candidate.at, candidate.club_id)
    outbox.write([outbox.notification(fact, candidate.user_id, None, candidate.at, key)])


F = TypeVar("F", ClubAsks, ClubAccepted, ClubInvited)


class ClubKind(Kind[F]):
    """The base of kinds that are about a club."""

    heading = gettext_lazy("Clubs")
    defaults = TOGETHER
    place = "club"

    def thread(self, notification: Notification) -> str:
        return f"club-{self.read(notification).club}"

    def words(self, notification: Notification) -> Words:
        fact = self.read(notification)
        club = Club.objects.get(pk=fact.club)
        subject, lines = self.say(club, fact)
        return Words(
            subject=subject,
            heading=club.name,
            lines=lines,
            button=_("Go to the club"),
            path=reverse("club", args=[club.pk]),
        )

    @abstractmethod
    def say(self, club: Club, fact: F) -> tuple[str, list[str]]:
        """The subject and the lines."""


@register
class ClubAsksKind(ClubKind[ClubAsks]):
    fact = ClubAsks
    label = gettext_lazy("somebody asks to join a club that I run")
    group = groups.CLUBS

    def why_not(self, notification: Notification) -> str:
        told = self.read(notification)
        mine = membership(told.club, notification.user_id)
        if mine is None or mine.role not in RUNNING:
            return "does not run it any more"
        if relationships.apart(notification.user_id, told.by):
            return "apart"
        asks = Candidate.objects.filter(club=told.club, user=told.by, state=State.ASKS)
        return "" if asks.filter(user__is_active=True).exists() else "answered"

    def say(self, club: Club, fact: ClubAsks) -> tuple[str, list[str]]:
        asks = Candidate.objects.filter(club=club, user=fact.by).first()
        name = {"name": User.objects.get(pk=fact.by).username, "club": club.name}
        said = [f"“{asks.words}”"] if asks is not None and asks.words else []
        return _("%(name)s asks to join %(club)s") % name, [
            *said,
            _("The owner and the officers can answer."),
        ]


@register
class ClubAcceptedKind(ClubKind[ClubAccepted]):
    fact = ClubAccepted
    label = gettext_lazy("a club accepts me")
    group = groups.CLUBS

    def why_not(self, notification: Notification) -> str:
        member = membership(self.read(notification).club, notification.user_id)
        return "" if member is not None else "no member any more"

    def say(self, club: Club, fact: ClubAccepted) -> tuple[str, list[str]]:
        subject = _("You are now a member of %(club)s") % {"club": club.name}
        return subject, [_("You can now see its games, chat, and events.")]


@register
class ClubInvitedKind(ClubKind[ClubInvited]):
    fact = ClubInvited
    label = gettext_lazy("somebody invites me to a club")
    group = groups.CLUBS
    defaults = AT_ONCE

    def is_one_of_many(self, notification: Notification) -> bool:
        """Whether there are more: an invitation is sent at once, more of the same person
        together."""
        earlier = Candidate.objects.filter(
            user=notification.user_id, by=self.read(notification).by, state=State.INVITED
        )
        return earlier.count() > 1

    def why_not(self, notification: Notification) -> str:
        told = self.read(notification)
        if relationships.apart(notification.user_id, told.by):
            return "apart"
        waits = Candidate.objects.filter(
            club=told.club, user=notification.user_id, state=State.INVITED
        )
        return "" if waits.exists() else "answered, or taken back"

    def say(self, club: Club, fact: ClubInvited) -> tuple[str, list[str]]:
        name = {"name": User.objects.get(pk=fact.by).username, "club": club.name}
        return _("%(name)s invites you to %(club)s") % name, [
            *club.about.splitlines(),
            _("You can have a look at it, join, or decline."),
        ]
