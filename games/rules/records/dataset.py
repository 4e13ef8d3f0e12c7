"""`python -m games.rules.records.dataset FILE`: games of random play, for whoever studies them.

Each line of the file is the document of a game; the game types take turns, and players and options
are drawn. The same seed and the same release give the same games.
"""

from __future__ import annotations

import argparse
import gzip
import lzma
import random
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

import msgspec

from .. import registry
from ..engine import BadOptions, Choice, Game, Rules, seed_hash
from ..engine.course import Course
from ..engine.play import Asked, random_choice
from .document import FORMAT, Document, Row
from .results import outcome

GAMES = 10_000
BOT = "random"
_OPENERS: dict[str, Any] = {".gz": gzip.open, ".xz": lzma.open}


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m games.rules.records.dataset",
        description="Write games of random play into a file, a JSON document in each line.",
    )
    parser.add_argument("file", type=Path, help="such as games.jsonl.xz")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--seed", type=int, default=0, help="the same gives the same games")
    asked = parser.parse_args()
    opener: Callable[..., IO[bytes]] = _OPENERS.get(asked.file.suffix, open)
    with opener(asked.file, "wb") as file:
        write(file, asked.games, asked.seed)


def write(file: IO[bytes], games: int, seed: int) -> None:
    """So many games, the game types by turns."""
    types = [registry.get(slug) for slug in registry.OWN]
    for number in range(games):
        rng = random.Random(f"{seed}/{number}")  # chance to repeat
        file.write(msgspec.json.encode(play(types[number % len(types)], rng)) + b"\n")


def play(rules: Rules[Any], rng: random.Random) -> Document:
    """A game of random play, with any number of players and any options that go together."""
    players, seed = rng.choice(rules.players), rng.randbytes(32)
    return record(rules, players, _options(rules, rng), seed, rng, random_choice)


def record(
    rules: Rules[Any],
    players: int,
    options: dict[str, Any],
    seed: bytes,
    rng: random.Random,
    pick: Callable[[Asked], Choice],
) -> Document:
    """A game in which every choice is the one that is picked."""
    game = rules.new(players, options, seed)
    moves = [_row(game, 0, "start")]
    course = Course(rules.slug, rules.longest)
    while game.result() is None:
        decision = rng.choice(game.decisions())  # of several who are asked at once, anybody
        choice = pick(Asked(decision, rng))
        game.choose(decision.seat, choice)
        course.note(decision.seat, decision.kind, choice)
        row = _row(game, len(moves), "choose")
        row["seat"], row["kind"], row["choice"] = decision.seat, decision.kind, list(choice)
        moves.append(row)
    return {
        "format": FORMAT,
        "type": rules.slug,
        "rules_version": rules.version,
        "options": options,
        "players": players,
        "status": "finished",
        "clock": {"kind": "none"},
        "created_at": None,
        "started_at": None,
        "finished_at": None,
        "seats": [{"index": seat, "name": None, "bot": BOT} for seat in range(players)],
        "seed_hash": seed_hash(seed),
        "seed": seed.hex(),
        "result": outcome(game, []),
        "moves": moves,
    }


def _options(rules: Rules[Any], rng: random.Random) -> dict[str, Any]:
    while True:
        try:
            return rules.check_options(
                {option.name: rng.choice(option.values) for option in rules.options}
            )
        except BadOptions:
            continue  # these do not go together


def _row(game: Game[Any], number: int, action: str) -> Row:
    return {
        "version": number + 1,
        "number": number,
        "action": action,
        "seat": None,
        "kind": "",
        "choice": None,
        "events": msgspec.to_builtins(game.events),
        "draws": msgspec.to_builtins(game.draws),
        "rules_version": game.rules.version,
        "barrier": game.barrier,
        "at": None,
    }


if __name__ == "__main__":
    main()
