"""Notifications of ladders: the reader is challenged, what came of a challenge, a rung lost."""

from __future__ import annotations

from dataclasses import replace

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from boardgames.words import dates
from games.messages.tournaments import TournamentKind
from games.models import Challenge, Tournament
from games.notification_events.kinds import Challenged, LadderNews
from games.pages.tournaments import words
from notifications import groups
from notifications.content import Words
from notifications.kinds import AT_ONCE, register
from notifications.models import Notification

#: What can have happened: the subject, and what it means.
NEWS: dict[str, tuple[Promise, Promise]] = {
    "accepted": (
        gettext_lazy("%(name)s: %(by)s accepts your challenge"),
        gettext_lazy("The game begins as soon as both of you have room for it."),
    ),
    "declined": (
        gettext_lazy("%(name)s: %(by)s declines your challenge"),
        gettext_lazy("That counts as a game lost, so you take the rung."),
    ),
    "expired": (
        gettext_lazy("%(name)s: %(by)s has not answered your challenge"),
        gettext_lazy("That counts as a game lost, so you take the rung."),
    ),
    "missed": (
        gettext_lazy("%(name)s: %(by)s takes your rung"),
        gettext_lazy("You have not answered the challenge in time, which counts as a game lost."),
    ),
    "withdrawn": (
        gettext_lazy("%(name)s: %(by)s takes the challenge back"),
        gettext_lazy("You need not answer any more."),
    ),
    "sank": (
        gettext_lazy("%(name)s: you are on rung %(rung)d now"),
        gettext_lazy(
            "You have not played for long, so you sink by a rung. A challenge stops that."
        ),
    ),
}


@register
class ChallengedKind(TournamentKind[Challenged]):
    fact = Challenged
    label = gettext_lazy("somebody challenges me on a ladder")
    group = groups.TOURNAMENTS
    defaults = AT_ONCE

    def why_not(self, notification: Notification) -> str:
        asked = Challenge.objects.filter(state=Challenge.State.ASKED)
        here = asked.filter(pk=self.read(notification).challenge)
        return "" if here.exists() else "answered"

    def say(self, here: Tournament, user_id: int, fact: Challenged) -> tuple[str, list[str]]:
        asked = Challenge.objects.select_related("challenger__user").get(pk=fact.challenge)
        lines = [
            words.game(here) + ".",
            _(
                "Please answer by %(date)s: no answer counts as a game lost. Days away by your "
                "calendar do not count."
            )
            % {"date": dates.moment(asked.answer_by)},
        ]
        subject = _("%(name)s: %(by)s challenges you")
        return subject % {"name": "%(name)s", "by": asked.challenger.user.username}, lines


@register
class LadderNewsKind(TournamentKind[LadderNews]):
    fact = LadderNews
    label = gettext_lazy("a challenge of mine is answered, or my rung is another")
    group = groups.TOURNAMENTS

    def words(self, notification: Notification) -> Words:
        said = super().words(notification)
        when = {"when": dates.moment(notification.created_at)}
        return replace(said, lines=[*said.lines, _("That was on %(when)s.") % when])

    def say(self, here: Tournament, user_id: int, fact: LadderNews) -> tuple[str, list[str]]:
        subject, meaning = NEWS[fact.what]
        by = User.objects.filter(pk=fact.by).values_list("username", flat=True).first() or ""
        said = str(subject) % {"name": "%(name)s", "by": by, "rung": fact.rung}
        return said, [f"{words.game(here)}.", str(meaning)]
