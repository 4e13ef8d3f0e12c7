"""Candidates: the choices that are worth a closer look."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..decision import Decision
from ..game import Game
from ..play import Seen
from ..state import Choice
from .rollouts import lead

MOST = 6
"""How many candidates are played on."""


def candidates(seen: Seen) -> list[Choice]:
    """At most ``MOST`` whole choices; the first is what the game type's own bot would take, so that
    a bot without time to look closer plays as well as that."""
    decision = seen.decision
    if len(seen.choices) == 1:
        return [decision.example(seen.choices[0])]
    game = seen.sample()
    promising = [decision.example(choice) for choice in ranked(game, decision, seen.choices)]
    if game.rules.hooks.candidates is None and seen.rules.best_bot != "random":
        promising.insert(0, decision.find(seen.rules.bots[seen.rules.best_bot](seen)))
    found: list[Choice] = []
    for choice in promising:
        if choice not in found:  # amounts cannot be hashed
            found.append(choice)
    return found[:MOST]


def ranked(game: Game[Any], decision: Decision, choices: Sequence[Choice]) -> list[Choice]:
    """Choices, the most promising first, by the hook of the game type or by one step ahead."""
    hook = game.rules.hooks.candidates
    if hook is not None:
        ordered: list[Choice] = hook(game, decision, list(choices))
        return ordered
    return sorted(choices, key=lambda choice: -_lead_after(game, decision, choice))


def _lead_after(game: Game[Any], decision: Decision, choice: Choice) -> float:
    after = game.copy()
    after.choose(decision.seat, decision.example(choice))
    return lead(after.own(decision.seat), decision.seat)
