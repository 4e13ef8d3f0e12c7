"""Checks that every game type gets for free; its tests call them.

``play_checked`` plays one game and applies them at every choice; ``transcript`` is the readable
form of a golden game. Each raises AssertionError with what is wrong and where.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Sequence
from typing import Any

from .checks import (
    Worlds,
    answered,
    check_asking_is_pure,
    check_at_once,
    check_events,
    check_hold,
    check_new_epoch,
    check_no_leak,
    check_no_look_and_undo,
    check_public,
    check_refusals,
    check_repeat,
    check_result,
    check_same_to_all,
    check_saved,
    check_secret_choice,
    check_setup,
    check_somebody_can_move,
    check_told,
    deal_anew,
    holding,
    known,
    known_to,
)
from .course import Course
from .game import Game
from .hook_checks import check_bot_repeats, check_hooks
from .notebook import Notebook
from .play import Bot, Seen, ask_bot, first_choice, last_choice, random_choice
from .rules import Rules
from .state import Choice, Json, outcomes

__all__ = [
    "Notebook",
    "check_no_leak",
    "check_saved",
    "check_secret_choice",
    "check_somebody_can_move",
    "hoarder",
    "known_to",
    "last_choice",
    "play_checked",
    "policies",
    "transcript",
]

Check = Callable[[Game[Any]], None]

#: How many of its choices a hoarder considers.
LOOKS = 12
#: In every so many positions a bot is asked twice.
TWICE = 3


def hoarder(seen: Seen) -> Choice:
    """The choice after which the seat's view shows most of everything.

    This player spends nothing, so that hands grow and choices are many.
    """
    choices = seen.choices
    if len(choices) > LOOKS:
        choices = seen.rng.sample(choices, LOOKS)
    world = seen.sample()
    found: list[tuple[int, Choice]] = []
    for listed in choices:
        choice, after = seen.decision.example(listed), world.copy()
        after.choose(seen.seat, choice)
        found.append((_size(after.view(seen.seat)), choice))
    return max(found, key=lambda each: each[0])[1]


def _size(data: Any) -> int:
    if isinstance(data, dict):
        return sum(map(_size, data.values()))
    if isinstance(data, list | tuple):
        return len(data) + sum(map(_size, data))
    return data if type(data) is int and data > 0 else 0


def policies(rules: Rules[Any]) -> dict[str, Bot]:
    """The players of checked games: random, the same end of the list, a hoarder, and the type's
    bots."""
    plain: dict[str, Bot] = {
        "random": random_choice,
        "first": first_choice,
        "last": last_choice,
        "hoarder": hoarder,
    }
    return {**plain, **rules.bots}


def play_checked(
    rules: Rules[Any],
    players: int,
    options: Json,
    seed: int,
    invariant: Check | None = None,
    *,
    thorough: bool = False,
    every: int = 1,
    bots: Sequence[Bot] | None = None,
    notes: Notebook | None = None,
    start: Game[Any] | None = None,
) -> Game[Any]:
    """Play one game, checking at every choice; ``thorough`` adds the expensive checks, in every
    ``every``-th position and wherever a new kind of question is asked.

    By chance unless ``bots`` play. ``notes`` collects over many games what a single game cannot
    show; its owner calls ``notes.check()`` at the end. With a ``start`` the game continues from
    that position.
    """
    rng = random.Random(seed)
    own_notes = Notebook() if notes is None else notes
    own_notes.begin()
    names = {bot: name for name, bot in rules.bots.items()}
    game = rules.new(players, options, rng.randbytes(32)) if start is None else start.copy()
    course = Course(rules.slug, rules.longest)
    asked = "the set-up" if start is None else "where it begins"
    met: set[str] = set()
    try:
        told = game.events if start is None else start.events
        check_events(told)
        own_notes.reach.note_setup(told)
        if thorough and start is None:
            check_setup(game, rng)
        while game.result() is None:
            check_somebody_can_move(game)
            if invariant:
                invariant(game)
            kinds = {decision.kind for decision in game.decisions()}
            dear = thorough and (course.choices % every == 0 or not kinds <= met)
            met |= kinds
            worlds = _check_position(game, rng) if dear else {}
            if thorough:
                own_notes.note(game)
                own_notes.note_secrets(game, worlds)
            decision = rng.choice(game.decisions())
            bot = bots[decision.seat] if bots else random_choice
            which = names.get(bot)
            if which:
                chance = rng.getstate()
                choice = own_notes.spent.timed("bot", which, ask_bot, bot, game, decision, rng)
                if dear and course.choices % TWICE == 0:
                    check_bot_repeats(bot, which, game, decision, chance, choice)
            else:
                choice = ask_bot(bot, game, decision, rng)
            asked = f"seat {decision.seat}, {decision.kind} {choice!r}"
            course.note(decision.seat, decision.kind, choice)
            before = game.copy() if dear else game
            if dear:
                own_notes.note_listing(before)
            game.choose(decision.seat, choice)
            check_events(game.events)
            own_notes.reach.note(decision, choice, game.events, game.draws)
            if dear:
                _check_move(game, before, choice, worlds, rng)
            if thorough:
                own_notes.note_choice(game)
        check_result(game)
        check_saved(game)
        if thorough and start is None:
            own_notes.note_end(game)
        if invariant:
            invariant(game)
    except Exception as error:
        which = f"{rules.slug}, {players} players, {json.dumps(options)}, seed {seed}"
        error.add_note(f"{which}, after move {course.choices}, {asked}")
        raise
    return game


def _check_position(game: Game[Any], rng: random.Random) -> Worlds:
    """Run the expensive checks of a position; return the worlds that nobody could tell from it."""
    check_saved(game)
    check_asking_is_pure(game)
    check_refusals(game)
    worlds, shown = deal_anew(game, rng), known(game)
    check_same_to_all(shown, worlds)
    check_public(game, worlds)
    check_secret_choice(game, rng)
    check_new_epoch(game, shown)
    check_hooks(game)
    return worlds


def _check_move(
    game: Game[Any], before: Game[Any], choice: Choice, worlds: Worlds, rng: random.Random
) -> None:
    """Run the expensive checks of a choice, given the position ``before`` it."""
    decision = answered(game)
    check_asking_is_pure(game)
    check_repeat(before, game, choice)
    check_told(game, choice, worlds)
    check_at_once(before, game, choice, rng)
    if not decision.sealed:
        held = holding(before, decision.seat, choice)
        check_no_look_and_undo(held, choice, worlds)
        check_hold(held, game)


def transcript(rules: Rules[Any], players: int, options: Json, seed: int, bot: Bot) -> str:
    """A whole game as text: each choice, its events, a digest of all views, and the result."""
    rng = random.Random(seed)
    game = rules.new(players, options, rng.randbytes(32))
    lines = [f"{rules.slug} {players} players {json.dumps(options, sort_keys=True)} seed {seed}"]

    def report() -> None:
        for event in game.events:
            hidden = (
                f" private {json.dumps(event.private, sort_keys=True)}" if event.private else ""
            )
            lines.append(f"    {event.kind} {json.dumps(event.data, sort_keys=True)}{hidden}")
        views = [game.view(seat) for seat in (*range(players), None)]
        digest = hashlib.sha256(json.dumps(views, sort_keys=True).encode()).hexdigest()[:12]
        lines.append(f"    views {digest}")

    report()
    course = Course(rules.slug, rules.longest)
    while game.result() is None:
        decision = game.decisions()[0]
        choice = ask_bot(bot, game, decision, rng)
        course.note(decision.seat, decision.kind, choice)
        lines.append(f"{course.choices}. seat {decision.seat} {decision.kind} {json.dumps(choice)}")
        game.choose(decision.seat, choice)
        report()
    result = game.result()
    assert result is not None
    lines.append("final view " + json.dumps(game.view(None), sort_keys=True))
    for seat, points in enumerate(result.breakdown):
        shown = json.dumps(points, sort_keys=True)
        lines.append(f"seat {seat} rank {result.ranks[seat]} score {result.scores[seat]} {shown}")
    if not result.breakdown:
        lines.append(f"{', '.join(outcomes(result.ranks))}: {result.reason}")
    return "\n".join(lines) + "\n"
