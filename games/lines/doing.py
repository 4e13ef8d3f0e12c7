"""From a line to the true game: its first choice, made as any other."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.errors import Refused
from games.lines.lines import Thought
from games.models import Seat
from games.moves import actions
from games.storage import position as storage
from games.storage.position import Position
from games.trees.tree import Node


def first_own(thought: Thought) -> Node | None:
    """The first choice on the way to where the line was left, if its owner's seat made it."""
    path = thought.tree.path(thought.at)
    return path[0] if path and path[0].seat == thought.line.seat else None


def do_first(thought: Thought, *, version: int, key: str, hold: bool) -> Position:
    """Make the line's first choice in the true game, with ``actions.choose``'s arguments.

    Refused if the game by now asks something else; NotOffered if it is no longer legal.
    """
    first, user_id = first_own(thought), thought.line.user_id
    now = storage.load(thought.game.pk, user_id)
    seat: Seat | None = now.seat_of(user_id)
    if first is None or seat is None or seat.index != first.seat:
        raise Refused(_("The first choice of this line is not yours."), "not_yours")
    asked, tried = now.running().decision(seat.index), thought.world.decision(seat.index)
    if asked is None or tried is None or asked.kind != tried.kind:
        raise Refused(
            _("The game now asks something else than where this line begins."), "asks_other"
        )
    choice = tuple(first.choice)
    return actions.choose(thought.game.pk, user_id, choice, version=version, key=key, hold=hold)
