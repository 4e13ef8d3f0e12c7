"""Counts records and statistics anew, from all games that have ever ended."""

from games.management.commands import rate
from games.statistics import results


class Command(rate.Command):
    help = "Count records and statistics anew; while it runs, everybody sees the old ones."
    recount = staticmethod(results.recount)
