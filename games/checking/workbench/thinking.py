"""How a program rates the choices of an open question."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from games.checking.positions import PEOPLE
from games.pages.choices import encoded
from games.pages.table.view.choosing import Choosing
from games.rules.engine import Choice, Decision, Game, Rules
from games.rules.engine.levels import LEVELS, THOUGHTFUL
from games.rules.engine.play import Seen, ask_bot
from games.rules.engine.search.candidates import candidates, ranked
from games.rules.engine.search.players import budget, player
from games.rules.engine.search.replies import Lookahead, values
from games.rules.engine.search.rollouts import lead
from games.rules.engine.search.thinking import Budget, compare

#: Always the same seed, so that only a change of the code changes the rating.
CHANCE = 1


class Thought(NamedTuple):
    """A choice: how far ahead its seat seems to be after it, tried in so many games that were
    played on (0: by one step ahead, or by the best replies). ``order``: its place among the most
    promising, if it is one of them."""

    made: Choice
    lead: float
    tries: int
    order: int | None
    taken: bool
    label: str = ""

    @property
    def choice(self) -> str:
        return encoded(self.made)


class Thoughts(NamedTuple):
    who: str
    lead: float
    seconds: float
    choices: list[Thought]


def thinkers(rules: Rules[Any]) -> list[str]:
    """The programs that can be asked: the levels, and the game type's other bots."""
    known = ("random", "first", rules.best_bot, *LEVELS)  # the best one is the good level
    return [*LEVELS, *(name for name in rules.bots if name not in known)]


def thoughts(rules: Rules[Any], game: Game[Any], decision: Decision, who: str) -> Thoughts:
    """The ratings of one of them, the best first."""
    begun, rng = time.perf_counter(), random.Random(CHANCE)
    seen = Seen(game, decision, rng)
    now = lead(seen.sample(), seen.seat)
    if who in THOUGHTFUL and who not in rules.bots:
        found = _thought_ahead(seen, budget(rules, who))
    else:
        found = _one_ahead(rules, seen, who)
    seconds = time.perf_counter() - begun
    choosing = Choosing(rules, decision, game.view(decision.seat), PEOPLE)
    found.sort(key=lambda each: (not each.taken, -each.lead))
    told = [each._replace(label=choosing.label(each.made)) for each in found]
    return Thoughts(who, now, seconds, told)


def _thought_ahead(seen: Seen, spent: Budget | Lookahead) -> list[Thought]:
    begun, choices = time.monotonic(), candidates(seen)
    if isinstance(spent, Lookahead):
        looked = values(seen, choices, spent.nodes)
        ordered = enumerate(zip(choices, looked.values, strict=True), 1)
        return [
            Thought(choice, value, 0, order, order == looked.best + 1)
            for order, (choice, value) in ordered
        ]
    tried = compare(seen, choices, spent, lambda: time.monotonic() - begun < spent.seconds)
    return [
        Thought(choice, _mean(values), len(values), order, order == tried.best + 1)
        for order, (choice, values) in enumerate(zip(choices, tried.values, strict=True), 1)
    ]


def _one_ahead(rules: Rules[Any], seen: Seen, who: str) -> list[Thought]:
    """Each choice by its immediate effect, in one sampled world."""
    decision, world = seen.decision, seen.sample()
    taken = ask_bot(player(rules, who), world, decision, random.Random(CHANCE))
    whole = [decision.example(choice) for choice in seen.choices]
    if taken not in whole:
        whole.append(taken)  # with other amounts than in the example
    first = ranked(world, decision, seen.choices) if rules.hooks.candidates else []
    order = {encoded(decision.example(choice)): n for n, choice in enumerate(first, 1)}
    return [
        Thought(each, _lead_after(world, seen, each), 0, order.get(encoded(each)), each == taken)
        for each in whole
    ]


def _lead_after(world: Game[Any], seen: Seen, choice: Choice) -> float:
    after = world.copy()
    after.choose(seen.seat, choice)
    return lead(after.own(seen.seat), seen.seat)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / max(1, len(values))
