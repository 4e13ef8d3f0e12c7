"""Programs that think ahead: what they find, what they may know, and when they stop."""

from __future__ import annotations

import random
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from boardgames.supervisor.home import CHECKOUT
from games.rules import registry
from games.rules.engine import Choice, Decision, Game, Rules, Seen
from games.rules.engine.play import ask_bot
from games.rules.engine.search import Budget, player, thinker
from games.rules.engine.search.candidates import candidates
from games.rules.engine.search.halving import halve
from games.rules.engine.search.rollouts import lead, play_on
from games.rules.engine.search.thinking import compare
from games.rules.engine.search.worlds import World, worlds
from games.rules.example.rules import rules as lanterns
from tests.rules.engine import wells

KNOWN = [1.0, 5.0, 3.0, 2.0, 4.0, 0.0]


def seen(game: Game[Any], chance: int = 1) -> Seen:
    return Seen(game, game.decisions()[0], random.Random(chance))


def think(game: Game[Any], budget: Budget, chance: int = 1) -> Choice:
    return ask_bot(thinker(budget), game, game.decisions()[0], random.Random(chance))


class Watch:
    """A clock on which each look takes a second."""

    def __init__(self) -> None:
        self.now = 0

    def __call__(self) -> float:
        self.now += 1
        return float(self.now)


class TestHalving:
    def test_it_finds_the_best_within_its_tries(self) -> None:
        tried: list[tuple[int, int]] = []

        def play(choice: int, world: int) -> float:
            tried.append((choice, world))
            return KNOWN[choice] + 10 * random.Random(world).random()

        assert halve(len(KNOWN), 60, play).best == 1
        assert len(tried) <= 60

    def test_all_that_are_left_are_tried_in_the_same_worlds(self) -> None:
        tried: dict[int, set[int]] = {}

        def play(choice: int, world: int) -> float:
            tried.setdefault(world, set()).add(choice)
            return KNOWN[choice]

        halve(len(KNOWN), 60, play)
        left = [tried[world] for world in sorted(tried)]
        assert left == [{*range(6)}] * 3 + [{1, 2, 4}] * 6 + [{1, 4}] * 10

    def test_of_equal_ones_the_first_is_taken(self) -> None:
        assert halve(5, 40, lambda choice, world: 1.0).best == 0

    def test_a_single_choice_is_not_tried(self) -> None:
        assert halve(1, 40, lambda choice, world: 1 / 0).best == 0

    def test_where_it_has_to_stop_whole_worlds_decide(self) -> None:
        left = iter([True] * 8)  # of the second world two choices are tried
        found = halve(6, 60, lambda c, world: KNOWN[c] * (1 - 9 * world), lambda: next(left, False))
        assert found.best == 1
        assert found.values == [[value] for value in KNOWN]


class TestWhatItFinds:
    def test_it_takes_the_lot_that_brings_most_on_average(self) -> None:
        assert {think(wells.new(seed), Budget(64)) for seed in range(5)} == {wells.WIDE}

    def test_candidates_share_their_worlds_and_their_chance(self) -> None:
        look = seen(wells.new(1))
        choices: list[Choice] = [wells.DEEP, wells.WIDE]
        deep, wide = compare(look, choices, Budget(20), lambda: True).values
        assert len({*deep}) > 1
        assert [more - less for less, more in zip(deep, wide, strict=True)] == [10] * len(deep)

    def test_the_same_position_and_chance_give_the_same_choice(self) -> None:
        rules = registry.get("bora_bora")
        game = rules.new(2, {}, bytes(32))
        bot = player(rules, "strong")
        for _choice in range(3):
            decision = game.decisions()[0]
            found = [ask_bot(bot, game, decision, random.Random(7)) for _again in range(2)]
            assert found[0] == found[1]
            game.choose(decision.seat, found[0])

    def test_few_are_looked_at_and_the_first_is_that_of_the_bot(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("games.rules.engine.search.candidates.MOST", 3)
        rules = registry.get("imhotep")
        look = seen(rules.new(4, {}, bytes(32)))
        found = candidates(look)
        assert found[0] == rules.bots["builder"](look)
        assert len(found) == 3 < len(look.choices)
        assert all(look.decision.find(choice) == choice for choice in found)


class TestWhatItKnows:
    def test_it_foresees_nothing(self) -> None:
        games = [wells.to_dig(seed) for seed in range(60)]
        right = sum(
            think(game, Budget(8)) == (wells.LEFT, wells.RIGHT)[game.state.spring] for game in games
        )
        assert 20 <= right <= 40

    def test_it_would_see_what_resample_leaves_as_it_is(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(wells.rules.hooks, "resample", None)
        for seed in range(6):
            game = wells.to_dig(seed)
            assert think(game, Budget(8)) == (wells.LEFT, wells.RIGHT)[game.state.spring]

    def test_its_worlds_have_another_chance_to_come(self) -> None:
        game = wells.new(1)
        ahead = worlds(seen(game))
        seeds = {next(ahead).state.seed for _world in range(5)}
        assert len(seeds) == 5
        assert game.state.seed not in seeds

    def test_what_it_does_in_a_world_changes_nothing_outside(self) -> None:
        game = wells.new(1)
        before = game.save()
        think(game, Budget(20))
        assert game.save() == before

    def test_nobody_is_told_of_a_world(self) -> None:
        world = next(worlds(seen(wells.new(1))))
        assert world.choose(0, wells.SURE) == []
        copied = world.copy()
        assert type(copied) is World
        assert copied.save() == world.save()


class TestTheBrake:
    def test_without_time_it_plays_as_the_bot_of_the_game_type(self) -> None:
        late = thinker(Budget(64, seconds=0.0), Watch())
        game = wells.new(1)
        assert ask_bot(late, game, game.decisions()[0], random.Random(1)) == wells.SURE

    def test_so_it_does_without_a_budget(self) -> None:
        assert think(wells.new(1), Budget(0, seconds=0.0)) == wells.SURE

    def test_what_was_tried_by_then_decides(self) -> None:
        braked = thinker(Budget(10_000, seconds=50.0), Watch())
        game = wells.new(1)
        assert ask_bot(braked, game, game.decisions()[0], random.Random(1)) == wells.WIDE

    def test_time_that_is_left_changes_nothing(self) -> None:
        game = wells.to_dig(3)
        found = [
            ask_bot(
                thinker(Budget(16, seconds=1000.0), clock),
                game,
                game.decisions()[0],
                random.Random(2),
            )
            for clock in (Watch(), lambda: 0.0)
        ]
        assert found[0] == found[1]


class TestHooks:
    """What a game type may say, and what is done where it says nothing."""

    @pytest.fixture
    def policy(self, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        """The kinds of all that is answered in playing on, where each answer is a round."""
        asked: list[str] = []

        def first(game: Game[Any], decision: Decision, rng: random.Random) -> Choice:
            asked.append(decision.kind)
            return decision.choices[0]

        monkeypatch.setattr(wells.rules.hooks, "policy", first)
        monkeypatch.setattr(wells.rules.hooks, "horizon", lambda game: game.state.asked)
        return asked

    def test_worth_is_the_standing(self) -> None:
        game = lanterns.new(3, {}, bytes(32))
        game.state.points = [2, 5, 8]
        assert lead(game, 2) == 8 - (2 + 5) / 2

    def test_without_a_standing_all_are_equal(self) -> None:
        assert lead(wells.new(1), 0) == 0

    def test_the_end_counts_more_than_any_guess(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(wells.rules.hooks, "worth", lambda game, seat: -9.0 * seat)
        game = wells.new(1)
        assert lead(game, 0) == 9
        over = play_on(game, None, random.Random(1))
        result = over.result()
        assert result is not None
        assert lead(over, 0) == result.scores[0] - result.scores[1]

    def test_the_policy_plays_on_for_all_seats(self, monkeypatch: pytest.MonkeyPatch) -> None:
        asked = []

        def last(game: Game[Any], decision: Decision, rng: random.Random) -> Choice:
            asked.append((decision.seat, decision.kind))
            return decision.choices[-1]

        monkeypatch.setattr(wells.rules.hooks, "policy", last)
        play_on(wells.to_dig(1), None, random.Random(1))
        assert asked == [(0, "dig"), (1, "drink"), (1, "dig")]

    def test_it_stops_at_the_horizon(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def answered(game: Game[wells.Wells]) -> int:
            return game.state.asked

        monkeypatch.setattr(wells.rules.hooks, "horizon", answered)
        game = wells.new(1)
        assert play_on(game, 2, random.Random(1)).decisions()[0].kind == "dig"

    def test_without_rounds_it_plays_on_to_the_end(self, policy: list[str]) -> None:
        look, choices = seen(wells.new(1)), [wells.SURE, wells.DEEP]
        compare(look, choices, Budget(2), lambda: True)
        assert policy == []
        compare(look, choices, Budget(2, rounds=None), lambda: True)
        assert policy == ["dig", "drink", "dig"] * 2

    def test_the_master_plays_on_six_times_as_often(
        self, policy: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(wells.rules.hooks, "horizon", None)
        asked = []
        for level in ("strong", "master"):
            game = wells.new(1)
            ask_bot(player(wells.rules, level), game, game.decisions()[0], random.Random(1))
            asked.append(len(policy))
            policy.clear()
        assert asked[1] == 6 * asked[0] > 0

    def test_candidates_may_come_in_an_order_of_its_own(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(
            wells.rules.hooks, "candidates", lambda game, decision, choices: choices[::-1]
        )
        assert candidates(seen(wells.new(1))) == [wells.WIDE, wells.DEEP, wells.SURE]

    def test_samples_may_be_prepared(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def prepared(
            game: Game[wells.Wells], seat: int, rng: random.Random
        ) -> Iterator[Game[wells.Wells]]:
            for spring in (5, 6):
                other = game.copy()
                other.state.spring = spring
                yield other

        monkeypatch.setattr(wells.rules.hooks, "samples", prepared)
        ahead = worlds(seen(wells.new(1)))
        assert [next(ahead).state.spring for _world in range(2)] == [5, 6]


def starter(monkeypatch: pytest.MonkeyPatch) -> Rules[Any]:
    monkeypatch.syspath_prepend(str(CHECKOUT / "script" / "starters" / "points"))
    rules: Rules[Any] = import_module("starter.rules").rules
    return rules


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["imhotep", "bali", "bora_bora", "bomarzo", "lanterns", "starter"])
def test_every_game_type_can_be_played(monkeypatch: pytest.MonkeyPatch, slug: str) -> None:
    """By lot, and now and then by a bot that looks ahead and by the easy level."""
    if slug == "starter":
        rules = starter(monkeypatch)
    else:
        rules = lanterns if slug == "lanterns" else registry.get(slug)
    now_and_then = {0: thinker(Budget(6)), 1: player(rules, "easy")}
    game = rules.new(3, {}, bytes(32))
    number = 0
    while game.result() is None:
        decision = game.decisions()[-1]
        bot = now_and_then.get(number % 12, rules.bots["random"])
        game.choose(decision.seat, ask_bot(bot, game, decision, random.Random(number)))
        number += 1
    assert number > 9


def test_a_level_is_a_bot_and_another_name_is_refused() -> None:
    assert player(wells.rules, "good") is wells.careful
    assert player(wells.rules, "careful") is wells.careful
    with pytest.raises(KeyError, match="no bot 'great'"):
        player(wells.rules, "great")
