"""What is planned in a part that each seat plays by itself, and answered at once, stays hidden."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.engine import Choice, Game, Json, Kind, Rules, Shuffler, State
from games.rules.engine.testing import play_checked

WAYS = ("north", "east", "south")


class March(State):
    """Each round everybody plans two steps in secret; only how far one got is ever seen."""

    rounds: int = 0
    plans: list[list[str]] = []
    far: list[int] = []
    walked: list[list[str]] = []


def make(told: str, *, at_once: bool = False, shown_later: bool = False) -> Rules[March]:
    """The game; ``told``: what the events say of a plan, and to whom."""
    rules: Rules[March] = Rules("march", "March", March, players=(2, 3), package=__name__)

    @rules.setup
    def setup(game: Game[March]) -> None:
        game.state.plans = [[] for _seat in range(game.players)]
        game.state.far = [0] * game.players
        game.then(round_)

    @rules.step
    def round_(game: Game[March]) -> None:
        state = game.state
        if state.rounds == 4:
            game.finish([{"far": far} for far in state.far])
            return
        state.rounds += 1
        state.plans = [[] for _seat in range(game.players)]
        if at_once:
            game.ask_all(range(game.players), Plan)
        else:
            game.each(range(game.players), plan)
        game.then(walk)
        game.then(round_)

    @rules.step
    def plan(game: Game[March], seat: int) -> None:
        game.ask(seat, Plan)
        game.ask(seat, Plan)

    @rules.decision
    class Plan(Kind):
        secret = True

        def choices(self, game: Game[March], seat: int) -> list[Choice]:
            return [(way,) for way in WAYS]

        def chosen(self, game: Game[March], seat: int, way: str) -> None:
            game.state.plans[seat].append(way)
            if told == "in the part":
                game.tell("planned", seat=seat, way=way)
            else:
                game.tell("planned", {seat: {"way": way}}, seat=seat)

    @rules.step
    def walk(game: Game[March]) -> None:
        plans = game.state.plans
        game.state.walked = [list(plan) for plan in plans] if shown_later else []
        for seat in range(game.players):
            game.state.far[seat] += plans[seat].count("north")
        if told == "when all are done":
            game.tell("walked", plans=plans)
        elif told == "to a rival":
            game.tell("walked", {0: {"rival": plans[1]}, 1: {"rival": plans[0]}})
        else:
            game.tell("walked", {seat: {"plan": plans[seat]} for seat in range(game.players)})

    @rules.view
    def view(game: Game[March], seat: int | None) -> Json:
        state = game.state
        plan = [] if seat is None else state.plans[seat]
        return {"far": state.far, "rounds": state.rounds, "plan": plan, "walked": state.walked}

    @rules.resample
    def resample(game: Game[March], seat: int | None, rng: Shuffler) -> None:
        for other, plan in enumerate(game.state.plans):
            if other != seat:
                plan[:] = ["north" if way == "north" else "east" for way in plan]

    return rules


def check(rules: Rules[Any]) -> None:
    for seed in range(4):
        play_checked(rules, 2 + seed % 2, {}, seed, thorough=True)


@pytest.mark.parametrize("at_once", [False, True])
def test_a_package_that_tells_each_only_its_own_plan_passes(at_once: bool) -> None:
    check(make("to oneself", at_once=at_once))


@pytest.mark.parametrize("told", ["in the part", "when all are done", "to a rival"])
@pytest.mark.parametrize("at_once", [False, True])
def test_a_rivals_plan_in_an_event_is_caught(told: str, at_once: bool) -> None:
    said = r"the event '(planned|walked)' tells (a spectator|seat \d) a secret"
    with pytest.raises(AssertionError, match=said):
        check(make(told, at_once=at_once))


def test_a_plan_that_is_told_while_it_is_made_is_caught_whatever_shows_later() -> None:
    rules = make("in the part", shown_later=True)
    with pytest.raises(AssertionError, match=r"'planned' tells .* where seat \d has answered"):
        check(rules)
