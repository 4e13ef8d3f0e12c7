"""Notifications of ladders: challenges, their outcome, a lost rung."""

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

#: What can have happened: the subject, and its meaning.
NEWS: dict[str, tuple[Promise, Promise]] = {
    "accepted": (
        gettext_lazy("%(name)s: %(by)s accepts your challenge"),
        gettext_lazy("The game begins as soon as both of you have room for another one."),
    ),
    "declined": (
        gettext_lazy("%(name)s: %(by)s declines your challenge"),
        gettext_lazy("That counts as a loss, so you take their rung."),
    ),
    "expired": (
        gettext_lazy("%(name)s: %(by)s did not answer your challenge"),
        gettext_lazy("That counts as a loss, so you take their rung."),
    ),
    "missed": (
        gettext_lazy("%(name)s: %(by)s takes your rung"),
        gettext_lazy("You did not answer the challenge in time, which counts as a loss."),
    ),
    "withdrawn": (
        gettext_lazy("%(name)s: %(by)s withdraws the challenge"),
        gettext_lazy("You no longer need to answer."),
    ),
    "sank": (
        gettext_lazy("%(name)s: you are now on rung %(rung)d"),
        gettext_lazy(
            "You have not played for a long time, so you drop one rung. You can stop this "
            "with a challenge."
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
                "Please answer by %(date)s. No answer counts as a loss. Days when you are "
                "away by your calendar do not count."
            )
            % {"date": dates.moment(asked.answer_by)},
        ]
        subject = _("%(name)s: %(by)s challenges you")
        return subject % {"name": "%(name)s", "by": asked.challenger.user.username}, lines


@register
class LadderNewsKind(TournamentKind[LadderNews]):
    fact = LadderNews
    label = gettext_lazy("my challenge is answered, or I am on another rung")
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
