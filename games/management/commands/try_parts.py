"""Checks that web, worker and beat of this code work with the data, for `script/upgrade`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.checking import parts


class Command(BaseCommand):
    help = (
        "Start web, worker and beat, and play a move in a game of each type. Run it only on a "
        "copy of the data, because it changes games. Exit 1 if something does not work."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            for said in parts.try_all():
                self.stdout.write(said)
                self.stdout.flush()
        except parts.Failing as error:
            raise CommandError(str(error)) from error
