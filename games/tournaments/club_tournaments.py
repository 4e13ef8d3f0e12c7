"""Tournaments of clubs: only members can see and join them; officers run them."""

from __future__ import annotations

from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import User
from community.clubs import rights
from community.models import ClubMember
from games.errors import Forbidden
from games.lobby import club_games
from games.models import Entrant, Tournament


def seen_by(user_id: int | None) -> Q:
    """The tournaments that a person may see: public ones, those of their clubs, and those they took
    part in."""
    if user_id is None:
        return Q(club=None)
    mine = ClubMember.objects.filter(user=user_id).values("club")
    joined = Entrant.objects.filter(user=user_id).values("tournament")
    return Q(club=None) | Q(club__in=mine) | Q(pk__in=joined)


def series_seen_by(user_id: int | None) -> Q:
    """The series that a person may see: public ones, and those of their clubs."""
    if user_id is None:
        return Q(club=None)
    return Q(club=None) | Q(club__in=ClubMember.objects.filter(user=user_id).values("club"))


def may_see(tournament: Tournament, user_id: int | None) -> bool:
    """Whether a person may see the tournament; moderators may, as they may have to act."""
    if tournament.club_id is None:
        return True
    if Tournament.objects.filter(seen_by(user_id), pk=tournament.pk).exists():
        return True
    user = User.objects.filter(pk=user_id).first() if user_id else None
    return user is not None and user.has_perm("games.moderate_game")


def check_may_open(club_id: int | None, user_id: int) -> None:
    """Raise an error unless the user may play in the club of a new tournament, and runs it."""
    club_games.check_may_play(club_id, user_id)
    if club_id is not None and not runs(club_id, user_id):
        raise Forbidden(
            _("Only the owner and the officers of the club can do this."), "not_officer"
        )


def runs(club_id: int | None, user_id: int) -> bool:
    """Whether a person is the club's owner or an officer."""
    return club_id is not None and user_id in rights.those_who_run(club_id)
