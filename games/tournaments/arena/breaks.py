"""Breaks in an arena: at any time, and back. Each is one transaction."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils import timezone
from django.utils.translation import gettext as _

from games.errors import Forbidden, Refused
from games.models import ArenaPlayer, Entrant, Tournament
from games.tournaments import club_tournaments
from games.tournaments.entering import has_ended
from games.tournaments.rows import locked, mark_due, no_such, tell_pages


def take_break(tournament_id: int, user_id: int) -> None:
    """Wait for no table any more; a game that runs is played to its end first."""
    with _playing(tournament_id, user_id) as (tournament, player):
        begin_break(tournament, player.entrant)


def begin_break(tournament: Tournament, entrant: Entrant) -> None:
    """The same in the transaction that has locked the arena."""
    mine = ArenaPlayer.objects.filter(entrant=entrant)
    mine.update(on_break=True, free_from=None, was_absent=False)
    tell_pages(tournament)


def come_back(tournament_id: int, user_id: int) -> None:
    """Wait for a table again."""
    now = timezone.now()
    with _playing(tournament_id, user_id) as (tournament, player):
        if has_ended(tournament):
            raise Refused(_("No new games begin in this arena any more."), "not_running")
        if player.table is None and player.free_from is None:
            player.free_from = now
        player.on_break = player.was_absent = False
        player.save(update_fields=["on_break", "free_from", "was_absent"])
        mark_due(tournament, now)
        tell_pages(tournament)


@contextmanager
def _playing(tournament_id: int, user_id: int) -> Iterator[tuple[Tournament, ArenaPlayer]]:
    """The arena, locked, and what this person does in it."""
    with locked(tournament_id) as tournament:
        arena = tournament.kind == Tournament.Kind.ARENA
        if not arena or not club_tournaments.may_see(tournament, user_id):
            raise no_such()
        if tournament.status != Tournament.Status.RUNNING:
            raise Refused(_("This arena is not running."), "not_running")
        here = ArenaPlayer.objects.filter(
            tournament=tournament, entrant__user=user_id, entrant__state=Entrant.State.IN
        )
        player = here.select_related("table", "entrant").first()
        if player is None:
            raise Forbidden(_("You do not take part in this arena."), "not_in")
        yield tournament, player
