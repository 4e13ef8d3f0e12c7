"""Whether web, worker and beat of this code work with the data: `script/upgrade` asks on a copy."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.checking import parts


class Command(BaseCommand):
    help = (
        "Start web, worker and beat, and play a move in each game type. For a copy of the data "
        "alone: its games are moved on. Exit 1 when something does not work."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            for said in parts.try_all():
                self.stdout.write(said)
                self.stdout.flush()
        except parts.Failing as error:
            raise CommandError(str(error)) from error
