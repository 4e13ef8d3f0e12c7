"""Checking a list of players: which of its names are people whom an organiser can invite.

Nothing is changed here. People are invited by ``inviting.invite_people``, as by any other way, and
take part only if they accept.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from accounts.company import relationships
from accounts.models import User
from community.clubs import listing as clubs
from games.models import Entrant, Tournament, TournamentInvitation
from games.tournaments import inviting
from games.tournaments.players_list import Problem, read_players

#: What is known of a name: can be invited; is invited; has declined; takes part; was disqualified;
#: is the reader; is blocked by the reader; is no member of the tournament's club; nobody who can be
#: invited has this name.
STATES = (
    "free",
    "invited",
    "declined",
    "in",
    "disqualified",
    "you",
    "apart",
    "no_member",
    "unknown",
)
FREE, INVITED, DECLINED, IN, OUT, SELF, APART, OUTSIDE, UNKNOWN = STATES
_PLAYS = {Entrant.State.IN: IN, Entrant.State.WAITING: IN, Entrant.State.DISQUALIFIED: OUT}


class Candidate(NamedTuple):
    """A name of a list, as its owner writes it if there is one, and one of ``STATES``."""

    line: int
    name: str
    state: str


class Checked(NamedTuple):
    """A list that was checked; ``form`` is `trf` or `names`."""

    form: str
    candidates: Sequence[Candidate]
    problems: Sequence[Problem]
    more_problems: int

    @property
    def free(self) -> list[str]:
        """The names of the people who can be invited."""
        return [each.name for each in self.candidates if each.state == FREE]


def check_list(here: Tournament, by_id: int, text: str) -> Checked:
    """What can be done with each name of a list.

    Illegal for what is no list; Refused or Forbidden if this person cannot invite here or now.
    """
    inviting.check_invites(here, by_id)
    read = read_players(text)
    people = inviting.find_people(here, by_id, [listed.name for listed in read.names])
    states = _states(here, by_id, list(people.values()))
    found = []
    for line, name in read.names:
        user = people.get(name.upper())
        state = states[user.pk] if user else UNKNOWN
        found.append(Candidate(line, user.username if user else name, state))
    return Checked(read.form, found, read.problems, read.more_problems)


def _states(here: Tournament, by_id: int, people: Sequence[User]) -> dict[int, str]:
    """The state of each of these people, the later rule first."""
    numbers = [user.pk for user in people]
    found = dict.fromkeys(numbers, FREE)
    if here.club_id is not None:
        members = clubs.among(here.club_id, numbers)
        found |= dict.fromkeys(set(numbers) - members, OUTSIDE)
    blocked = relationships.blocked_by(by_id).filter(pk__in=numbers)
    found |= dict.fromkeys(blocked.values_list("pk", flat=True), APART)
    asked = TournamentInvitation.objects.filter(tournament=here, user__in=numbers)
    for user_id, declined_at in asked.values_list("user", "declined_at"):
        found[user_id] = DECLINED if declined_at else INVITED
    entered = Entrant.objects.filter(tournament=here, user__in=numbers, state__in=_PLAYS)
    for user_id, state in entered.values_list("user", "state"):
        found[user_id] = _PLAYS[Entrant.State(state)]
    return found | ({by_id: SELF} if by_id in found else {})
