"""Checks whether an exported game was fair."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.rules.records import fairness, reading


class Command(BaseCommand):
    help = "Check that an exported finished game was fair: its seed, every draw, and every move."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            verdict = fairness.verify(reading.file(options["file"]))
        except (OSError, reading.BadDocument) as error:
            self.stdout.write(f"{options['file']} cannot be read: {error}")
            sys.exit(1)
        except fairness.Unfair as unfair:
            self.stdout.write(f"not fair: {unfair}")
            sys.exit(1)
        played = (
            f"{verdict.moves} moves played again by the rules"
            if verdict.replayed
            else "the moves were not played again: these rules are of another version"
        )
        self.stdout.write(
            f"fair: the seed has the published hash, {verdict.draws} draws follow from it; {played}"
        )
