"""The expected end of a tournament by its players' pace, if before the declared latest date."""

from __future__ import annotations

from datetime import datetime, timedelta

from accounts.calendar import calendars
from accounts.models import User
from games.models import Entrant, Tournament
from games.statistics import habits
from games.tournaments.kinds.kinds import get_kind

State, Status = Entrant.State, Tournament.Status

#: If fewer people's pace is known, the date would reveal that of one person.
LEAST = 3
_LONG = timedelta(days=3650)


def expect_end(tournament: Tournament, moves: float, now: datetime) -> datetime | None:
    """The expected end if each player makes this many moves per game.

    None if too little is known, or if it would be later than declared or is past.
    """
    there = Entrant.objects.filter(tournament=tournament, state=State.IN)
    people = list(there.values_list("user", flat=True))
    known = habits.read_habits(people)
    paces = sorted((known[each].pace, each) for each in people if known[each].pace)
    if len(paces) < LEAST or tournament.status not in (Status.OPEN, Status.RUNNING):
        return None
    pace, usual_id = paces[len(paces) // 2]
    assert pace is not None
    usual = User.objects.get(pk=usual_id)
    one_game = pace * moves * tournament.players
    number = tournament.most if tournament.status == Status.OPEN else len(people)
    begins = (tournament.started_at or tournament.starts_at or now) + tournament.paused_for
    in_a_row = get_kind(tournament).in_a_row(tournament, number)
    ends = calendars.calendar_of(usual).deadline(begins, one_game * in_a_row, _LONG)
    latest = tournament.ends_at or begins + get_kind(tournament).lasts(tournament, number)
    return ends if now < ends < latest else None
