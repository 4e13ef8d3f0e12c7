"""Random games below HTTP, with a stop where somebody is asked something worth a look."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Container, Iterator, Sequence
from typing import Any, NamedTuple

from accounts.models import User
from games.lobby import open_games
from games.models import Game as Stored
from games.models import Move
from games.moves.recording import append
from games.rules.engine import Choice, Decision, Game, Json, Rules
from games.storage.position import Position, locked
from games.words import table_package

#: Of a kind that is asked so often, more than one question is looked at.
OFTEN = 10


class Walk(NamedTuple):
    """A whole game by chance, with a stop where the holder of a seat is asked something."""

    game: Stored
    seat: int
    taken: list[tuple[int, Choice]]  # the choice of each seat
    times: Counter[str]  # how often questions of each kind are asked of anybody
    stops: dict[int, str]  # after so many choices, what kind of question it is

    @property
    def holder(self) -> User:
        return User.objects.get(seats__game=self.game, seats__index=self.seat)

    def on_the_way(self) -> Iterator[tuple[str, int]]:
        """Goes from stop to stop: of what kind the question is, and the game's version then."""
        done = 0
        for choices, kind in sorted(self.stops.items()):
            yield kind, advance(self.game, self.taken[done:choices])
            done = choices


def walk(
    users: Sequence[User],
    slug: str,
    options: Json,
    seed: int,
    *,
    passed_over: Container[str] = (),
    most: bool = False,
    only: Callable[[Decision], bool] = lambda decision: True,
) -> Walk:
    """A game of these people, the same one for the same seed, and the way through it of the seat
    that is asked most kinds of questions, but for those that are ``passed_over``. It stops at the
    first of each kind, and at one more where that is asked often, or at the one of each kind that
    points at ``most`` things; ``only`` leaves out the questions that it says no to."""
    game = open_games.create(users[0].pk, slug, len(users), options=options).game
    game.seed, game.seed_hash = bytes([seed]) * 32, ""
    game.save()
    for user in users[1:]:
        open_games.join_game(game.pk, user.pk)
    with locked(game.pk) as position:
        running = position.running().copy()
    rng, taken = random.Random(seed), list[tuple[int, Choice]]()
    times, met = Counter[str](), dict[int, dict[str, list[Met]]]()
    while running.result() is None:
        decision = rng.choice(running.decisions())
        times[decision.kind] += 1
        if decision.kind not in passed_over and only(decision):
            here = Met(pointed(game.rules, decision) if most else 0, len(taken))
            met.setdefault(decision.seat, {}).setdefault(decision.kind, []).append(here)
        choice = decision.sample(rng.choice(decision.choices), rng)
        taken.append((decision.seat, choice))
        running.choose(decision.seat, choice)
    seat = max(met, key=lambda seat: len(met[seat]), default=0)
    stops = {
        each.choices: kind
        for kind, all_met in met.get(seat, {}).items()
        for each in (picked(all_met) if not most else [max(all_met, key=lambda each: each.points)])
    }
    return Walk(game, seat, taken, times, stops)


class Met(NamedTuple):
    """A question that is met after so many choices, and how many things its answers point at."""

    points: int
    choices: int


def picked(met: Sequence[Met]) -> list[Met]:
    parts = (0, 4) if len(met) >= OFTEN else (0,)
    return [met[len(met) * part // 6] for part in parts]


def pointed(rules: Rules[Any], decision: Decision) -> int:
    """How many things on the board its answers point at."""
    begins = {
        choice[:length] for choice in decision.choices for length in range(1, len(choice) + 1)
    }
    return len({table_package.target(rules, decision, parts) for parts in begins} - {None})


def go_on(game: Stored, rng: random.Random, until: Callable[[Decision], bool]) -> Decision | None:
    """Answers by chance, all at once, until there is such a question, or none any more."""
    with locked(game.pk) as position:
        running = position.running()
        while running.result() is None:
            decision = running.decisions()[0]
            if until(decision):
                return decision
            choice = decision.example(rng.choice(decision.choices))
            _choose(position, running, decision.seat, choice)
    return None


def advance(game: Stored, choices: Sequence[tuple[int, Choice]]) -> int:
    """These choices are made, and those who look are told once; gives the version then."""
    with locked(game.pk) as position:
        running = position.running()
        for seat, choice in choices:
            _choose(position, running, seat, choice)
        return position.version


def _choose(position: Position, running: Game[Any], seat: int, choice: Choice) -> None:
    running.choose(seat, choice)
    assert running.answered
    mover, kind = position.seats[seat], running.answered.kind
    append(position, Move.Action.CHOOSE, mover, barrier=True, kind=kind)
