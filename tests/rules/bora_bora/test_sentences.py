"""What help, tips, labels and log lines of Bora Bora say in figures is what the rules do."""

from __future__ import annotations

from collections import Counter

from games.rules.bora_bora import rules
from games.rules.bora_bora.final import end_points
from games.rules.bora_bora.island import reach
from games.rules.bora_bora.phase_b import strength
from games.rules.bora_bora.reconstructed import (
    CERTAIN,
    FISH,
    GROUND,
    JEWEL_KINDS,
    JEWELS,
    JEWELS_PER_ROUND,
    PATHS,
    PEOPLE,
    SPECIES,
    STATUS_POINTS,
)
from games.rules.bora_bora.setup import FIRST_FISH
from games.rules.bora_bora.tables import (
    ALL_TASKS,
    BONUS,
    BUILDING_POINTS,
    BUILDING_TILES,
    COPIES,
    DICE,
    FIRST_CARDS,
    FIRST_GOD_TILES,
    FIRST_OFFERINGS,
    FISHING_POINTS,
    GOD_DISPLAY,
    GOD_TILE_POINTS,
    HIGHEST,
    ISLANDS,
    MATERIALS,
    PERSON_KINDS,
    PIPS,
    PRIEST_POINTS,
    PRIESTS,
    REGIONS,
    ROUNDS,
    SPACES,
    TASK_POINTS,
    TASK_POINTS_WITH_GOD,
    TASKS_BEYOND_PLAYERS,
    TASKS_IN_HAND,
    TERRAINS,
)
from games.rules.bora_bora.tasks import COUNTERS
from tests.rules.sentences import Checks, claims, faults

from .positions import ANNA, BEN, START, huts, new

DICE_OF, GODS_OF = "test_dice_and_islands.py::", "test_gods.py::"
HELPER, USING = "test_people_and_helper.py::", "test_phase_b.py::"
ENDING, TASKS = "test_phase_c_and_end.py::", "test_tasks.py::"
PLACES, WAITS = "test_temple_and_building.py::", "test_waits.py::"

LOWER = DICE_OF + "test_only_lower_dice_may_follow_on_a_card"
IN_TURN = DICE_OF + "test_everybody_places_three_dice_in_turn_order"
DOUBLE = DICE_OF + "test_action_cards_by_number_of_players"
PATH = DICE_OF + "test_paths_from_the_central_mountain"
FIRST_HUTS = DICE_OF + "test_first_huts_stand_beside_the_ones_against_turn_order"
TWELFTH = HELPER + "test_huts_move_to_the_twelfth_space_for_two_pips_each"
ONE_OF_EACH = USING + "test_one_kind_of_men_and_one_of_women_in_any_order"
BUILDING = PLACES + "test_building_removes_two_neighbouring_materials"
NO_PAIR = PLACES + "test_without_two_neighbouring_materials_nobody_builds"
JEWEL = ENDING + "test_jewels_are_bought_in_the_new_turn_order_one_for_each"
NEW_TASK = ENDING + "test_everybody_takes_a_new_task_in_turn_order_and_two_are_left"
SIXTH = ENDING + "test_each_round_lays_out_two_tasks_more_than_players_the_sixth_as_well"
MET = ENDING + "test_met_tasks_are_settled_in_the_end_without_a_question"
LAST_TASKS = ENDING + "test_the_last_three_tasks_are_settled_with_up_to_three_yellow_gods"
STATUS = ENDING + "test_status_is_scored_and_makes_the_new_turn_order"
YELLOW = TASKS + "test_a_yellow_god_replaces_just_one_thing"
DISCARD = TASKS + "test_a_met_task_cannot_be_passed_over_for_a_discard"
CARDS = TASKS + "test_two_equal_cards_and_god_tiles_are_no_cards_to_show"
COST, PAIR = (GODS_OF + "test_every_god_card_costs_an_offering",
              GODS_OF + "test_two_equal_cards_stand_for_any_god")  # fmt: skip
TILE = GODS_OF + "test_a_god_tile_is_any_god_without_an_offering"
WHITE = GODS_OF + "test_a_white_god_lends_a_six_and_the_die_keeps_its_face"
DRAWN = "test_board.py::test_no_two_tasks_are_drawn_alike"


def in_rounds(points: tuple[int, ...]) -> list[int]:
    """ "10 in rounds 1 and 2, 7 in rounds 3 and 4 …", if each worth is that of two rounds."""
    assert points[::2] == points[1::2]
    return [n for i in (0, 2, 4) for n in (points[i], i + 1, i + 2)]


def amounts(kind: str) -> list[int]:
    """What one, two and three equal people do."""
    return [strength(kind, number) for number in (1, 2, 3)]


def path_up_to(kind: str) -> list[int]:
    one, two, three = amounts(kind)
    return [one, two, 2, three, 3]


def by_terrain(position: int) -> set[int]:
    return set(Counter(region[position] for region in REGIONS.values()).values())


RULE_CHECKS: Checks = {
    "The player furthest ahead is first in the new turn order, and so on; in a tie, the player "
    "who arrived last is ahead.": (
        STATUS,
        HELPER + "test_markers_stack_and_who_comes_last_is_ahead",
    ),
    "The player furthest ahead is first in the next round; in a tie, the marker at the upper "
    "left.": STATUS,
    "The player with the most priests gets a god tile; in a tie, the tied player with the highest "
    "priest.": ENDING + "test_of_equals_the_one_with_the_higher_priest_takes_the_tile",
    "In a tie, the tied player who is earlier in turn order wins.": (
        ENDING + "test_ties_go_to_the_player_earlier_in_turn_order"
    ),
    "Six rounds of three phases each.": [ROUNDS, len("ABC")],
    "Everyone rolls three dice.": [DICE],
    "In turn order you place one at a time on an action card where every die is higher, and carry "
    "out its action with the value of your die.": (LOWER, IN_TURN),
    "You use one kind of men and one kind of women on your board.": ONE_OF_EACH,
    "Status and temple score, you may buy a jewel, and you resolve a task and take a new "
    "one.": JEWEL,
    "You score your last tasks, god tiles, fish at building sites and jewellery, and 6 points "
    "for whatever is complete.": [BONUS],
    "You have eleven huts on spaces 1 to 11 of your board and one on space 12, four priests, six "
    "building tiles, a god tile, two offerings, two god cards and three tasks.": (
        [
            SPACES - 1,
            1,
            SPACES - 1,
            1,
            SPACES,
            PRIESTS,
            len(BUILDING_TILES),
            FIRST_OFFERINGS,
            FIRST_CARDS,
            TASKS_IN_HAND,
        ],
        lambda: FIRST_GOD_TILES == 1,
    ),
    "The second player in turn order starts with 1 point, the third with 2, the fourth with 3.": (
        FIRST_HUTS,
    ),
    "Then, starting with the last player, everyone builds a hut in a free region with a fish "
    "worth 1 and takes its material or offering.": ([FIRST_FISH], FIRST_HUTS),
    "In turn order each player places one die, three times in all.": ([1, DICE], IN_TURN),
    "Its value limits what the action may do, and you may always use less.": (
        PATH,
        PLACES + "test_a_die_allows_its_space_of_the_temple_and_lower_ones",
    ),
    "With two players, woman and man share a card, and so do land and water; with three, only "
    "land and water do.": DOUBLE,
    "Build a hut in a new region, along a path from one of your huts.": PATH,
    "A hut that you push off the building site stays in the region: its owner can still move on "
    "from it and count it for tasks and for all twelve regions, but not for the fish at the end.": (
        [len(REGIONS)],
        "test_sentences.py::test_what_a_hut_pushed_aside_keeps",
    ),
    "Spend the pips of the die: 1 to push a person down or for a point; 2 for an offering, a god "
    "card, a material, or to move a hut to space 12.": (
        [PIPS["push"], PIPS["offering"], SPACES],
        lambda: PIPS["push"] == PIPS["points"],
        lambda: len({PIPS[what] for what in ("offering", "god", "material", "hut")}) == 1,
    ),
    "A man who is pushed down gives status steps, a woman gives shells, each person once.": (
        HELPER + "test_anna_spends_five_pips",
        HELPER + "test_nobody_is_pushed_down_twice",
    ),
    "Moving a hut to space 12 makes room for a person without a new region; any number of "
    "huts may stand there.": TWELFTH,
    "A priest already there moves to the next lower space, and so on; a priest pushed from "
    "space 1 goes back to its owner.": PLACES + "test_the_last_priest_is_pushed_out_to_its_owner",
    "Cover two neighbouring materials with your highest tile up to the die.": BUILDING,
    "It scores 10 points in rounds 1 and 2, 7 in rounds 3 and 4, 4 in rounds 5 and 6.": in_rounds(
        BUILDING_POINTS
    ),
    "To play a god you pay an offering and one card of its colour, or an offering and two "
    "equal cards of any colour, or only a god tile.": (COST, PAIR, TILE),
    "Phase A, once for each die: place it even if it is not lower than the dice on the card.": (
        GODS_OF + "test_each_further_die_beyond_the_bar_needs_a_blue_god_of_its_own",
    ),
    "Phase A, once for each die: it counts as a 6, but keeps its own number on the card.": (
        [1, HIGHEST],
        WHITE,
    ),
    "Phases A and B, once for each new hut: score the fish of its region; the fish stays.": (
        GODS_OF + "test_a_red_god_scores_the_fish_of_the_new_region_once",
        USING + "test_red_may_be_played_for_a_path_of_phase_b",
    ),
    "Phase B, once a round: double the people you use, or use another kind of the same sex.": USING
    + "test_green_is_played_once_in_a_round",
    "Once for each task: replaces one missing thing; the task scores 4 points instead of 6.": (
        [1, 1, TASK_POINTS_WITH_GOD, TASK_POINTS],
        YELLOW,
        TASKS + "test_a_yellow_god_does_not_replace_two_things",
    ),
    "Only you know what you draw from the deck, and your first two cards.": (
        [FIRST_CARDS],
        "test_knowledge.py::test_cards_drawn_from_the_deck_are_told_to_their_owner_only",
    ),
    "In turn order you may use one kind of men and one kind of women, in either order.": (
        ONE_OF_EACH,
        USING + "test_nobody_has_to_use_his_people",
    ),
    "Equal men add up, and so do equal women, but men and women never add up with each other.": (
        USING + "test_don_adds_his_trackers",
    ),
    "Land path up to 2; up to 4 with two such people, up to 6 with three.": path_up_to("land"),
    "Water path up to 2; up to 4 with two such people, up to 6 with three.": path_up_to("water"),
    "Take a woman from spaces 1 to 3; from any space with two such people.": (
        [1, amounts("woman")[0], 2],
        lambda: amounts("woman")[1] == HIGHEST,
    ),
    "Take a man from spaces 1 to 3; from any space with two such people.": (
        [1, amounts("man")[0], 2],
        lambda: amounts("man")[1] == HIGHEST,
    ),
    "Build a tile up to 3; any tile with two such people.": (
        [amounts("build")[0], 2],
        lambda: amounts("build")[1] == HIGHEST,
    ),
    "Move a hut to space 12 for each such person.": ([SPACES], lambda: amounts("hut") == [1, 2, 3]),
    "Get 2 points for each such person.": (
        [amounts("points")[0]],
        lambda: amounts("points") == [2, 4, 6],
    ),
    "Each of your priests scores 1 point in rounds 1 and 2, 2 in rounds 3 and 4, 3 in rounds "
    "5 and 6.": in_rounds(PRIEST_POINTS),
    "In the new turn order you may buy one jewel of this round with shells.": JEWEL,
    "You resolve one of your three tasks: fulfil it for 6 points, or with the yellow god for "
    "4, or discard it if none is met.": (
        [1, TASKS_IN_HAND, TASK_POINTS, TASK_POINTS_WITH_GOD],
        DISCARD,
    ),
    "Then everyone takes a new one, in turn order, even in the last round.": (NEW_TASK, SIXTH),
    "A task asks for at least the things shown; you may have more, and you hand in nothing.": TASKS
    + "test_nothing_is_handed_in_for_a_task_that_is_met",
    "For god cards only cards in your hand count, not god tiles, and not two equal cards in "
    "place of another one.": CARDS,
    "Each round lays out two tasks more than there are players; they are not refilled, and "
    "the last two leave the game.": ([TASKS_BEYOND_PLAYERS, TASKS_BEYOND_PLAYERS], SIXTH, NEW_TASK),
    "≠ means all different, = all equal, ↓ pushed down, 12 on space 12.": ([SPACES] * 2, DRAWN),
    "Two faces next to a small picture are people of that kind, men or women.": DRAWN,
    "After the sixth round you resolve your last three tasks as well, each with a yellow god "
    "if you like.": ([TASKS_IN_HAND], LAST_TASKS),
    "Then you score 2 points for each god tile, the fish of each region where your hut is on "
    "the building site, the points of your jewellery, and 6 points for each of these: nine "
    "tasks, six jewels, a full ceremony ground, six building tiles, huts in all twelve "
    "regions, twelve people.": (
        [GOD_TILE_POINTS, BONUS, ALL_TASKS, ROUNDS, len(BUILDING_TILES), len(REGIONS), SPACES],
        ENDING + "test_each_completion_is_worth_six_points",
        ENDING + "test_the_final_scoring_counts_tiles_sites_and_jewellery",
    ),
    "Each of its twelve fields holds one material.": [len(GROUND), 1],
    "You build a tile on two neighbouring materials.": BUILDING,
    "Materials, shells and offerings never run out.": (
        "test_random.py::test_events_account_for_every_point_offering_and_shell",
    ),
    "You build the highest building tile that the value allows; you cannot choose a lower one.": (
        USING + "test_ben_builds_a_higher_tile_with_green_but_no_second_one",
    ),
    "Huts leave spaces 1 to 11 in a fixed order, because these spaces are all alike.": [
        1,
        SPACES - 1,
    ],
    "At the end, tasks whose conditions are met are fulfilled automatically; you may "
    "fulfil others with yellow.": MET,
    "You may pay for red with the offering that the new region has just given.": GODS_OF
    + "test_the_offering_gained_there_may_pay_for_the_red_god",
    "Huts on space 12 are built last.": DICE_OF + "test_the_twelfth_space_is_emptied_last",
    "Once none is left there, the space can hold a person.": HELPER
    + "test_the_twelfth_space_takes_a_person_once_no_hut_stands_there",
    "You may push out your own priest.": PLACES + "test_a_player_may_push_out_their_own_priest",
    "You cannot use the temple while all four of yours are inside.": (
        [PRIESTS],
        PLACES + "test_with_all_priests_inside_the_temple_cannot_be_chosen",
    ),
    "You may use people taken in phase B at once if you have not used their sex yet.": USING
    + "test_a_woman_just_taken_may_be_used_at_once",
    "Yellow replaces one thing: a piece, a card, a region, an island, or being first.": YELLOW,
    "You cannot discard a task while one of your tasks is met.": DISCARD,
    "You never have to play yellow.": TASKS + "test_nobody_is_forced_to_play_a_yellow_god",
    "Cards used after that are placed face up, up to five.": (
        [GOD_DISPLAY],
        GODS_OF + "test_the_display_goes_back_to_five_as_soon_as_there_are_cards_again",
    ),
}

FIGURES: Checks = {
    "The rulebook gives 4 of the 20 numbers in an example.": (
        [len(CERTAIN), sum(map(len, PATHS.values()))],
        PATH,
    ),
    "We chose the other numbers, and the four water paths between outer islands.": [4],
    "Certain: four fish are worth 1, at least one is worth 5, none more than 6.": (
        [4, FIRST_FISH, 1, 5, 6],
        lambda: Counter(worth for _species, worth in FISH.values())[1] == 4,
        lambda: max(worth for _species, worth in FISH.values()) == 6,
    ),
    "Likely: four species of three fish each.": (
        [len(SPECIES), 3],
        lambda: set(Counter(s for s, _w in FISH.values()).values()) == {3},
    ),
    "Certain: 12 kinds, each with three men and three women, and what they do.": (
        [len(PERSON_KINDS), COPIES, COPIES],
        lambda: len(PEOPLE) == 72,
    ),
    "Certain: 24 jewels worth 1 to 9 points.": [
        len(JEWELS),
        min(p for _k, p, _c in JEWELS.values()),
        max(p for _k, p, _c in JEWELS.values()),
    ],
    "Likely: six kinds of four jewels each.": (
        [len(JEWEL_KINDS), JEWELS_PER_ROUND],
        lambda: set(Counter(kind for kind, _p, _c in JEWELS.values()).values()) == {4},
    ),
    "Certain: 0 to 15 points, and five steps reach the first space worth 4.": [
        STATUS_POINTS[0],
        STATUS_POINTS[-1],
        STATUS_POINTS.index(4),
        4,
    ],
    "Certain: twelve fields for one material each.": [len(GROUND), 1],
    "Likely: four fields for each material.": (
        [len(GROUND) // len(MATERIALS)],
        lambda: set(Counter(GROUND).values()) == {4},
    ),
    "Certain: three regions of each terrain, two regions on each outer island.": (
        [3, 2],
        lambda: by_terrain(1) == {3} and by_terrain(0) == {4, 2},
        lambda: len(ISLANDS) == 5,
    ),
    "Likely: where each region is, and that each terrain gives one material or an "
    "offering.": lambda: len(TERRAINS) == len(MATERIALS) + 1,
    "Certain: six tiles that each show a die, worth 10, 7 or 4 points.": [
        len(BUILDING_TILES),
        *dict.fromkeys(BUILDING_POINTS),
    ],
    "Likely: one tile of each number, and two rounds for each worth.": (
        [1, 2],
        lambda: len(set(BUILDING_TILES)) == len(BUILDING_TILES),
    ),
}

#: The lowest number of a die.
LOWEST = 1
WORDS: Checks = {
    "Which two fields do you build on?": BUILDING,
    "Which two fields do you build tile {tile} on?": BUILDING,
    "Use a yellow god on one of your last tasks?": LAST_TASKS,
    "All your huts are on space 12 or on the islands": [SPACES],
    "You have no two neighbouring materials": NO_PAIR,
    "A {n} is there: only lower dice may follow": LOWER,
    "The next one must be lower than %(bar)d.": LOWER,
    "Where do you place the 1?": [LOWEST],
    "Where do you place the 2?": [LOWEST + 1],
    "It does little, and only a 1 follows it without a god.": ([LOWEST], LOWER),
    "Place one of your three dice on a card where every die is higher, and carry out its action.": (
        [1, DICE],
        LOWER,
    ),
    "Fulfil a task in each round for 6 points.": [TASK_POINTS],
    "After six rounds the player with the most points wins.": [ROUNDS],
    "Push a person down (1 pip)": [PIPS["push"]],
    "Push down: {person}, {gain} (1 pip)": [PIPS["push"]],
    "A god card (2 pips)": [PIPS["god"]],
    "{gift} (2 pips)": ([PIPS["god"]], lambda: PIPS["god"] == PIPS["material"]),
    "A material (2 pips)": [PIPS["material"]],
    "A hut to space 12 (2 pips)": [SPACES, PIPS["hut"]],
    "An offering (2 pips)": [PIPS["offering"]],
    "Fulfil for 4 points: {task} – {way}": [TASK_POINTS_WITH_GOD],
    "pay one card ({colour}) and an offering": COST,
    "pay two cards ({colour}) and an offering": PAIR,
    "{player} moves {n} hut to space 12.": [SPACES],
    "{player} moves {n} huts to space 12.": [SPACES],
    "{n} × hut on space 12": [SPACES],
    "Build your highest tile up to the die on two neighbouring materials; then take a fire "
    "bonus.": (BUILDING,),
    "2 points for any die.": [FISHING_POINTS],
    "with the white god (counts as 6)": [HIGHEST],
    "with the blue and the white god (counts as 6)": [HIGHEST],
    "All nine tasks": [ALL_TASKS],
    "Six jewels": [ROUNDS],
    "Twelve people": [SPACES],
    "one from the deck": HELPER + "test_ben_might_have_taken_two_cards_and_two_points",
    "%(player)s's ceremony ground, fields filled: %(number)d of 12": [len(GROUND)],
    "%(player)s's twelve spaces": [SPACES],
    "%(player)s's huts on spaces 1 to 11: %(huts)d": [1, SPACES - 1],
    "%(player)s's space 12, huts there: %(stored)d": [SPACES],
    "space 12": [SPACES],
    "tasks %(number)d/9": [ALL_TASKS],
    "Jewels %(number)d of 6": [ROUNDS],
    "any: +2": [FISHING_POINTS],
    "Its fish is worth more than 1": (
        [FIRST_FISH],
        "test_words.py::test_first_huts_are_refused_with_reasons",
    ),
    "The next one would go to: %(player)s": ENDING
    + "test_of_equals_the_one_with_the_higher_priest_takes_the_tile",
    # At the first time.
    (
        "You build a tile on two neighbouring materials: put this one next to a material that "
        "no tile covers yet."
    ): BUILDING,
    "Place a high die while the card is empty; a low one does little, but closes the card to "
    "others.": LOWER,
    "You use one kind of men and one kind of women in a round; several people of one kind "
    "do more.": (ONE_OF_EACH, lambda: amounts("land") == [2, 4, 6]),
    "If none is met, you must discard one: choose the one furthest from your plans.": DISCARD,
    "A task is your plan for one of the next rounds: take one that you have partly met "
    "already.": NEW_TASK,
}


def test_every_sentence_with_a_figure_is_held_against_the_rules() -> None:
    checks: Checks = {**RULE_CHECKS, **FIGURES, **WORDS}
    assert faults(claims(rules), checks, __file__) == []


def test_what_a_hut_pushed_aside_keeps() -> None:
    """ "Ausbreiten", "Schlusswertung": it stays in the region, but not on the building site."""
    game = new()
    huts(game, ANNA, START, "C-SW")
    huts(game, BEN, START)
    before = end_points(game.state, ANNA)["sites"]
    assert "C-NE" in reach(game.state, ANNA, ["land"]), "one moves on from it"
    assert COUNTERS["regions"](game.state, ANNA, game.state.boards[ANNA], "") == 2
    assert before == FISH[game.state.fish["C-SW"]][1]
    huts(game, ANNA, *(region for region in REGIONS if region not in (START, "C-SW")))
    assert end_points(game.state, ANNA)["all_huts"] == BONUS
