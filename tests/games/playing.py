"""Playing on below HTTP."""

from __future__ import annotations

import random
from collections.abc import Callable

from games.models import Game, Seat
from games.moves import actions, conditions
from games.rules.engine import Choice
from games.storage import position
from games.storage.position import Position

Pick = Callable[[list[Choice]], Choice]


def first(choices: list[Choice]) -> Choice:
    return choices[0]


def seat_of(game_id: int, index: int) -> Seat:
    return Seat.objects.select_related("user").get(game_id=game_id, index=index)


def user_of(game_id: int, index: int) -> int:
    user_id = seat_of(game_id, index).user_id
    assert user_id is not None
    return user_id


def answer(game_id: int, index: int, pick: Pick = first, *, hold: bool = False) -> Position:
    """The holder of this seat answers its decision."""
    user_id = user_of(game_id, index)
    here = position.load(game_id, user_id)
    decision = here.running().decision(index)
    assert decision is not None
    choice = decision.example(pick(decision.choices))
    return actions.choose(game_id, user_id, choice, version=here.version, hold=hold)


def asked(game_id: int) -> list[int]:
    """The seats that the game waits for."""
    waiting = Seat.objects.filter(game_id=game_id, to_move=True).order_by("index")
    return list(waiting.values_list("index", flat=True))


def to_kind(game_id: int, kind: str) -> int:
    """Play first choices until a decision of this kind is open; the seat it is put to."""
    while True:
        seat = asked(game_id)[0]
        here = position.load(game_id, user_of(game_id, seat))
        decision = here.running().decision(seat)
        assert decision is not None
        if decision.kind == kind:
            return seat
        answer(game_id, seat)


def to_the_end(game_id: int, rng: random.Random | None = None) -> Game:
    """Play on, at random or always the first choice."""
    while asked(game_id):
        seats = asked(game_id)
        answer(game_id, seats[0], rng.choice if rng else first)
    return Game.objects.get(pk=game_id)


def wander(game_id: int, seed: int, *, hold: float, undo: float) -> None:
    """Play on to the end at random: such parts of the choices are held, and taken back."""
    rng = random.Random(seed)
    while waiting := asked(game_id):
        seat = rng.choice(waiting)
        here = position.load(game_id, user_of(game_id, seat))
        if here.running().state.held == seat:
            actions.confirm(game_id, user_of(game_id, seat), version=here.version)
            continue
        after = answer(game_id, seat, rng.choice, hold=rng.random() < hold)
        mine = seat_of(game_id, seat)
        if rng.random() < undo and (
            conditions.sealed_answer(after, mine) or conditions.undoable(after, mine)
        ):
            actions.undo(game_id, user_of(game_id, seat), version=after.version)
