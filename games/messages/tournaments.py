"""Notifications of tournaments: the start, the end of a round, the result, decisions."""

from __future__ import annotations

from abc import abstractmethod
from datetime import datetime
from typing import TypeVar

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from boardgames.words import dates
from games.models import Entrant, Series, TablePlayer, Tournament, TournamentStanding
from games.notification_events.kinds import (
    Challenged,
    LadderNews,
    SeriesStuck,
    TournamentBegan,
    TournamentDecided,
    TournamentInvited,
    TournamentOpened,
    TournamentOver,
    TournamentRound,
    TournamentSoon,
)
from games.pages.tournaments import words
from games.showing import tournament_log
from games.tournaments import inviting, listing, seasons
from games.tournaments.kinds import divisions
from notifications import groups
from notifications.content import Words
from notifications.kinds import AT_ONCE, TOGETHER, Defaults, Kind, register
from notifications.models import Notification, When

#: At most this many winners are named, if several share the first three places.
MOST_NAMED = 10

N = TypeVar(
    "N",
    Challenged,
    LadderNews,
    TournamentBegan,
    TournamentSoon,
    TournamentRound,
    TournamentOver,
    TournamentDecided,
    TournamentInvited,
    TournamentOpened,
)

#: Shown in the daily summary, and under the bell.
QUIET = Defaults(When.DAILY, When.NEVER, When.NEVER)

#: The decisions about a player: the subject, and the meaning.
DECISIONS: dict[str, tuple[Promise, Promise]] = {
    "place": (
        gettext_lazy("%(name)s: you have a place"),
        gettext_lazy("A player left before the start, so you are in."),
    ),
    Entrant.State.OUT: (
        gettext_lazy("%(name)s: you are out"),
        gettext_lazy("You lost on time twice, so you get no more games in this tournament."),
    ),
    Entrant.State.DISQUALIFIED: (
        gettext_lazy("%(name)s: you are disqualified"),
        gettext_lazy("The organisers have disqualified you."),
    ),
    "substitute": (
        gettext_lazy("%(name)s: you are in after all"),
        gettext_lazy("A player left in the first round, and you have taken over their seats."),
    ),
    "paused": (
        gettext_lazy("%(name)s is paused"),
        gettext_lazy(
            "Its clocks are stopped, and all its deadlines are extended. It resumes by itself."
        ),
    ),
    "resumed": (
        gettext_lazy("%(name)s resumes"),
        gettext_lazy("The clocks of its games run again, each with the time it had left."),
    ),
    "corrected": (
        gettext_lazy("%(name)s: the result of one of your games was changed"),
        gettext_lazy("The organisers have changed it. The log shows how."),
    ),
    "called_off": (
        gettext_lazy("%(name)s is cancelled"),
        gettext_lazy("Its running games go on, but no longer as part of a tournament."),
    ),
}


class TournamentKind(Kind[N]):
    """The base of kinds about a tournament, and not about one of its games."""

    heading = gettext_lazy("Tournaments")
    defaults = TOGETHER
    place = "tournament"

    def thread(self, notification: Notification) -> str:
        return f"tournament-{self.read(notification).tournament}"

    def words(self, notification: Notification) -> Words:
        fact = self.read(notification)
        here = Tournament.objects.get(pk=fact.tournament)
        subject, lines = self.say(here, notification.user_id, fact)
        return Words(
            subject=subject % {"name": here.name},
            heading=here.name,
            lines=lines,
            button=_("Go to the tournament"),
            path=reverse("tournament", args=[here.pk]),
        )

    @abstractmethod
    def say(self, here: Tournament, user_id: int, fact: N) -> tuple[str, list[str]]:
        """The subject, which may name the tournament, and the lines."""


@register
class TournamentBeganKind(TournamentKind[TournamentBegan]):
    fact = TournamentBegan
    label = gettext_lazy("a tournament that I play in begins")
    group = groups.TOURNAMENTS

    def why_not(self, notification: Notification) -> str:
        running = Tournament.objects.filter(status=Tournament.Status.RUNNING)
        here = running.filter(pk=self.read(notification).tournament)
        return "" if here.exists() else "over already"

    def say(self, here: Tournament, user_id: int, fact: TournamentBegan) -> tuple[str, list[str]]:
        lines = [f"{words.game(here)}. {words.how(here)}"]
        if here.ends_at:
            ends = dates.format_date(here.ends_at, "DATE_FORMAT")
            lines.append(
                _("It ends by %(date)s at the latest, even if players vanish.") % {"date": ends}
            )
        return _("%(name)s has begun"), lines


@register
class TournamentSoonKind(TournamentKind[TournamentSoon]):
    fact = TournamentSoon
    label = gettext_lazy(
        "a tournament that I have joined begins a day later, or live games within minutes"
    )
    group = groups.TOURNAMENTS

    def why_not(self, notification: Notification) -> str:
        fact = self.read(notification)
        here = Tournament.objects.get(pk=fact.tournament)
        if (here.status, here.starts_at) != (Tournament.Status.OPEN, fact.begins):
            return "begins at another time, or not"
        joined = Entrant.objects.filter(tournament=here, user=notification.user_id)
        return "" if joined.filter(state=Entrant.State.IN).exists() else "not in it any more"

    def worth_until(self, notification: Notification) -> datetime:
        return self.read(notification).begins

    def say(self, here: Tournament, user_id: int, fact: TournamentSoon) -> tuple[str, list[str]]:
        if fact.shortly:
            lines = [
                _("It begins on %(date)s.") % {"date": dates.moment(fact.begins)},
                _("Open its page by then: your first table opens by itself."),
            ]
            return _("%(name)s begins in a few minutes"), lines
        begins = _("It begins on %(date)s. You can withdraw until then.")
        lines = [
            f"{words.game(here)}. {words.how(here)}",
            begins % {"date": dates.moment(fact.begins)},
        ]
        return _("%(name)s begins soon"), lines


@register
class TournamentRoundKind(TournamentKind[TournamentRound]):
    fact = TournamentRound
    label = gettext_lazy("a round of a tournament that I play in is over")
    group = groups.TOURNAMENTS

    def why_not(self, notification: Notification) -> str:
        running = Tournament.objects.filter(status=Tournament.Status.RUNNING)
        here = running.filter(pk=self.read(notification).tournament)
        return "" if here.exists() else "over, which is told"

    def say(self, here: Tournament, user_id: int, fact: TournamentRound) -> tuple[str, list[str]]:
        stood = TournamentStanding.objects.filter(
            tournament=here, stage=fact.stage, entrant__user=user_id
        )
        standing = stood.order_by("-group").first()
        lines = []
        if standing is not None and here.kind != Tournament.Kind.ELIMINATION:
            lines.append(
                ngettext(
                    "You are ranked %(place)d with %(points)s point.",
                    "You are ranked %(place)d with %(points)s points.",
                    1 if standing.score == 1 else 2,
                )
                % {"place": standing.place, "points": words.number(standing.score)}
            )
        lines.append(self._onward(here, user_id, fact))
        called = listing.round_name(here, fact.stage, fact.round)
        if not fact.stage and here.kind == Tournament.Kind.ROBIN:
            return _("%(name)s: the group stage is over"), lines
        return _("%(name)s: %(round)s is over") % {"name": "%(name)s", "round": called}, lines

    def _onward(self, here: Tournament, user_id: int, fact: TournamentRound) -> str:
        """Whether the reader has more games to play."""
        if here.kind == Tournament.Kind.ELIMINATION:
            if listing.plays_on(here, user_id):
                return _("You are still in.")
            return _("You are out. Thank you for playing.")
        onward = TablePlayer.objects.filter(entrant__user=user_id, table__tournament=here).exclude(
            table__stage__lt=fact.stage
        )
        onward = onward.exclude(table__stage=fact.stage, table__round__lte=fact.round)
        return (
            _("You are still in.")
            if onward.exists()
            else _("You have finished your games. Others are still playing.")
        )


@register
class TournamentOverKind(TournamentKind[TournamentOver]):
    fact = TournamentOver
    label = gettext_lazy("a tournament that I play in is over")
    group = groups.TOURNAMENTS

    def say(self, here: Tournament, user_id: int, fact: TournamentOver) -> tuple[str, list[str]]:
        entrants = Entrant.objects.filter(tournament=here, place__isnull=False)
        place = entrants.filter(user=user_id).values_list("place", flat=True).first()
        best = entrants.filter(place__lte=3).select_related("user").order_by("place", "seed")
        lines = [f"{each.place}. {each.user.username}" for each in best[:MOST_NAMED]]
        if place == 1 and here.kind != Tournament.Kind.LEAGUE:
            if entrants.filter(place=1).count() > 1:
                return _("%(name)s: you share first place!"), lines
            return _("%(name)s: you have won!"), lines
        if place is None:
            return _("%(name)s is over"), lines
        if here.kind == Tournament.Kind.LEAGUE:
            return _("%(name)s: the season is over"), _what_of_the_season(here, user_id)
        own = _("You finished number %(place)d of %(people)d.")
        return _("%(name)s is over"), [own % {"place": place, "people": len(entrants)}, *lines]


def _what_of_the_season(season: Tournament, user_id: int) -> list[str]:
    """Whether the reader is promoted, relegated, or stays, and when the next season begins."""
    entrant = Entrant.objects.get(tournament=season, user=user_id)
    stood = seasons.now_stood(season)[entrant.pk]
    said = [_ZONES[stood.zone] % {"place": stood.place, "division": stood.division}]
    following = listing.next_season(season)
    if following is not None and following.starts_at is not None:
        said.append(
            _("The next season begins on %(date)s. You are in unless you withdraw before then.")
            % {"date": dates.format_date(following.starts_at, "DATE_FORMAT")}
        )
    return said


_ZONES = {
    divisions.UP: gettext_lazy(
        "You are promoted: place %(place)d of division %(division)d moves up."
    ),
    divisions.DOWN: gettext_lazy(
        "You are relegated: place %(place)d of division %(division)d moves down."
    ),
    0: gettext_lazy("You stay in division %(division)d, ranked %(place)d."),
}


@register
class TournamentDecidedKind(TournamentKind[TournamentDecided]):
    fact = TournamentDecided
    label = gettext_lazy("a decision about me is made in a tournament")
    group = groups.TOURNAMENTS

    def say(self, here: Tournament, user_id: int, fact: TournamentDecided) -> tuple[str, list[str]]:
        subject, meaning = DECISIONS[fact.what]
        lines = [str(meaning)]
        if fact.reason:
            lines.append(
                _("Reason: %(reason)s") % {"reason": tournament_log.describe_reason(fact.reason)}
            )
        return str(subject), lines


@register
class TournamentInvitedKind(TournamentKind[TournamentInvited]):
    fact = TournamentInvited
    label = gettext_lazy("somebody invites me to a tournament")
    group = groups.TOURNAMENTS
    defaults = AT_ONCE

    def why_not(self, notification: Notification) -> str:
        waiting = inviting.waiting_for(notification.user_id)
        here = waiting.filter(tournament=self.read(notification).tournament)
        return "" if here.exists() else "answered"

    def say(self, here: Tournament, user_id: int, fact: TournamentInvited) -> tuple[str, list[str]]:
        by = User.objects.get(pk=fact.by).username
        lines = [f"{words.game(here)}. {words.how(here)}", words.when(here, *listing.games(here))]
        return _("%(by)s invites you to %(name)s") % {"by": by, "name": "%(name)s"}, lines


@register
class TournamentOpenedKind(TournamentKind[TournamentOpened]):
    fact = TournamentOpened
    label = gettext_lazy("a tournament that I took part in opens again")
    group = groups.TOURNAMENTS
    defaults = QUIET

    def why_not(self, notification: Notification) -> str:
        to_join = Tournament.objects.filter(
            pk=self.read(notification).tournament, status=Tournament.Status.OPEN
        )
        joined = Entrant.objects.filter(tournament__in=to_join, user=notification.user_id)
        if joined.exists():
            return "joined already"
        return "" if to_join.exists() else "not to be joined any more"

    def say(self, here: Tournament, user_id: int, fact: TournamentOpened) -> tuple[str, list[str]]:
        lines = [f"{words.game(here)}. {words.how(here)}", words.when(here, 0, 0)]
        return _("You can join %(name)s"), lines


@register
class SeriesStuckKind(Kind[SeriesStuck]):
    fact = SeriesStuck
    label = gettext_lazy("a series that I run cannot go on")
    group = groups.TOURNAMENTS
    heading = gettext_lazy("Tournaments")
    defaults = TOGETHER
    place = "series"

    def why_not(self, notification: Notification) -> str:
        fact = self.read(notification)
        here = Series.objects.get(pk=fact.series)
        return "" if here.trouble or fact.why == "deserted" else "mended"

    def words(self, notification: Notification) -> Words:
        fact = self.read(notification)
        here = Series.objects.get(pk=fact.series)
        lines = [words.stuck(fact.why)]
        if here.active:
            lines.append(
                _("We will try again on its next date. You can change the plan or end the series.")
            )
        return Words(
            subject=_("%(name)s cannot go on") % {"name": here.name},
            heading=here.name,
            lines=lines,
            button=_("Go to the series"),
            path=reverse("series", args=[here.pk]),
        )
