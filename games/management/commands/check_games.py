"""Checks before a deployment whether every running game continues under the present code."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.checking import stored


class Command(BaseCommand):
    help = (
        "Load every running game with this code, list its choices, and play a copy on. "
        "If games would break, list them and exit 1. Changes nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--moves", type=int, default=stored.MOVES, help="random moves on each copy"
        )
        parser.add_argument("--type", default="", help="only games of this type (its slug)")
        parser.add_argument(
            "--finished",
            action="store_true",
            help="also check finished games: their points, and whether they load",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        moves, type_ = options["moves"], options["type"]
        if moves < 0:
            raise CommandError("--moves must be 0 or more")
        faults = [self._look(moves, type_, finished=False)]
        if options["finished"]:
            faults.append(self._look(moves, type_, finished=True))
        if any(faults):
            raise CommandError("; ".join(filter(None, faults)) + ", see above")

    def _look(self, moves: int, type_: str, *, finished: bool) -> str:
        """Print what was found; return what is wrong in one line, "" if nothing is."""
        looked = failing = stopped = 0
        for look in stored.look_at_all(moves, type_, finished=finished):
            looked += 1
            stopped += look.stopped and not look.over
            if look.wrong:
                failing += look.over or not look.stopped
                self.stdout.write(_line(look))
            elif look.stopped and not look.over:
                self.stdout.write(f"{_name(look)}: stopped, and would go on now (mend_games)")
        if finished and failing:
            return f"{failing} of {looked} finished games would look different"
        if failing:
            return f"{failing} of {looked} running games would break"
        good = (
            "finished games: all as they ended" if finished else "running games: none would break"
        )
        also = f"; {stopped} of them are stopped already" if stopped else ""
        self.stdout.write(f"{looked} {good}{also}")
        return ""


def _name(look: stored.Look) -> str:
    return f"game {look.game}, {look.type} version {look.rules_version}"


def _line(look: stored.Look) -> str:
    if look.over:
        what = "IS FINISHED, AND WOULD LOOK DIFFERENT"
    else:
        what = "stopped already, and still fails" if look.stopped else "WOULD BREAK"
    return f"{_name(look)}: {what}: {look.wrong}"
