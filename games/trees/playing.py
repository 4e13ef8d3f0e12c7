"""A path of a tree as a game: from one position to another, in memory.

Nothing here reads or writes the database: a press in a tree costs the rules' own time.
"""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from games.errors import Illegal
from games.game_cache import cache
from games.models import Game, Seat
from games.rules import engine
from games.rules.engine import Event
from games.storage.memo import Memo
from games.storage.position import Position
from games.trees.tree import Node

_encode = msgspec.json.Encoder().encode


class Unplayable(Illegal):
    """A choice of the path that is not legal where it stands: ``node``."""

    def __init__(self, node: Node, number: int) -> None:
        said = _("Choice %(number)d of this line is not possible here.") % {"number": number}
        super().__init__(said, "unplayable")
        self.node = node


@dataclass(frozen=True)
class Played:
    """What a node's choice did; ``drew``: chance or something hidden decided it."""

    node: Node
    events: list[Event]
    drew: bool


@dataclass(frozen=True)
class Reached:
    """The game after a path, and what each choice of it did."""

    game: engine.Game[Any]
    played: list[Played]


def play(base: engine.Game[Any], path: Sequence[Node], game_id: int) -> Reached:
    """Play a path of a tree from ``base``, which stays as it is.

    All positions on the way are cached under the game ``game_id``, by the bytes of ``base``.
    Unplayable names the first choice that is not legal (any more); an engine.RulesError is the
    rules'.
    """
    begin = hashlib.sha256(base.save()).digest()
    names = [_name(begin, path[:length]) for length in range(len(path) + 1)]
    for length in range(len(path), 0, -1):
        known: tuple[bytes, list[Played]] | None = cache.get(game_id, names[length])
        if known is not None:
            break
    else:
        length, known = 0, None
    # A node's note may have changed since.
    played = [
        replace(step, node=node)
        for step, node in zip(known[1] if known else [], path, strict=False)
    ]
    game = base.rules.load(known[0]) if known else base.copy()
    for number, node in enumerate(path[length:], start=length):
        played.append(_choose(game, node, number + 1))
        saved = game.save()
        size = 700 + len(saved) + 5 * len(_encode(played[-1].events))
        cache.put(game_id, names[number + 1], (saved, list(played)), size)
    return Reached(game, played)


def _choose(game: engine.Game[Any], node: Node, number: int) -> Played:
    """Make a node's choice in this game.

    With ``draw`` the chance is another one from here on, and what nobody has seen is reshuffled.
    """
    if node.draw:
        game.begin_epoch(game.state.epoch + node.draw)
    try:
        events = game.choose(node.seat, node.choice)
    except engine.IllegalChoice as error:
        raise Unplayable(node, number) from error
    return Played(node, list(events), bool(game.draws) or game.revealed)


def _name(begin: bytes, path: Sequence[Node]) -> tuple[bytes, bytes]:
    return begin, _encode([(node.seat, node.choice, node.draw) for node in path])


class InMemory(Position):
    """A position that is not stored. Any reader with an account sits at ``chair``."""

    chair: int = 0

    def seat_of(self, user_id: int | None) -> Seat | None:
        return None if user_id is None else self.seats[self.chair]


def in_memory(base: Position, rules: engine.Game[Any], chair: int, number: int) -> Position:
    """``rules`` as a position of ``base``'s game after ``number`` moves, for what draws tables.

    Game and seats are copies without clocks, and the reader sits at ``chair``. Nothing of it may be
    saved.
    """
    game, seats = copy.copy(base.game), [copy.copy(seat) for seat in base.seats]
    game.status, game.number, game.result = Game.Status.RUNNING, number, None
    game.broken_at = game.paused_at = game.finished_at = None
    game.practice = True  # nobody is present there, and nothing is announced
    game.voting, game.live_clock, game.clock = False, None, {"kind": "none"}
    waiting = rules.to_move()
    for seat in seats:
        asked = rules.decision(seat.index)
        seat.to_move, seat.decision_id = seat.index in waiting, asked.id if asked else None
        seat.deadline = seat.clock_from = seat.waiting_since = seat.offered_at = None
        seat.rank = seat.score = seat.resigned_at = None
    position = InMemory(game, seats, rules, base.version, number, memo=Memo())
    position.chair = chair
    return position
