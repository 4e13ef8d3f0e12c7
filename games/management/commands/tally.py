"""Counts records, statistics and milestones anew, from all games that have ever ended."""

from typing import Any

from games.management.commands import rate
from games.statistics import streaks
from games.statistics.milestones import MILESTONES
from games.statistics.results import RESULTS


class Command(rate.Command):
    help = "Recompute records, statistics and milestones; meanwhile everybody sees the old."
    counts = (RESULTS, MILESTONES)

    def handle(self, *args: Any, **options: Any) -> None:
        super().handle(*args, **options)
        if not options["types"]:  # turns in a row are those of all types
            self.stdout.write(f"turns on time: {streaks.anew()}\n")
