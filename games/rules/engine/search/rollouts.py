"""Playing on from a position by a quick policy, and the result for a seat."""

from __future__ import annotations

import random
from typing import Any

from ..decision import Decision
from ..game import Game

OF = 3
"""A game type without a policy takes the best of this many choices drawn by lot."""
LONGEST = 2000
"""After this many choices the position is judged as it is."""


def lead(game: Game[Any], seat: int) -> float:
    """How far a seat is ahead of the others' average, in points; by ``worth`` while it goes on."""
    others = [_value(game, other) for other in range(game.players) if other != seat]
    return _value(game, seat) - sum(others) / max(1, len(others))


def _value(game: Game[Any], seat: int) -> float:
    """What a seat has, or seems to have."""
    if game.state.result is not None:
        return float(game.state.result.value(seat))
    if game.rules.hooks.worth is not None:
        return float(game.rules.hooks.worth(game, seat))
    standing = game.standing()
    return float(sum(standing[seat].values())) if standing else 0.0


def horizon(game: Game[Any], rounds: int | None) -> int | None:
    """Where playing on stops after so many rounds; None: at the end of the game."""
    count = game.rules.hooks.horizon
    return None if rounds is None or count is None else int(count(game)) + rounds


def play_on(
    game: Game[Any], until: int | None, rng: random.Random, other: bool = False
) -> Game[Any]:
    """All seats play by the policy, up to the horizon; the game as it stands there. ``other``: by
    another one, which makes other mistakes."""
    for _choice in range(LONGEST):
        if is_over(game, until):
            break
        game = play_choice(game, rng, other)
    return game


def is_over(game: Game[Any], until: int | None) -> bool:
    """Whether the game has ended or reached the horizon."""
    if game.state.result is not None:
        return True
    return until is not None and game.rules.hooks.horizon(game) >= until


def play_choice(game: Game[Any], rng: random.Random, other: bool = False) -> Game[Any]:
    """The game after one choice of the policy."""
    decision = game.decisions()[0]
    policy = game.rules.hooks.policy
    if policy is None or other:
        return _best_by_lot(game, decision, rng, OF - 1 if policy is None and other else OF)
    game.choose(decision.seat, policy(game.own(decision.seat), decision, rng))
    return game


def _best_by_lot(game: Game[Any], decision: Decision, rng: random.Random, of: int) -> Game[Any]:
    """The game after the best of a few choices drawn by lot for the seat's own position, which is
    the copy that it was tried on."""
    seat, choices = decision.seat, decision.choices
    if len(choices) > of:
        choices = rng.sample(choices, of)
    if len(choices) == 1:
        game.choose(seat, decision.sample(choices[0], rng))
        return game
    tried = []
    for choice in choices:
        after = game.copy()
        after.choose(seat, decision.sample(choice, rng))
        tried.append((_value(after.own(seat), seat), after))
    return max(tried, key=lambda each: each[0])[1]
