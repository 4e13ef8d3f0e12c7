"""The engine proved on its example game: confirm, undo, sealed answers, barriers, leaks."""

from __future__ import annotations

import random

import pytest

from games.rules.engine import Game, IllegalChoice, play_out
from games.rules.engine.testing import check_no_leak, known_to, play_checked
from games.rules.example.rules import Lanterns, rules

SEED = b"lanterns" * 4


def new(players: int = 3, **options: bool) -> Game[Lanterns]:
    return rules.new(players, options, SEED)


def lay_all(game: Game[Lanterns]) -> None:
    """Everybody lays the lowest card, so the game comes to the question to the neighbour."""
    for decision in game.decisions():
        game.choose(decision.seat, decision.choices[0])


def to_the_turn(game: Game[Lanterns]) -> int:
    """Go on to the winner's turn; returns the winner."""
    lay_all(game)
    asked = game.decisions()[0]
    game.choose(asked.seat, ("accept",))
    return game.decisions()[0].seat


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("bright", [True, False])
def test_random_games_pass_every_generic_check(players: int, bright: bool) -> None:
    def invariant(game: Game[Lanterns]) -> None:
        assert all(points >= 0 for points in game.state.points)
        cards = game.state.deck + [card for hand in game.state.hands for card in hand]
        assert len(set(cards)) == len(cards)

    for seed in range(not bright, 25, 2):
        game = play_checked(rules, players, {"bright": bright}, seed, invariant, thorough=True)
        assert game.state.evening == 3


def test_the_same_seed_gives_the_same_game() -> None:
    played = [
        play_out(rules, 4, {}, SEED, [rules.bots["random"]] * 4, random.Random(7)) for _ in range(2)
    ]
    assert played[0] == played[1]
    assert played[0].decisions == 20


class TestSealedAnswers:
    def test_nobody_else_learns_of_an_answer_until_the_last_is_in(self) -> None:
        game = new()
        before = [known_to(game, seat)["view"] for seat in (1, 2, None)]
        card = game.decision(0).choices[2]  # type: ignore[union-attr]
        assert game.choose(0, card) == []
        assert not game.barrier
        assert [known_to(game, seat)["view"] for seat in (1, 2, None)] == before
        assert game.decision(0).answer == card  # type: ignore[union-attr]
        assert game.to_move() == [1, 2]

    def test_an_answer_may_be_changed_and_withdrawn(self) -> None:
        game = new()
        first, second, third = game.decision(0).choices  # type: ignore[union-attr]
        game.choose(0, first)
        game.choose(0, third)
        game.withdraw(0)
        assert game.to_move() == [0, 1, 2]
        game.choose(0, second)
        for seat in (1, 2):
            game.choose(seat, game.decision(seat).choices[0])  # type: ignore[union-attr]
        assert game.state.laid[0] == second[0]
        with pytest.raises(IllegalChoice):
            game.withdraw(0)

    def test_answers_are_carried_out_in_seat_order_whoever_was_first(self) -> None:
        one, other = new(), new()
        for game, seats in ((one, (0, 1, 2)), (other, (2, 0, 1))):
            for seat in seats:
                game.choose(seat, game.decision(seat).choices[1])  # type: ignore[union-attr]
        assert one.save() == other.save()
        assert [event.data["seat"] for event in other.events if event.kind == "laid"] == [0, 1, 2]

    def test_the_answer_of_another_is_dealt_anew_in_a_resample(self) -> None:
        game = new()
        game.choose(0, game.decision(0).choices[0])  # type: ignore[union-attr]
        check_no_leak(game, random.Random(1))
        answers = {
            game.resample(1, random.Random(seed)).decision(0).answer  # type: ignore[union-attr]
            for seed in range(30)
        }
        assert len(answers) > 3


class TestHoldingAndUndo:
    def test_a_turn_is_held_and_goes_on_when_confirmed(self) -> None:
        game = new()
        seat = to_the_turn(game)
        game.choose(seat, ("red",), hold=True)
        game.choose(seat, ("points",), hold=True)
        assert game.state.held == seat
        assert game.decisions() == []
        assert game.to_move() == [seat]
        evening, undoable = game.state.evening, not game.barrier
        assert undoable
        game.confirm(seat)
        assert game.decisions()
        assert game.state.evening == evening + 1
        assert game.barrier
        assert game.turns_ended == [seat]

    def test_only_the_holder_confirms_and_nothing_else_moves_meanwhile(self) -> None:
        game = new()
        seat = to_the_turn(game)
        game.choose(seat, ("red",), hold=True)
        game.choose(seat, ("points",), hold=True)
        other = (seat + 1) % 3
        with pytest.raises(IllegalChoice):
            game.confirm(other)
        with pytest.raises(IllegalChoice):
            game.choose(seat, ("points",))

    def test_the_last_sealed_answer_shows_all_and_cannot_be_undone(self) -> None:
        game = new()
        for seat in (0, 1):
            game.choose(seat, game.decision(seat).choices[0])  # type: ignore[union-attr]
        game.choose(2, game.decision(2).choices[0], hold=True)  # type: ignore[union-attr]
        assert game.barrier
        assert all(game.state.laid)

    def test_a_choice_without_reveal_can_be_taken_back(self) -> None:
        game = new()
        seat = to_the_turn(game)
        before = game.save()
        game.choose(seat, ("red",))
        assert not game.barrier
        again = rules.load(before)
        again.choose(seat, ("red",))
        assert again.save() == game.save()

    def test_a_drawn_card_is_a_barrier(self) -> None:
        game = new()
        seat = to_the_turn(game)
        game.choose(seat, ("red",), hold=True)
        game.choose(seat, ("card",), hold=True)
        assert game.barrier
        drew = next(event for event in game.events if event.kind == "drew")
        assert "card" in drew.seen_by(seat)
        assert "card" not in drew.seen_by(None)
        assert "card" not in drew.seen_by((seat + 1) % 3)


class TestBadChoices:
    def test_the_message_names_the_part_that_is_wrong(self) -> None:
        game = new()
        seat = to_the_turn(game)
        before = game.save()
        with pytest.raises(
            IllegalChoice, match=r"part 1 .* 'blue': it may be 'green', 'red', 'white'"
        ):
            game.choose(seat, ("blue",))
        with pytest.raises(IllegalChoice, match="not complete"):
            game.choose(seat, ())
        with pytest.raises(IllegalChoice, match="nothing may follow"):
            game.choose(seat, ("red", 1))
        assert game.save() == before

    @pytest.mark.parametrize("part", [True, None, 1.0, ["red"], {"a": 1}])
    def test_parts_of_other_types_never_match(self, part: object) -> None:
        game = new()
        seat = to_the_turn(game)
        with pytest.raises(IllegalChoice):
            game.choose(seat, (part,))

    def test_a_number_is_not_taken_for_a_truth(self) -> None:
        game = new()
        card = game.decision(0).choices[0][0]  # type: ignore[union-attr]
        for wrong in (str(card), float(card)):
            with pytest.raises(IllegalChoice):
                game.choose(0, (wrong,))

    def test_a_seat_that_is_not_asked_cannot_choose(self) -> None:
        game = new()
        seat = to_the_turn(game)
        with pytest.raises(IllegalChoice, match="nothing is asked of seat"):
            game.choose((seat + 1) % 3, ("red",))


def test_instructions_answer_from_the_view_alone() -> None:
    game = new()
    lay_all(game)
    decision = game.decisions()[0]
    die = game.state.die
    view = game.view(decision.seat)
    asks = decision.asks
    assert asks.out_of_turn
    assert set(asks.instructions(view)) >= {("accept",), ("object_from", 6)}
    assert asks.answer(("accept",), view, decision.choices) == ("accept",)
    assert asks.answer(("object_from", die), view, decision.choices) == ("object",)
    if die < 6:
        assert asks.answer(("object_from", die + 1), view, decision.choices) == ("accept",)


def test_what_was_learnt_is_known_by_seat() -> None:
    game = new(2)
    lay_all(game)
    assert [game.learnt >> seat & 1 for seat in range(2)] == [1, 1], "all saw the die"
    winner = to_the_prize(game)
    assert game.learnt == 0
    game.choose(winner, ("card",))
    assert game.revealed
    assert [game.learnt >> seat & 1 for seat in range(2)] == [seat == winner for seat in range(2)]


def to_the_prize(game: Game[Lanterns]) -> int:
    """The winner lights a lantern; returns the winner, who may take a card."""
    (asked,) = game.decisions()
    game.choose(asked.seat, ("accept",))
    (turn,) = game.decisions()
    game.choose(turn.seat, ("red",))
    return turn.seat
