"""Checks that the database holds what was played, for a backup that has just been restored."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.archive import replaying
from games.rules.records.fairness import Unfair


class Command(BaseCommand):
    help = "Replay a sample of the stored games from their seeds and moves, and compare."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--sample", type=int, default=5, metavar="N",
            help="N running and N finished games of each type; default 5",
        )  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        tally = replaying.Tally()
        for game_id in replaying.sample(options["sample"]):
            try:
                replaying.look_at(game_id, tally)
            except Unfair as unfair:
                self.stdout.write(f"Game {game_id} is not as it was played: {unfair}")
                sys.exit(1)
        self.stdout.write(
            f"{tally.games} games looked at; {tally.replayed} of them played again, "
            f"{tally.moves} moves, to what is stored"
        )
