"""Self-play without the database, for rules, bots and speed."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.rules import playout


class Command(BaseCommand):
    help = playout.HELP
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        playout.add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        asked = ("type", "players", "games", "seed", "options", "bot")
        try:
            report = playout.play(*(options[name] for name in asked))
        except playout.CannotPlay as error:
            raise CommandError(str(error)) from None
        for line in playout.too_many(report):
            self.stderr.write(line)
        self.stdout.write(json.dumps(report))
