"""Whom a player may challenge on a ladder now, and why not the others."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from boardgames.words import dates
from games.models import Challenge, Entrant, Table, TablePlayer, Tournament, TournamentStanding
from games.tournaments.kinds.ladder import rules
from games.tournaments.ladder import absence

State = Challenge.State
#: A player who withdraws a challenge cannot challenge the same person for this long, because each
#: challenge sends a notification.
WITHDRAWN_FOR = timedelta(days=1)


class WhyNot(NamedTuple):
    code: str
    text: str


@dataclass(frozen=True)
class Around:
    """The facts that decide it: everyone's rung and running games, and the challenged players.

    Also the recent opponents of ``me``, with the time from which they can meet again; None: now.
    """

    tournament: Tournament
    me: Entrant
    now: datetime
    rungs: dict[int, int]
    busy: Counter[int]
    challenged: set[int]
    waits: bool
    met: dict[int, datetime | None]

    @property
    def own(self) -> WhyNot | None:
        """Why ``me`` can challenge nobody now."""
        if self.waits:
            return WhyNot("own_open", _("Your last challenge is still waiting for its answer."))
        if self.busy[self.me.pk] >= self.tournament.at_once:
            return WhyNot("own_games", _("You already play as many games here as you may at once."))
        return None

    def why_not(self, other: Entrant) -> WhyNot | None:
        """Why this player cannot be challenged; None: they can."""
        return self._too_far(other) or self.own or self._not_now(other)

    def within(self, other: int) -> bool:
        """Whether this entrant stands above, and not too far."""
        mine, theirs = self.rungs.get(self.me.pk, 0), self.rungs.get(other, 0)
        return 0 < mine - theirs <= rules(self.tournament).reach and theirs > 0

    def _too_far(self, other: Entrant) -> WhyNot | None:
        if self.within(other.pk):
            return None
        reach = rules(self.tournament).reach
        said = ngettext(
            "You can only challenge players up to %(n)d rung above you.",
            "You can only challenge players up to %(n)d rungs above you.",
            reach,
        )
        return WhyNot("too_far", said % {"n": reach})

    def _not_now(self, other: Entrant) -> WhyNot | None:
        name = other.user.username
        if other.pk in self.challenged:
            return WhyNot("challenged", _("%(name)s has already been challenged.") % {"name": name})
        if self.busy[other.pk] >= self.tournament.at_once:
            said = _("%(name)s already plays as many games here as they may at once.")
            return WhyNot("their_games", said % {"name": name})
        if other.pk in self.met:
            again = self.met[other.pk]
            if again is None:
                return WhyNot("met", _("You two already have a challenge or a game."))
            said = _("You and %(name)s met recently. You can challenge them again from %(date)s.")
            return WhyNot("met", said % {"name": name, "date": _day(again)})
        back = absence.until(other.user, self.now)
        if back is not None:
            said = _("%(name)s is away until %(date)s.")
            return WhyNot("away", said % {"name": name, "date": _day(back)})
        return None


def _day(at: datetime) -> str:
    return dates.format_date(timezone.localtime(at), "SHORT_DATE_FORMAT")


def seen_from(tournament: Tournament, me: Entrant, now: datetime) -> Around:
    """The facts for ``me``; the number of queries does not depend on the number of players."""
    standings = TournamentStanding.objects.filter(tournament=tournament, stage=0, group=0)
    tables = TablePlayer.objects.filter(table__tournament=tournament)
    playing = tables.exclude(table__state=Table.State.OVER).values_list("entrant", flat=True)
    asked = Challenge.objects.filter(tournament=tournament, state=State.ASKED)
    pairs = list(asked.values_list("challenger", "challenged"))
    return Around(
        tournament,
        me,
        now,
        dict(standings.values_list("entrant", "place")),
        Counter(playing),
        {challenged for _challenger, challenged in pairs},
        any(challenger == me.pk for challenger, _challenged in pairs),
        _met(tournament, me, now),
    )


def _met(tournament: Tournament, me: Entrant, now: datetime) -> dict[int, datetime | None]:
    """The opponents that ``me`` cannot meet again yet, and from when they can."""
    again = timedelta(days=rules(tournament).again_days)
    lately = Q(over_at=None) | Q(over_at__gt=now - again)
    lately |= Q(state=State.WITHDRAWN, over_at__gt=now - WITHDRAWN_FOR)
    found = Challenge.objects.filter(Q(challenger=me) | Q(challenged=me), lately)
    met: dict[int, datetime | None] = {}
    meetings = found.order_by("over_at")  # unfinished ones come last
    fields = ("challenger", "challenged", "over_at", "state")
    for one, other, over_at, state in meetings.values_list(*fields):
        wait = max(again, WITHDRAWN_FOR) if state == State.WITHDRAWN else again
        met[other if one == me.pk else one] = None if over_at is None else over_at + wait
    return met
