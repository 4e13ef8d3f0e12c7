"""What rules do, as lines that another build of the same rules must give as well, seed by seed:
`python played.py GAMES TYPE…`. Run by its path, it imports the rules that PYTHONPATH names."""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Iterator
from typing import Any

import msgspec

from games.rules import registry
from games.rules.compiled import build_of
from games.rules.engine import Game, Json, Rules, as_data
from games.rules.engine.levels import EASY, GOOD, STRONG
from games.rules.engine.play import ask_bot, random_choice
from games.rules.engine.search import answer, hints, question
from games.rules.example.rules import rules as lanterns

#: After so many choices of a game of each form bots are asked what they would do.
ASKED = 12


def main() -> None:
    games, *slugs = sys.argv[1:]
    for slug in slugs:
        rules = lanterns if slug == lanterns.slug else registry.get(slug)
        for players in rules.players:
            for options in forms(rules):
                for seed in range(int(games)):
                    for line in lines_of(rules, players, options, seed):
                        print(f"{slug}, {players} players, {json.dumps(options)}, {seed}: {line}")
        print(slug, *{str(build_of(package)) for package in (registry.ENGINE, rules.package)})


def forms(rules: Rules[Any]) -> Iterator[Json]:
    """The base game, each value of each option, and all flags together."""
    yield {}
    flags = {option.name: True for option in rules.options if option.kind == "flag"}
    if len(flags) > 1:
        yield flags
    for option in rules.options:
        for value in option.values:
            if value != option.default:
                yield {option.name: value}


def lines_of(rules: Rules[Any], players: int, options: Json, seed: int) -> Iterator[str]:
    """A random game: of each choice what was on offer, what it told, the views, the bytes, and a
    game as its seat might think it to be."""
    rng = random.Random(seed)
    game = rules.new(players, rules.check_options(options), rng.randbytes(32))
    number = 0
    while game.result() is None:
        decision = game.decisions()[0]
        seat, listed = decision.seat, [as_data(choice) for choice in decision.choices]
        choice = ask_bot(random_choice, game, decision, rng)
        world = game.resample(seat, random.Random(number)).save()
        game.choose(seat, choice)
        views = [game.view(seat) for seat in (*range(players), None)]
        parts = listed, msgspec.to_builtins(game.events), views, game.standing()
        sums = [_sum(json.dumps(part).encode()) for part in parts]
        sums += [_sum(game.save()), _sum(world)]
        yield f"{number} {seat} {decision.kind} {json.dumps(choice)} {' '.join(sums)}"
        number += 1
        if number == ASKED and seed == 0 and game.result() is None:
            yield from thoughts(rules, game)
    yield json.dumps(msgspec.to_builtins(game.result()))


def thoughts(rules: Rules[Any], game: Game[Any]) -> Iterator[str]:
    """What bots of each level choose, and the hints."""
    decision = game.decisions()[0]
    for level in (EASY, GOOD, STRONG):
        asked = question(game, decision, level, random.Random(1))
        yield f"{level} {json.dumps(answer(rules, asked))}"
    trial = hints.step(rules, asked)
    yield f"hints {json.dumps(msgspec.to_builtins(hints.rank_choices(trial)))}"


def _sum(part: bytes) -> str:
    return hashlib.sha256(part).hexdigest()[:8]


if __name__ == "__main__":
    main()
