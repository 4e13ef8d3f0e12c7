"""Whether every running game goes on under the code as it is: to be asked before a deployment."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.checking import running


class Command(BaseCommand):
    help = (
        "Load every running game with this code, list what it asks, and play on with a copy; "
        "name the games that would break, and exit 1 then. Changes nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--moves", type=int, default=running.MOVES, help="moves by chance on each copy"
        )
        parser.add_argument("--type", default="", help="slug of a game type: those games alone")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["moves"] < 0:
            raise CommandError("--moves must be 0 or more")
        looked = failing = stopped = 0
        for look in running.look_at_all(options["moves"], options["type"]):
            looked += 1
            stopped += look.stopped
            if look.wrong:
                failing += not look.stopped
                self.stdout.write(_line(look))
            elif look.stopped:
                self.stdout.write(f"{_name(look)}: stopped, and would go on now (mend_games)")
        if failing:
            raise CommandError(f"{failing} of {looked} running games would break, see above")
        self.stdout.write(
            f"{looked} running games: none would break"
            + (f"; {stopped} of them are stopped already" if stopped else "")
        )


def _name(look: running.Look) -> str:
    return f"game {look.game}, {look.type} version {look.rules_version}"


def _line(look: running.Look) -> str:
    what = "stopped already, and still fails" if look.stopped else "WOULD BREAK"
    return f"{_name(look)}: {what}: {look.wrong}"
