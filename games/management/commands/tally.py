"""Counts records and statistics anew, from all games that have ever ended."""

from games.management.commands import rate
from games.statistics.results import RESULTS


class Command(rate.Command):
    help = "Count records and statistics anew; while it runs, everybody sees the old ones."
    count = RESULTS
