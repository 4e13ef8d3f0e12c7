"""Opening a game: its newest position and past ones, from the database, without running rules;
and what a game takes up there."""

from collections.abc import Iterator
from functools import partial

from bench import service
from bench.extent import Extent
from bench.figures import Row, milliseconds, timed

ROUNDS = 300
LONG = 1000


def run(extent: Extent) -> Iterator[Row]:
    rounds = ROUNDS * 5 if extent.full else ROUNDS
    with service.running():
        import django

        django.setup()
        yield from _measured(rounds)


def _measured(rounds: int) -> Iterator[Row]:
    import random

    from bench import world
    from games.models import Game
    from games.rules import registry
    from games.storage import position

    for rules in registry.all():
        game_id = world.start(rules.slug, world.people(max(rules.players), rules.slug))
        world.play_to_the_end(game_id, random.Random(1))
        numbers = Game.objects.get(pk=game_id).number
        yield {"type": rules.slug, "players": max(rules.players), **_stored(game_id)}
        _lengthen(game_id, LONG)
        for what, number in (
            ("newest", None),
            ("move 5", 5),
            ("middle", numbers // 2),
            ("move 500", 500),
        ):
            opening = partial(position.load, game_id, None, at=number)
            yield {
                "type": rules.slug,
                "position": what,
                **milliseconds(timed(opening, rounds)),
            }


def _stored(game_id: int) -> Row:
    """Bytes of a finished game as it is stored, without what the tables and indexes add."""
    from django.db import connection

    from games.models import Game

    told = "pg_column_size(events) + pg_column_size(draws) + coalesce(pg_column_size(choice), 0)"
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*),"  # noqa: S608  our own names
            " avg(pg_column_size(delta)) FILTER (WHERE NOT keyframe),"
            " avg(pg_column_size(delta)) FILTER (WHERE keyframe),"
            f" avg({told}), sum(pg_column_size(delta) + {told})"
            " FROM games_move WHERE game_id = %s",
            [game_id],
        )
        moves, delta, keyframe, events, whole = cursor.fetchone()
    return {
        "moves": moves,
        "state_bytes": len(Game.objects.get(pk=game_id).state),
        "delta_bytes": round(delta),
        "keyframe_bytes": round(keyframe),
        "events_bytes": round(events),
        "game_bytes": whole,
    }


def _lengthen(game_id: int, numbers: int) -> None:
    """Gives a game so many moves, by going through its own positions again and again: no game of
    ours is that long by itself."""
    from games.models import Game, Move
    from games.storage import history

    game = Game.objects.get(pk=game_id)
    states = [
        history.stored(game_id, number, game.version).state for number in range(game.number + 1)
    ]
    last = Move.objects.filter(game_id=game_id).order_by("-version")[0]
    before, longer = bytes(game.state), []
    for number in range(game.number + 1, numbers + 1):
        state = states[number % len(states)]
        keyframe = number % history.KEYFRAME_EVERY == 0
        game.version += 1
        last.pk, last.number, last.version, last.keyframe = None, number, game.version, keyframe
        last.key, last.delta = "", history.pack(state, None if keyframe else before)
        longer.append(Move(**{f.attname: getattr(last, f.attname) for f in Move._meta.fields}))
        before = state
    Move.objects.bulk_create(longer)
    Game.objects.filter(pk=game_id).update(
        state=before, number=numbers, version=game.version, public_version=game.version
    )
