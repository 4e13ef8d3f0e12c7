"""Checks that every game type gets for free; its tests call them.

Each raises AssertionError with what differs. ``play_checked`` plays one random game and applies
them at every choice; ``transcript`` is the readable form of a golden game.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Sequence
from typing import Any

from .game import Game
from .play import Bot, Seen, random_choice
from .rules import Rules
from .state import Choice, Json

Check = Callable[[Game[Any]], None]


def check_saved(game: Game[Any]) -> None:
    """A loaded save is the same game."""
    saved = game.save()
    loaded = game.copy()
    assert loaded.state == game.state
    assert loaded.save() == saved


def check_somebody_can_move(game: Game[Any]) -> None:
    """Until the end somebody is asked, and every decision lists each choice once."""
    if game.result() is not None:
        assert not game.decisions()
        return
    decisions = game.decisions()
    assert decisions
    for decision in decisions:
        assert len(set(decision.choices)) == len(decision.choices)
        for choice in decision.choices:
            assert all(type(part) in (int, str) for part in choice), choice


def check_result(game: Game[Any]) -> None:
    """Scores are the sums of their breakdown, and ranks follow scores."""
    result = game.result()
    assert result is not None
    assert result.scores == [sum(points.values()) for points in result.breakdown]
    for a, rank in enumerate(result.ranks):
        assert rank == 1 + sum(other < rank for other in result.ranks)
        for b, other in enumerate(result.ranks):
            assert result.scores[a] >= result.scores[b] or rank > other


def known_to(game: Game[Any], seat: int | None) -> Json:
    """All that the engine shows a seat: its view, its own decision, who is asked, the points."""
    decision = game.decision(seat) if seat is not None else None
    return {
        "view": game.view(seat),
        "standing": game.standing(),
        "to_move": game.to_move(),
        "asked": [(d.seat, None if d.apart else d.kind) for d in game.decisions()],
        "decision": decision and (decision.kind, decision.args, decision.choices, decision.answer),
    }


def check_no_leak(game: Game[Any], rng: random.Random) -> None:
    """Nothing that a seat is shown changes when all that it cannot know is dealt anew."""
    for seat in (*range(game.players), None):
        shown = known_to(game, seat)
        json.dumps(shown)
        other = known_to(game.resample(seat, rng), seat)
        for part, value in shown.items():
            assert other[part] == value, f"{part} tells seat {seat} a secret"


def check_secret_choice(game: Game[Any], rng: random.Random) -> None:
    """Which of several choices of a secret decision was taken does not show to others."""
    for decision in game.decisions():
        if not decision.asks.secret:
            continue
        one = rng.choice(decision.choices)
        alike = [
            choice
            for choice in decision.choices
            if choice != one
            and decision.asks.shows(game, decision.seat, *decision.args, *choice)
            == decision.asks.shows(game, decision.seat, *decision.args, *one)
        ]
        told = []
        for choice in (one, rng.choice(alike)) if alike else ():
            other = game.copy()
            events = other.choose(decision.seat, choice)
            still = other.decision(decision.seat)
            if not decision.sealed or (still is not None and still.id == decision.id):
                told.append((other, events))
        if len(told) < 2:
            continue
        for seat in (*range(game.players), None):
            if seat == decision.seat:
                continue
            (here, first), (there, second) = told
            assert here.view(seat) == there.view(seat), f"{decision.kind} shows to seat {seat}"
            seen = [[(e.kind, e.seen_by(seat)) for e in events] for events in (first, second)]
            assert seen[0] == seen[1], f"the events of {decision.kind} tell seat {seat}"


def check_hold(before: bytes, game: Game[Any], seat: int, choice: Choice) -> None:
    """Holding the turn and confirming it leads to the very same position."""
    held = Game(game.rules, game.rules.decode(before))
    events = list(held.choose(seat, choice, hold=True))
    while held.state.held is not None:
        events += held.confirm(held.state.held)
    assert held.save() == game.save()
    assert events == game.events


def play_checked(
    rules: Rules[Any],
    players: int,
    options: Json,
    seed: int,
    invariant: Check | None = None,
    *,
    thorough: bool = False,
    bots: Sequence[Bot] | None = None,
) -> Game[Any]:
    """Play one random game, checking at every choice; ``thorough`` adds the dear checks."""
    rng = random.Random(seed)
    game = rules.new(players, options, rng.randbytes(32))
    while game.result() is None:
        check_somebody_can_move(game)
        if invariant:
            invariant(game)
        before = b""
        if thorough:
            check_saved(game)
            check_no_leak(game, rng)
            check_secret_choice(game, rng)
            before = game.save()
        decision = rng.choice(game.decisions())
        bot = bots[decision.seat] if bots else random_choice
        choice = bot(Seen(game, decision, rng))
        sealed = decision.sealed
        game.choose(decision.seat, choice)
        if thorough and not sealed:
            check_hold(before, game, decision.seat, choice)
    check_result(game)
    check_saved(game)
    if invariant:
        invariant(game)
    return game


def transcript(rules: Rules[Any], players: int, options: Json, seed: int, bot: Bot) -> str:
    """A whole game as text: each choice, what it told, a digest of all views, and the result."""
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
    number = 0
    while game.result() is None:
        decision = game.decisions()[0]
        choice = bot(Seen(game, decision, rng))
        number += 1
        lines.append(f"{number}. seat {decision.seat} {decision.kind} {json.dumps(choice)}")
        game.choose(decision.seat, choice)
        report()
    result = game.result()
    assert result is not None
    lines.append("final view " + json.dumps(game.view(None), sort_keys=True))
    for seat, points in enumerate(result.breakdown):
        shown = json.dumps(points, sort_keys=True)
        lines.append(f"seat {seat} rank {result.ranks[seat]} score {result.scores[seat]} {shown}")
    return "\n".join(lines) + "\n"
