"""What help, tips, cards, options and log lines of Bomarzo say in figures is what the rules do.

The list of cards is compared row by row with the cards.
"""

from __future__ import annotations

from games.rules.bomarzo.reconstructed import ABILITIES, CARDS, SPOTS, TEMPLES, TILES, VILLAGE
from games.rules.bomarzo.rules import rules
from games.rules.bomarzo.table import TERMS
from games.rules.bomarzo.tables import (
    ASLEEP,
    COIN,
    DEALT,
    DEITIES,
    FOOD,
    FULFILLED,
    GENIO_CARDS,
    RAISE,
    SEASONS,
    START_GOODS,
    START_PAWNS,
    TEMPLE_POINTS,
    TRACK_END,
    UNFULFILLED,
    VISION,
    WORKER_STEPS,
    WORSHIP_PRICE,
)
from tests.rules.sentences import Checks, claims, faults

BOOK, EDGES = "test_rulebook.py::", "test_edges.py::"
COPIED, KNOWN = "test_copying.py::", "test_knowledge.py::"
ALTAR = BOOK + (
    "test_the_card_of_the_example_needs_gigante_and_has_a_moon_and_four_points_of_worship"
)
CARD_LIST = "test_help.py::test_all_cards_are_listed_as_they_are"
CARDS_OVER = EDGES + "test_cards_are_no_good_beyond_the_need"
COPY = BOOK + "test_a_copy_of_dea_costs_the_same_and_two_wine_to_the_supply"
COSTS = "test_help.py::test_the_costs_of_deities_are_those_of_the_rules"
DRAGON = EDGES + "test_dragons_let_more_cards_be_put_under_deities"
DREW = EDGES + "test_vision_in_production_is_asked_in_turn_and_cards_are_put_back_at_once"
EITHER = BOOK + "test_a_card_with_two_symbols_is_played_by_either_deity"
EXCHANGE = EDGES + "test_exchange_lets_a_food_be_a_coin_once_and_leaves_the_food_on_the_deity"
FIRST = BOOK + "test_the_first_who_reaches_a_marked_space_gets_a_point"
GREEN = EDGES + "test_green_lets_each_player_place_two_pawns"
INCOME = BOOK + "test_production_brings_a_good_or_a_card_for_each_symbol_and_card"
LOOK = EDGES + "test_for_two_goods_one_of_two_worship_cards_is_kept"
MOSS = BOOK + "test_moss_grows_where_no_pawn_stands"
ONCE = EDGES + "test_used_abilities_come_back_with_the_next_season"
ORCO = EDGES + "test_orco_takes_a_good_from_each_other_deity_and_asks_where_both_kinds_lie"
ORDER = BOOK + "test_deities_are_ordered_by_the_worship_under_them"
POINTS = EDGES + "test_fulfilled_worship_is_worth_three_and_the_other_costs_one_each"
RANDOM = "test_random.py::test_events_account_for_every_good_step_and_point"
REPEAT = EDGES + "test_repetition_lets_a_second_pawn_be_placed_at_the_full_price"
SET_UP = BOOK + "test_setting_up"
SLEEP = BOOK + "test_two_wine_put_orco_to_sleep_and_nobody_copies"
SYMBOL = EDGES + ("test_two_symbols_count_for_one_and_are_chosen_in_turn_order_before_deities_pay")
TABLES = "test_help.py::test_tables_are_those_of_the_rules"
TARTARUGA = BOOK + "test_tartaruga_grows_dearer_with_each_caller"
TRADE = EDGES + "test_tartaruga_brings_a_step_for_each_of_two_cards"
YELLOW = EDGES + "test_yellow_forbids_copies"

CHECKS: Checks = {
    "Tied players all get the full points, and whoever follows them is second.": (
        BOOK + "test_in_a_tie_both_get_all_and_the_next_is_still_second"
    ),
    "At the end of a track the player who came earlier is ahead; elsewhere on it there are ties.": (
        BOOK + "test_at_the_end_of_a_track_the_first_to_come_is_better"
    ),
    "The player with the most points wins; tied players share the victory.": (
        BOOK + "test_the_most_points_win_and_a_tie_is_shared"
    ),
    "A tie for the best place fulfils a card, but at the end of a track only the player who came "
    "first is best.": (
        EDGES + "test_a_worship_card_is_fulfilled_for_a_player_who_came_first_to_ten",
        EDGES + "test_a_worship_card_is_fulfilled_by_everyone_who_ties_for_the_best_place",
    ),
    "The game takes eight seasons in a garden of stone monsters.": [SEASONS],
    (
        "How much it pays depends on its place among the deities, and cards that players put "
        "under deities in secret may change this order."
    ): BOOK + "test_deities_are_ordered_by_the_worship_under_them",
    (
        "The eight deities lie awake and in random order around the park, the most important first."
    ): ([len(DEITIES)], SET_UP),
    ("Everybody has 3 pawns (2 with four players), 1 food and 1 coin."): [
        START_PAWNS[3],
        START_PAWNS[4],
        4,
        *(START_GOODS[good] for good in (FOOD, COIN)),
    ],
    "Everybody is dealt four cards and keeps one; the others are discarded face up.": [DEALT, 1],
    "Then the workers of your village take two steps.": [WORKER_STEPS],
    "With four players the last one gets an extra food or coin.": (
        [4, 1],
        BOOK + "test_the_last_of_four_players_gets_a_good_of_his_choice",
    ),
    "Which workers take your 2 steps?": [WORKER_STEPS],
    "You see your four cards before you choose your two steps.": ([DEALT, WORKER_STEPS], SET_UP),
    "Goods in the supply never run out.": RANDOM,
    "A second card, for one more step?": TRADE,
    (
        "You get a pawn once, when your worker reaches its space, and not again in each production."
    ): BOOK + "test_a_pawn_reached_by_the_steps_of_the_set_up_is_taken_at_once",
    "Your five workers walk on five tracks.": [len(VILLAGE), len(VILLAGE)],
    "A game has eight seasons of three phases each.": [SEASONS, 3],
    (
        "In turn order everybody gets the goods and cards of the village and of "
        "upgraded cards, all cards in one draw."
    ): BOOK + "test_production_brings_a_good_or_a_card_for_each_symbol_and_card",
    (
        "Beginning with the start player, everybody places one pawn at a time, in a harvest area "
        "or on a deity, or passes, until all have passed."
    ): BOOK + "test_harvests_bring_less_to_those_who_come_later",
    ("A deity without a pawn becomes or stays mossy; one with a pawn is awake next season."): MOSS,
    "Once you pass, you place no pawns.": EDGES + "test_passing_is_final_for_the_season",
    "A player who has passed places no more pawns this season, but may still copy.": EDGES
    + "test_a_player_who_has_passed_may_still_copy_and_keeps_a_pawn_that_this_brings",
    "A player who has no pawns left passes when their turn comes, and may still copy, too.": EDGES
    + "test_a_player_who_has_passed_may_still_copy_and_keeps_a_pawn_that_this_brings",
    "Each player may place one pawn in each area in a season.": BOOK
    + "test_a_player_harvests_each_good_once_a_season",
    "Each player may have one pawn there in a season.": EDGES
    + "test_repetition_lets_a_second_pawn_be_placed_at_the_full_price",
    (
        "Later callers offer as much food and as many coins as lie there, a good of any kind for "
        "each wine there, and one more good of any kind."
    ): TARTARUGA,
    "Wine may stand in for food or coins.": EDGES + "test_wine_stands_in_for_food_and_coins",
    "Hand cards may pay: each one discarded counts as a food or a coin.": EDGES
    + "test_a_card_pays_for_a_missing_coin_and_does_not_lie_on_the_deity",
    (
        "More than asked may be offered on purpose, in goods, to make the deity dearer for others."
    ): TARTARUGA,
    "Example: Tartaruga asks for 1 food; David offers 2.": TARTARUGA,
    "Chiara has to offer 2 food and 1 of any kind, and gives 2 food and 1 wine.": TARTARUGA,
    (
        "The third caller needs 4 food, 1 of any kind for the wine, and 1 more of any kind."
    ): TARTARUGA,
    (
        "No good counts as two kinds at once, neither for what lies there nor for the printed cost."
    ): "test_payments.py::test_no_good_counts_as_two_kinds_for_what_lies_there_and_what_is_printed",
    "You may call a deity even if its favour is of no use to you.": EDGES
    + "test_a_call_without_any_use_raises_the_price_all_the_same",
    (
        "With two wine on it a deity still grants its favour to the player who brought the second "
        "one; then it sleeps until the season is over."
    ): ([ASLEEP, 1], SLEEP),
    (
        "Right after a call, clockwise from the caller's left, each other player may copy it "
        "without a pawn, for the same food, coins and wine as the caller offered and 2 more wine."
    ): COPY,
    "A player who has passed may copy, too.": EDGES
    + "test_a_player_who_has_passed_may_still_copy_and_keeps_a_pawn_that_this_brings",
    "Example: Chiara calls Dea for 1 food and 1 coin.": COPY,
    "David copies for 1 food, 1 coin and 2 wine.": COPY,
    "If she had also offered 1 wine, he would have needed 3.": BOOK
    + "test_a_copy_of_food_coin_and_wine_costs_two_wine_more",
    (
        "You may answer at once or, if a player before you can copy as well, choose to be asked "
        "again when they have decided."
    ): COPIED + "test_a_player_who_waits_for_what_others_do_is_asked_again_after_them",
    (
        "Nobody sees an answer before the last one is in; then copies are carried out clockwise."
    ): COPIED + "test_copies_are_carried_out_clockwise_whoever_answered_first",
    "So that a game does not wait for you, you may leave standing instructions.": COPIED
    + "test_a_deity_is_copied_if_it_costs_no_more_than_the_limit",
    (
        "Or you can copy a certain deity if that costs at most a number of goods that you set, "
        "the two wine included; then you also say whether you are asked about all other copies."
    ): COPIED + "test_a_deity_is_copied_if_it_costs_no_more_than_the_limit",
    "Others do not see them, but may notice that the answer came at once.": COPIED
    + "test_an_answer_is_hidden_and_may_be_changed_until_the_last_is_in",
    "The 3 goods added by Raise are not part of what is copied.": (
        [RAISE],
        EDGES + "test_raise_lays_three_goods_of_the_supply_that_are_no_part_of_a_copy",
    ),
    "Wine never stands in for the food and coins of a copy; cards may.": COPIED
    + "test_wine_never_stands_in_for_the_coin_of_a_copy_but_exchange_may",
    "A copy cannot be copied, and each player copies an action only once.": COPIED
    + "test_copies_go_from_the_left_of_the_caller",
    (
        "You are asked again when your turn to copy comes, if you wished it, or if an "
        "earlier copy may have changed what your copy is worth: goods taken with Orco, or "
        "a race for a marked space."
    ): COPIED + "test_a_player_who_may_race_for_the_same_space_is_asked_again",
    "A call may be copied even if its caller made no use of the favour.": COPIED
    + "test_a_call_without_use_of_its_favour_may_be_copied",
    "The eight deities": [len(DEITIES)],
    "Asks, awake: 1 coin.": COSTS,
    "Favour: Draw 2 cards.": [GENIO_CARDS],
    "Asks, awake: 1 food.": COSTS,
    (
        "Favour: Take a food or a coin from each other deity that has any, or all food or all "
        "coins from one of them; no wine."
    ): ORCO,
    "Asks, awake: 1 food and 1 coin.": COSTS,
    "Mossy: 1 good of any kind.": COSTS,
    "Favour: Take 2 steps with workers of your village, on one track or on two.": [
        WORKER_STEPS,
        1,
        2,
    ],
    "Asks, awake: 2 food and 1 coin.": COSTS,
    "Mossy: 1 food and 1 coin.": COSTS,
    (
        "You may decline the favour of Gigante, Elefante and Balena, because nobody can "
        "see whether a card in your hand would fit."
    ): EDGES + "test_a_player_with_cards_is_asked_even_if_none_can_be_played_and_reads_why",
    "Asks, awake: 1 food and 2 coins.": COSTS,
    (
        "Favour: Discard a hand card for a step of culture, architecture or science, or "
        "two cards for two steps, on one track or on two."
    ): TRADE,
    "You may decline the favour of Tartaruga.": EDGES + "test_tartaruga_and_drago_may_be_declined",
    "You may decline the favour of Drago.": EDGES + "test_tartaruga_and_drago_may_be_declined",
    "Asks, awake: 1 good of any kind.": COSTS,
    "At the end its worship value may move that deity forward.": BOOK
    + "test_deities_are_ordered_by_the_worship_under_them",
    "A player who put a card under a deity may look at it again.": BOOK
    + "test_a_card_under_a_deity_is_put_there_unseen",
    "A card has two sides, its levels.": EITHER,
    (
        "With Gigante, Elefante and Balena you play a card with their symbol from your hand, "
        "level 1 up, or later upgrade it, which turns it to level 2."
    ): EITHER,
    "A card with two symbols can be played and upgraded with either deity.": EITHER,
    (
        "Level 1: steps of culture, architecture and science, made at once; a temple symbol, "
        "which counts at the end if the card is not upgraded; and a worship value, which counts "
        "only under a deity."
    ): ALTAR,
    (
        "Level 2: more steps, made at once; a building, knowledge or character, which counts at "
        "the end (of two symbols, the one you choose then); and perhaps an income for each "
        "production, or an ability."
    ): SYMBOL,
    "The draw pile lies with level 2 up, so all see that side of its top card.": KNOWN
    + "test_the_open_card_of_the_pile_stays_known_in_the_hand_that_drew_it",
    "Cards are discarded face up; everybody may look through the discard pile.": KNOWN
    + "test_vision_shows_what_is_put_back_and_not_what_is_kept",
    "Each track has ten spaces; steps beyond the last are lost.": [TRACK_END],
    "The first player on space 4, 7 or 10 of a track gets 1 point.": [*SPOTS, 1],
    "Upgraded cards may have one.": ONCE,
    "Each card can be used once a season.": ONCE,
    "Vision: when you draw, draw 2 more cards and put 2 back on the discard pile.": (
        [VISION, VISION],
        DREW,
    ),
    "You may leave a standing instruction on whether you use it.": DREW,
    "One Vision helps with one draw, however many cards are drawn.": DREW,
    "Repetition: place one more pawn on a deity where you have a pawn.": REPEAT,
    (
        "Raise: when you have called a deity, lay 3 more goods on it from the supply, food and "
        "coins in any mix."
    ): [RAISE],
    "Exchange: one food counts as a coin when you pay, or one coin as a food.": EXCHANGE,
    (
        "Dragon: when you use Drago's favour, put one more card under the same or another deity."
    ): DRAGON,
    "Two cards with the same ability may both be used, even for one pawn.": EDGES
    + "test_two_raises_serve_one_pawn",
    (
        "The deity whose cards have the highest total worship value comes first, and so on; tied "
        "deities keep their order, and without cards a deity has 0."
    ): ORDER,
    (
        "Example: cards of 4 and 5 under Balena, 2 and 5 under Orco and one of 3 under "
        "Gigante make Balena first, Orco second, Gigante third."
    ): ORDER,
    "1 to 3 | {3} | {2}": TABLES,
    "4 and 5 | {2} | {1}": TABLES,
    "6 and 7 | {1} | –": TABLES,
    "8 | – | –": TABLES,
    "With two players there is no second place.": BOOK + "test_two_players_have_no_second_place",
    (
        "Different temple symbols on cards that are not upgraded score 1 point for three, "
        "2 for four, 4 for all five."
    ): [*TEMPLE_POINTS[3:4], 3, TEMPLE_POINTS[4], 4, TEMPLE_POINTS[5], 5],
    (
        "First the cards under the deities are turned over, then all players choose "
        "between two symbols in turn order, then the deities pay, and worship cards are "
        "shown last."
    ): SYMBOL,
    "Points may fall below zero.": POINTS,
    (
        "Of twelve tiles, 4 white ones and 2 of each other colour, eight are drawn; one "
        "lies beside each season and applies to it."
    ): [sum(TILES.values()), TILES["white"], TILES["black"], SEASONS, 1],
    "Green: everybody places at most 2 pawns.": GREEN,
    "Black stops the village's cards as well as its goods, but never its pawns.": EDGES
    + "test_black_stops_the_village_but_neither_cards_nor_pawns",
    (
        "In your turn you may take the top one, or for 2 goods look at the top two and "
        "keep one; the other is shuffled back."
    ): ([1, WORSHIP_PRICE, WORSHIP_PRICE, 1], LOOK),
    (
        "At the end each scores 3 points if you are best in that deity's category, wherever the "
        "deity lies; otherwise it costs 1 point."
    ): ([FULFILLED, -UNFULFILLED], POINTS),
    (
        "You take a worship card before you place your pawn, or after its action and before "
        "others copy it: one in a turn, and you pay before you look."
    ): EDGES + "test_a_worship_card_may_be_taken_after_the_pawn_is_placed",
    (
        "A player who took one before placing a pawn cannot pass as long as there is something to "
        "do."
    ): EDGES + "test_a_worship_card_is_taken_before_the_pawn_is_placed_once_a_turn",
    "You may pay for the second card with goods of any kind, but not with cards.": LOOK,
    "If only one worship card is left, nobody can pay for a second one.": EDGES
    + "test_where_one_worship_card_is_left_nobody_pays_for_a_second",
    "A player who has nothing of the category never fulfils its card.": EDGES
    + "test_fulfilled_worship_is_worth_three_and_the_other_costs_one_each",
    ("You may pass with pawns left; the printed rules let you go on until you have none."): EDGES
    + "test_passing_is_final_for_the_season",
    (
        "All cards of a production phase are drawn at once, as one draw; the printed "
        "rules let you choose the order of your incomes."
    ): EDGES + "test_vision_in_production_is_asked_in_turn_and_cards_are_put_back_at_once",
    ("The last of four players chooses the good after the card and steps, not before."): BOOK
    + "test_the_last_of_four_players_gets_a_good_of_his_choice",
    "You can offer more than is asked in goods only, never in cards.": CARDS_OVER,
    "Players who can copy answer in secret and at the same time, not one after another.": COPIED
    + "test_copies_are_carried_out_clockwise_whoever_answered_first",
    (
        "Gigante pays for buildings and Tartaruga for architecture; the printed rules "
        "name their categories in two ways."
    ): BOOK + "test_elefante_pays_for_knowledge_and_gigante_for_buildings",
    "Likely: five tracks, for food, coins, wine, pawns and cards.": [len(VILLAGE)],
    "Certain: twelve season tiles, and what each colour does.": [sum(TILES.values())],
    "Certain: 45 cards, what their two sides carry, the five abilities, and the few cards in the "
    "rulebook's examples.": [len(CARDS), 2, len(ABILITIES)],
    "Certain: five temple symbols, and the name of the moon.": [len(TEMPLES)],
    (
        "If a player draws the open card, all see it in that hand, until a card of that hand goes "
        "under a deity: then the page forgets what it knew of the hand, and players who remember "
        "better may know a little more."
    ): KNOWN + "test_it_is_known_no_more_when_one_of_the_hand_went_under_a_deity",
    "All 45 cards": [len(CARDS)],
    "Card | Symbol | Level 1 | Temple | Worship | Level 2 | It gives": CARD_LIST,
    "Use Raise: lay 3 more goods from the supply on the deity?": [RAISE],
    "Use Vision: draw 2 more cards and put 2 back?": [VISION, VISION],
    "Secret cards score 3 points if you are best in a category, otherwise they cost 1.": [
        FULFILLED,
        -UNFULFILLED,
    ],
    (
        "Or call a deity and offer what it asks for: its favour is yours, and others may copy it."
    ): COPY,
    "After eight seasons each deity pays the players who are best in its category.": [SEASONS],
    "Use Raise: lay 3 more goods from the supply on {deity}?": [RAISE],
    "Take one of two worship cards for {paid}": LOOK,
    "One good from each other deity": ORCO,
    "All of one kind from one deity": ORCO,
    "Never copy": COPIED + "test_instructions_spare_a_game_every_wait_for_a_copy",
    "Never copy in season {season}": COPIED
    + "test_never_this_season_says_no_and_ends_with_the_season",
    "{player} is the first there and gets 1 point: {track}, space {space}.": FIRST,
    "Draw 2 cards.": [GENIO_CARDS],
    (
        "Take a food or a coin from each other deity, or all food or all coins from one of them."
    ): ORCO,
    "Take 2 steps with the workers of your village.": [WORKER_STEPS],
    "Discard 1 or 2 cards; for each, take a step on a track of the board.": TRADE,
    "1 food a season": INCOME,
    "1 coin a season": INCOME,
    "1 wine a season": INCOME,
    "1 card a season": INCOME,
    "Vision: draw 2 more cards and put 2 back, once a season": ([VISION, VISION, 1], DREW),
    "Repetition: a second pawn on a deity, once a season": REPEAT,
    "Raise: 3 more goods on a deity that you call, once a season": [RAISE, 1],
    "Exchange: a food counts as a coin or a coin as food, once a season": EXCHANGE,
    "Dragon: one more card under a deity when you use Drago, once a season": DRAGON,
    "everybody places at most 2 pawns": GREEN,
    "nobody may copy": YELLOW,
    ("A card scores 3 points if you are best in its category at the end, otherwise it costs 1."): [
        FULFILLED,
        -UNFULFILLED,
    ],
    "Level 1: %(first)s; temple: %(temple)s; worship %(worship)d.": CARD_LIST,
    "%(name)s (%(symbols)s); level 2: %(upgraded)s": CARD_LIST,
    "Level 2: %(second)s": CARD_LIST,
    "+1 each": INCOME,
    "The pawns get these one after another; each player once a season.": BOOK
    + "test_a_player_harvests_each_good_once_a_season",
    "cards with two symbols that may be added: %(number)d": SYMBOL,
    "Nobody may copy in this season.": YELLOW,
    "%(player)s begins this one.": MOSS,
    (
        "Each deity pays for its category by its position in the park: the player with the most, "
        "and with three or four players also the player with the second most."
    ): BOOK + "test_points_for_the_majority_in_science",
    "first on gold: 1 point": FIRST,
    "level 1 above, level 2 below": CARD_LIST,
    "3, 4, 5: 1, 2, 4 pts": [3, 4, 5, *(TEMPLE_POINTS[number] for number in (3, 4, 5))],
    "+3 / –1": POINTS,
    "No worship card yet: +3 where you are best, otherwise –1.": POINTS,
    ("Different temple symbols on level 1 cards: 3 score 1 point, 4 score 2, 5 score 4."): [
        1,
        3,
        TEMPLE_POINTS[3],
        4,
        TEMPLE_POINTS[4],
        5,
        TEMPLE_POINTS[5],
    ],
    "On space 10 the player who came first is ahead.": (
        [TRACK_END],
        BOOK + "test_at_the_end_of_a_track_the_first_to_come_is_better",
    ),
    "Space %(space)d: 1 point for the first": FIRST,
    # At the first time.
    (
        "The next caller pays what you offer here plus one more good, so a little extra "
        "keeps others away; wine may send the deity to sleep."
    ): (TARTARUGA, SLEEP),
    "When played, a card gives steps and a temple symbol; when upgraded, it counts for "
    "its deity and may give an income or an ability.": (
        BOOK + "test_an_upgraded_card_moves_one_on_culture_and_two_on_architecture",
        INCOME,
    ),
    "At the end worship values decide which deities are in front and pay most: help one "
    "whose category you lead.": ORDER,
}


def test_every_sentence_with_a_figure_is_held_by_the_rules() -> None:
    said = claims(rules)
    cards = [sentence for sentence in said if " → " in sentence]
    listed: Checks = dict.fromkeys(cards, CARD_LIST)
    assert faults(said, {**CHECKS, **listed}, __file__) == []


def test_terms_are_given_in_both_languages() -> None:
    assert set(TERMS) == {"en", "de"}
