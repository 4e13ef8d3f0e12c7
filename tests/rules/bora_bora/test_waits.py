"""Answering ahead: what instructions answer, and how often a round waits for somebody."""

from __future__ import annotations

import random

import pytest

from games.rules.bora_bora import rules
from games.rules.engine import Choice, Game, Json

from .positions import ANNA, BEN, asked, choices, lay_out, new, people, play, stage

TAKES_PART_IN_ALL = {"take_task": ("nearest",), "buy_jewel": ("most",)}


def instructed(game: Game, kind: str, instruction: Choice) -> Choice | None:
    """What an instruction answers to the first open decision; it is one that may be left."""
    (decision, *_more) = game.decisions()
    assert decision.kind == kind
    view = game.view(decision.seat)
    assert instruction in decision.asks.instructions(view)
    return decision.instructed(instruction, view)


def use_first_kinds(view: Json) -> Choice:
    """Use the first kind of men and of women, whatever that is."""
    found = rules.kinds["use_people"].instructions(view)
    return found[0]


def waits_per_round(players: int, games: int, *, ahead: bool) -> float:
    """How often a round of random players comes to wait for somebody new."""
    rng = random.Random(players)
    waits = 0
    for _game in range(games):
        game = rules.new(players, {}, rng.randbytes(32))
        waiting: set[int] = set()
        while game.result() is None:
            decision = game.decisions()[0]
            left: Choice | None = None
            if ahead:
                view = game.view(decision.seat)
                left = TAKES_PART_IN_ALL.get(decision.kind)
                if decision.kind == "use_people":
                    left = use_first_kinds(view)
                answer = decision.instructed(left, view) if left else None
                if answer:
                    game.choose(decision.seat, answer)
                    continue
            seats = {decision.seat for decision in game.decisions()}
            waits += not seats <= waiting
            waiting = seats
            game.choose(decision.seat, rng.choice(decision.choices))
    return waits / games / 6


@pytest.mark.parametrize(("players", "most"), [(2, 10), (3, 14), (4, 18)])
def test_a_round_waits_seldom_when_instructions_are_left(players: int, most: int) -> None:
    assert waits_per_round(players, 4, ahead=True) <= most


@pytest.mark.parametrize(("players", "most"), [(2, 14), (3, 21), (4, 28)])
def test_a_round_waits_not_too_often_without_them(players: int, most: int) -> None:
    assert waits_per_round(players, 4, ahead=False) <= most


def test_a_new_task_is_taken_by_instruction() -> None:
    game = new()
    game.state.tasks = ["D01", "D25", "D24", "D06", "D16", "D15"]
    game.state.boards[ANNA].shells = 4
    game = stage(game, ("take_task", ANNA))
    assert instructed(game, "take_task", ("nearest",)) == ("D25",)
    assert instructed(game, "take_task", ("task", "D16")) == ("D16",)
    view = game.view(ANNA)
    play(game, ("D16",))
    kind = rules.kinds["take_task"]
    assert not kind.expires(("task", "D16"), view)
    assert kind.expires(("task", "D16"), game.view(ANNA))
    assert not kind.expires(("nearest",), game.view(ANNA))


def test_a_jewel_is_bought_by_instruction() -> None:
    game = new()
    game.state.jewels[0] = ["J03", "J04", "J14", "J01"]  # 7 for 5, 9 for 6, 5 for 4, 1 for 1
    game.state.boards[ANNA].shells = 5
    game = stage(game, ("sell_jewels",))
    assert instructed(game, "buy_jewel", ("most",)) == ("J03",)
    assert instructed(game, "buy_jewel", ("cheapest",)) == ("J03",)
    assert instructed(game, "buy_jewel", ("jewel", "J14")) == ("J14",)
    assert instructed(game, "buy_jewel", ("jewel", "J04")) is None
    assert instructed(game, "buy_jewel", ("nothing",)) == ("nothing",)


def test_jewels_can_be_ranked() -> None:
    game = new()
    game.state.jewels[0] = ["J03", "J04", "J14", "J01"]
    game.state.boards[ANNA].shells = game.state.boards[BEN].shells = 5
    game = stage(game, ("sell_jewels",))
    rank: Choice = ("rank", "J04", "J03", "J01", "nothing")
    assert instructed(game, "buy_jewel", rank) == ("J03",), "the first is too dear"
    play(game, ("J03",))
    while game.decisions()[0].seat == ANNA:
        play(game, choices(game)[0])
    view = game.view(BEN)
    assert game.decisions()[0].instructed(rank, view) == ("J01",), "that one is sold"
    assert game.decisions()[0].instructed(("rank", "J04", "nothing"), view) == ("nothing",)
    kind = rules.kinds["buy_jewel"]
    assert not kind.expires(rank, view)
    assert kind.expires(("rank", "J20", "nothing"), view)


def test_people_are_used_by_instruction() -> None:
    game = new(phase="B")
    people(game.state.boards[ANNA], man="points status", woman="shell")
    game = stage(game, ("use_people", ANNA))
    assert instructed(game, "use_people", ("use", "status", "none")) == ("man", "status", "none")
    play(game, ("man", "status", "none"))
    assert instructed(game, "use_people", ("use", "status", "none")) == ("done",)
    assert instructed(game, "use_people", ("use", "status", "shell")) == ("woman", "shell", "none")


def test_an_instruction_says_which_sex_comes_first() -> None:
    """ "Die Reihenfolge darf jeder selbst bestimmen"."""
    game = new(phase="B")
    people(game.state.boards[ANNA], man="points status", woman="shell")
    game = stage(game, ("use_people", ANNA))
    women_first: Choice = ("women_first", "shell", "status")
    assert instructed(game, "use_people", women_first) == ("woman", "shell", "none")
    play(game, ("woman", "shell", "none"))
    assert instructed(game, "use_people", women_first) == ("man", "status", "none")
    play(game, ("man", "status", "none"))
    assert game.state.boards[ANNA].shells == 1


def test_a_person_of_a_kind_is_taken_by_instruction() -> None:
    game = new()
    lay_out(game, "man", "land", "water", "points")
    lay_out(game, "woman", "land", "shell", "points")
    game = stage(game, ("ask", "take_person", ANNA, "woman man", 3))
    assert instructed(game, "take_person", ("kind", "water")) == ("man", 2)
    assert instructed(game, "take_person", ("kind", "shell")) == ("woman", 2)
    assert instructed(game, "take_person", ("kind", "god")) is None


def test_first_huts_can_be_answered_ahead() -> None:
    game = rules.new(3, {}, b"first" * 8)
    region = str(choices(game)[1][0])
    assert instructed(game, "first_hut", ("region", region)) == (region,)


def test_those_who_use_their_own_things_only_are_asked_at_once() -> None:
    game = new(phase="B")
    people(game.state.boards[0], man="points offering")
    people(game.state.boards[1], man="status")
    people(game.state.boards[2], woman="shell material")
    game = stage(game, ("phase_b",))
    assert asked(game) == [(1, "use_people")], "what comes after it holds nobody up"
    game.choose(1, ("done",))
    assert asked(game) == [(0, "use_people"), (2, "use_people")]
    game.choose(2, ("woman", "material", "none"))
    further = game.decision(2)
    assert further is not None
    assert further.kind == "take_material"
    assert game.view(BEN)["seats"][2]["used"] == []
    assert game.view(2)["seats"][2]["used"] == [["woman", "material"]]
    game.choose(2, (4,))
    assert game.to_move() == [0]
    events = game.choose(0, ("man", "points", "none"))
    told = [(event.kind, event.data["seat"]) for event in events]
    assert told[:4] == [
        ("people_used", 0),
        ("points_gained", 0),
        ("people_used", 2),
        ("material_gained", 2),
    ]
    assert asked(game) == [(ANNA, "take_task")]


@pytest.mark.parametrize("opened", ["hut woman", "material build"])
def test_who_may_come_to_touch_more_waits_for_its_turn(opened: str) -> None:
    game = new(phase="B")
    for seat in (0, 1):
        people(game.state.boards[seat], man="points")
    people(game.state.boards[2], man=opened)
    lay_out(game, "woman", "land")
    game = stage(game, ("phase_b",))
    assert asked(game) == [(2, "use_people")]
    play(game, ("done",))
    assert [seat for seat, _kind in asked(game)] == [0, 1]


def test_what_is_impossible_is_said_with_its_reason() -> None:
    game = new()
    game.state.cards["helper"] = [(BEN, 2)]
    game.state.boards[ANNA].dice = [4, 3]
    game.state.boards[ANNA].priests = 0
    game = stage(game, ("place_die", ANNA))
    reasons = {choice: str(text.message) for choice, text in game.decisions()[0].refusals}
    assert reasons[(4, "helper")] == "A {n} is there: only lower dice may follow"
    assert reasons[(4, "temple")] == "All your priests are in the temple"
    assert reasons[(4, "build")] == "You have no two neighbouring materials"
    legal = {choice[:2] for choice in game.decisions()[0].choices}
    assert not legal & set(reasons)
