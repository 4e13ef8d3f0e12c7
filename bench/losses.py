"""Whether the losses that an analysis tells after a game hold: each is looked at once more, afresh
and in four times as many worlds. The loser is a player at the easy level."""

import random
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from bench.extent import Extent
from bench.figures import Row
from games.rules import registry
from games.rules.engine import Game, Rules
from games.rules.engine.levels import EASY, GOOD
from games.rules.engine.play import ask_bot
from games.rules.engine.search import judging, player
from games.rules.engine.search.question import Question, question
from games.rules.engine.state import Choice

#: So many times the worlds by which a loss was judged.
TIMES = 4
#: Losses that are told of a game, the largest.
TOLD = 3


class Told(NamedTuple):
    asked: Question
    made: Choice
    judged: judging.Judged


def run(extent: Extent) -> Iterator[Row]:
    """With ``--full`` three games of each type that tells losses, else one."""
    for rules in registry.all():
        if rules.levels.tells_losses:
            yield {"type": rules.slug, **_of_type(rules, 3 if extent.full else 1)}


def _of_type(rules: Rules[Any], games: int) -> Row:
    told: list[Told] = []
    judged_, begun = 0, time.process_time()
    for number in range(games):
        losses = []
        for asked, made in _decisions(rules, random.Random(f"losses/{rules.slug}/{number}")):
            judged_ += 1
            judged = _judged(rules, asked, made)
            if judged.loss:
                losses.append(Told(asked, made, judged))
        told += sorted(losses, key=lambda each: -each.judged.loss)[:TOLD]
    spent = time.process_time() - begun
    fresh = [_once_more(rules, each) for each in told]
    return {
        "games": games,
        "decisions": judged_,
        "CPU s a seat": round(spent / games, 1),
        "told": len(told),
        "held": sum(more > 0 for more, _error in fresh),
        "held by more than a point": sum(more > 1 for more, _error in fresh),
        "told and found": [
            f"{each.judged.loss:.1f} ± {each.judged.loss_doubt:.1f}: {more:.1f} ± {error:.1f}"
            for each, (more, error) in zip(told, fresh, strict=True)
        ],
    }


def _decisions(rules: Rules[Any], rng: random.Random) -> Iterator[tuple[Question, Choice]]:
    """What is asked of an easy player in a game against a good one, and what they choose."""
    game: Game[Any] = rules.new(2, {}, rng.randbytes(32))
    players = player(rules, EASY), player(rules, GOOD)
    while game.result() is None:
        decision = game.decisions()[0]
        choice = ask_bot(players[decision.seat], game, decision, random.Random(rng.random()))
        if decision.seat == 0 and len(decision.choices) > 1:
            yield question(game, decision, GOOD, rng), choice
        game.choose(decision.seat, choice)


def _judged(rules: Rules[Any], asked: Question, made: Choice) -> judging.Judged:
    """As the service does it, step by step."""
    looked = judging.first_look(rules, asked, made)
    choices = judging.suspects(looked)
    if not choices:
        return judging.expected(looked)
    further = [
        judging.further_step(rules, _anew(asked, step), choices) for step in range(judging.STEPS)
    ]
    return judging.verdict(looked, judging.join_trials(further))


def _once_more(rules: Rules[Any], told: Told) -> tuple[float, float]:
    """By how much the better choice is better in worlds of its own, with its standard error."""
    seen = judging.seen_of(rules, _anew(told.asked, -1))
    choices = [seen.decision.find(choice) for choice in (told.made, told.judged.better)]
    worlds = TIMES * judging.STEP * judging.STEPS
    more = [
        better.lead - made.lead
        for made_in, better_in in judging.trials(seen, choices, worlds, kinds=2)
        for made, better in zip(made_in, better_in, strict=True)
    ]
    return judging.mean_and_error(more)


def _anew(asked: Question, step: int) -> Question:
    """The same question with another stream of chance."""
    stream = random.Random(f"{asked.stream}/{step}").getrandbits(48)
    return Question(
        asked.type, asked.version, asked.seat, asked.decision, asked.level, asked.world, stream
    )
