"""Positions in which one choice is clearly right, and the bot makes it."""

from __future__ import annotations

import random

from games.rules.bali import rules
from games.rules.bali.state import Bali
from games.rules.engine import Choice, Game
from games.rules.engine.play import ask_bot

from .positions import choices, displays, hold, kinds, new, play, village

DULL = ["stonemason", "stonemason", "stonemason", "stonemason"]


def chosen(game: Game[Bali]) -> Choice:
    """What the bot does for whoever is asked first."""
    game.changed()
    return ask_bot(rules.bots["pilgrim"], game, game.decisions()[0], random.Random(1))


def to_take(game: Game[Bali], *rows: list[str], cards: int = 1) -> Game[Bali]:
    """Seat 0 has played and takes so many cards from these rows."""
    hold(game, 0, *["paprika"] * cards, *["priest"] * (3 - cards), stones=9)
    village(game, *rows)
    play(game, ("play", "paprika", cards))
    return game


def lying(game: Game[Bali], **altar: int) -> None:
    """So many cards of each kind on the altar, put there by seat 1 from the supply."""
    for kind, number in altar.items():
        for _card in range(number):
            game.state.altar.append((kind, True))
            game.state.ledger.append(("add", 1, kind))
            game.state.supply[kind] -= 1


def own(game: Game[Bali], seat: int, **offerings: int) -> None:
    """So many offering cards of each kind more than at the start."""
    for kind, number in offerings.items():
        game.state.offerings[seat][kind] += number
        game.state.ledger += [("gain", seat, kind)] * number


class TestPlaying:
    def test_a_shrine_that_can_be_paid_is_played(self) -> None:
        """Two more turns: four points for stones that would be one."""
        game = new()
        game.state.deck = game.state.deck[:6]
        hold(game, 0, "shrine", "rice", "stonemason", stones=7)
        assert chosen(game) == ("play", "shrine")

    def test_stones_for_a_shrine_in_hand_are_not_spent_on_a_card(self) -> None:
        game = new()
        hold(game, 0, "shrine", "rice", "stonemason", stones=7)
        game.state.displays[0]["banana"] = 2
        assert chosen(game)[0] != "buy"

    def test_with_three_shrines_in_hand_one_is_played_and_none_goes_into_the_box(self) -> None:
        """A purchase would leave too little and cost a shrine."""
        game = new()
        hold(game, 0, "shrine", "shrine", "shrine", stones=7)
        game.state.displays[0]["banana"] = 4
        assert chosen(game) == ("play", "shrine")

    def test_a_card_for_nothing_is_taken(self) -> None:
        game = new()
        game.state.displays[0]["banana"] = 5
        lying(game, banana=3, rice=1)
        assert chosen(game) == ("buy", "banana")

    def test_a_cheap_card_of_the_best_kind_is_bought_before_a_shrine_that_can_still_be_paid(
        self,
    ) -> None:
        game = new()
        hold(game, 0, "shrine", "rice", "stonemason", stones=9)
        game.state.displays[0]["banana"] = 4
        lying(game, banana=6, rice=2)
        assert chosen(game) == ("buy", "banana")

    def test_of_two_kinds_at_one_price_the_one_that_is_worth_more_is_bought(self) -> None:
        game = new()
        hold(game, 0, "priest", "rice", "stonemason", stones=6)
        game.state.displays[0].update(banana=4, peanut=4)
        lying(game, peanut=9, rice=6, paprika=4, banana=1)
        assert chosen(game) == ("buy", "peanut")

    def test_at_the_end_stones_that_make_no_point_are_spent_on_a_card_worth_three(self) -> None:
        """Four stones are no point; one of them buys three."""
        game = new()
        hold(game, 0, "priest", "rice", "stonemason", stones=4)
        village(game, ["rice"], ["rice"], ["rice"], ["rice"])
        game.state.deck = ["priest"]
        game.state.displays[0]["banana"] = 4
        lying(game, banana=6, rice=2)
        assert chosen(game) == ("buy", "banana")

    def test_at_the_end_no_card_of_a_kind_is_bought_that_is_not_on_the_altar(self) -> None:
        """Five stones are a point, the card none."""
        game = new()
        hold(game, 0, "priest", "rice", "stonemason", stones=5)
        village(game, ["rice"], ["rice"], ["rice"], ["rice"])
        game.state.deck = ["priest"]
        game.state.displays[0]["paprika"] = 4
        lying(game, banana=9, rice=6, peanut=3)
        game.state.supply = kinds(paprika=20)
        assert chosen(game)[0] == "play"

    def test_in_the_last_turn_a_shrine_is_four_points_for_one(self) -> None:
        game = new()
        hold(game, 0, "shrine", "rice", "stonemason", stones=7)
        village(game, ["rice"], ["rice"], ["rice"], ["rice"])
        game.state.deck = ["priest"]
        assert chosen(game) == ("play", "shrine")

    def test_a_priest_frees_the_row_that_scores_ones_own_priests(self) -> None:
        game = new(demon=True)
        hold(game, 0, "priest", "stonemason", "stonemason", stones=2)
        village(game, ["rice", "priest", "rice"], DULL, DULL, DULL)
        game.state.displays = displays({"priest": 3}, {"stonemason": 3}, {"stonemason": 3})
        assert chosen(game) == ("play", "priest")

    def test_a_priest_is_played_when_priests_can_be_scored_at_once(self) -> None:
        """It counts already in this turn: a point, and the sole majority."""
        game = new()
        hold(game, 0, "priest", "stonemason", "stonemason", stones=2)
        village(game, ["rice", "priest", "rice"], DULL, DULL, DULL)
        game.state.displays = displays({"priest": 1}, {"priest": 1}, {"priest": 1})
        assert chosen(game) == ("play", "priest")


class TestTaking:
    def test_the_row_that_scores_ones_own_priests_is_taken_last(self) -> None:
        game = to_take(new(), ["priest", "rice"], ["peanut", "rice"], ["peanut", "rice"], DULL)
        game.state.displays = displays({"priest": 4}, {"priest": 1}, {})
        assert chosen(game) == (0,)

    def test_what_only_others_gain_by_is_not_scored(self) -> None:
        game = to_take(new(), ["priest", "rice"], ["peanut", "rice"], ["priest", "rice"], DULL)
        game.state.displays = displays({}, {"priest": 4, "stonemason": 4}, {"priest": 2})
        assert chosen(game) == (1,)

    def test_of_two_cards_with_the_same_scoring_the_shrine_is_taken(self) -> None:
        """It can be paid for in the next turn, which is about the last."""
        rows = [["peanut", card] for card in ("shrine", "stonemason", "priest", "banana")]
        game = to_take(new(), *rows)
        game.state.deck = game.state.deck[:6]
        hold(game, 0, "priest", "priest", stones=9)
        assert chosen(game) == (0,)

    def test_a_bot_that_is_behind_does_not_end_the_game_while_it_can_gain(self) -> None:
        game = to_take(new(), ["rice"], ["priest", "rice"], DULL, DULL)
        game.state.displays = displays({"priest": 1, "stonemason": 1}, {}, {})
        game.state.deck, game.state.points = ["rice"], [0, 20, 20]
        assert chosen(game) == (1,)

    def test_a_bot_that_is_far_ahead_ends_the_game(self) -> None:
        """A scoring of a point more decides nothing, a further round might."""
        game = to_take(new(), ["rice"], ["stonemason", "rice"], ["priest", "rice"], DULL)
        game.state.displays = displays({"stonemason": 3}, {"stonemason": 1}, {})
        game.state.deck, game.state.points = ["rice"], [30, 9, 9]
        assert chosen(game) == (0,)

    def test_with_two_cards_to_take_the_second_uncovers_what_pays(self) -> None:
        """The first card clears the way to the priest behind it."""
        rows = ["rice", "priest", "stonemason", "rice"], ["rice", "rice"], ["rice", "rice"], DULL
        game = to_take(new(), *rows, cards=2)
        game.state.displays = displays({"priest": 5}, {}, {})
        assert chosen(game) == (0,)
        play(game, (0,))
        assert chosen(game) == (0,)


class TestScoring:
    def rewarded(self, *hand: str, stones: int) -> Game[Bali]:
        """Shrines are scored and bring seat 0 two; it has this hand and so many stones."""
        game = to_take(new(), ["rice", "shrine", "rice"], DULL, DULL, DULL)
        game.state.displays = displays({"shrine": 2}, {"shrine": 2}, {})
        play(game, (0,))
        hold(game, 0, *hand, stones=stones)
        assert choices(game) == [("points",), ("stones",)]
        return game

    def test_the_stones_that_a_shrine_in_hand_still_wants_are_taken(self) -> None:
        """Two points, or a shrine in the next turn: four points, more when scored."""
        game = self.rewarded("shrine", "rice", "priest", stones=5)
        assert chosen(game) == ("stones",)

    def test_points_are_taken_where_stones_buy_nothing(self) -> None:
        assert chosen(self.rewarded("rice", "rice", "priest", stones=12)) == ("points",)

    def test_points_are_taken_where_the_shrine_in_hand_can_be_paid_anyway(self) -> None:
        assert chosen(self.rewarded("shrine", "rice", "priest", stones=7)) == ("points",)

    def test_instead_of_a_kind_that_is_sold_out_the_best_one_left_is_taken(self) -> None:
        game = to_take(new(), ["peanut", "rice", "rice"], DULL, DULL, DULL)
        game.state.displays = displays({"rice": 1}, {}, {})
        lying(game, banana=6, peanut=4, paprika=1)
        game.state.supply["rice"] = 0
        play(game, (0,))
        assert chosen(game) == ("banana",)


class TestOffering:
    def asked(self, own_cards: dict[str, int], altar: dict[str, int]) -> Game[Bali]:
        """Seat 1 is asked to offer after a shrine of seat 0."""
        game = new(2)
        hold(game, 0, "shrine", "rice", "priest", stones=7)
        game.state.offerings[1] = dict(own_cards)
        game.state.offerings[0] = kinds()
        lying(game, **altar)
        play(game, ("play", "shrine"))
        return game

    def test_one_card_of_many_is_offered_to_make_them_worth_three(self) -> None:
        """Five rice at 3 and a peanut at 3, against six rice at 2."""
        game = self.asked(kinds(rice=6, peanut=1), kinds(rice=8, peanut=9, banana=2))
        assert chosen(game) == ("rice",)

    def test_the_card_that_is_worth_nothing_is_offered_where_no_place_can_change(self) -> None:
        offerings = kinds(rice=1, peanut=1, banana=1, paprika=1)
        game = self.asked(offerings, kinds(rice=12, peanut=9, banana=6, paprika=2))
        assert chosen(game) == ("paprika",)

    def test_from_the_supply_comes_what_makes_ones_own_cards_the_best(self) -> None:
        game = self.asked(kinds(rice=1), kinds(rice=8, peanut=7, banana=2))
        game.state.offerings[0] = kinds(peanut=6)
        play(game, ("rice",))
        game.state.altar[-1] = ("peanut", True)
        game.changed()
        assert chosen(game) == ("peanut",)


class TestOracle:
    def test_the_altar_is_looked_at_and_the_best_kind_taken(self) -> None:
        game = new(oracle=True)
        game.state.foundation = ["peanut", "banana", "paprika", "rice"]
        game.state.altar = [(kind, False) for kind in game.state.foundation]
        lying(game, rice=8, peanut=4, paprika=1, banana=1)
        game.state.altar.append(("rice", True))
        game.state.ledger.append(("add", 1, "rice"))
        game.state.deck = ["rice", "rice", "rice", "oracle", "rice", "rice"]
        to_take(game, ["rice"], DULL, DULL, DULL, cards=2)
        play(game, (0,))
        assert chosen(game) == ("look",)
        play(game, ("look",))
        assert chosen(game) == (1,), "rice, before a banana and a paprika"
