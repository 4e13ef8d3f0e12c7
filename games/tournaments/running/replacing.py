"""Substitutes: a player on the waiting list replaces one who leaves early.

That is in the first round, before one of the player's games is over. The substitute takes the place
in the draw with all its tables. Seats in running games are handed over one by one, outside of the
tournament's lock (``hand_over``).
"""

from __future__ import annotations

from datetime import datetime

import structlog
from django.db.models import Exists, OuterRef
from django.utils import timezone

from games.errors import GameError
from games.models import (
    Entrant,
    Game,
    Seat,
    Table,
    TablePlayer,
    Tournament,
    TournamentEvent,
    TournamentStanding,
)
from games.moves import seat_holders
from games.moves.actions import confirm_held
from games.moves.conditions import check_running, has_looked
from games.storage.position import locked
from games.tournaments import telling
from games.tournaments.kinds import game_rotation
from games.tournaments.kinds.kinds import get_kind
from games.tournaments.rows import log_event

log = structlog.get_logger(__name__)

State = Entrant.State


def fill(tournament: Tournament, gone: Entrant, now: datetime) -> Entrant | None:
    """Let the first player on the waiting list replace one who has just left.

    In the caller's transaction. None if it is too late or nobody waits.
    """
    if not gone.seed or not get_kind(tournament).substitutes:
        return None
    if not _first_round(tournament) or _has_played(gone):
        return None
    substitute = _first_waiting(tournament, gone)
    if substitute is None:
        return None
    strength = game_rotation.strength(tournament, [substitute.user_id])
    substitute.state, substitute.seed = State.IN, gone.seed
    substitute.rating = strength[substitute.user_id]
    substitute.division = gone.division
    gone.seed = gone.division = 0
    for entrant in (gone, substitute):
        entrant.save(update_fields=["state", "seed", "rating", "division"])
    for rows in (TablePlayer.objects, TournamentStanding.objects):
        rows.filter(entrant=gone).update(entrant=substitute)
    log_event(tournament, TournamentEvent.Kind.REPLACED, now, entrant=substitute.pk, gone=gone.pk)
    telling.decided(tournament, [substitute], "substitute", "", now)
    return substitute


def to_hand_over(tournament: Tournament) -> list[tuple[int, int]]:
    """The running games in which a former owner still has a substitute's seat: game and
    ``TablePlayer``."""
    own = Seat.objects.filter(game=OuterRef("table__game"), user=OuterRef("entrant__user"))
    players = TablePlayer.objects.filter(
        ~Exists(own),
        table__tournament=tournament,
        table__state=Table.State.RUNNING,
        table__game__status=Game.Status.RUNNING,
        entrant__state=State.IN,
    )
    return list(players.values_list("table__game", "pk"))


def hand_over(game_id: int, player_id: int) -> bool:
    """Give the seat in a running game to the substitute at its table, with the time of a whole
    turn."""
    player = TablePlayer.objects.select_related("entrant__user").get(pk=player_id)
    try:
        with locked(game_id) as position:
            seat = position.seats[player.index]
            if seat.user_id == player.entrant.user_id:
                return False
            confirm_held(position, seat)
            check_running(position)
            seat_holders.replace(position, seat, player.entrant.user, timezone.now())
    except GameError as error:  # the game is locked, or over by now
        log.info("seat not handed over", game=game_id, reason=error.code)
        return False
    return True


def _first_round(tournament: Tournament) -> bool:
    """Whether games of the first round are still running."""
    first = Table.objects.filter(tournament=tournament, stage=0, round=1)
    return first.exclude(state=Table.State.OVER).exists()


def _has_played(entrant: Entrant) -> bool:
    """Whether one of their games is over; a bye is no game."""
    over = TablePlayer.objects.filter(entrant=entrant, table__state=Table.State.OVER)
    return over.exclude(table__how=Table.How.BYE).exists()


def _first_waiting(tournament: Tournament, gone: Entrant) -> Entrant | None:
    """The first on the waiting list who has not seen one of the hands as a moderator."""
    games = Game.objects.filter(tournament_table__players__entrant=gone).defer("state")
    waiting = Entrant.objects.filter(tournament=tournament, state=State.WAITING)
    return next(
        (
            each
            for each in waiting.order_by("joined_at", "pk")
            if not any(has_looked(game, each.user_id) for game in games)
        ),
        None,
    )
