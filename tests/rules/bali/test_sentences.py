"""What help, tips, cards, options and log lines of Bali say in figures is what the rules do.

A 1 that is written out is the "one" of the language: one of your cards, one more.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from games.rules.bali import rules
from games.rules.bali.final import values
from games.rules.bali.tables import (
    DECK,
    FARMER_PRICE,
    HAND,
    LOOK,
    MAJORITY,
    OFFERING_PRICE,
    OFFERINGS_PER_KIND,
    ORACLES,
    ROW_LENGTH,
    ROWS,
    SHRINE_POINTS,
    SHRINE_PRICE,
    STONES_OF_FIRST_SEAT,
    STONES_PER_POINT,
)
from tests.rules.sentences import Checks, claims, faults

from .positions import hold, kinds, new, play, village

WORTHS = [*values(kinds(rice=4, peanut=3, banana=2, paprika=1)).values()]
SPAN = [min(WORTHS), max(WORTHS)]
VILLAGE = ROWS * ROW_LENGTH
LEFT = sum(DECK.values()) - VILLAGE

BOOK = "test_rulebook.py::"
EDGES = "test_edges.py::"
ORACLE, DEMON = "test_variants.py::TestOracle::", "test_variants.py::TestDemon::"
BUYING = EDGES + "TestBuying::test_each_farmer_saves_a_stone"
FRONT = BOOK + "test_one_card_left_means_taking_two_and_the_row_of_the_last_is_scored"
SOLE = EDGES + "TestMajorities::test_one_card_is_no_majority"
ONCE = EDGES + "TestMajorities::test_farmers_bring_one_card_however_many_they_are"
STONEMASONS = BOOK + "test_stonemasons_two_one_none_bring_three_one_none"
PRIESTS = BOOK + "test_priests_two_two_one_bring_two_two_one"
SHRINES = BOOK + "test_three_shrines_bring_four_points_or_four_stones"
ROUND = BOOK + "test_a_shrine_brings_four_cards_to_the_altar_of_three_players"
SET_UP = BOOK + "test_setting_up_for_three"
BOX = BOOK + "test_three_shrines_that_cannot_be_paid_force_one_into_the_box"
BADGE = "test_board.py::test_a_sole_majority_of_two_is_marked"
LOOKING = ORACLE + "test_a_player_who_looks_takes_one_of_the_top_four_and_the_order_stays"
CLOSED = DEMON + "test_it_starts_on_the_first_row_and_closes_it"
DRIVEN = DEMON + "test_each_priest_played_drives_it_on_and_around"
ALTARS = EDGES + "TestEnd::test_every_pattern_of_the_altar"
TIES = EDGES + "TestEnd::test_ties_go_to_shrines_then_to_all_stones"
START_SETS = "test_variants.py::TestKnowledge::test_start_sets_may_be_any_that_fit_what_was_played"


def row(*altar: int) -> list[int]:
    """A row of the table of values: so many cards on the altar, and what each kind is worth."""
    named = dict(zip(kinds(), altar, strict=True))
    return [*altar, *values(named).values()]


CHECKS: Checks = {
    "If several players tie for most, nobody gets it.": (
        EDGES + "TestMajorities::test_a_shared_majority_brings_nothing"
    ),
    "Kinds that tie have the same value, and the next kind takes the next value.": ALTARS,
    "Kinds that tie on the altar are worth the same.": ALTARS,
    "If players tie, the player with more shrines wins, then the player with more stones; after "
    "that the victory is shared.": TIES,
    "For ties, all stones count, even those that were turned into points.": TIES,
    # The help.
    "Farmers of rice, peanuts, bananas and paprika 5 of each": (
        [DECK["rice"]],
        lambda: len({DECK[kind] for kind in kinds()}) == 1,
    ),
    "Offering cards 25 of each": [OFFERINGS_PER_KIND],
    "Costs 7 stones to play, starts a round of offerings, gives points or stones when "
    "scored, and is worth 4 points at the end.": ([SHRINE_PRICE, SHRINE_POINTS], ROUND, SHRINES),
    "Kept face down; only their owner may look at them.": (
        "test_board.py::test_the_board_tells_nothing_that_its_viewer_may_not_know"
    ),
    "Worth 0 to 3 points each at the end.": SPAN,
    "Sixteen of the deck’s 50 cards form the village: four rows of four, all of them visible "
    "to everyone; 34 are left to draw.": (
        [VILLAGE, sum(DECK.values()), ROWS, ROW_LENGTH, LEFT],
        SET_UP,
    ),
    "Everyone has a mason on display, three farmers of different kinds in hand, and one "
    "offering card of each kind.": ([HAND, 1], SET_UP),
    "The first player has 2 stones; every other player has one more than the player before them.": (
        [STONES_OF_FIRST_SEAT, 1],
        SET_UP,
    ),
    "It costs 5 stones, one less for each farmer of its kind on your display; with five farmers or "
    "more it is free.": ([OFFERING_PRICE, 1, OFFERING_PRICE], BUYING),
    "Play a mason or a priest for free, a shrine for 7 stones, or one, two or three "
    "farmers of one kind for 0, 1 or 2 stones.": (
        [SHRINE_PRICE, *FARMER_PRICE, 1, *FARMER_PRICE.values()],
        BOOK + "test_what_can_be_played",
    ),
    "If you hold three shrines and cannot pay for one, put one into the box instead; "
    "never otherwise.": ([HAND, 1, 1], BOX),
    "Then you put one of yours there, face down, and lastly a card from the supply, face "
    "up.": ROUND,
    "Take cards until you hold three again, always the front card of a row.": ([HAND], FRONT),
    "An emptied row is refilled at once, and you may take from it right away.": (
        EDGES + "TestTaking::test_an_emptied_row_is_dealt_anew_at_once_and_may_be_used"
    ),
    "1 stone for each of your masons.": STONEMASONS,
    "1 point for each of your priests.": PRIESTS,
    "1 point or 1 stone for each of your shrines, the same for all of them.": SHRINES,
    "One offering card of the kind if you have any farmers of that kind, however many.": ONCE,
    "Sole majority: a player who has more cards of the scored kind than anyone else, and at least "
    "two, gets one more: a stone, a point or a card.": ([MAJORITY, 1], SOLE, STONEMASONS),
    "A +1 badge on the displays marks it.": BADGE,
    "Nothing more is scored, and some players may have had one turn more than others.": (
        EDGES + "TestEnd::test_the_game_ends_at_once_with_the_deck_and_without_scoring",
        "test_sentences.py::test_nobody_has_two_turns_more_than_another",
    ),
    "The most common kind on it is worth 3 points per card, the next 2, then 1, then 0.": (WORTHS),
    "You score your flowers, 4 points for each shrine on display, 1 point for every five stones, "
    "and your offering cards.": (
        [SHRINE_POINTS, 1, STONES_PER_POINT],
        BOOK + "test_robert_scores_22",
    ),
    "One offering card of each kind lies on the altar from the start, shuffled and face down, and "
    "eight oracles are shuffled into the cards left to draw, which makes 42.": (
        [1, ORACLES, LEFT + ORACLES],
        ORACLE + "test_one_card_of_each_kind_lies_face_down_on_the_altar",
    ),
    "When a new row has oracles in it, they go into the box and the row stays that much shorter; "
    "only a row of four oracles is replaced.": (
        [ROW_LENGTH],
        ORACLE + "test_an_oracle_shortens_the_row_and_allows_a_look",
        ORACLE + "test_a_row_of_oracles_is_dealt_again",
    ),
    "If you emptied the row, you may then look at the top four cards of the altar, or at all of "
    "them if there are fewer.": (
        [LOOK],
        LOOKING,
        ORACLE + "test_fewer_than_four_cards_and_none",
    ),
    "You take one of them, and the others go back in the same order.": LOOKING,
    "No card may be taken from the row it stands on.": CLOSED,
    "Each priest played moves it on by one row (from the last to the first) before cards "
    "are taken.": DRIVEN,
    "Anna has four banana farmers on display.": (
        BOOK + "test_four_banana_farmers_make_a_banana_cost_one_stone"
    ),
    "A banana card costs her 5 − 4 = 1 stone.": [OFFERING_PRICE, 4, OFFERING_PRICE - 4],
    "Ben plays two rice farmers at once and pays 1 stone.": [2, FARMER_PRICE[2]],
    "The altar has four more cards, with paprika on top.": ROUND,
    "Ben has one card left in hand and takes two.": ([HAND - 2, 2], FRONT),
    "The card behind the second one is scored.": FRONT,
    "Ben has two and Anna one: Ben, with the sole majority, gets 3 stones, Anna 1.": STONEMASONS,
    "Cleo and Anna have two each, Ben has one: 2, 2 and 1 points.": PRIESTS,
    "Anna has three, more than anyone else: she takes 4 points or 4 stones, not some of each.": (
        SHRINES
    ),
    "Cleo has the only one and gets 1 rice card.": (
        BOOK + "test_one_rice_farmer_alone_brings_one_card"
    ),
    "A majority needs two.": [MAJORITY],
    "At the end there are 5 paprika, 4 bananas, 4 peanuts and 3 rice on the altar.": (
        BOOK + "test_the_altar_of_the_example"
    ),
    "Paprika is worth 3, bananas and peanuts 2, rice 1.": BOOK + "test_the_altar_of_the_example",
    "With that altar, Ben holds 3 paprika (9) and 2 bananas (4), has two shrines (8) and 7 "
    "stones (1): 22 points.": BOOK + "test_robert_scores_22",
    "From what others wrote about Bali and Rapa Nui, its earlier edition, the three are "
    "probably of different kinds, and each set lacks a different one.": ([HAND, 1], SET_UP),
    "You may spend stones on an offering card even if you can then no longer pay for a shrine.": (
        EDGES + "TestBuying::test_a_purchase_may_leave_too_little_for_a_shrine"
    ),
    "Stones and points never run out.": "test_sentences.py::test_stones_and_points_never_run_out",
    "You may ignore an oracle, but if you look, you must take a card.": (
        ORACLE + "test_an_oracle_shortens_the_row_and_allows_a_look",
        LOOKING,
    ),
    "A new row gives only one look, however many oracles were in it.": (
        ORACLE + "test_several_oracles_in_a_row_allow_one_look"
    ),
    "If a row of four oracles is replaced by four more, these are replaced, too.": (
        [ROW_LENGTH, ROW_LENGTH],
        "test_sentences.py::test_oracles_that_replace_oracles_are_replaced",
    ),
    "You can narrow down which farmer a starting set lacks: no two lack the same kind, so "
    "nobody else lacks yours, and nobody lacks a kind that they started with and have "
    "played.": START_SETS,
    # Questions and options.
    "Offer one of your cards, face up": ROUND,
    "Offer one of your cards, face down": ROUND,
    "Look at the top cards of the altar and take one of them?": LOOKING,
    "Take one of these cards from the altar": LOOKING,
    "A demon guards one row of the village; each priest played moves it one row on.": (
        CLOSED,
        DRIVEN,
    ),
    "Play a card from your hand, or farmers of one kind.": BOOK + "test_what_can_be_played",
    "Take front cards from the village until you hold three cards again.": ([HAND], FRONT),
    "{player} cannot pay for a shrine and puts one into the box": BOX,
    # Tips and cards.
    "The demon guards this row: nothing may be taken.": CLOSED,
    "An offering card costs 5 stones, one less for each farmer of its kind that you have.": (
        [OFFERING_PRICE, 1],
        BUYING,
    ),
    "Worth 0 to 3 points each at the end: the more common the kind is on the altar, the more.": (
        SPAN
    ),
    "Each priest played moves it one row on.": DRIVEN,
    "Each is worth 0 to 3 points at the end.": SPAN,
    "Scored: an offering card of the kind for everyone who has such a farmer, and one more for a "
    "sole majority of at least two.": ([1, MAJORITY], ONCE),
    "Each farmer makes such a card one stone cheaper to buy, down to nothing.": BUYING,
    "Scored: 1 stone for each mason, and one more for a sole majority of at least two.": (
        [1, 1, MAJORITY],
        STONEMASONS,
    ),
    "Scored: 1 point for each priest, and one more for a sole majority of at least two.": (
        [1, 1, MAJORITY],
        PRIESTS,
    ),
    "Costs 7 stones; then everyone who has an offering card offers one.": (
        [SHRINE_PRICE, 1],
        ROUND,
        EDGES + "TestOfferingRound::test_a_player_who_has_no_cards_gives_none_and_none_replaces_it",
    ),
    "Scored: 1 point or 1 stone for each shrine, and one more for a sole majority of at least "
    "two.": ([1, 1, 1, MAJORITY], SHRINES),
    "Worth 4 points each at the end.": [SHRINE_POINTS],
    "At the end, each card that you hold of the most common kind there is worth 3 points, of "
    "the next kind 2, then 1, then 0.": WORTHS,
    "The prices are for %(player)s: 5 stones, one less for each farmer of the kind on display.": (
        [OFFERING_PRICE, 1],
        BUYING,
    ),
    "Every five are worth 1 point at the end.": [STONES_PER_POINT, 1],
    "Sole majority: one more when scored.": BADGE,
    "A +1 badge marks a sole majority of at least two, which gives one more when the kind "
    "is scored.": ([1, MAJORITY, 1], BADGE),
    "Each turn you play one of them, or up to three farmers of one kind.": (
        [1, max(FARMER_PRICE), 1],
        BOOK + "test_what_can_be_played",
    ),
    "The three farmers you start with are drawn at random; that is our own rule, because the "
    "rulebook does not name them.": ([HAND], SET_UP),
    "The demon guards this row: no card may be taken.": CLOSED,
    "You always take the front card of a row, here the lowest; an emptied row is refilled "
    "at once.": FRONT,
    "No card may be taken from its row.": CLOSED,
    # At the first time.
    ("A player who alone has the most of a kind, and at least two, gets one more."): (
        [MAJORITY, 1],
        SOLE,
        STONEMASONS,
    ),
    "The card that your last one uncovers is scored for everyone: look behind the front "
    "card before you take it.": FRONT,
    "This one costs you nothing: add the kind that you hold most of.": ROUND,
}


def test_every_sentence_with_a_figure_is_held_by_the_rules() -> None:
    assert faults(claims(rules), CHECKS, __file__) == []


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nobody_has_two_turns_more_than_another(players: int) -> None:
    """ "Spielende": at once, so that not everybody has had as many turns."""
    rng = random.Random(players)
    for _game in range(5):
        game = rules.new(players, {"oracle": True, "demon": True}, rng.randbytes(32))
        turns = Counter(dict.fromkeys(range(players), 0))
        while game.result() is None:
            decision = rng.choice(game.decisions())
            choice = rng.choice(decision.choices)
            turns[decision.seat] += choice[0] in ("play", "discard")
            game.choose(decision.seat, choice)
        assert max(turns.values()) - min(turns.values()) <= 1


def test_stones_and_points_never_run_out() -> None:
    """ "Allgemeiner Vorrat": more of both than the box has markers for."""
    game = new()
    game.state.stones, game.state.points = [1000] * 3, [1000] * 3
    for card, purse in (("stonemason", game.state.stones), ("priest", game.state.points)):
        seat = game.state.active
        village(game, [card, "rice"], ["rice"] * 4, ["rice"] * 4, ["rice"] * 4)
        game.state.displays[seat][card] = 9
        hold(game, seat, "paprika", "priest", "priest")
        before = purse[seat]
        play(game, ("play", "paprika", 1), (0,))
        assert purse[seat] == before + 9 + 1


def test_oracles_that_replace_oracles_are_replaced() -> None:
    """ "Das Orakel": nothing replaces oracles, unless all four cards are oracles."""
    game = new(oracle=True)
    game.state.deck = ["rice", "rice", "shrine", "oracle", "priest", "rice", *["oracle"] * 8]
    village(game, ["priest"], ["rice"] * 4, ["rice"] * 4, ["rice"] * 4)
    hold(game, 0, "peanut", "peanut", "banana", stones=2)
    play(game, ("play", "peanut", 2), (0,))
    assert game.state.rows[0] == ["rice", "priest", "shrine"]
    assert game.state.box == ["oracle"] * 9
