"""The notification about a new private message."""

from __future__ import annotations

from typing import ClassVar

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.company import relationships
from community.messages.phrases import text_of
from community.models import PrivateMessage, Side
from notifications import groups
from notifications.content import Words
from notifications.kinds import TOGETHER, Kind, register
from notifications.models import Notification
from notifications.outbox import Fact

#: Characters of a message that one line quotes.
QUOTED = 80


class Written(Fact, frozen=True):
    """Somebody wrote this message to the reader."""

    kind: ClassVar[str] = "private_message"
    message: int
    by: int


@register
class WrittenKind(Kind[Written]):
    fact = Written
    label = gettext_lazy("somebody writes to me")
    group = groups.PEOPLE
    heading = gettext_lazy("Private messages")
    defaults = TOGETHER
    counts = False  # the number of conversations says so already
    place = "messages"

    def thread(self, notification: Notification) -> str:
        return f"conversation-{notification.user_id}-{self.read(notification).by}"

    def why_not(self, notification: Notification) -> str:
        told = self.read(notification)
        side = Side.objects.filter(user=notification.user_id, other=told.by).first()
        if side is None or not PrivateMessage.objects.filter(pk=told.message).exists():
            return "deleted"
        if told.message <= max(side.read_to, side.deleted_to):
            return "read"
        return "apart" if relationships.apart(notification.user_id, told.by) else ""

    def words(self, notification: Notification) -> Words:
        told = self.read(notification)
        message = PrivateMessage.objects.select_related("by").get(pk=told.message)
        person = {"person": message.by.username}
        side = Side.objects.filter(user=notification.user_id, other=told.by).first()
        path = reverse("messages-with", args=[message.by.username])
        # e-mails quote nobody before their reader has accepted the request
        if side is not None and side.request:
            return Words(
                subject=_("%(person)s would like to write to you") % person,
                heading=_("Message request"),
                lines=[
                    _("You do not know each other yet. You can read it, answer it, or delete it.")
                ],
                button=_("Read the request"),
                path=path,
            )
        text = text_of(message)
        quoted = text if len(text) <= QUOTED else f"{text[: QUOTED - 1]}…"
        return Words(
            subject=_("%(person)s has written to you") % person,
            heading=_("%(person)s wrote") % person,
            lines=text.splitlines(),
            button=_("Reply"),
            path=path,
            short=_("%(person)s: %(quoted)s") % {**person, "quoted": " ".join(quoted.split())},
        )
