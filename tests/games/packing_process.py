"""Packs a game, or takes its moves out again, in a process of its own that stops in the middle:
after the first statement with certain words it says so, and stays until it is killed."""

import sys
from collections.abc import Callable
from typing import Any

import django

django.setup()

from django.db import connection, transaction  # noqa: E402

from games.models import Game  # noqa: E402
from games.storage import packing  # noqa: E402
from games.tasks import pack_games  # noqa: E402


def take_out(game_id: int) -> None:
    with transaction.atomic():
        packing.take_out(Game.objects.select_for_update().get(pk=game_id))


def main(what: str, game_id: str, words: str) -> None:
    def stop(execute: Callable[..., Any], statement: str, *more: Any) -> Any:
        done = execute(statement, *more)
        if words in statement:
            print("there", flush=True)
            sys.stdin.read()
        return done

    with connection.execute_wrapper(stop):
        pack_games() if what == "pack" else take_out(int(game_id))


main(*sys.argv[1:])
