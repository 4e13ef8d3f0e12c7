"""Prints a game as one JSON document on standard output."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.archive import transfer
from games.errors import GameError


class Command(BaseCommand):
    help = "Print a game as one JSON document."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("id", type=int)
        parser.add_argument(
            "--with-secrets",
            action="store_true",
            help="also of an unfinished game: its seed, draws, and secret choices",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            document = transfer.export(options["id"], with_secrets=options["with_secrets"])
        except GameError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(json.dumps(document, ensure_ascii=False, indent=1))
