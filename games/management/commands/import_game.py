"""Imports a game from its JSON document."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.archive import transfer
from games.errors import GameError
from games.rules.records import reading


class Command(BaseCommand):
    help = "Replay an exported game into a new one and print its id."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            game = transfer.import_game(reading.file(options["file"]))
        except OSError as error:
            raise CommandError(f"{options['file']} cannot be read: {error}") from None
        except (reading.BadDocument, GameError) as error:
            raise CommandError(str(error)) from None
        self.stdout.write(str(game.pk))
