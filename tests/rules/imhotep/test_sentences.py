"""Each sentence of Imhotep's help, tips, cards, options and log that has a number, a "never", an
"always" or a "may" is held against the tables, or by the test that fails when it is false."""

from collections import Counter

from games.rules.imhotep import rules
from games.rules.imhotep.expansions import favour, prophecies, wagers
from games.rules.imhotep.new_cards import (
    GANGPLANK_RETURNS,
    QUARRY_POINTS,
    QUARRY_STONES,
    RAFT_RETURNS,
)
from games.rules.imhotep.sites import b_sides, c_sides, d_sides
from games.rules.imhotep.state import SLEDGE_ROOM
from games.rules.imhotep.tables import (
    BASE_DECK,
    CARDS,
    COLLECTION,
    COLLECTION_FURTHER,
    FIRST_SUPPLY,
    MARKET_SLOTS,
    MINIMUM_LOAD,
    MONUMENTS,
    OBELISKS,
    PYRAMID,
    PYRAMID_SIDE,
    ROUND_CARDS,
    ROUNDS,
    SIDES,
    SITES,
    STONES,
    STONES_PER_DECORATION_POINT,
    STONES_TAKEN,
    SUPPLY_LIMIT,
    TEMPLE_WIDTH,
    TOMB_ROWS,
    UNUSED_BLUE_CARD,
    WRATH,
    collection,
)
from tests.rules.sentences import Checks, claims, faults

DECK = Counter(CARDS[:BASE_DECK])
ALL_CARDS = Counter(CARDS)
BOATS = len(ROUND_CARDS[2][0])
AREAS = list(COLLECTION[1:])
MOST_ROW, SECOND_ROW, THIRD_ROW, FOURTH_ROW = b_sides.TOMB[4]
LAST = len(b_sides.PYRAMIDS[0]) - 1

#: Sentences with the numbers of the rules in their order.
NUMBERS: Checks = {
    "If players tie, the player with more stones in the supply ranks higher; if these are equal "
    "too, they share the place.": (
        "test_turns.py::test_more_stones_in_the_supply_break_a_tie",
        "test_turns.py::test_equal_supplies_share_the_place",
    ),
    "Boats carry stones down the Nile to five sites, and everyone's stones share the same "
    "boats: the player who sails a boat decides where it goes, with or without a stone of "
    "their own on board.": [len(SITES)],
    "After six rounds, the player with the most points wins.": [ROUNDS],
    "Each player has 29 stones in their colour.": [STONES],
    "In turn order, the players begin with 2, 3, 4 and 5 of them in their supply; the others "
    "are in the quarry.": [*FIRST_SUPPLY],
    "The 34 market cards are shuffled, and so are the seven boat cards for the number of "
    "players.": [BASE_DECK, len(ROUND_CARDS[3])],
    "Move up to 3 of your stones from the quarry to your supply.": [STONES_TAKEN],
    "It has room for 5, and for 2 more with each sledge; stones that do not fit stay in the "
    "quarry.": [
        SUPPLY_LIMIT,
        SLEDGE_ROOM,
    ],
    "The grey stones at the bow show how many stones a boat needs to sail: 3 with four "
    "places, 2 with three, 1 with two or one.": [
        MINIMUM_LOAD[4],
        4,
        MINIMUM_LOAD[3],
        3,
        MINIMUM_LOAD[2],
        2,
        MINIMUM_LOAD[1],
    ],
    "Each round has four boats; one of the seven cards, drawn at the start of the round, "
    "shows which.": [
        BOATS,
        1,
        len(ROUND_CARDS[4]),
    ],
    "Six rounds use six of the cards; nobody ever sees the seventh.": [
        ROUNDS,
        len(ROUND_CARDS[2]) - 1,
    ],
    "Four cards are laid out each round.": [MARKET_SLOTS],
    "Four cards are laid out every round.": [MARKET_SLOTS],
    "The complete pyramid has 14 stones; each extra stone scores 1 point.": [
        len(PYRAMID),
        PYRAMID_SIDE,
    ],
    "In the picture, red got 2 points and green 1; the next stone scores 3.": [*PYRAMID[:3]],
    "There are 5 places, or 4 with two players, and no limit to the height.": [
        TEMPLE_WIDTH[4],
        TEMPLE_WIDTH[2],
        2,
    ],
    "Stones | 1 | 2 | 3 | 4 | 5 | each extra": [*range(1, len(COLLECTION))],
    "In the picture, blue has an area of 2 for 3 points; green one of 6 for 15 + 2 = 17; "
    "yellow one of 4 for 10; red two single stones for 1 each.": [
        2,
        collection(2),
        1,
        6,
        AREAS[-1],
        COLLECTION_FURTHER,
        collection(6),
        1,
        4,
        collection(4),
        2,
        collection(1),
    ],
    "In the picture, with four players, red gets 15; blue and yellow share second and "
    "third place, (10 + 5) ÷ 2, so 7 each; green gets nothing.": [
        4,
        *OBELISKS[4][:3],
        2,
        sum(OBELISKS[4][1:3]) // 2,
    ],
    "There are 34.": [BASE_DECK],
    "Action: take up to 3 stones, then put 1 stone on a boat.": [STONES_TAKEN, 1],
    "End of the game: 1, 3, 6, 10, 15 points for 1 to 5 statues, 2 more for each additional one.": [
        *AREAS,
        1,
        len(AREAS),
        COLLECTION_FURTHER,
        1,
    ],
    **{
        f"End of the game: 1 point for every 3 stones {at}.": [1, STONES_PER_DECORATION_POINT]
        for at in ("at the pyramid", "at the temple", "in the burial chamber", "at the obelisks")
    },
    "Decorations count stones of all colours: 13 stones in the burial chamber score 4 points.": [
        13,
        13 // STONES_PER_DECORATION_POINT,
    ],
    "A blue card that you have not played is worth 1 point at the end of the game.": [
        UNUSED_BLUE_CARD
    ],
    "Three statues score 6 points.": [3, collection(3)],
    "Market: three face-up cards and two face-down ones.": [
        b_sides.MarketB.slots,
        b_sides.MarketB.cards_face_down,
    ],
    "Pyramid: there are three small pyramids, each with four places and one on top.": [
        len(b_sides.PYRAMIDS),
        LAST,
        1,
    ],
    "Some places give 1 point and something more: the top card of the draw pile, up to "
    "three stones from the quarry, or a stone from your supply on a boat that has not "
    "sailed.": [
        b_sides.PYRAMID_BONUS,
        b_sides.BONUS_STONES,
    ],
    "Some places give 1 point and something more.": [b_sides.PYRAMID_BONUS],
    "The top is worth 4.": [int(b_sides.PYRAMIDS[0][LAST])],
    "Once all three are full, each extra stone scores 1.": [
        1,
        len(b_sides.PYRAMIDS),
        b_sides.PYRAMID_SIDE,
    ],
    "Once all pyramids are complete, each extra stone scores 1 point.": [1, b_sides.PYRAMID_SIDE],
    "Once all are complete, each extra stone scores 1 point.": [1, b_sides.PYRAMID_SIDE],
    "Once the pyramid is complete, each extra stone scores 1 point.": [1, PYRAMID_SIDE],
    "Each extra stone: 1 point.": [PYRAMID_SIDE],
    "Each extra stone: 1 point": [PYRAMID_SIDE],
    "Every stone beside the complete pyramid: 1 point.": [PYRAMID_SIDE],
    "The owner chooses one of the three pyramids; its places are filled column by column from the "
    "left, each from the top, then the one on top, worth 4.": [
        1,
        len(b_sides.PYRAMIDS),
        1,
        int(b_sides.PYRAMIDS[1][LAST]),
    ],
    "The owner of a stone chooses which of the three it goes to.": [len(b_sides.PYRAMIDS)],
    "B: three pyramids to choose from, places with bonuses; we made up what each place gives.": [
        len(b_sides.PYRAMIDS)
    ],
    "Temple: a visible stone gives what its place shows: 2 points, the top card of the "
    "draw pile, or a choice of 1 point or up to 2 stones from the quarry.": [
        b_sides.TEMPLE_POINTS,
        b_sides.CHOICE_POINTS,
        b_sides.CHOICE_STONES,
    ],
    "At the end of each round, every stone visible from above gives what its place shows: "
    "2 points, the top card of the draw pile, or a choice of 1 point or up to 2 stones "
    "from the quarry.": [b_sides.TEMPLE_POINTS, b_sides.CHOICE_POINTS, b_sides.CHOICE_STONES],
    "1 point, or up to 2 stones from the quarry": [b_sides.CHOICE_POINTS, b_sides.CHOICE_STONES],
    "2 points": [b_sides.TEMPLE_POINTS],
    "Take 1 point": [b_sides.CHOICE_POINTS],
    "1 point, and the top card of the draw pile": [b_sides.PYRAMID_BONUS],
    "1 point, and up to 3 stones from the quarry": [b_sides.PYRAMID_BONUS, b_sides.BONUS_STONES],
    "Burial chamber: at the end of the game, each of the three rows is scored separately: "
    "for the colour with the most stones, the second most, and so on, wherever they lie "
    "in the row.": [TOMB_ROWS],
    "At the end of the game each of the three rows is scored: the players with the most "
    "stones in it, the second most and so on get %(points)s points.": [TOMB_ROWS],
    "B: majorities in the three rows; we made up their points for two and three players, and "
    "for fourth place.": [TOMB_ROWS, 2, 3],
    "Stones that are not in a tower score 1 point each.": [b_sides.SINGLE],
    "A single stone scores 1 point at the end.": [b_sides.SINGLE],
    "Three stones of a colour become a tower on the free place with the highest value: "
    "%(points)s, then %(more)d each.": [b_sides.TOWER],
    "B: towers of three stones, the first ones worth most; we made up how much.": [
        b_sides.TOWER,
    ],
    "The expansion “A New Dynasty” has ten more board sides.": [2 * len(SITES)],
    "Market C: five face-up cards; a stone may take the top card of the draw pile unseen "
    "instead.": (
        [c_sides.MarketC.slots],
        "test_house_boards.py::test_market_c_has_five_cards_and_the_pile",
    ),
    "Each stone gives its owner one of five face-up cards, or the top card of the draw "
    "pile unseen.": [1, c_sides.MarketC.slots],
    "C: five face-up cards, or the top card of the draw pile unseen.": [c_sides.MarketC.slots],
    "Market D: you have two coins.": [d_sides.COINS],
    "Obelisks D: there are three tiles for each height, the best for the player who reaches "
    "it first.": [
        len(d_sides.OBELISK_TILES[0]),
    ],
    "C: tiles of 1 or 2 points, new each round.": sorted({*c_sides.SCAFFOLD}),
    "A player without a stone at one or more of the pyramid, the temple, the burial "
    "chamber and the obelisks loses 5 points, once, at the end of the game.": (
        [-WRATH, 1],
        "test_turns.py::test_wrath_costs_five_once_for_a_monument_without_an_own_stone",
    ),
    "A player who has no stone at one or more of the four monuments at the end of the "
    "game loses 5 points.": [
        len(MONUMENTS),
        -WRATH,
    ],
    "If so, the wager on that monument's first field scores 5 points, the wager on its second "
    "field 3; a wager on the first field of the monument with the second most stones scores "
    "3.": [
        *wagers.MOST,
        wagers.SECOND[0],
    ],
    "Its first field pays 5 points, its second 3; the first field of the runner-up pays 3.": [
        *wagers.MOST,
        wagers.SECOND[0],
    ],
    "First field 5 points, second field 3; the first field of the runner-up 3.": [
        *wagers.MOST,
        wagers.SECOND[0],
    ],
    "If several monuments tie for most, their first fields score 3 each and the second nothing; "
    "if several tie for second, they score nothing either.": [wagers.TIED[0]],
    "If several tie for most, their first fields pay 3 each.": [wagers.TIED[0]],
    "With two or three players there are only the first fields.": [
        players for players, fields in wagers.FIELDS.items() if fields == 1
    ],
    "Two market cards: Take up to 2 face-up cards from the market; new ones replace them.": [
        favour.CARDS_TAKEN
    ]
    * 2,
    "Two market cards": [favour.CARDS_TAKEN],
    "Take up to 2 face-up cards from the market; new ones replace them.": [
        favour.CARDS_TAKEN,
    ],
    "Load two and sail: Put up to 2 stones on a boat, then sail it.": [
        favour.STONES_BEFORE_SAILING,
    ]
    * 2,
    "Load two and sail": [favour.STONES_BEFORE_SAILING],
    "Put up to 2 stones on a boat, then sail it.": [favour.STONES_BEFORE_SAILING],
    "Put up to 2 stones on a boat, then sail it": [favour.STONES_BEFORE_SAILING],
    "Three stones: Put up to 3 stones on one or more boats.": [
        favour.STONES_LOADED,
        favour.STONES_LOADED,
        1,
    ],
    "Three stones": [favour.STONES_LOADED],
    "Put up to 3 stones on one or more boats.": [favour.STONES_LOADED, 1],
    "Once per game, as an action: put a stone from your quarry on one of five favours and "
    "use it.": [1, 1, len(favour.FAVOURS)],
    "14 more cards, four of them statues.": [
        len(CARDS) - BASE_DECK,
        ALL_CARDS["statue"] - DECK["statue"],
    ],
    "14 more market cards: sledges make room for stones, private quarries give stones, "
    "rafts and gangplanks open new ways to the sites.": [
        len(CARDS) - BASE_DECK,
    ],
    "As long as you have it: room for 2 more stones in your supply.": [SLEDGE_ROOM],
    "At once: 1 point, and up to 3 stones from your quarry.": [QUARRY_POINTS, QUARRY_STONES],
    "Action: put 2 stones from your supply back into the quarry, then put 1 directly on a site.": [
        RAFT_RETURNS,
        1,
    ],
    "Action: put 1 stone back into the quarry, then sail a boat with a stone of yours on "
    "board; it goes to a site that already has a boat.": [GANGPLANK_RETURNS],
    "Three of seven cards lie face up.": [prophecies.DRAWN, len(prophecies.PROPHECIES)],
    "Three of seven prophecies are in the game.": [prophecies.DRAWN, len(prophecies.PROPHECIES)],
    "You have two scarabs.": [prophecies.SCARABS],
    "Twice per game, as an action: place a scarab to prophesy that you will fulfil one.": [
        prophecies.SCARABS,
        1,
    ],
    "Twice per game, as an action: put a scarab on a prophecy, at most one per card and one "
    "per pair of rounds.": (
        [prophecies.SCARABS, 1, 1],
        "test_dynasty.py::test_one_scarab_for_a_pair_of_rounds_one_for_a_prophecy_two_in_all",
    ),
    "The seven cards of which three are drawn, the two scarabs per player, and the name Amun "
    "are as printed.": [len(prophecies.PROPHECIES), prophecies.DRAWN, prophecies.SCARABS],
    "The three pyramids, the three bonuses with 1 point each, and the 4 points on top are as "
    "printed.": [
        len(b_sides.PYRAMIDS),
        len(b_sides.BONUSES),
        b_sides.PYRAMID_BONUS,
        int(b_sides.PYRAMIDS[2][LAST]),
    ],
    "Burial chamber B, four players: The points 8, 4 and 2 are as printed; we made up the 1 "
    "for fourth place.": [4, MOST_ROW, SECOND_ROW, THIRD_ROW, FOURTH_ROW],
    "The points 8, 4 and 2 are as printed; we made up the 1 for fourth place.": [
        MOST_ROW,
        SECOND_ROW,
        THIRD_ROW,
        FOURTH_ROW,
    ],
    "Burial chamber B, two or three players: We made up the points, based on those for four "
    "players.": [2, 3, 4],
    "We made up the points, based on those for four players.": [max(b_sides.TOMB)],
    "Only the tower worth 9 points, and 1 point for a single stone, are as printed.": [
        b_sides.TOWERS[0],
        b_sides.SINGLE,
    ],
    "As long as there are no stones anywhere, all four monuments are tied.": [len(MONUMENTS)],
    "A: four face-up cards.": [MARKET_SLOTS],
    "B: three face-up cards, and two face-down ones of which you keep one.": [
        b_sides.MarketB.slots,
        b_sides.MarketB.cards_face_down,
        1,
    ],
    "Everything: all expansions, house cards included; at the start, one of the four sides of "
    "each site is drawn, house boards C and D included.": [1, len(SIDES)],
    "Take up to three stones from the quarry.": [STONES_TAKEN],
    "The temple scores after each round, the rest after six rounds.": [ROUNDS],
    "At the end of the game, have {number} or more stones at each of the four monuments.": [
        len(MONUMENTS)
    ],
    "At the end of the game, have %(number)d or more stones at each of the four monuments.": [
        len(MONUMENTS)
    ],
    "Second level: what its four places score.": [4],
    "A round ends when all four boats have sailed.": [BOATS],
    "Wrath of the Pharaoh as things stand, without a stone at one of the four monuments: "
    "%(points)d": [len(MONUMENTS)],
    "At the end of the game each area of connected stones of one colour scores 1, 3, 6, "
    "10, 15 points for 1 to 5 stones and 2 more for each additional one.": [
        1,
        *AREAS,
        1,
        len(AREAS),
        COLLECTION_FURTHER,
        1,
    ],
    "Take up to 3 of your stones as an action; a supply holds 5 at most, and 2 more with each "
    "sledge.": [STONES_TAKEN, SUPPLY_LIMIT, SLEDGE_ROOM],
    "Without this variant, each player has 29 stones.": [STONES],
    "Look at the two face-down cards and keep one": [b_sides.MarketB.cards_face_down, 1],
    "Two cards lie here face down: look at both and keep one.": [
        b_sides.MarketB.cards_face_down,
        1,
    ],
    "Which of the two cards do you keep?": [b_sides.MarketB.cards_face_down],
    "Side B: when the two face-down cards are replaced, two new ones are laid down.": [
        b_sides.MarketB.cards_face_down,
    ]
    * 2,
    "Unlimited stones: in the printed game, two players go on with a second colour when "
    "theirs runs out.": [2],
    "A round ends when its four boats have sailed, wherever they went: with gangplanks, "
    "several may be at one site.": (
        [BOATS],
        "test_dynasty.py::test_round_ends_with_the_fourth_boat_wherever_it_sailed",
    ),
}

#: Tests, each with the sentences that are false where it fails.
TESTS: dict[str, tuple[str, ...]] = {
    "test_sites.py::test_shared_places_round_down": (
        "At the end of the game the tallest ones score; tied players add up the points of their "
        "places and share them, rounded down.",
        "Tied players share the points of their places, rounded down.",
    ),
    "test_house_boards.py::test_tomb_d_shares_rows_and_pays_a_point_beyond_its_tiles": (
        "At the end of the game the most stones in a row score %(alone)d points, or %(shared)d "
        "each if tied.",
    ),
    "test_sites.py::test_temple_boat_fills_the_level_and_begins_the_next": (
        "At the temple, later stones may cover earlier ones.",
    ),
    "test_b_sides.py::test_pyramid_card_bonus_is_a_point_and_the_top_card": (
        "Besides points, a place may give a card or stones.",
    ),
    "test_turns.py::test_seats_act_in_turn": (
        "Your turn: one action",
        "You do exactly one of the following; expansions in the game add other actions.",
        "A turn is one action.",
    ),
    "test_turns.py::test_place_takes_any_free_field_of_a_boat_that_waits": (
        "Put one stone from your supply on any free place of a boat that has not sailed.",
    ),
    "test_cards.py::test_blue_card_is_an_action_and_is_discarded": ("One card per turn.",),
    "test_words.py::test_a_place_is_picked_at_once_and_a_boat_to_sail_it": (
        "On the board, click what glows: the quarry, a place on a boat, a boat and then a "
        "site, or one of your cards.",
    ),
    "test_turns.py::test_minimum_loads": (
        "This boat may sail: the red stone is unloaded first, then yellow, then blue.",
    ),
    "test_turns.py::test_a_site_takes_one_boat_a_round": (
        "At most one of the round's four boats goes to each site, unless a gangplank brings a "
        "second one; so at least one of the five sites gets none.",
    ),
    "test_turns.py::test_round_ends_with_the_fourth_boat_and_its_sailor_s_neighbour_begins": (
        "The player after the one who sailed it begins the next round.",
    ),
    "test_sites.py::test_market_owners_take_cards_in_the_order_of_their_stones": (
        "For each of your stones you take one of the face-up cards; then the stones go back "
        "to the quarry.",
        "Each stone gives its owner one of the face-up cards; then the stones go back to "
        "the quarry.",
    ),
    "test_sites.py::test_temple_scores_stones_seen_from_above": (
        "At the end of every round, each stone visible from above scores 1 point.",
        "At the end of each round, every stone visible from above scores 1 point.",
        "In the picture, blue gets 2 points, the others 1 each.",
    ),
    "test_sites.py::test_tomb_scores_each_area": (
        "At the end of the game, stones of one colour that touch side by side or one above "
        "the other form an area.",
    ),
    "test_sites.py::test_market_discards_are_shuffled_when_the_pile_is_empty": (
        "When the draw pile is empty, the discarded cards are shuffled into a new one.",
    ),
    "test_cards.py::test_sail_loads_and_sails_the_same_boat": (
        "Action: put 1 stone on a boat, then sail that boat.",
    ),
    "test_cards.py::test_chisel_loads_two_on_one_boat_or_on_two": (
        "Action: put 2 stones on one boat, or 1 stone on each of two boats.",
    ),
    "test_sites.py::test_temple_is_scored_after_every_round": (
        "After the sixth round the temple scores once more, then the burial chamber, the "
        "obelisks, decorations, statues and unused blue cards.",
    ),
    "test_b_sides.py::"
    "test_market_stone_may_look_at_two_cards_keep_one_and_discard_the_other_openly": (
        "A stone may take those two: you look at both, keep one and discard the other face up.",
        "Each stone gives its owner one of the face-up cards, or a look at the two "
        "face-down ones, of which one is kept and the other discarded.",
        "A player who takes them keeps one.",
        "The card that you do not keep is discarded for all to see: keep the one that suits your "
        "stones.",
        "{player} keeps one of the cards; discarded: {discarded}.",
    ),
    "test_b_sides.py::test_pyramid_owners_choose_one_of_three": (
        "The owner of a stone chooses which one it goes to.",
    ),
    "test_b_sides.py::test_obelisk_stones_become_a_tower_of_the_highest_value_left": (
        "Obelisks: your stones gather one by one.",
        "Every third one makes a tower, on the free place with the highest value.",
    ),
    "test_house_boards.py::test_market_d_sells_a_second_card_for_a_coin": (
        "When a stone takes a card, you may pay one coin for another face-up card, which is "
        "replaced at once.",
        "Each stone gives its owner one of the face-up cards, and for a coin another one, "
        "which is replaced.",
        "Side D: you get the bought card after the one you took has had its effect.",
    ),
    "test_house_boards.py::test_pyramid_c_lets_owners_choose_a_column_and_imhotep_brings_a_point": (
        "Imhotep stands at one of them: a stone there scores more, and he moves on to the "
        "next one with room.",
    ),
    "test_house_boards.py::test_pyramid_d_pays_the_first_alone": (
        "Each stone moves its owner's chariot one step forward; the step reached scores "
        "its points at once, and more to the first player who reaches a step with a plus.",
    ),
    "test_house_boards.py::test_temple_d_pays_pairs_of_neighbours": (
        "Temple D: neighbouring stones of one colour score more.",
        "D: neighbouring stones of one colour score more.",
        "At the end of each round, every stone visible from above scores 1 point, and two "
        "neighbours of one colour %(more)d more.",
        "Two neighbours of one colour, extra points: %(points)d",
    ),
    "test_house_boards.py::test_tomb_c_scores_the_largest_area_and_a_point_for_other_stones": (
        "At the end of the game only the largest area of each colour scores %(points)s "
        "points for 1, 2, 3 … stones and %(more)d more for each additional one; every "
        "other stone scores %(other)d.",
    ),
    "test_house_boards.py::test_obelisks_c_pay_height_and_the_tallest": (
        "The tallest obelisk: %(tallest)d more, or %(shared)d each if tied.",
        "At the end of the game your obelisk scores %(points)s points for 1, 2, 3 … "
        "stones and %(more)d more for each additional one; the tallest scores %(tallest)d "
        "more, or %(shared)d each if tied.",
    ),
    "test_minis.py::test_private_boat_needs_a_stone_and_sails_once_a_game": (
        "Once per game, as your action: put a stone from your supply on your own boat and "
        "sail it to a site at once.",
        "Once per game, as an action: put a stone from your supply on your own boat and sail "
        "it at once, even to a site that already has a boat.",
        "Once per game, as an action: put a stone from your supply on your boat and sail it "
        "at once.",
        "Sails once per game, with one stone.",
    ),
    "test_minis.py::test_private_boat_may_follow_a_boat_and_a_boat_may_follow_it": (
        "A boat of the round may already be there, or come later; each site takes only one "
        "private boat per round.",
        "A site takes one private boat per round.",
    ),
    "test_minis.py::"
    "test_private_boats_are_gone_when_the_round_ends_and_pay_a_point_if_never_used": (
        "If you never use yours, you get 1 point at the end of the game.",
        "1 point if you never do.",
        "1 point if it never does.",
        "If you never do, you get 1 point at the end of the game.",
    ),
    "test_minis.py::test_private_boat_neither_ends_the_round_nor_decides_who_begins": (
        "A private boat is not a boat of the round: it decides neither when the round "
        "ends nor who begins the next one.",
    ),
    "test_minis.py::test_wager_takes_a_stone_from_the_quarry_once": (
        "Once per game, as your action: put a stone from your quarry on a free field with the "
        "name of a monument.",
        "Once per game, as an action: use a stone from your quarry to wager on the monument "
        "that will have the most stones.",
        "Once per game, as an action: use a stone from your quarry to wager on the monument "
        "that will have the most stones of all colours at the end.",
    ),
    "test_minis.py::test_favours_are_chosen_once_each_and_once_by_each": (
        "Once per game, as your action: put a stone from your quarry on a free favour and use it.",
        "Only one player can use each favour.",
        "Each favour can be used once.",
        "Once per game, as an action: put a stone from your quarry on a free favour and use it.",
    ),
    "test_dynasty.py::test_stone_decoration_counts_the_own_supply_sledges_included": (
        "End of the game: 1 point for each stone in your supply.",
    ),
    "test_dynasty.py::test_one_scarab_for_a_pair_of_rounds_one_for_a_prophecy_two_in_all": (
        "As your action, you put one on a card to prophesy that you will fulfil it at the end "
        "of the game: at most one on each card, and at most one in each pair of rounds: 1 and "
        "2, 3 and 4, 5 and 6.",
    ),
    "test_dynasty.py::test_early_prophecies_pay_and_cost_more": (
        "All players may use the same card.",
    ),
    "test_hidden_cards.py::test_points_from_cards_are_shown_at_the_end": (
        "A blue one is shown when you play it, the others at the end of the game.",
    ),
    "test_hidden_cards.py::test_red_cards_are_seen_by_all": (
        "Red ones are used at once, as always.",
    ),
    "test_turns.py::test_unlimited_stones": (
        "The quarry never runs out.",
        "Here the quarry never runs out, with any number of players.",
        "Take up to {n} stones; they never run out.",
        "%(player)s: the quarry never runs out",
    ),
    "test_cards.py::test_red_card_without_a_stone_in_the_quarry_is_merely_discarded": (
        "Even with nothing left in your quarry, you may take a red card, and must if it "
        "is the only card; then no stone is placed.",
    ),
    "test_dynasty.py::test_red_cards_are_discarded_unless_amun_is_there": (
        "Here they are kept only if Amun is one of the prophecies; no other card needs them.",
    ),
    "test_dynasty.py::test_gangplank_does_not_sail_to_a_market_without_cards": (
        "A private boat, a raft, or a boat using a gangplank may not go to a market where "
        "there is no card to take.",
    ),
    "test_minis.py::test_favour_needs_a_stone_in_the_quarry_and_the_full_supply_another_one": (
        "The favour “Full supply” takes as many stones as the quarry has; besides the "
        "stone that it costs, there must be at least one more in the quarry.",
    ),
    "test_turns.py::test_sail_needs_the_minimum_but_no_stone_of_ones_own": (
        "Any player may sail it, with or without a stone of their own on board.",
    ),
    "test_turns.py::test_round_without_a_boat_sailed_passes_the_start_on": (
        "The player after the one who sailed last begins the next round; if nobody sailed, "
        "the player after the one who began.",
    ),
    "test_b_sides.py::test_pyramid_bonus_is_carried_out_before_the_next_stone_is_unloaded": (
        "The effect of a stone is carried out before the next one is unloaded.",
    ),
    "test_cards.py::test_hammer_takes_what_fits": (
        "The hammer takes as many of the 3 stones as fit, then loads one if there is a place; "
        "at least one of the two must be possible.",
    ),
    "test_cards.py::test_chisel_with_one_stone_or_one_field_loads_one": (
        "The chisel loads 1 stone if there is no second one or no second place.",
    ),
    "test_b_sides.py::test_market_packet_of_one_card_is_kept_without_a_question": (
        "If only one is left, you take it without being asked.",
        "One card lies here face down.",
    ),
    "test_b_sides.py::test_pyramid_load_bonus_may_be_left": (
        "You may load a stone: on which boat?",
        "You may load a stone, but need not; cards and stones are always taken.",
        "1 point, and you may load a stone from your supply",
    ),
    "test_minis.py::test_wrath_counts_stones_on_every_side": ("The penalty applies once.",),
    "test_minis.py::test_favour_of_two_cards_uses_red_ones_and_fills_their_places": (
        "Two cards: you must take the first one; two red ones are used in the order taken.",
    ),
    "test_dynasty.py::test_gangplank_sails_a_boat_with_an_own_stone_where_one_lies_already": (
        "With a gangplank, a boat may follow any boat of this round, including a private boat.",
    ),
    "test_refusals.py::test_a_card_that_cannot_be_played_says_why": (
        "No boat with a free place has enough stones to sail, even with one more.",
    ),
    "test_instructions.py::test_one_card_by_name_is_taken_where_it_lies_and_asked_for_where_not": (
        "One card, if it is face up",
    ),
    "test_instructions.py::test_no_coin_is_paid_by_a_player_who_has_said_so": (
        "Always keep the coin",
    ),
    "test_instructions.py::test_temple_s_point_or_stones_are_taken_always": (
        "Always the point",
        "Always the stones; the point if there is no room",
    ),
    "test_instructions.py::test_pyramid_with_most_points_or_one_of_the_three_is_built_on": (
        "One pyramid until it is complete",
    ),
    "test_minis.py::test_favour_of_three_stones_loads_them_where_one_likes": (
        "You may put {n} more stone on a boat",
        "You may put {n} more stones on boats",
    ),
    "test_preview.py::test_temple_b_counts_points_and_the_point_of_a_choice": (
        "Paid when the round ends, assuming that players who may choose take the point.",
    ),
    "test_turns.py::test_view_is_the_same_for_everybody_and_holds_no_order_to_come": (
        "One of these cards for each round; one will be left over.",
    ),
}
CHECKS: Checks = {
    **NUMBERS,
    **{sentence: test for test, sentences in TESTS.items() for sentence in sentences},
}


def test_every_sentence_with_a_figure_in_it_is_true() -> None:
    assert faults(claims(rules), CHECKS, __file__) == []


def test_no_sentence_stands_in_the_table_twice() -> None:
    assert len(CHECKS) == len(NUMBERS) + sum(map(len, TESTS.values()))
