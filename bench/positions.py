"""Opening a game: its newest position and past ones, from the database, without running rules."""

import random
import time
from collections.abc import Iterator
from typing import Any

from bench import service

ROUNDS = 300


def run() -> Iterator[dict[str, Any]]:
    with service.running():
        import django

        django.setup()
        from games import position
        from games.rules import registry

        for rules in registry.all():
            game_id, numbers = _played(rules.slug, max(rules.players))
            for what, number in (
                ("newest", None),
                ("move 5", 5),
                ("middle", numbers // 2),
                ("last but one", numbers - 1),
            ):
                start = time.perf_counter()
                for _round in range(ROUNDS):
                    position.load(game_id, None, at=number)
                seconds = time.perf_counter() - start
                yield {
                    "type": rules.slug,
                    "position": what,
                    "number": numbers if number is None else number,
                    "ms": round(seconds / ROUNDS * 1000, 3),
                }


def _played(slug: str, players: int) -> tuple[int, int]:
    """A game played at random to its end: its id and its number of moves."""
    from accounts.models import User
    from games import lobby, play, position
    from games.models import Game, Seat

    rng = random.Random(1)
    users = [User.objects.create_user(f"{slug}{index}") for index in range(players)]
    game_id = lobby.create(users[0].pk, slug, players).game.pk
    for user in users[1:]:
        lobby.join(game_id, user.pk)
    while seat := Seat.objects.filter(game_id=game_id, to_move=True).first():
        assert seat.user_id is not None  # noqa: S101  no bots here
        here = position.load(game_id, seat.user_id)
        decision = here.running().decision(seat.index)
        assert decision is not None  # noqa: S101
        play.choose(game_id, seat.user_id, rng.choice(decision.choices), version=here.version)
    return game_id, Game.objects.get(pk=game_id).number
