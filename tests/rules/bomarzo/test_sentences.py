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
    "Eight seasons in a garden of stone monsters.": [SEASONS],
    (
        "Nearly all points come at the end: each deity rewards whoever leads in its "
        "category, and how much depends on its place among the deities, which cards "
        "laid under them in secret may change."
    ): BOOK + "test_deities_are_ordered_by_the_worship_under_them",
    (
        "The eight deities lie awake and in random order around the park, the most important first."
    ): ([len(DEITIES)], SET_UP),
    (
        "Everybody has 3 pawns (2 with four players), 1 food and 1 coin, and of four "
        "cards dealt keeps one; the others are discarded openly."
    ): [START_PAWNS[3], START_PAWNS[4], 4, *(START_GOODS[good] for good in (FOOD, COIN)), DEALT, 1],
    "Then the workers of your village take two steps.": [WORKER_STEPS],
    "With four players the last one gets a food or a coin more.": (
        [4, 1],
        BOOK + "test_the_last_of_four_players_gets_a_good_of_his_choice",
    ),
    "Which workers take your 2 steps?": [WORKER_STEPS],
    "You see your four cards before you choose your two steps.": ([DEALT, WORKER_STEPS], SET_UP),
    "Goods in the supply never run out.": RANDOM,
    "A second card, for one more step?": TRADE,
    ("A pawn comes once, when its space is reached, and not again with each production."): BOOK
    + "test_a_pawn_reached_by_the_steps_of_the_set_up_is_taken_at_once",
    "Your five workers walk on five tracks.": [len(VILLAGE), len(VILLAGE)],
    "A game has eight seasons of three phases each.": [SEASONS, 3],
    (
        "In turn order everybody gets the goods and cards of the village and of "
        "upgraded cards, all cards in one draw."
    ): BOOK + "test_production_brings_a_good_or_a_card_for_each_symbol_and_card",
    (
        "From the start player on everybody places one pawn at a time, in a harvest "
        "area or on a deity, or passes, until all have passed."
    ): BOOK + "test_harvests_bring_less_to_those_who_come_later",
    ("A deity without a pawn grows mossy or stays so, one with a pawn is awake next season."): MOSS,
    "Once you pass, you place no pawns.": EDGES + "test_passing_is_final_for_the_season",
    "A player who has passed places no more pawns this season, but may still copy.": EDGES
    + "test_who_has_passed_may_still_copy_and_keeps_a_pawn_that_this_brings",
    "A player who is out of pawns passes when their turn comes, and may still copy, too.": EDGES
    + "test_who_has_passed_may_still_copy_and_keeps_a_pawn_that_this_brings",
    "Each player may place one pawn in each area in a season.": BOOK
    + "test_a_player_harvests_each_good_once_a_season",
    "Each player may have one pawn there in a season.": EDGES
    + "test_repetition_lets_a_second_pawn_be_placed_at_the_full_price",
    (
        "Later ones offer as much food and as many coins as lie there, a good of any "
        "kind for each wine there, and one good of any kind more."
    ): TARTARUGA,
    "Wine may stand in for food or coins.": EDGES + "test_wine_stands_in_for_food_and_coins",
    "Hand cards may pay: each one discarded counts as a food or a coin.": EDGES
    + "test_a_card_pays_for_a_missing_coin_and_does_not_lie_on_the_deity",
    (
        "More than asked may be offered on purpose, in goods, to make it dearer for others."
    ): TARTARUGA,
    "Example: Tartaruga asks for 1 food; David offers 2.": TARTARUGA,
    "Chiara has to offer 2 food and 1 of any kind, and gives 2 food and 1 wine.": TARTARUGA,
    (
        "Whoever comes third needs 4 food, 1 of any kind for the wine, and 1 of any kind more."
    ): TARTARUGA,
    "Who calls a deity a second time by Repetition pays like any later one.": EDGES
    + "test_repetition_lets_a_second_pawn_be_placed_at_the_full_price",
    (
        "No good counts as two kinds at once, neither for what lies there nor for the printed cost."
    ): "test_payments.py::test_no_good_counts_as_two_kinds_for_what_lies_there_and_what_is_printed",
    "You may call a deity even if its favour is of no use to you.": EDGES
    + "test_a_call_without_any_use_raises_the_price_all_the_same",
    (
        "With two wine on it a deity still shows its favour to whoever brought the "
        "second one; then it sleeps until the season is over."
    ): ([ASLEEP, 1], SLEEP),
    (
        "Right after a call, clockwise from the caller's left, each other player may "
        "copy it without a pawn, for the same food, coins and wine as the caller "
        "offered and 2 wine more."
    ): COPY,
    "Who has passed may copy, too.": EDGES
    + "test_who_has_passed_may_still_copy_and_keeps_a_pawn_that_this_brings",
    "Example: Chiara calls Dea for 1 food and 1 coin.": COPY,
    "David copies for 1 food, 1 coin and 2 wine.": COPY,
    "Had she offered 1 wine besides, he would have needed 3.": BOOK
    + "test_a_copy_of_food_coin_and_wine_costs_two_wine_more",
    (
        "You may answer at once or, if somebody before you can copy as well, wish to be "
        "asked again when they have decided."
    ): COPIED + "test_who_wants_to_see_what_others_do_first_is_asked_again_after_them",
    (
        "Nobody sees an answer before the last one is in; then copies are carried out clockwise."
    ): COPIED + "test_copies_are_carried_out_clockwise_whoever_answered_first",
    (
        "So that a game does not wait for you, you may answer ahead: no copies this "
        "season or at all; or copy a certain deity if that costs a number of goods at "
        "most, the two wine counted, and say whether you are asked about all else."
    ): COPIED + "test_a_deity_is_copied_if_it_costs_no_more_than_the_limit",
    "Others do not see it, but may notice that the answer came at once.": COPIED
    + "test_an_answer_is_hidden_and_may_be_changed_until_the_last_is_in",
    "The 3 goods added by Raise are not part of what is copied.": (
        [RAISE],
        EDGES + "test_raise_lays_three_goods_of_the_supply_that_are_no_part_of_a_copy",
    ),
    "Wine never stands in for the food and coins of a copy; cards may.": COPIED
    + "test_wine_never_stands_in_for_the_coin_of_a_copy_but_exchange_may",
    "A copy cannot be copied, and each player copies an action once.": COPIED
    + "test_copies_go_from_the_left_of_the_caller",
    (
        "You are asked again in your turn if you wished it, or if a copy made before "
        "may have changed what yours is worth: with Orco's goods, and in a race for a "
        "marked space."
    ): COPIED + "test_who_may_race_for_the_same_space_is_asked_again",
    "A call may be copied even if its caller made no use of the favour.": COPIED
    + "test_a_call_without_use_of_its_favour_may_be_copied",
    "The eight deities": [len(DEITIES)],
    "Asks, awake: 1 coin.": COSTS,
    "Favour: Draw 2 cards.": [GENIO_CARDS],
    "Asks, awake: 1 food.": COSTS,
    (
        "Favour: Take a food or a coin from each other deity where some lies, or all "
        "food or all coins from one of them; no wine."
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
        "You may decline the favour of Gigante, Elefante and Balena, as nobody can see whether a "
        "card of your hand would serve."
    ): EDGES + "test_who_holds_cards_is_asked_even_if_none_can_be_played_and_reads_why",
    "Asks, awake: 1 food and 2 coins.": COSTS,
    (
        "Favour: Discard a hand card for a step of culture, architecture or science, or "
        "two cards for two steps, on one track or on two."
    ): TRADE,
    "You may decline the favour of Tartaruga.": EDGES + "test_tartaruga_and_drago_may_be_declined",
    "You may decline the favour of Drago.": EDGES + "test_tartaruga_and_drago_may_be_declined",
    "Asks, awake: 1 good of any kind.": COSTS,
    "In the end its worship value may move that deity forward.": BOOK
    + "test_deities_are_ordered_by_the_worship_under_them",
    "Who put a card under a deity may look at it again.": BOOK
    + "test_a_card_under_a_deity_is_put_there_unseen",
    "A card has two sides, its levels.": EITHER,
    (
        "Gigante, Elefante and Balena play a card with their symbol from your hand, "
        "level 1 up, or later turn it to level 2, which is called upgrading."
    ): EITHER,
    "A card with two symbols can be played and upgraded by either deity.": EITHER,
    (
        "Level 1: steps of culture, architecture and science, made at once; a temple "
        "symbol, which counts in the end as long as the card is not upgraded; and a "
        "worship value, which counts only under a deity."
    ): ALTAR,
    (
        "Level 2: more steps, made at once; its building, knowledge or character counts "
        "in the end, of two symbols the one you choose then; and perhaps an income for "
        "each production, or an ability."
    ): SYMBOL,
    "The draw pile lies with level 2 up, so its top card is open.": KNOWN
    + "test_the_open_card_of_the_pile_stays_known_in_the_hand_that_drew_it",
    "Cards are discarded openly; everybody may look through the discard pile.": KNOWN
    + "test_vision_shows_what_is_put_back_and_not_what_is_kept",
    "Each track has ten spaces; steps beyond the last are lost.": [TRACK_END],
    "Who is first on space 4, 7 or 10 of a track gets 1 point.": [*SPOTS, 1],
    "Upgraded cards may have one.": ONCE,
    "Each card can be used once a season.": ONCE,
    "Vision: when you draw, draw 2 cards more and put 2 back on the discard pile.": (
        [VISION, VISION],
        DREW,
    ),
    "You may answer ahead whether you use it.": DREW,
    "One Vision helps with one draw, however many cards are drawn.": DREW,
    "Repetition: place one more pawn on a deity where a pawn of yours stands.": REPEAT,
    (
        "Raise: when you have called a deity, lay 3 goods more on it from the supply, "
        "food and coins in any mix."
    ): [RAISE],
    "Exchange: one food counts as a coin when you pay, or one coin as a food.": EXCHANGE,
    (
        "Dragon: when you use Drago's favour, put one card more under the same or another deity."
    ): DRAGON,
    "Two cards with the same ability may both be used, even for one pawn.": EDGES
    + "test_two_raises_serve_one_pawn",
    (
        "The deity whose cards have the highest worship values in sum comes first, and "
        "so on; equals keep their order, and without cards a deity has 0."
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
        "Different temple symbols on cards that are not upgraded bring 1 point for "
        "three, 2 for four, 4 for all five."
    ): [*TEMPLE_POINTS[3:4], 3, TEMPLE_POINTS[4], 4, TEMPLE_POINTS[5], 5],
    (
        "First the cards under the deities are turned, then all choose among two "
        "symbols in turn order, then deities pay, and worship cards are shown last."
    ): SYMBOL,
    "Points may fall below nothing.": POINTS,
    (
        "Of twelve tiles, 4 white ones and 2 of each other colour, eight are drawn; one "
        "lies beside each season and holds for it."
    ): [sum(TILES.values()), TILES["white"], TILES["black"], SEASONS, 1],
    "Green: everybody places 2 pawns at most.": GREEN,
    "Black stops the village's cards as well as its goods, never its pawns.": EDGES
    + "test_black_stops_the_village_but_neither_cards_nor_pawns",
    (
        "In your turn you may take the top one, or for 2 goods look at the top two and "
        "keep one; the other is shuffled back."
    ): ([1, WORSHIP_PRICE, WORSHIP_PRICE, 1], LOOK),
    (
        "In the end each is worth 3 points if you are best in that deity's category, "
        "wherever the deity lies; else it costs 1 point."
    ): ([FULFILLED, -UNFULFILLED], POINTS),
    (
        "Take a worship card before you place your pawn or when its action is done, "
        "before others copy it: one in a turn, paying before you look."
    ): EDGES + "test_a_worship_card_may_be_taken_after_the_pawn_is_placed",
    "Who has taken one before cannot pass as long as there is something to do.": EDGES
    + "test_a_worship_card_is_taken_before_the_pawn_is_placed_once_a_turn",
    "Goods for the second card may be of any kind, but cards do not count.": LOOK,
    "If only one worship card is left, nobody can pay for a second one.": EDGES
    + "test_where_one_worship_card_is_left_nobody_pays_for_a_second",
    "Having nothing of the category never fulfils one.": EDGES
    + "test_fulfilled_worship_is_worth_three_and_the_other_costs_one_each",
    ("You may pass with pawns left; the printed rules let you go on until you have none."): EDGES
    + "test_passing_is_final_for_the_season",
    (
        "All cards of a production phase are drawn at once, as one draw; the printed "
        "rules let you choose the order of your incomes."
    ): EDGES + "test_vision_in_production_is_asked_in_turn_and_cards_are_put_back_at_once",
    ("Of four players the last one chooses its good after its card and steps, not before."): BOOK
    + "test_the_last_of_four_players_gets_a_good_of_his_choice",
    "More than what is asked can be offered in goods only, never in cards.": CARDS_OVER,
    "Who can copy answers in secret and at once, not one after another.": COPIED
    + "test_copies_are_carried_out_clockwise_whoever_answered_first",
    (
        "Gigante pays for buildings and Tartaruga for architecture; the printed rules "
        "name their categories in two ways."
    ): BOOK + "test_elefante_pays_for_knowledge_and_gigante_for_buildings",
    (
        "That there are five tracks, for food, coins, wine, pawns and cards, is likely; "
        "how long they are and where their symbols stand is reconstructed."
    ): [len(VILLAGE)],
    (
        "Twelve season tiles and what each colour does are certain; how many there are "
        "of each colour is reconstructed."
    ): [sum(TILES.values())],
    (
        "45 cards, what their two sides carry and the five abilities are certain, and "
        "so are the few cards in the rulebook's examples; all else on them is "
        "reconstructed, with their names except Altar and Cathedral."
    ): [len(CARDS), 2, len(ABILITIES)],
    (
        "Five temple symbols are certain; of their names only the moon is known, and "
        "how many cards show each is reconstructed."
    ): [len(TEMPLES)],
    (
        "The open card that somebody drew is shown in that hand to all, until a card of "
        "that hand goes under a deity: then the page forgets what it knew of it, and "
        "who remembers better may know a little more."
    ): KNOWN + "test_it_is_known_no_more_when_one_of_the_hand_went_under_a_deity",
    "All 45 cards": [len(CARDS)],
    "Card | Symbol | Level 1 | Temple | Worship | Level 2 | It brings": CARD_LIST,
    "Use Raise: lay 3 more goods of the supply on the deity?": [RAISE],
    "Use Vision: draw 2 cards more and put 2 back?": [VISION, VISION],
    "Secret cards bring 3 points for being best in a category, else they cost 1.": [
        FULFILLED,
        -UNFULFILLED,
    ],
    ("Or call a deity and offer what it asks: its favour is yours, and others may copy it."): COPY,
    "After eight seasons each deity pays those who are best in its category.": [SEASONS],
    "Use Raise: lay 3 more goods of the supply on {deity}?": [RAISE],
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
    "Vision: draw 2 cards more and put 2 back, once a season": ([VISION, VISION, 1], DREW),
    "Repetition: a second pawn on a deity, once a season": REPEAT,
    "Raise: 3 goods more on a deity that you call, once a season": [RAISE, 1],
    "Exchange: a food counts as a coin or a coin as food, once a season": EXCHANGE,
    "Dragon: one card more under a deity when you use Drago, once a season": DRAGON,
    "everybody places 2 pawns at most": GREEN,
    "nobody may copy": YELLOW,
    ("A card is worth 3 points if you are best in its category in the end, else it costs 1."): [
        FULFILLED,
        -UNFULFILLED,
    ],
    "Level 1: %(first)s; temple: %(temple)s; worship %(worship)d.": CARD_LIST,
    "%(name)s (%(symbols)s); level 2: %(upgraded)s": CARD_LIST,
    "Level 2: %(second)s": CARD_LIST,
    "+1 a season": INCOME,
    "The pawns bring them one after another; each player once a season.": BOOK
    + "test_a_player_harvests_each_good_once_a_season",
    "cards with two symbols that may be added: %(number)d": SYMBOL,
    "Nobody may copy in this season.": YELLOW,
    "%(player)s begins this one.": MOSS,
    (
        "Each deity pays for its category by its position in the park: the player with most, "
        "and from three players on the one with second most."
    ): BOOK + "test_points_for_the_majority_in_science",
    "first on gold: 1 point": FIRST,
    "level 1 above, level 2 below": CARD_LIST,
    "3, 4, 5: 1, 2, 4 pts": [3, 4, 5, *(TEMPLE_POINTS[number] for number in (3, 4, 5))],
    "+3 / –1": POINTS,
    "No worship card yet: +3 where you are best, else –1.": POINTS,
    ("Different temple symbols on cards of level 1: 3 bring 1 point, 4 bring 2, 5 bring 4."): [
        1,
        3,
        TEMPLE_POINTS[3],
        4,
        TEMPLE_POINTS[4],
        5,
        TEMPLE_POINTS[5],
    ],
    "On space 10 the one who came first is ahead.": (
        [TRACK_END, 1],
        BOOK + "test_at_the_end_of_a_track_the_first_to_come_is_better",
    ),
    "Space %(space)d: 1 point for the first": FIRST,
    # At the first time.
    "The next one pays what you lay here and a good more, so a little extra keeps others away; "
    "wine may send the deity to sleep.": (TARTARUGA, SLEEP),
    "Played, a card brings steps and a temple symbol; upgraded, it counts for its deity and may "
    "bring an income or an ability.": (
        BOOK + "test_an_upgraded_card_moves_one_on_culture_and_two_on_architecture",
        INCOME,
    ),
    "In the end worship values decide which deities stand in front and pay most: help one in "
    "whose category you lead.": ORDER,
}


def test_every_sentence_with_a_figure_is_held_by_the_rules() -> None:
    said = claims(rules)
    cards = [sentence for sentence in said if " → " in sentence]
    listed: Checks = dict.fromkeys(cards, CARD_LIST)
    assert faults(said, {**CHECKS, **listed}, __file__) == []


def test_terms_are_given_in_both_languages() -> None:
    assert set(TERMS) == {"en", "de"}
