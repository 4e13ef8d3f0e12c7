"""Counts records, statistics and milestones again, from all finished games."""

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
        if not options["types"]:  # streaks of turns are counted over all types
            self.stdout.write(f"turns on time: {streaks.anew()}\n")
