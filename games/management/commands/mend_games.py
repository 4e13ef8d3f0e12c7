"""Retries all games on which the rules failed, after a new release has fixed them."""

from typing import Any

from django.core.management.base import BaseCommand

from games.errors import GameError
from games.moderation import acts
from games.moves import breaking

REASON = "A new release has mended the rules."


class Command(BaseCommand):
    help = (
        "List the games that an error in the rules stopped, and resume those "
        "that can be played now."
    )

    def add_arguments(self, parser: Any) -> None:
        parser.add_argument("--list", action="store_true", help="only list them")

    def handle(self, *args: Any, **options: Any) -> None:
        games = list(breaking.broken_games().defer("state", "seed"))
        for game in games:
            failed = game.broken_reason.strip().rpartition("\n")[2]
            self.stdout.write(
                f"{game.pk} {game.type}, since {game.broken_at:%Y-%m-%d %H:%M}: {failed}"
            )
            if not options["list"]:
                self.stdout.write(f"    {_mended(game.pk)}")
        if not games:
            self.stdout.write("No game is stopped.")


def _mended(game_id: int) -> str:
    try:
        acts.mend(game_id, None, REASON)
    except GameError as error:
        return str(error)
    return "mended, and goes on"
