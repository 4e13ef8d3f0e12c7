"""Self-play without the database, for rules, bots and speed."""

import json
import random
import time
from argparse import ArgumentParser
from typing import Any, TypedDict

from django.core.management.base import BaseCommand, CommandError

from games.rules import registry
from games.rules.engine import MAX_CHOICES, BadOptions, Bot, Rules, play_out
from games.rules.engine.examine import MANY


class Played(TypedDict):
    """A game: how it ended, and after how many decisions."""

    scores: list[int]
    ranks: list[int]
    decisions: int


class Command(BaseCommand):
    help = "Let programs play a game type and print one JSON object about it."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("type", help="slug of a game type")
        parser.add_argument("--players", type=int, help="default: the fewest")
        parser.add_argument("--games", type=int, default=1)
        parser.add_argument("--seed", type=int, default=0, help="the same gives the same results")
        parser.add_argument("--options", type=json.loads, default={}, metavar="JSON")
        parser.add_argument("--bot", default="random", help="NAME[,NAME…], by seat, repeated")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            rules = registry.get(options["type"])
        except registry.UnknownGameType as error:
            raise CommandError(str(error)) from None
        players = options["players"] or min(rules.players)
        names = options["bot"].split(",")
        bots = [_bot(rules, names[seat % len(names)]) for seat in range(players)]
        started = time.perf_counter()
        results: list[Played] = []
        waits = 0
        most: dict[str, int] = {}
        for number in range(options["games"]):
            rng = random.Random(f"{options['seed']}/{number}")  # chance to repeat
            try:
                played = play_out(rules, players, options["options"], rng.randbytes(32), bots, rng)
            except BadOptions as error:
                raise CommandError(str(error)) from None
            waits += played.waits
            most = {
                kind: max(played.most.get(kind, 0), most.get(kind, 0))
                for kind in {**most, **played.most}
            }
            results.append(
                {
                    "scores": played.result.scores,
                    "ranks": played.result.ranks,
                    "decisions": played.decisions,
                }
            )
        seconds = time.perf_counter() - started
        decisions = sum(result["decisions"] for result in results)
        report = {
            "type": rules.slug,
            "players": players,
            "games": len(results),
            "decisions": decisions,
            "seconds": round(seconds, 3),
            "decisions_per_second": round(decisions / seconds) if seconds else 0,
            "longest_game": max((result["decisions"] for result in results), default=0),
            "waits_per_game": round(waits / len(results), 2) if results else 0,
            "most_choices": most,
            "results": results,
        }
        for kind, number in most.items():
            if number > MANY:
                self.stderr.write(f"{kind} had {number} choices; more than {MAX_CHOICES} are a bug")
        self.stdout.write(json.dumps(report))


def _bot(rules: Rules[Any], name: str) -> Bot:
    if name not in rules.bots:
        raise CommandError(f"{rules.slug} has no bot {name!r}; it has {sorted(rules.bots)}")
    return rules.bots[name]
