"""What the rulebook leaves open or says in passing: prices, sold-out kinds, the end, the altar."""

from __future__ import annotations

import pytest

from games.rules.bali.final import end_game, values
from games.rules.bali.scoring import gains
from games.rules.bali.state import Bali, price
from games.rules.bali.table import label
from games.rules.engine import Choice, Event, Game, IllegalChoice, Json, Kind

from .positions import asked, choices, displays, hold, kinds, new, play, told, village


class TestBuying:
    @pytest.mark.parametrize(("farmers", "stones"), [(0, 5), (1, 4), (4, 1), (5, 0), (6, 0)])
    def test_each_farmer_saves_a_stone(self, farmers: int, stones: int) -> None:
        game = new()
        game.state.displays[0]["rice"] = farmers
        assert price(game.state, 0, "rice") == stones

    def test_farmers_played_in_the_same_turn_come_too_late(self) -> None:
        game = new()
        play(game, next(choice for choice in choices(game) if choice[0] == "play"))
        assert asked(game) == [(0, "take_card")]

    def test_only_one_card_a_turn_and_only_what_can_be_paid_and_is_there(self) -> None:
        game = new()
        game.state.stones[0] = 5
        game.state.supply["rice"] = 0
        bought = [choice for choice in choices(game) if choice[0] == "buy"]
        assert bought == [("buy", "peanut"), ("buy", "banana"), ("buy", "paprika")]
        play(game, ("buy", "peanut"))
        assert not any(choice[0] == "buy" for choice in choices(game))
        game.state.stones[1] = 4
        assert asked(game) == [(0, "play")]

    def test_a_purchase_may_leave_too_little_for_a_shrine(self) -> None:
        game = new()
        hold(game, 0, "shrine", "shrine", "shrine", stones=7)
        assert ("discard",) not in choices(game)
        play(game, ("buy", "rice"))
        assert choices(game) == [("discard",)]

    def test_a_bad_choice_says_what_may_be(self) -> None:
        game = new()
        with pytest.raises(IllegalChoice, match="part 2 of the choice cannot be 'gold'"):
            game.choose(0, ("play", "gold"))
        with pytest.raises(IllegalChoice, match="nothing is asked of seat 1"):
            game.choose(1, ("play", "rice", 1))


class TestMajorities:
    def test_one_card_is_no_majority(self) -> None:
        assert gains(displays({"priest": 1}, {}), "priest") == [1, 0]

    def test_a_shared_majority_brings_nothing(self) -> None:
        assert gains(displays({"shrine": 2}, {"shrine": 2}), "shrine") == [2, 2]

    def test_farmers_bring_one_card_however_many_they_are(self) -> None:
        assert gains(displays({"rice": 3}, {"rice": 3}, {"rice": 1}), "rice") == [1, 1, 1]
        assert gains(displays({"rice": 3}, {"rice": 1}, {}), "rice") == [2, 1, 0]


class TestSoldOut:
    def scored(self, supply: dict[str, int]) -> tuple[Game[Bali], list[Event]]:
        """Rice is scored: the active seat 1 has two farmers, seats 2 and 0 one each."""
        game = new()
        hold(game, 0, "stonemason", "priest", "priest")
        village(game, ["priest"] * 4, ["rice", "priest"], ["priest"], ["priest"])
        play(game, ("play", "stonemason"), (0,))
        game.state.displays = displays({"rice": 1}, {"rice": 2}, {"rice": 1})
        game.state.supply = supply
        hold(game, 1, "stonemason", "priest", "priest")
        return game, play(game, ("play", "stonemason"), (1,))

    def test_the_extra_card_comes_after_all_others(self) -> None:
        game, events = self.scored(kinds(rice=3, peanut=2, banana=1))
        assert [each["seat"] for each in told(events, "received")] == [1, 2, 0]
        assert asked(game) == [(1, "choose_other")]
        assert choices(game) == [("peanut",), ("banana",)]

    def test_the_active_player_chooses_first_then_the_left(self) -> None:
        game, _events = self.scored(kinds(peanut=2, banana=2))
        assert asked(game) == [(1, "choose_other")]
        play(game, ("peanut",))
        assert asked(game) == [(2, "choose_other")]
        events = play(game, ("peanut",))
        forced = [(each["seat"], each["kind"]) for each in told(events, "received_other")]
        assert forced == [(2, "peanut"), (0, "banana"), (1, "banana")], "the only kind left"
        assert game.state.supply == kinds()

    def test_nothing_left_at_all(self) -> None:
        game, events = self.scored(kinds(rice=1))
        assert [sum(offerings.values()) for offerings in game.state.offerings] == [4, 5, 4]
        assert [each["seat"] for each in told(events, "left_empty")] == [2, 0, 1]
        assert asked(game) == [(2, "play")]


class TestOfferingRound:
    def test_a_player_who_has_no_cards_gives_none_and_none_replaces_it(self) -> None:
        game = new()
        hold(game, 0, "shrine", "priest", "priest", stones=7)
        game.state.offerings = [kinds(), kinds(), kinds(rice=1)]
        play(game, ("play", "shrine"))
        assert asked(game) == [(2, "offer_card")], "a single kind is asked for, it is a secret"
        play(game, ("rice",))
        assert asked(game) == [(0, "offer_from_supply")]
        play(game, ("rice",))
        assert game.state.altar == [("rice", True), ("rice", True)]

    def test_an_empty_supply_adds_nothing(self) -> None:
        game = new()
        hold(game, 0, "shrine", "priest", "priest", stones=7)
        game.state.offerings = [kinds(), kinds(), kinds()]
        game.state.supply = kinds()
        play(game, ("play", "shrine"))
        assert game.state.altar == []
        assert asked(game) == [(0, "take_card")]

    def test_only_the_owner_learns_what_lies_face_down(self) -> None:
        game = new()
        hold(game, 0, "shrine", "priest", "priest", stones=7)
        play(game, ("play", "shrine"), ("rice",), ("rice",))
        events = play(game, ("banana",))
        hidden = next(event for event in events if event.kind == "hid")
        assert hidden.seen_by(0) == {"seat": 0, "kind": "banana"}
        assert hidden.seen_by(1) == hidden.seen_by(None) == {"seat": 0}


class TestTaking:
    def test_an_emptied_row_is_dealt_anew_at_once_and_may_be_used(self) -> None:
        game = new()
        village(game, ["priest"], ["rice"] * 4, ["rice"] * 4, ["rice"] * 4)
        hold(game, 0, "peanut", "peanut", "peanut", stones=2)
        play(game, ("play", "peanut", 2))
        before = game.state.deck[-4:]
        play(game, (0,))
        assert game.state.rows[0] == before[::-1]
        assert game.barrier, "new cards were seen"
        play(game, (0,))
        assert game.state.rows[0] == before[:0:-1]

    def test_a_turn_can_be_confirmed_before_its_last_card_uncovers_a_new_row(self) -> None:
        game = new()
        village(game, ["priest"], ["rice"] * 4, ["rice"] * 4, ["rice"] * 4)
        hold(game, 0, "stonemason", "peanut", "peanut")
        game.choose(0, ("play", "stonemason"), hold=True)
        assert not game.barrier
        game.choose(0, (0,), hold=True)
        assert game.to_move() == [0]
        assert not game.barrier
        assert game.state.rows[0] == []
        events = game.confirm(0)
        assert [event.kind for event in events][:2] == ["dealt", "scored"]
        assert len(game.state.rows[0]) == 4
        assert game.turns_ended == [0]

    def test_the_preview_says_what_is_scored_and_what_that_brings(self) -> None:
        game = new()
        village(game, ["priest"], ["rice", "stonemason", "priest"], ["rice"] * 4, ["rice"] * 4)
        game.state.displays = displays({"stonemason": 2}, {"stonemason": 1}, {})
        rows = game.view(None)["rows"]
        assert (rows[0]["next"], rows[0]["gains"]) == (None, None)
        assert (rows[1]["next"], rows[1]["gains"]) == ("stonemason", [3, 1, 0])

    def test_the_words_say_what_is_scored_when_the_last_card_is_taken(self) -> None:
        game = new()
        village(game, ["stonemason", "priest"], ["rice"] * 4, ["rice"] * 4, ["rice"] * 4)
        hold(game, 0, "priest", "peanut", "peanut")
        play(game, ("play", "priest"))
        text = label("take_card", (), (0,), game.view(0))
        assert text.values["then"].values["cards"].message == "Masons"


class TestEnd:
    def test_the_game_ends_at_once_with_the_deck_and_without_scoring(self) -> None:
        game = new()
        game.state.deck = ["shrine", "priest"]
        village(game, ["priest"], ["rice"] * 4, ["rice"] * 4, ["rice"] * 4)
        game.state.displays[0]["priest"] = 3
        hold(game, 0, "peanut", "peanut", "peanut", stones=2)
        events = play(game, ("play", "peanut", 3), (0,))
        assert game.result() is not None
        assert told(events, "scored") == []
        assert game.state.rows[0] == ["priest", "shrine"]
        assert game.view(None)["altar"]["values"] == kinds()
        assert game.view(None)["seats"][1]["offerings"] is not None

    @pytest.mark.parametrize(
        ("altar", "worth"),
        [
            ((6, 5, 4, 3), (3, 2, 1, 0)),
            ((5, 4, 4, 3), (3, 2, 2, 1)),
            ((5, 5, 4, 3), (3, 3, 2, 1)),
            ((5, 4, 3, 3), (3, 2, 1, 1)),
            ((5, 4, 4, 4), (3, 2, 2, 2)),
            ((4, 4, 4, 3), (3, 3, 3, 2)),
            ((5, 5, 3, 3), (3, 3, 2, 2)),
            ((4, 4, 4, 4), (3, 3, 3, 3)),
            ((6, 2, 0, 0), (3, 2, 0, 0)),
            ((4, 4, 0, 0), (3, 3, 0, 0)),
            ((5, 3, 2, 0), (3, 2, 1, 0)),
            ((1, 0, 0, 0), (3, 0, 0, 0)),
            ((2, 2, 2, 0), (3, 3, 3, 0)),
            ((4, 2, 2, 0), (3, 2, 2, 0)),
            ((3, 6, 4, 5), (0, 3, 1, 2)),
            ((0, 0, 0, 0), (0, 0, 0, 0)),
        ],
    )
    def test_every_pattern_of_the_altar(
        self, altar: tuple[int, ...], worth: tuple[int, ...]
    ) -> None:
        names = list(kinds())
        expected = dict(zip(names, worth, strict=True))
        assert values(dict(zip(names, altar, strict=True))) == expected

    @pytest.mark.parametrize(
        ("shrines", "stones", "points", "ranks", "used"),
        [
            ((1, 0), (0, 0), (0, 4), [1, 2], ["shrines"]),
            ((0, 0), (4, 3), (2, 2), [1, 2], ["stones"]),
            ((1, 1), (7, 9), (2, 2), [2, 1], ["stones"]),
            ((1, 1), (7, 7), (2, 2), [1, 1], []),
            ((0, 2), (0, 0), (9, 0), [1, 2], []),
        ],
    )
    def test_ties_go_to_shrines_then_to_all_stones(
        self,
        shrines: tuple[int, int],
        stones: tuple[int, int],
        points: tuple[int, int],
        ranks: list[int],
        used: list[str],
    ) -> None:
        game = new(2)
        for seat in range(2):
            game.state.displays[seat]["shrine"] = shrines[seat]
        game.state.stones, game.state.points = list(stones), list(points)
        end_game(game)
        result = game.result()
        assert result is not None
        assert result.ranks == ranks
        assert [breaker.name for breaker in result.tie_breakers] == used

    def test_of_equals_with_more_shrines_and_with_more_stones_the_one_with_more_shrines_wins(
        self,
    ) -> None:
        game = new(3)
        state = game.state
        for seat, shrines in enumerate((0, 2, 1)):
            state.displays[seat]["shrine"] = shrines
        state.stones, state.points = [14, 0, 9], [6, 0, 3]
        end_game(game)
        result = game.result()
        assert result is not None
        assert result.scores == [8, 8, 8]
        assert result.ranks == [3, 1, 2]
        assert [breaker.name for breaker in result.tie_breakers] == ["shrines"]


class TestInstructions:
    def asked_to_offer(self) -> tuple[Kind, Json, list[Choice]]:
        game = new()
        hold(game, 0, "shrine", "priest", "priest", stones=7)
        game.state.offerings[1] = kinds(rice=1, banana=3, paprika=3)
        play(game, ("play", "shrine"))
        decision = game.decision(1)
        assert decision is not None
        return decision.asks, game.view(1), decision.choices

    def test_offering_a_kind_or_what_one_has_most_of(self) -> None:
        kind, view, open_choices = self.asked_to_offer()
        listed = kind.instructions(view)
        assert listed == [("most",), *(("kind", k) for k in kinds())]
        answers = {i: kind.answer(i, view, open_choices) for i in listed}
        assert answers[("most",)] == ("banana",), "of equals the first in the usual order"
        assert answers[("kind", "paprika")] == ("paprika",)
        assert answers[("kind", "peanut")] not in open_choices, "what one has not is asked"

    def test_the_reward_of_shrines(self) -> None:
        game = new()
        game.state.displays = displays({"shrine": 1}, {"shrine": 1}, {})
        village(game, ["shrine", "rice"], ["rice"] * 4, ["rice"] * 4, ["rice"] * 4)
        hold(game, 0, "priest", "rice", "rice")
        play(game, ("play", "priest"), (0,))
        for decision in game.decisions():
            for instruction in decision.asks.instructions(game.view(decision.seat)):
                view = game.view(decision.seat)
                answer = decision.asks.answer(instruction, view, decision.choices)
                assert answer in decision.choices
