"""What a player's choice was worth, told only as far as it is sure.

The choices that look best and the one that was made are played on to the end of the game, all in
the same worlds as the seat might have known them. What looks like a loss is tried further, by two
kinds of players; the best is picked in one half of the worlds and judged in the other, so that luck
in the picking is not told as a loss. It goes in small steps, which whoever thinks for bots as well
can do in between.

Where a game type has replies looked for, a choice has one value instead, the same in all worlds;
the two kinds of players look differently far.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any

import msgspec

from ..errors import RulesError
from ..game import Game
from ..levels import REPLIES
from ..play import Seen
from ..rules import Rules
from ..state import Choice
from .candidates import candidates
from .question import Question
from .replies import Search, values
from .rollouts import lead, play_on
from .worlds import worlds

FIRST, STEP = 8, 4
"""Worlds that are looked at first, and those of each further step."""
STEPS = 8
"""So many further steps for what looks like a loss."""
LOOKED, PICKED = 4, 3
"""Other choices that are looked at, and those of them that are tried further."""
SUSPECT = 1.0
"""What looks worse than the best by more points is tried further."""
LEAST, SURE = 2.0, 2.0
"""A loss is told beyond so many points, and so many standard errors, by both kinds of players."""
NAMED, LEAST_NAMED = 2, 0.5
"""At most so many sources of it are named, none below so many points."""


class Tried(msgspec.Struct, frozen=True):
    """What became of a choice in one world: the lead at the end, and by source."""

    lead: float
    by: dict[str, float] = {}


class Trial(msgspec.Struct, frozen=True):
    """``choices``, that which was made first; ``tried`` by kind of player, choice and world.
    ``played_on``: they were played to the end, and not judged by the best replies."""

    choices: list[Choice]
    tried: list[list[list[Tried]]]
    played_on: bool = True


class Judged(msgspec.Struct, frozen=True):
    """``lead``: how far the seat was to end ahead after its choice, with its standard error as
    ``doubt``. ``loss``: what the ``better`` choice would have brought more, 0 where that is not
    sure; ``sources``: where from. ``small`` is that amount where it is not sure, less than nothing
    as well: of many moves they add up. ``disputed``: only one of the two kinds of players is sure.
    """

    lead: float
    doubt: float
    disputed: bool = False
    loss: float = 0.0
    loss_doubt: float = 0.0
    better: Choice = ()
    sources: list[tuple[str, float]] = []
    small: float = 0.0
    small_doubt: float = 0.0


def first_look(rules: Rules[Any], asked: Question, made: Choice) -> Trial:
    """Try the choice that was made and those that look best in a few worlds."""
    seen = seen_of(rules, asked)
    found = seen.decision.find(made)
    others = [choice for choice in promising(seen) if choice != found]
    return trial(seen, [found, *others[:LOOKED]], FIRST, kinds=1)


def further_step(rules: Rules[Any], asked: Question, choices: Sequence[Choice]) -> Trial:
    """Try these choices in a few worlds, by both kinds of players."""
    seen = seen_of(rules, asked)
    found = [seen.decision.find(choice) for choice in choices]
    return trial(seen, found, STEP, kinds=2)


def seen_of(rules: Rules[Any], asked: Question) -> Seen:
    if asked.version != rules.version:
        raise RulesError(f"{rules.slug} {rules.version} thinks of nothing of {asked.version}")
    world = rules.load(asked.world)
    decision = world.decision(asked.seat)
    if decision is None:
        raise RulesError(f"nothing is asked of seat {asked.seat}")
    return Seen(world, decision, random.Random(asked.stream))


def promising(seen: Seen) -> list[Choice]:
    """The choices that look best; the first is the best one by its replies, where those count."""
    found = candidates(seen)
    if seen.rules.levels.search == REPLIES and len(found) > 1:
        search = Search(seen, seen.rules.levels.nodes, lambda: True)
        choices = search.choices()
        best = choices[search.deepen(choices).best]
        found = [best, *(choice for choice in found if choice != best)]
    return found


def trial(seen: Seen, choices: list[Choice], number: int, kinds: int) -> Trial:
    """Try choices in so many worlds, by one or both kinds of players."""
    if seen.rules.levels.search == REPLIES:
        nodes = seen.rules.levels.nodes
        found = [values(seen, choices, nodes // (1 + 3 * kind)).values for kind in range(kinds)]
        return Trial(choices, [[[Tried(value)] * number for value in of] for of in found], False)
    return Trial(choices, trials(seen, choices, number, kinds))


def trials(seen: Seen, choices: list[Choice], number: int, kinds: int) -> list[list[list[Tried]]]:
    """Play on after choices in so many worlds, by one or both kinds of players."""
    ahead = worlds(seen)
    tried: list[list[list[Tried]]] = [[[] for _choice in choices] for _kind in range(kinds)]
    for _world in range(number):
        world, chance = next(ahead), seen.rng.getrandbits(64)
        for kind, of_kind in enumerate(tried):
            for choice, of_choice in zip(choices, of_kind, strict=True):
                after = world.copy()
                after.choose(seen.seat, choice)
                end = play_on(after, None, random.Random(chance), other=bool(kind))
                of_choice.append(Tried(lead(end, seen.seat), _by_source(end, seen.seat)))
    return tried


def _by_source(game: Game[Any], seat: int) -> dict[str, float]:
    """How far ahead of the others' average a seat is, by source."""
    standing = game.standing()
    if not standing:
        return {}
    others = [own for other, own in enumerate(standing) if other != seat]
    return {
        source: points - sum(own.get(source, 0) for own in others) / max(1, len(others))
        for source, points in standing[seat].items()
    }


def join_trials(trials: Sequence[Trial]) -> Trial:
    """Trials of the same choices as one."""
    first, *others = trials
    tried = [
        [[*worlds, *(each for other in others for each in other.tried[kind][choice])]
         for choice, worlds in enumerate(of_kind)]
        for kind, of_kind in enumerate(first.tried)
    ]  # fmt: skip
    return Trial(first.choices, tried, first.played_on)


def suspects(looked: Trial) -> list[Choice]:
    """The choices that are to be tried further, where another one looks better; else none."""
    means = [_mean(_leads(worlds)) for worlds in looked.tried[0]]
    if max(means) - means[0] <= SUSPECT:
        return []
    others = sorted(range(1, len(means)), key=lambda choice: -means[choice])[:PICKED]
    return [looked.choices[0], *(looked.choices[choice] for choice in others)]


def expected(looked: Trial) -> Judged:
    """How far ahead the seat was to end after its choice."""
    own = _leads(looked.tried[0][0])
    return Judged(_mean(own), _error(own))


def verdict(looked: Trial, further: Trial) -> Judged:
    """The same, with a loss where both kinds of players are sure of it."""
    plain, half = expected(looked), len(further.tried[0][0]) // 2
    first = [
        _mean([each for kind in further.tried for each in _leads(kind[choice][:half])])
        for choice in range(len(further.choices))
    ]
    best = first.index(max(first))
    if best == 0:
        return plain
    more = [
        [
            one.lead - other.lead
            for one, other in zip(kind[best][half:], kind[0][half:], strict=True)
        ]
        for kind in further.tried
    ]
    sure = [_mean(each) > max(LEAST, SURE * _error(each)) for each in more]
    amount = _mean([_mean(each) for each in more])
    doubt = math.hypot(*map(_error, more)) / len(more)
    plain = msgspec.structs.replace(plain, better=further.choices[best])
    if not all(sure):
        return msgspec.structs.replace(plain, disputed=any(sure), small=amount, small_doubt=doubt)
    return msgspec.structs.replace(
        plain, loss=amount, loss_doubt=doubt, sources=_sources(further, best, half)
    )


def _sources(further: Trial, best: int, half: int) -> list[tuple[str, float]]:
    """Where the better choice's points come from, the most first."""
    better = [each.by for kind in further.tried for each in kind[best][half:]]
    made = [each.by for kind in further.tried for each in kind[0][half:]]
    names = sorted({source for by in (*better, *made) for source in by})
    means = {
        name: (sum(by.get(name, 0) for by in better) - sum(by.get(name, 0) for by in made))
        / len(made)
        for name in names
    }
    named = sorted(means.items(), key=lambda pair: -abs(pair[1]))[:NAMED]
    return [(source, mean) for source, mean in named if abs(mean) >= LEAST_NAMED]


def _leads(worlds: Sequence[Tried]) -> list[float]:
    return [each.lead for each in worlds]


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """The mean of these and its standard error."""
    return _mean(values), _error(values)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _error(values: Sequence[float]) -> float:
    """The standard error of their mean."""
    mean, number = _mean(values), len(values)
    return math.sqrt(sum((value - mean) ** 2 for value in values) / max(1, number - 1) / number)
