"""Games as they were stored by a version of their rules, one for every kind of question.

``python -m tests.rules.stored.store TYPE`` writes those of today's version; files of earlier ones
are never written again, for such games are still running somewhere.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from games.rules import registry
from games.rules.engine import BadOptions, Game, Json, Rules
from games.rules.engine.play import ask_bot, random_choice

FOLDER = Path(__file__).parent
#: Games that are looked through, and more of them until every kind of question was met.
GAMES, MOST_GAMES = 30, 2000


class Stored(msgspec.Struct):
    """A saved state, what it is an example of, and what it asks: seat and kind."""

    of: list[str]
    asks: list[tuple[int, str]]
    held: int | None
    state: bytes  # in base64


def path(type_: str, version: int) -> Path:
    return FOLDER / f"{type_}-{version}.json"


def files() -> list[tuple[str, int]]:
    """Type and version of every file."""
    parts = (file.stem.rpartition("-") for file in sorted(FOLDER.glob("*.json")))
    return [(type_, int(version)) for type_, _dash, version in parts]


def read(type_: str, version: int) -> list[Stored]:
    return msgspec.json.decode(path(type_, version).read_bytes(), type=list[Stored])


def marks(game: Game[Any]) -> set[str]:
    """What a position is an example of: kinds of questions, and whatever is stored otherwise."""
    found = {decision.kind for decision in game.decisions()}
    if game.state.held is not None:
        found.add("(a held turn)")
    if any(open_.answer is not None for open_ in game.state.open):
        found.add("(a sealed answer)")
    if any(open_.given for open_ in game.state.open):
        found.add("(in a part at once)")
    if game.result() is not None:
        found.add("(over)")
    return found


def write(rules: Rules[Any]) -> None:
    """Look through games for every mark, and keep two positions of each: with the plain options
    and with others, in the middle of a game where there is one."""
    kept: dict[tuple[str, bool], tuple[Game[Any], int]] = {}
    for number in range(MOST_GAMES):
        if number >= GAMES and set(rules.kinds) <= {mark for mark, _fancy in kept}:
            break
        for fancy, game, move in _positions(rules, number):
            for mark in marks(game):
                best = kept.get((mark, fancy))
                if best is None or _closer(move, best[1]):
                    kept[mark, fancy] = (game.copy(), move)
    states: dict[bytes, Stored] = {}
    for (mark, _fancy), (game, _move) in sorted(kept.items(), key=lambda each: each[0]):
        asks = [(decision.seat, decision.kind) for decision in game.decisions()]
        state = game.save()
        stored = states.setdefault(state, Stored([], asks, game.state.held, state))
        stored.of.append(mark)
    lines = [msgspec.json.encode(stored).decode() for stored in states.values()]
    text = "[\n" + ",\n".join(lines) + "\n]\n"
    path(rules.slug, rules.version).write_text(text, encoding="utf-8")


def _closer(move: int, to: int) -> bool:
    return abs(move - 40) < abs(to - 40)


def _positions(rules: Rules[Any], number: int) -> Iterator[tuple[bool, Game[Any], int]]:
    """Those of one game by chance, or by the game's own bot, which comes to other questions."""
    rng = random.Random(number)
    fancy, clever = number % 2 == 1, number // 2 % 3 == 2
    players = rules.players[number // 6 % len(rules.players)]
    game = _new(rules, players, rng) if fancy else rules.new(players, {}, rng.randbytes(32))
    bot = rules.bots[rules.best_bot] if clever else random_choice
    move = 0
    yield fancy, game, move
    while game.result() is None:
        move += 1
        if game.state.held is not None:
            game.confirm(game.state.held)
        else:
            decision = rng.choice(game.decisions())
            choice = ask_bot(bot, game, decision, rng)
            game.choose(decision.seat, choice, hold=not decision.sealed and rng.random() < 0.2)
        yield fancy, game, move


def _new(rules: Rules[Any], players: int, rng: random.Random) -> Game[Any]:
    """A game with any options that go together."""
    while True:
        options: Json = {option.name: rng.choice(option.values) for option in rules.options}
        try:
            return rules.new(players, options, rng.randbytes(32))
        except BadOptions:
            continue


if __name__ == "__main__":
    write(registry.get(sys.argv[1]))
