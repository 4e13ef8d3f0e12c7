"""Several seats at work at once: different questions, and parts that each plays by itself."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.rules.engine import Choice, Game, IllegalChoice, Kind, Rules, RulesError, State
from games.rules.engine.play import ask_bot
from games.rules.engine.testing import check_no_leak, hoarder, known_to


class Camp(State):
    """Everybody spends three days by itself; two may want the same boat."""

    days: list[int] = []
    wood: list[int] = []
    boats: list[str] = []
    owned: list[str] = []
    log: list[str] = []


def make(players: int = 3, *, order: tuple[int, ...] = (0, 1, 2)) -> Game[Camp]:
    rules: Rules[Camp] = Rules("camp", "Camp", Camp, players=(2, 3), package=__name__)

    @rules.setup
    def setup(game: Game[Camp]) -> None:
        state = game.state
        state.days, state.wood = [3] * game.players, [0] * game.players
        state.owned = [""] * game.players
        state.boats = ["raft", "canoe"]
        game.ask(0, Begin)

    @rules.decision
    class Begin(Kind):
        def choices(self, game: Game[Camp], seat: int) -> list[Choice]:
            return [("begin",), ("roll",), ("ask",), ("end",)]

        def chosen(self, game: Game[Camp], seat: int, what: str) -> None:
            game.each(order, {"begin": spend, "roll": roll, "ask": bother, "end": end}[what], "x")
            game.then(evening)

    @rules.step
    def spend(game: Game[Camp], seat: int, tag: str) -> None:
        if game.state.days[seat]:
            game.ask(seat, Spend, tag)

    @rules.step
    def roll(game: Game[Camp], seat: int, tag: str) -> None:
        game.draw("die", 6)

    @rules.step
    def bother(game: Game[Camp], seat: int, tag: str) -> None:
        game.ask((seat + 1) % game.players, Spend, tag)

    @rules.step
    def end(game: Game[Camp], seat: int, tag: str) -> None:
        game.finish([{}, {}, {}])

    @rules.decision
    class Spend(Kind):
        def choices(self, game: Game[Camp], seat: int, tag: str) -> list[Choice]:
            boats: list[Choice] = [("boat", boat) for boat in game.state.boats]
            return [("wood",), ("rest",), *([] if game.state.owned[seat] else boats)]

        def chosen(self, game: Game[Camp], seat: int, tag: str, what: str, boat: str = "") -> None:
            state = game.state
            state.days[seat] -= 1
            if what == "wood":
                state.wood[seat] += 1
            elif what == "boat":
                state.boats.remove(boat)
                state.owned[seat] = boat
            game.tell("spent", seat=seat, what=what)
            state.log.append(f"{seat} {what}{boat}")
            game.then(spend, seat, tag)

    @rules.step
    def evening(game: Game[Camp]) -> None:
        game.ask(0, Begin)

    @rules.view
    def view(game: Game[Camp], seat: int | None) -> dict[str, Any]:
        return {"wood": game.state.wood, "log": game.state.log, "owned": game.state.owned}

    game = rules.new(players, {}, b"camp" * 8)
    assert [decision.kind for decision in game.decisions()] == ["begin"]
    return game


def begun(**kwargs: Any) -> Game[Camp]:
    game = make(**kwargs)
    game.choose(0, ("begin",))
    return game


class TestPartsAtOnce:
    def test_each_seat_goes_on_with_its_own_questions_while_others_think(self) -> None:
        game = begun()
        assert game.to_move() == [0, 1, 2]
        assert game.choose(1, ("wood",)) == []
        assert game.choose(1, ("wood",)) == []
        assert game.to_move() == [0, 1, 2]
        game.choose(1, ("rest",))
        assert game.to_move() == [0, 2]
        assert not game.barrier

    def test_a_copy_of_ones_own_part_can_be_played_to_its_end(self) -> None:
        game = begun()
        part = game.own(1).copy()
        for _day in range(3):
            part.choose(1, ("rest",))
        assert part.to_move() == []
        assert part.state.days == [3, 0, 3]
        with pytest.raises(RulesError, match="nothing can be drawn in a part"):
            game.own(1).copy().draw("die", 6)
        assert game.state.days == [3, 3, 3]

    def test_a_hoarder_plays_its_part_until_the_end(self) -> None:
        game = begun()
        while game.state.phase is not None:
            decision = game.decisions()[0]
            game.choose(decision.seat, ask_bot(hoarder, game, decision, random.Random(1)))
        assert game.state.wood == [3, 3, 3], "wood is what shows most"

    def test_nobody_else_sees_anything_of_it_and_oneself_does(self) -> None:
        game = begun()
        before = [known_to(game, seat) for seat in (0, 2, None)]
        game.choose(1, ("wood",))
        assert game.view(1)["wood"] == [0, 1, 0]
        assert [known_to(game, seat) for seat in (0, 2, None)] == before
        check_no_leak(game, random.Random(1))

    def test_parts_are_carried_out_in_the_order_of_the_seats_named(self) -> None:
        games = []
        for moves in ((0, 1, 2), (2, 1, 0)):
            game = begun(order=(2, 0, 1))
            for seat in moves:
                for _day in range(3):
                    game.choose(seat, ("wood",))
            assert [event.data["seat"] for event in game.events] == [2] * 3 + [0] * 3 + [1] * 3
            assert game.barrier
            assert game.state.wood == [3, 3, 3]
            games.append(game.save())
        assert games[0] == games[1]

    def test_a_world_knows_no_answers_of_others_that_are_not_carried_out_yet(self) -> None:
        worlds = []
        for last in ("wood", "rest"):
            game = begun()
            for choice in (("boat", "raft"), ("wood",), ("wood",)):
                game.choose(0, choice)
                game.choose(1, choice)
            for _day in range(3):
                game.choose(2, (last,))
            assert game.to_move() == [1], "the raft is gone"
            world = game.resample(1, random.Random(1))
            world.renumber()
            worlds.append(world.save())
            for _day in range(3):
                world.choose(1, ("rest",))
            assert world.to_move() == [2], "it is asked for the first time, as far as 1 knows"
        assert worlds[0] == worlds[1]

    def test_answers_are_taken_back_one_by_one(self) -> None:
        game = begun()
        assert not game.can_withdraw(0)
        for what in ("wood", "rest", "wood"):
            game.choose(0, (what,))
        assert game.to_move() == [1, 2]
        for left in ("0 rest", "0 wood", None):
            assert game.can_withdraw(0)
            game.withdraw(0)
            log = game.view(0)["log"]
            assert (log[-1] if log else None) == left or left is None
            assert game.to_move() == [0, 1, 2]
        assert game.view(0)["log"] == []
        with pytest.raises(IllegalChoice):
            game.withdraw(0)

    def test_the_last_answer_may_be_changed(self) -> None:
        game = begun()
        for _day in range(3):
            game.choose(0, ("wood",))
        game.choose(0, ("rest",))
        assert game.view(0)["log"] == ["0 wood", "0 wood", "0 rest"]

    def test_it_survives_saving_at_every_point(self) -> None:
        game, saved = begun(), begun()
        for seat, choice in ((0, ("wood",)), (1, ("boat", "raft")), (0, ("rest",)), (2, ("rest",))):
            game.choose(seat, choice)
            saved.choose(seat, choice)
            saved = saved.copy()
            assert saved.save() == game.save()
            assert [saved.view(i) for i in range(3)] == [game.view(i) for i in range(3)]

    def test_a_bot_whose_choice_is_taken_is_asked_again_from_there(self) -> None:
        game = begun()
        for choice in (("wood",), ("boat", "raft"), ("wood",)):
            game.choose(1, choice)
        for seat in (2, 0):
            for choice in (("boat", "raft"), ("rest",), ("rest",)):
                game.choose(seat, choice)
        assert game.state.owned == ["raft", "", ""]
        assert game.state.log[-1] == "1 wood"
        decision = game.decision(1)
        assert decision is not None
        assert not decision.sealed
        assert ("boat", "raft") not in decision.choices
        game.choose(1, ("boat", "canoe"))
        game.choose(1, ("rest",))
        assert game.to_move() == [2]

    def test_it_plays_to_the_end_however_it_is_mixed(self) -> None:
        for seed in range(30):
            rng = random.Random(seed)
            game = begun()
            for _move in range(60):
                if game.state.held is not None:
                    game.confirm(game.state.held)
                    break
                decision = rng.choice(game.decisions())
                if decision.kind == "begin":
                    break
                if rng.random() < 0.2 and game.can_withdraw(decision.seat):
                    game.withdraw(decision.seat)
                    continue
                check_no_leak(game, rng)
                game.choose(decision.seat, rng.choice(decision.choices), hold=rng.random() < 0.5)
            assert game.state.phase is None

    @pytest.mark.parametrize(
        ("what", "message"),
        [
            ("roll", "nothing can be drawn in a part"),
            ("ask", "nobody else can be asked in a part"),
            ("end", "the game cannot end in a part"),
        ],
    )
    def test_what_cannot_be_done_in_a_part_is_said(self, what: str, message: str) -> None:
        with pytest.raises(RulesError, match=message):
            make().choose(0, (what,))


class TestDifferentQuestions:
    @staticmethod
    def game() -> Game[Camp]:
        rules: Rules[Camp] = Rules("camp", "Camp", Camp, players=(3,), package=__name__)

        @rules.setup
        def setup(game: Game[Camp]) -> None:
            game.ask_each({2: (Number, 5, 7), 0: (Word,), 1: (Number, 1, 2)})
            game.then(over)

        @rules.decision
        class Number(Kind):
            def choices(self, game: Game[Camp], seat: int, *numbers: int) -> list[Choice]:
                return [(number,) for number in numbers]

            def chosen(self, game: Game[Camp], seat: int, a: int, b: int, number: int) -> None:
                game.state.log.append(f"{seat} {number}")

        @rules.decision
        class Word(Kind):
            def choices(self, game: Game[Camp], seat: int) -> list[Choice]:
                return [("yes",), ("no",)]

            def chosen(self, game: Game[Camp], seat: int, word: str) -> None:
                game.state.log.append(f"{seat} {word}")

        @rules.step
        def over(game: Game[Camp]) -> None:
            game.finish([{}, {}, {}])

        @rules.view
        def view(game: Game[Camp], seat: int | None) -> dict[str, Any]:
            return {"log": game.state.log}

        return rules.new(3, {}, b"")

    def test_each_seat_has_its_own_and_all_are_sealed(self) -> None:
        game = self.game()
        assert {d.seat: (d.kind, d.choices) for d in game.decisions()} == {
            2: ("number", [(5,), (7,)]),
            0: ("word", [("yes",), ("no",)]),
            1: ("number", [(1,), (2,)]),
        }
        game.choose(0, ("no",))
        game.choose(1, (1,))
        assert game.state.log == []
        game.choose(2, (7,))
        assert game.state.log == ["2 7", "0 no", "1 1"]


def test_a_copy_of_a_part_can_be_played_to_its_end() -> None:
    game = make()
    game.choose(0, ("begin",))
    part = game.own(1).copy()
    while (decision := part.decision(1)) is not None:
        part.choose(1, decision.choices[0])
    assert part.state.days[1] == 0


class TestSealedAnswersThatWait:
    def test_are_known_to_wait_for_all_but_their_own_seat(self) -> None:
        game = make()
        assert not game.waits_for_sealed(0)
        game.state.agenda.append(("apply_answer", ("spend", 2, "x", "wood")))
        assert [game.waits_for_sealed(seat) for seat in (0, 1, 2, None)] == [True] * 2 + [
            False,
            True,
        ]
