"""`python -m games.rules.playout TYPE`: programs play a game type; `manage.py playout` does too."""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from typing import Any, TypedDict

from . import registry
from .engine import BadOptions, Bot, Rules, play_out
from .engine.examine import is_crowded

HELP = "Let programs play a game type and print one JSON object about it."


class CannotPlay(ValueError):
    """The request is no possible game, with the reason in words."""


class Played(TypedDict):
    """A game: how it ended, and after how many decisions."""

    scores: list[int]
    ranks: list[int]
    decisions: int


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m games.rules.playout", description=HELP)
    add_arguments(parser)
    try:
        report = play(**vars(parser.parse_args()))
    except CannotPlay as error:
        sys.exit(str(error))
    for line in too_many(report):
        print(line, file=sys.stderr)
    print(json.dumps(report))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("type", help="slug of a game type")
    parser.add_argument("--players", type=int, help="default: the fewest")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0, help="the same gives the same results")
    parser.add_argument("--options", type=json.loads, default={}, metavar="JSON")
    parser.add_argument("--bot", default="random", help="NAME[,NAME…], by seat, repeated")


def play(
    type: str, players: int | None, games: int, seed: int, options: dict[str, Any], bot: str
) -> dict[str, Any]:
    """Play these games, and report their results, speed and waits; CannotPlay."""
    try:
        rules = registry.get(type)
    except registry.UnknownGameType as error:
        raise CannotPlay(str(error)) from None
    players = players or min(rules.players)
    names = bot.split(",")
    bots = [_bot(rules, names[seat % len(names)]) for seat in range(players)]
    started = time.perf_counter()
    results: list[Played] = []
    waits = 0
    most: dict[str, int] = {}
    limits: dict[str, int] = {}
    for number in range(games):
        rng = random.Random(f"{seed}/{number}")  # reproducible randomness
        try:
            played = play_out(rules, players, options, rng.randbytes(32), bots, rng)
        except BadOptions as error:
            raise CannotPlay(str(error)) from None
        waits += played.waits
        for kind, choices in played.most.items():
            if choices > most.get(kind, 0):
                most[kind], limits[kind] = choices, played.limits[kind]
        results.append(
            {
                "scores": played.result.scores,
                "ranks": played.result.ranks,
                "decisions": played.decisions,
            }
        )
    seconds = time.perf_counter() - started
    decisions = sum(result["decisions"] for result in results)
    return {
        "type": rules.slug,
        "players": players,
        "games": len(results),
        "decisions": decisions,
        "seconds": round(seconds, 3),
        "decisions_per_second": round(decisions / seconds) if seconds else 0,
        "longest_game": max((result["decisions"] for result in results), default=0),
        "waits_per_game": round(waits / len(results), 2) if results else 0,
        "most_choices": most,
        "choice_limits": limits,
        "results": results,
    }


def too_many(report: dict[str, Any]) -> list[str]:
    """A line for each kind of question that had far too many choices."""
    return [
        f"{kind} had {number} choices; more than {report['choice_limits'][kind]} are a bug"
        for kind, number in report["most_choices"].items()
        if is_crowded(number, report["choice_limits"][kind])
    ]


def _bot(rules: Rules[Any], name: str) -> Bot:
    if name not in rules.bots:
        raise CannotPlay(f"{rules.slug} has no bot {name!r}; it has {sorted(rules.bots)}")
    return rules.bots[name]


if __name__ == "__main__":
    main()
