"""Notifications of friend requests and acceptances."""

from __future__ import annotations

from typing import TypeVar

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Friend, User
from games.notification_events.kinds import FriendAgreed, FriendAsks
from notifications import groups
from notifications.content import Words
from notifications.kinds import TOGETHER, Kind, register
from notifications.models import Notification

N = TypeVar("N", FriendAsks, FriendAgreed)


class FriendKind(Kind[N]):
    """The base of kinds about a person who wants to be the reader's friend."""

    heading = gettext_lazy("Friends")
    defaults = TOGETHER
    place = "friends"

    def _wanted(self, notification: Notification) -> tuple[bool, bool]:
        """Whether the other one (still) wants it, and whether the reader does."""
        by, me = self.read(notification).by, notification.user_id
        wanting = Friend.objects.filter(user__in=[by, me], friend__in=[by, me])
        people = set(wanting.values_list("user_id", flat=True))
        return by in people, me in people

    def _person(self, notification: Notification) -> dict[str, str]:
        return {"person": User.objects.get(pk=self.read(notification).by).username}


@register
class FriendAsksKind(FriendKind[FriendAsks]):
    fact = FriendAsks
    label = gettext_lazy("somebody wants to be my friend")
    group = groups.PEOPLE

    def why_not(self, notification: Notification) -> str:
        theirs, mine = self._wanted(notification)
        return "answered" if mine else "" if theirs else "taken back"

    def words(self, notification: Notification) -> Words:
        person = self._person(notification)
        return Words(
            subject=_("%(person)s wants to be your friend") % person,
            heading=_("Friend request"),
            lines=[
                _("Friends see whether the other is here, and can invite each other with one tap."),
                _("Accept or decline on your friends page. Nobody is notified if you decline."),
            ],
            button=_("Go to your friends"),
            path=reverse("friends"),
        )


@register
class FriendAgreedKind(FriendKind[FriendAgreed]):
    fact = FriendAgreed
    label = gettext_lazy("somebody accepts my friend request")
    group = groups.PEOPLE

    def why_not(self, notification: Notification) -> str:
        return "" if all(self._wanted(notification)) else "friends no longer"

    def words(self, notification: Notification) -> Words:
        person = self._person(notification)
        return Words(
            subject=_("You and %(person)s are friends now") % person,
            heading=_("Friends"),
            lines=[
                _("%(person)s has accepted. You can now invite each other with one tap.") % person
            ],
            button=_("Go to your friends"),
            path=reverse("friends"),
        )
