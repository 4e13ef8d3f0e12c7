"""The engine's promises that need rules made for the purpose: bugs, bounds, chance, ranks."""

from __future__ import annotations

import hmac
from collections import Counter
from typing import Any

import msgspec
import pytest

from games.rules.engine import (
    BadOptions,
    Choice,
    Game,
    IllegalChoice,
    Kind,
    Option,
    Rules,
    RulesError,
    State,
    seating,
    seed_hash,
)
from games.rules.engine.chance import draw


class Bare(State):
    log: list[str] = []


def make(**kwargs: Any) -> Rules[Bare]:
    rules: Rules[Bare] = Rules(
        "bare", "Bare", Bare, players=(1, 2, 3, 4), package=__name__, **kwargs
    )

    @rules.view
    def view(game: Game[Bare], seat: int | None) -> dict[str, Any]:
        return {"log": game.state.log}

    return rules


class TestAgenda:
    def test_steps_pushed_together_run_in_the_order_written_and_depth_first(self) -> None:
        rules = make()

        @rules.setup
        def setup(game: Game[Bare]) -> None:
            game.then(note, "a", 1)
            game.then(note, "b", 0)
            game.then(over)

        @rules.step
        def note(game: Game[Bare], word: str, deeper: int) -> None:
            game.state.log.append(word)
            if deeper:
                game.then(note, word + "1", 0)
                game.then(note, word + "2", 0)

        @rules.step
        def over(game: Game[Bare]) -> None:
            game.finish([{}])

        assert rules.new(1, {}, b"").state.log == ["a", "a1", "a2", "b"]

    def test_an_endless_turn_is_stopped(self) -> None:
        rules = make()

        @rules.setup
        def setup(game: Game[Bare]) -> None:
            game.then("again")

        @rules.step
        def again(game: Game[Bare]) -> None:
            game.then(again)

        with pytest.raises(RulesError, match="more than 1000 steps"):
            rules.new(1, {}, b"")

    def test_a_game_with_nothing_left_to_do_is_a_bug(self) -> None:
        rules = make()
        rules.setup(lambda game: None)
        with pytest.raises(RulesError, match="nothing is left to do"):
            rules.new(1, {}, b"")

    def test_an_exception_in_the_rules_becomes_a_rules_error(self) -> None:
        rules = make()

        @rules.setup
        def setup(game: Game[Bare]) -> None:
            game.state.log[3] = "x"

        with pytest.raises(RulesError, match="IndexError"):
            rules.new(1, {}, b"")

    def test_two_parts_of_one_name_are_refused(self) -> None:
        rules = make()
        rules.step(named_twice)
        with pytest.raises(RulesError, match="named_twice"):
            rules.step(named_twice)


def named_twice(game: Game[Bare]) -> None:
    """Only its name matters."""


class TestForcedAnswers:
    @staticmethod
    def game(*, public: bool, count: int = 1) -> Game[Bare]:
        rules = make()
        is_public = public

        @rules.setup
        def setup(game: Game[Bare]) -> None:
            game.ask(0, Pick)
            game.then(over)

        @rules.decision
        class Pick(Kind):
            public = is_public

            def choices(self, game: Game[Bare], seat: int) -> list[Choice]:
                return [(i,) for i in range(count)]

            def chosen(self, game: Game[Bare], seat: int, number: int) -> None:
                game.state.log.append(f"picked {number}")

        @rules.step
        def over(game: Game[Bare]) -> None:
            game.finish([{"points": 1}])

        return rules.new(1, {}, b"")

    def test_the_engine_answers_where_everybody_sees_it_is_forced(self) -> None:
        game = self.game(public=True)
        assert game.state.log == ["picked 0"]
        assert game.result() is not None

    def test_else_the_seat_is_asked(self) -> None:
        game = self.game(public=False)
        assert [d.choices for d in game.decisions()] == [[(0,)]]

    def test_a_real_choice_is_always_asked(self) -> None:
        assert len(self.game(public=True, count=2).decisions()) == 1

    @pytest.mark.parametrize("count", [0, 1001])
    def test_no_choices_or_too_many_are_a_bug(self, count: int) -> None:
        with pytest.raises(RulesError, match=f"{count} choices"):
            _ = self.game(public=False, count=count).decisions()[0].choices


class TestHoldBeforeAnotherIsAsked:
    def test_the_question_waits_for_the_confirmation(self) -> None:
        rules = make()

        @rules.setup
        def setup(game: Game[Bare]) -> None:
            game.ask(0, Say)
            game.ask(1, Say)
            game.ask(0, Say)

        @rules.decision
        class Say(Kind):
            def choices(self, game: Game[Bare], seat: int) -> list[Choice]:
                return [("yes",), ("no",)]

            def chosen(self, game: Game[Bare], seat: int, word: str) -> None:
                game.state.log.append(f"{seat} {word}")

        game = rules.new(2, {}, b"")
        game.choose(0, ["yes"], hold=True)
        assert (game.state.held, game.to_move(), game.barrier) == (0, [0], False)
        game.confirm(0)
        assert (game.to_move(), game.barrier) == ([1], True)
        game.choose(1, ["no"])
        assert game.to_move() == [0]
        assert game.barrier

    @pytest.mark.parametrize("ends", [True, False])
    def test_nobody_confirms_what_cannot_be_taken_back(self, ends: bool) -> None:
        rules = make()

        @rules.setup
        def setup(game: Game[Bare]) -> None:
            game.ask_all([0, 1], Say)
            game.then(roll)

        @rules.step
        def roll(game: Game[Bare]) -> None:
            game.draw("die", 6)
            if ends:
                game.end_turn(1)
            game.ask_each({0: (Say,), 1: (Say,)})

        @rules.decision
        class Say(Kind):
            def choices(self, game: Game[Bare], seat: int) -> list[Choice]:
                return [("yes",), ("no",)]

            def chosen(self, game: Game[Bare], seat: int, word: str) -> None:
                game.state.log.append(f"{seat} {word}")

        game = rules.new(2, {}, b"")
        game.choose(0, ["yes"], hold=True)
        game.choose(1, ["yes"], hold=True)
        assert game.barrier
        assert (game.state.held, game.to_move()) == (None, [0, 1])


class TestChance:
    @pytest.mark.parametrize("length", [4, 32, 64, 65])
    def test_a_draw_is_what_anybody_works_out_by_hmac(self, length: int) -> None:
        seed = bytes(range(length))
        for counter in range(20):
            digest = hmac.digest(seed, f"3/die/{counter}/0".encode(), "sha256")
            value = int.from_bytes(digest[:8], "big")
            assert draw(seed, 3, "die", counter, 1000) == value % 1000

    def test_draws_are_uniform_enough_and_repeatable(self) -> None:
        counts = Counter(draw(b"seed", 0, "die", i, 6) for i in range(6000))
        assert set(counts) == set(range(6))
        assert all(850 < count < 1150 for count in counts.values())
        assert draw(b"seed", 0, "die", 5, 6) == draw(b"seed", 0, "die", 5, 6)

    def test_each_of_seed_epoch_label_and_counter_matters(self) -> None:
        big = 1 << 62
        draws = {
            draw(b"seed", 0, "die", 0, big),
            draw(b"sead", 0, "die", 0, big),
            draw(b"seed", 1, "die", 0, big),
            draw(b"seed", 0, "dye", 0, big),
            draw(b"seed", 0, "die", 1, big),
        }
        assert len(draws) == 5

    def test_a_bound_that_does_not_divide_the_span_is_fair(self) -> None:
        bound = (1 << 63) + 1  # half of all raw values are rejected
        assert all(0 <= draw(b"seed", 0, "x", i, bound) < bound for i in range(200))

    def test_the_hash_is_that_of_the_seed(self) -> None:
        assert seed_hash(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

    def test_every_seating_can_come_up(self) -> None:
        seen = {tuple(seating(bytes([i]), 3)) for i in range(100)}
        assert len(seen) == 6


class TestResult:
    @staticmethod
    def finish(points: list[int], **tie_breakers: list[int]) -> Any:
        rules = make()

        @rules.setup
        def setup(game: Game[Bare]) -> None:
            game.finish([{"points": p} for p in points], tie_breakers)

        return rules.new(len(points), {}, b"").result()

    def test_ties_share_a_rank_and_skip_the_next(self) -> None:
        assert self.finish([5, 7, 5, 1]).ranks == [2, 1, 2, 4]

    def test_a_tie_breaker_counts_only_among_the_tied(self) -> None:
        result = self.finish([5, 7, 5, 1], stones=[1, 0, 2, 9])
        assert result.ranks == [3, 1, 2, 4]
        assert [t.name for t in result.tie_breakers] == ["stones"]

    def test_a_tie_breaker_that_decides_nothing_is_not_named(self) -> None:
        result = self.finish([5, 7, 5, 1], stones=[2, 0, 2, 9], cards=[0, 0, 1, 0])
        assert result.ranks == [3, 1, 2, 4]
        assert [t.name for t in result.tie_breakers] == ["cards"]

    def test_an_untied_result_uses_none(self) -> None:
        assert self.finish([3, 2], stones=[1, 2]).tie_breakers == []


class TestOptions:
    OPTIONS = (
        Option(name="side", label="Side", values=("A", "B"), default="A"),
        Option(name="wrath", label="Wrath"),
    )

    def test_defaults_are_filled_in(self) -> None:
        assert make(options=self.OPTIONS).check_options({"side": "B"}) == {
            "side": "B",
            "wrath": False,
        }

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            ({"colour": 1}, "no option 'colour'"),
            ({"side": "C"}, "may be"),
            ({"wrath": 1}, "may be"),
        ],
    )
    def test_unknown_ones_are_named(self, options: dict[str, Any], message: str) -> None:
        with pytest.raises(BadOptions, match=message):
            make(options=self.OPTIONS).check_options(options)

    def test_a_wrong_number_of_players_is_refused(self) -> None:
        with pytest.raises(BadOptions, match="not 9"):
            make().new(9, {}, b"")


class TestMigration:
    def test_an_older_save_is_brought_to_todays_form(self) -> None:
        rules = make(version=2)
        old = msgspec.msgpack.encode({"players": 1, "options": {}, "seed": b"s", "words": ["a"]})

        @rules.migrate
        def migrate(state: dict[str, Any], version: int) -> dict[str, Any]:
            assert version == 1
            state["log"] = state.pop("words")
            return state

        assert rules.load(old, version=1).state.log == ["a"]

    def test_a_newer_save_is_refused(self) -> None:
        rules = make()
        with pytest.raises(RulesError, match="cannot read"):
            rules.load(b"", version=2)


def test_illegal_choice_is_a_value_error() -> None:
    assert issubclass(IllegalChoice, ValueError)
