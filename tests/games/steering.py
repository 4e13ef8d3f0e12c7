"""Games as short or as long as a search finds them.

A game is steered by a liking for each kind of answer. Likings that made it shorter (or longer) are
kept, and changed a little; options and players are those of the best of many random games.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from games.rules.engine import Choice, Rules
from games.rules.engine.play import Asked
from games.rules.records import dataset
from games.rules.records.document import Document

Likings = defaultdict[tuple[str, str], float]


def extreme(rules: Rules[Any], *, longest: bool, tries: int) -> Document:
    """The game with the fewest or the most choices of so many, half of them at random."""
    sign = 1 if longest else -1

    def better(one: Document, other: Document) -> bool:
        return sign * len(one["moves"]) >= sign * len(other["moves"])

    rng = random.Random(f"{rules.slug} {longest}")
    best = dataset.play(rules, rng)
    for _try in range(tries // 2):
        found = dataset.play(rules, rng)
        best = found if better(found, best) else best
    likings: Likings = defaultdict(float)
    for number in range(tries // 2):
        changed = _changed(likings, rng)
        seed = bytes.fromhex(best["seed"] or "") if number % 2 else rng.randbytes(32)
        found = dataset.record(
            rules, best["players"], best["options"], seed, random.Random(number), _by(changed)
        )
        if better(found, best) or not likings:
            likings = changed
        best = found if better(found, best) else best
    return best


def _changed(likings: Likings, rng: random.Random) -> Likings:
    changed = likings.copy()
    for kind in list(changed):
        if rng.random() < 0.3:
            changed[kind] += rng.gauss(0, 1)
    return changed


def _by(likings: Likings) -> Callable[[Asked], Choice]:
    """The answer that is liked best; of equal ones any."""

    def pick(asked: Asked) -> Choice:
        kind = asked.decision.kind
        ranked = max(
            asked.choices,
            key=lambda each: (likings[kind, str(each[0])], asked.rng.random()),
        )
        return asked.decision.sample(ranked, asked.rng)

    return pick
