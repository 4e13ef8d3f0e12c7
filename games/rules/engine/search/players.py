"""The bots of the levels."""

from __future__ import annotations

from typing import Any

from ..levels import EASY, GOOD, LEVELS, REPLIES, STRONG, THOUGHTFUL
from ..play import Bot, Seen
from ..rules import Rules
from ..state import Choice
from .candidates import ranked
from .replies import Lookahead, replier
from .thinking import Budget, thinker

MASTERS = 6
"""The master plays on so many times as many games as the strong one, or tries so many times as many
choices. As far as that one: to the end of a long game it could play on too few of them in its five
seconds."""


def budget(rules: Rules[Any], level: str) -> Budget | Lookahead:
    """How long a level that tries its choices out thinks, by the search of the game type."""
    times, levels = 1 if level == STRONG else MASTERS, rules.levels
    if levels.search == REPLIES:
        return Lookahead(times * levels.nodes)
    return Budget(times * levels.rollouts)


def player(rules: Rules[Any], name: str) -> Bot:
    """The bot of this name, or the one that plays at this level: the game type's own of that name,
    if it has one. KeyError for another name."""
    if name == EASY:
        return best_by_lot(rules.levels.easy)
    if name == GOOD:
        return rules.bots[rules.best_bot]
    if name in rules.bots:
        return rules.bots[name]
    if name not in THOUGHTFUL:
        raise KeyError(f"{rules.slug} has no bot {name!r}; it has {[*rules.bots, *LEVELS]}")
    spent = budget(rules, name)
    return replier(spent) if isinstance(spent, Lookahead) else thinker(spent)


def best_by_lot(number: int) -> Bot:
    """A bot that looks at so many of its choices, drawn by lot, and takes the best of them."""

    def play(seen: Seen) -> Choice:
        choices, decision = seen.choices, seen.decision
        if len(choices) > number:
            choices = seen.rng.sample(choices, number)
        if len(choices) == 1:
            return decision.example(choices[0])
        return decision.example(ranked(seen.sample(), decision, choices)[0])

    return play
