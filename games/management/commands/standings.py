"""Computes a tournament's standings again from its log."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.models import Tournament
from games.tournaments.running import recount


class Command(BaseCommand):
    help = "Recompute a tournament's standings from its log; fails if the stored ones differ."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("id", type=int)

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = Tournament.objects.filter(pk=options["id"]).first()
        if tournament is None:
            raise CommandError(f"There is no tournament {options['id']}.")
        names, found = recount.entrant_names(tournament), recount.anew(tournament)
        for (stage, group), rows in found.items():
            self.stdout.write(f"stage {stage}, group {group}")
            for row in rows:
                figures = " ".join(f"{value:g}" for value in (row.score, *row.breaks))
                self.stdout.write(f"  {row.place}. {names[row.entrant]}: {figures}")
        if found != recount.kept(tournament):
            raise CommandError("The stored standings differ.")
        if tournament.kind == Tournament.Kind.LEAGUE:
            if recount.divided(tournament) != recount.kept_divisions(tournament):
                raise CommandError("The stored divisions differ.")
            self.stdout.write("So do its divisions, by the season before.")
        self.stdout.write("They equal the stored standings.")
