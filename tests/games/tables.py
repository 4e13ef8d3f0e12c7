"""Running games of Lanterns with a clock setting, and what happens at their tables."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from games.bots import playing
from games.lobby import open_games
from games.models import Game, Incident, Seat, Vote


def table(*people: User, **clock: Any) -> int:
    """A running game of these people, without automatic vacation unless the clock says so."""
    usual = {} if "kind" in clock else {"kind": "per_turn", "days": 3}
    setting = {"vacation": False, **usual, **clock}
    game_id = open_games.create(people[0].pk, "lanterns", len(people), clock=setting).game.pk
    for person in people[1:]:
        open_games.join_game(game_id, person.pk)
    return game_id


def seat_of(game_id: int, person: User) -> Seat:
    return Seat.objects.get(game_id=game_id, user=person)


def open_vote(game_id: int) -> Vote:
    return Vote.objects.get(game_id=game_id, closed_at=None)


def told(game_id: int) -> list[str]:
    """The kinds of the incidents, in order."""
    return list(Incident.objects.filter(game_id=game_id).values_list("kind", flat=True))


def status(game_id: int) -> str:
    return Game.objects.get(pk=game_id).status


def play_bots() -> int:
    """One move in each game that waits for a bot; how many were made."""
    return sum(playing.play(game_id) for game_id in playing.asked())


def let_bots_move(most: int = 500) -> None:
    """Bots answer until people are asked or nobody is."""
    for _move in range(most):
        if not play_bots():
            return
    raise AssertionError("the bots go on and on")
