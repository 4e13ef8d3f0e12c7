"""Lets bots or levels play against each other, without the database."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError

from games.rules import registry
from games.rules.engine import BadOptions
from games.rules.engine.arena import Cell, Fought, fight, summary
from games.rules.engine.search import player


class Command(BaseCommand):
    help = "Let bot A on one seat play bot B on all others; a JSON line per game, then the total."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("type", help="slug of a game type")
        parser.add_argument("a", help="a bot or a level: easy, good, strong, master")
        parser.add_argument("b", help="the same, for all other seats")
        parser.add_argument("--players", type=int, help="default: the minimum")
        parser.add_argument("--games", type=int, default=2)
        parser.add_argument(
            "--seed", type=int, default=0, help="the same seed gives the same games"
        )
        parser.add_argument("--options", type=json.loads, default={}, metavar="JSON")
        parser.add_argument(
            "--log", type=Path, metavar="FILE", help="stores games, and reuses those in it"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            rules = registry.get(options["type"])
            players = options["players"] or min(rules.players)
            cell = Cell(
                rules.slug,
                players,
                options["a"],
                options["b"],
                options["seed"],
                dict(rules.check_options(options["options"])),
            )
            a, b = player(rules, cell.a), player(rules, cell.b)
        except (registry.UnknownGameType, BadOptions, KeyError) as error:
            raise CommandError(str(error.args[0])) from None
        if players not in rules.players:
            raise CommandError(f"{rules.slug} is for {list(rules.players)} players, not {players}")
        if options["games"] < 1:
            raise CommandError("--games is at least 1")
        played = _played(options["log"], cell)
        for number in range(options["games"]):
            if number not in played:
                played[number] = fight(rules, cell, number, a, b)
                _note(options["log"], played[number])
            self.stdout.write(_line(played[number]))
            self.stdout.flush()
        fought = [played[number] for number in range(options["games"])]
        self.stdout.write(json.dumps(summary(fought)))


def _played(log: Path | None, cell: Cell) -> dict[int, Fought]:
    """The games of this cell in the file; removes an incomplete line from it."""
    if log is None or not log.exists():
        return {}
    *lines, rest = log.read_bytes().split(b"\n")
    try:
        fought = [msgspec.json.decode(line, type=Fought) for line in lines]
    except msgspec.DecodeError as error:
        raise CommandError(f"there are no games of the arena in {log}: {error}") from None
    if rest and not lines:
        raise CommandError(f"there are no games of the arena in {log}")
    if rest:
        log.write_bytes(b"".join(line + b"\n" for line in lines))
    return {each.game: each for each in fought if each.cell == cell}


def _note(log: Path | None, fought: Fought) -> None:
    if log is not None:
        with log.open("a") as file:
            file.write(_line(fought) + "\n")


def _line(fought: Fought) -> str:
    return msgspec.json.encode(fought).decode()
