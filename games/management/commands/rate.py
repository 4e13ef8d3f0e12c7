"""Counts ratings again, from all finished games."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.ratings.counting import RATINGS
from games.rules import registry
from games.statistics.counts import Count


class Command(BaseCommand):
    help = "Recompute the ratings of game types; while it runs, everybody sees the old ones."
    counts: tuple[Count, ...] = (RATINGS,)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("types", nargs="*", metavar="TYPE", help="default: all types")

    def handle(self, *args: Any, **options: Any) -> None:
        known = [rules.slug for rules in registry.all()]
        for type_ in options["types"]:
            if type_ not in known:
                raise CommandError(f"no game type {type_}; there are: {', '.join(known)}")
        for type_ in options["types"] or known:
            games = max(count.anew(type_) for count in self.counts)
            self.stdout.write(f"{type_}: {games} games\n")
