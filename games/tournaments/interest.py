"""Conflicts of interest: people who take part in a tournament decide nothing about it.

Another organiser decides, or a moderator who does not take part.
"""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from games.errors import Forbidden
from games.models import Entrant, Tournament
from games.tournaments.rows import GONE


def begun(user_id: int) -> QuerySet[Tournament]:
    """The tournaments that have begun and in which this person, or a bot of theirs, takes part.

    Before the start nothing is won or lost, and organisers may cancel their own tournament.
    """
    own = Q(user=user_id) | Q(user__owner=user_id)
    there = Entrant.objects.filter(own).exclude(state__in=GONE)
    found = Tournament.objects.filter(pk__in=there.values("tournament"))
    return found.exclude(status=Tournament.Status.OPEN)


def has_part(tournament: Tournament, user_id: int) -> bool:
    """Whether this person, or a bot of theirs, takes part, once it has begun."""
    return begun(user_id).filter(pk=tournament.pk).exists()


def check_interest(tournament: Tournament, user_id: int) -> None:
    """Raise Forbidden for a person who takes part."""
    if has_part(tournament, user_id):
        raise Forbidden(
            _(
                "You play in this tournament, so another organiser has to decide this, or "
                "a moderator who does not play in it."
            ),
            "interest",
        )
