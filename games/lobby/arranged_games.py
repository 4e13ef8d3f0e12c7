"""Games that start at once between people who agreed beforehand.

In a live game they are still asked whether they are ready (``games.lobby.ready_check``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.errors import Illegal
from games.lobby import ready_check, standing
from games.models import Game, Seat, StandingInvitation
from games.rules import registry
from games.rules.engine import BadOptions
from games.stages import stage_visibility
from games.storage.position import Position
from games.words import texts


def start_game(
    type_: str,
    people: Sequence[int | None],
    *,
    maker_id: int,
    options: Mapping[str, object],
    clock: Mapping[str, Any],
    visibility: str,
    rated: bool,
    lines: bool = True,
    organised: bool = False,
    by: Sequence[StandingInvitation] = (),
    club_id: int | None = None,
    asks_ready: bool = True,
) -> Game:
    """Start a game with these people on the seats in this order; None stands for a bot.

    The order is random if their standing invitations (``by``) bring them together. Without
    ``asks_ready`` a live game starts although nobody has said so. In the caller's transaction.
    Illegal if the game type no longer accepts the options.
    """
    rules = registry.get(type_)
    try:
        all_options = rules.check_options(dict(options))
    except BadOptions as error:
        raise Illegal(texts.own(rules, str(error)), "bad_options") from error
    stage = stage_visibility.trial(rules.slug)
    game = Game.objects.create(
        type=rules.slug,
        rules_version=rules.version,
        options=all_options,
        players=len(people),
        clock=clock,
        visibility=visibility,
        rated=rated and not stage,
        stage=stage,
        allows_lines=lines,
        organised=organised,
        club_id=club_id,
        created_by_id=maker_id,
    )
    seats = [
        Seat(game=game, index=index, user_id=user_id, bot="" if user_id else rules.best_bot)
        for index, user_id in enumerate(people)
    ]
    Seat.objects.bulk_create(seats)
    standing.note_placed(game, by)
    position = Position(game, seats, None, 0, 0)
    ready_check.begin_or_ask(position, by_lot=bool(by), asks=asks_ready)
    return game
