"""What a person does in an arena now, and at which table: for its page, and for the end of a game
there."""

from __future__ import annotations

from typing import Literal, NamedTuple

from games.models import ArenaPlayer, Entrant, Game, Table, Tournament
from games.tournaments.entering import has_ended

State = Literal["playing", "waiting", "seated", "break", "ended", "out", "open", "over"]


class NextTable(NamedTuple):
    """``game`` is the table's while it is ``playing``.

    ``open``: it has not begun; ``out``: does not take part; ``seated``: the game begins at once;
    ``ended``: no new games begin, but some still run; ``over``: all is over. ``leaves``: after the
    running game there is a break; ``was_absent``: the break began because they did not come.
    """

    state: State
    game: int | None = None
    leaves: bool = False
    was_absent: bool = False


def next_table(tournament: Tournament, user_id: int | None) -> NextTable:
    """What this person does in this arena now."""
    if tournament.status in (Tournament.Status.FINISHED, Tournament.Status.CANCELLED):
        return NextTable("over")
    here = Entrant.objects.filter(tournament=tournament, user=user_id, state=Entrant.State.IN)
    entrant = here.first() if user_id is not None else None
    if entrant is None:
        return NextTable("out")
    if tournament.status == Tournament.Status.OPEN:
        return NextTable("open")
    player = ArenaPlayer.objects.select_related("table").filter(entrant=entrant).first()
    return _of_player(tournament, player) if player else NextTable("out")


def after_game(game: Game, user_id: int | None) -> tuple[Tournament, NextTable] | None:
    """The arena that this game belongs to, and what this person does there now; None: to none."""
    if not game.organised:
        return None
    tables = Table.objects.filter(game=game, tournament__kind=Tournament.Kind.ARENA)
    table = tables.select_related("tournament").first()
    return (table.tournament, next_table(table.tournament, user_id)) if table else None


def _of_player(tournament: Tournament, player: ArenaPlayer) -> NextTable:
    table = player.table
    if table is not None and table.state == Table.State.RUNNING:
        return NextTable("playing", table.game_id, player.on_break)
    if player.on_break:
        return NextTable("break", was_absent=player.was_absent)
    if has_ended(tournament):
        return NextTable("ended")
    return NextTable("seated" if table is not None else "waiting")
