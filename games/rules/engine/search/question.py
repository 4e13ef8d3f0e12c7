"""An open question as plain data, for the process that computes the answer."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from ..decision import Decision
from ..errors import RulesError
from ..game import Game
from ..play import ask_bot
from ..rules import Rules
from ..state import Choice
from .players import player


class Question(msgspec.Struct, frozen=True):
    """What thinking is given. ``world`` is a game that the seat could not tell from the real one:
    view, choices and all further worlds come from it, so nothing in here leads to a secret.
    ``stream`` is the thinking's chance; the same question has the same answer."""

    type: str
    version: int
    seat: int
    decision: int
    level: str
    world: bytes
    stream: int


def question(game: Game[Any], decision: Decision, level: str, rng: random.Random) -> Question:
    """What is asked of a seat, without anything that the seat may not know."""
    rules: Any = game.rules
    world = game.resample(decision.seat, rng).save()
    stream = rng.getrandbits(48)
    return Question(rules.slug, rules.version, decision.seat, decision.id, level, world, stream)


def answer(rules: Rules[Any], asked: Question) -> Choice:
    """What a player of this level chooses; RulesError for a question of another release."""
    if asked.version != rules.version:
        raise RulesError(f"{rules.slug} {rules.version} thinks of nothing of {asked.version}")
    world = rules.load(asked.world)
    decision = world.decision(asked.seat)
    if decision is None:
        raise RulesError(f"nothing is asked of seat {asked.seat}")
    rng = random.Random(asked.stream)
    return decision.find(ask_bot(player(rules, asked.level), world, decision, rng))
