"""Each of the 60 tasks, met and just not met, with and without the yellow god."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.rules.bora_bora.reconstructed import FISH, JEWELS, PEOPLE
from games.rules.bora_bora.state import BoraBora
from games.rules.bora_bora.tables import REGIONS
from games.rules.bora_bora.tasks import NEEDS, START_TASKS, TASKS, missing, progress
from games.rules.engine import Game

from .positions import ANNA, BEN, DON, asked, choices, fill, hand, new, play, points, stage, told

KINDS = [
    "land",
    "water",
    "woman",
    "man",
    "build",
    "material",
    "hut",
    "god",
    "offering",
    "points",
    "status",
    "shell",
]

REQUIRED: dict[str, list[tuple[str, int, str]]] = {
    "A1": [("men", 1, ""), ("women", 1, "")],
    "A2": [("women", 1, ""), ("priests", 1, "")],
    "A3": [("men", 1, ""), ("priests", 1, "")],
    "A4": [("women", 1, ""), ("jewels", 1, "")],
    "A5": [("men", 1, ""), ("first", 1, "")],
    "A6": [("regions", 3, "")],
    "A7": [("equal cards", 3, "")],
    "D01": [("regions", 9, "")],
    "D02": [("islands", 5, "")],
    "D03": [("priests", 3, "")],
    "D04": [("cards", 2, "blue")],
    "D05": [("cards", 2, "white")],
    "D06": [("cards", 2, "red")],
    "D07": [("cards", 2, "green")],
    "D08": [("cards", 2, "yellow")],
    "D09": [("different cards", 4, "")],
    "D10": [("different men", 3, "")],
    "D11": [("different women", 3, "")],
    "D12": [("different jewels", 3, "")],
    "D13": [("men", 4, "")],
    "D14": [("women", 4, "")],
    "D15": [("jewels", 4, "")],
    "D16": [("built", 4, "")],
    "D17": [("jewels", 2, "necklace")],
    "D18": [("jewels", 2, "bracelet")],
    "D19": [("jewels", 2, "earring")],
    "D20": [("jewels", 2, "headdress")],
    "D21": [("jewels", 2, "anklet")],
    "D22": [("jewels", 2, "comb")],
    "D23": [("god tiles", 2, "")],
    "D24": [("offerings", 4, "")],
    "D25": [("shells", 5, "")],
    "D26": [("materials", 3, "stone")],
    "D27": [("materials", 3, "wood")],
    "D28": [("materials", 3, "sand")],
    "D29": [("materials", 5, "")],
    "D30": [("terrain", 3, "mountain")],
    "D31": [("terrain", 3, "beach")],
    "D32": [("terrain", 3, "forest")],
    "D33": [("terrain", 3, "steppe")],
    "D34": [("fish", 3, "A")],
    "D35": [("fish", 3, "B")],
    "D36": [("fish", 3, "C")],
    "D37": [("fish", 3, "D")],
    "D38": [("stored", 4, "")],
    "D39": [("pushed", 3, "man")],
    "D40": [("pushed", 3, "woman")],
    "D41": [("pushed", 5, "")],
    **{f"D{number}": [("people", 2, kind)] for number, kind in enumerate(KINDS, start=42)},
}

State = BoraBora


def sex(state: State, which: str, number: int, different: bool = False) -> None:
    tiles = [i for i, person in enumerate(PEOPLE) if person[0] == which]
    state.boards[ANNA].people += tiles[:: 3 if different else 1][:number]


def two_men_then_a_third_kind(state: State, which: str, number: int) -> None:
    """So many different kinds, the first of them twice."""
    sex(state, which, number, different=True)
    tiles = [i for i, person in enumerate(PEOPLE) if person[0] == which]
    state.boards[ANNA].people.append(tiles[1])


def jewels(state: State, number: int, kind: str) -> None:
    alike = [name for name, jewel in JEWELS.items() if not kind or jewel[0] == kind]
    other = [name for name, jewel in JEWELS.items() if kind and jewel[0] != kind]
    state.boards[ANNA].jewels += alike[:number] + other[:3]


def different_jewels(state: State, number: int) -> None:
    names = [*JEWELS]
    state.boards[ANNA].jewels += names[::4][:number] + names[1:2]


def settle(state: State, regions: list[str]) -> None:
    for region in regions:
        state.regions[region] = [ANNA, BEN]  # a hut beside the site is enough


def where(state: State, what: str, of: str, number: int) -> None:
    """So many regions of this terrain or fish, and all regions of none of it."""

    def fits(region: str) -> bool:
        if what == "terrain":
            return REGIONS[region][1] == of
        return FISH[state.fish[region]][0] == of

    inside = [region for region in REGIONS if fits(region)]
    settle(state, inside[:number] + [region for region in REGIONS if not fits(region)])


def islands(state: State, number: int) -> None:
    names = ["central", "north", "east", "south", "west"][:number]
    settle(state, [region for region, (island, _terrain) in REGIONS.items() if island in names])


def materials(state: State, number: int, which: str) -> None:
    """One of them beside the board, the others on the ceremony ground."""
    board = state.boards[ANNA]
    fields = {"sand": (0, 4, 8, 9), "wood": (1, 5, 6, 10), "stone": (2, 3, 7, 11)}
    if which:
        fill(board, *fields[which][: number - 1])
        fill(board, *(f for name in fields if name != which for f in fields[name]))
        board.aside = [which]
    else:
        fill(board, *range(number - 1))
        board.aside = ["sand"]


def pushed(state: State, number: int, which: str) -> None:
    board = state.boards[ANNA]
    men, women = list(range(6)), list(range(36, 42))
    board.people = men + women
    if which == "man":
        board.pushed = men[:number] + women
    elif which == "woman":
        board.pushed = women[:number] + men
    else:
        board.pushed = (men[:3] + women)[:number]


def kinds(state: State, number: int, kind: str) -> None:
    """A man and a woman of the kind count together; others do not."""
    alike = [i for i, person in enumerate(PEOPLE) if person[1] == kind]
    other = [i for i, person in enumerate(PEOPLE) if person[1] != kind]
    state.boards[ANNA].people = [alike[0], alike[3]][:number] + other[:4]


def cards(state: State, *held: str) -> None:
    hand(state.boards[ANNA], *held)


def temple(state: State, number: int) -> None:
    state.temple = [ANNA if space < number else BEN for space in range(6)]


def order(state: State, number: int) -> None:
    state.order = [ANNA, BEN, 2, DON] if number else [BEN, ANNA, 2, DON]


def board_number(name: str) -> Callable[[State, int], None]:
    return lambda state, number: setattr(state.boards[ANNA], name, number)


COLOURS = ["blue", "white", "red", "green"]
PROVIDE: dict[str, Callable[[State, int, str], None]] = {
    "men": lambda s, n, of: sex(s, "man", n),
    "women": lambda s, n, of: sex(s, "woman", n),
    "different men": lambda s, n, of: two_men_then_a_third_kind(s, "man", n),
    "different women": lambda s, n, of: two_men_then_a_third_kind(s, "woman", n),
    "different jewels": lambda s, n, of: different_jewels(s, n),
    "priests": lambda s, n, of: temple(s, n),
    "jewels": jewels,
    "first": lambda s, n, of: order(s, n),
    "regions": lambda s, n, of: settle(s, [*REGIONS][:n]),
    "islands": lambda s, n, of: islands(s, n),
    "terrain": lambda s, n, of: where(s, "terrain", of, n),
    "fish": lambda s, n, of: where(s, "fish", of, n),
    "cards": lambda s, n, of: cards(s, *[of] * n),
    "equal cards": lambda s, n, of: cards(s, *["red"] * n),
    "different cards": lambda s, n, of: cards(s, *COLOURS[:n], "blue"),
    "built": lambda s, n, of: setattr(s.boards[ANNA], "tiles", [1, 2, 3, 4, 5, 6][n:]),
    "god tiles": lambda s, n, of: setattr(s.boards[ANNA], "god_tiles", n),
    "offerings": lambda s, n, of: setattr(s.boards[ANNA], "offerings", n),
    "shells": lambda s, n, of: setattr(s.boards[ANNA], "shells", n),
    "materials": materials,
    "stored": lambda s, n, of: setattr(s.boards[ANNA], "stored", n),
    "pushed": pushed,
    "people": kinds,
}


def position(task: str, short: int | None = None) -> Game[BoraBora]:
    """A position that just meets a task, or lacks one of its requirement number ``short``."""
    game = new()
    game.state.order = [BEN, ANNA, 2, DON]
    for i, (what, number, of) in enumerate(REQUIRED[task]):
        PROVIDE[what](game.state, number - (i == short), of)
    # Other tasks that stay far away, to be sure which one is settled.
    game.state.boards[ANNA].tasks = [task]
    return game


def settling(game: Game[BoraBora]) -> Game[BoraBora]:
    """The game as tasks are settled; the others have one that they plainly meet."""
    for board in game.state.boards[1:]:
        board.tasks, board.shells = ["D25"], 5
    return stage(game, ("settle_tasks",))


def offer(game: Game[BoraBora]) -> list[str]:
    """What settling the task could be: ways, none, discard; alike for one that was not asked."""
    from games.rules.bora_bora.settling import settlements

    return [str(way) for _task, way in settlements(game.state, ANNA)]


def test_there_are_seven_starting_tasks_and_fifty_three_others() -> None:
    assert (len(START_TASKS), len(TASKS)) == (7, 53)
    assert [*NEEDS] == [*REQUIRED]
    assert len({str(needs) for needs in NEEDS.values()}) == 60


def test_a_task_is_met_by_just_what_it_asks_for(subtests: pytest.Subtests) -> None:
    for task in REQUIRED:
        with subtests.test(task=task):
            game = position(task)
            assert missing(game.state, ANNA, task) == 0
            assert all(part.missing == 0 for part in progress(game.state, ANNA, task))
            assert offer(game) == ["none"]
            game = settling(game)
            if asked(game)[0][1] == "settle_task":
                play(game, (task, "none"))
            assert points(game, ANNA) == 6
            assert game.state.boards[ANNA].done == [task]


HALVES = [(task, half) for task, needs in REQUIRED.items() for half in range(len(needs))]


def test_a_task_that_lacks_one_thing_is_not_met(subtests: pytest.Subtests) -> None:
    for task, half in HALVES:
        with subtests.test(task=task, half=half):
            game = position(task, short=half)
            assert missing(game.state, ANNA, task) == 1
            parts = progress(game.state, ANNA, task)
            lacking = [part for part in parts if part.missing]
            assert len(lacking) == 1
            assert lacking[0].have == REQUIRED[task][half][1] - 1
            state = game.state
            state.boards[ANNA].god_tiles = state.boards[ANNA].god_tiles if task == "D23" else 0
            if task != "D23":
                assert offer(game) == ["discard"]
                game = settling(game)
                if asked(game)[0][1] == "settle_task":
                    play(game, (task, "discard"))
                assert points(game, ANNA) == 0
                assert game.state.boards[ANNA].tasks == []
                assert game.state.boards[ANNA].done == []


def test_a_yellow_god_replaces_just_one_thing(subtests: pytest.Subtests) -> None:
    """Paid by a god tile; for the task about god tiles by a yellow card."""
    for task, half in HALVES:
        with subtests.test(task=task, half=half):
            game = position(task, short=half)
            board = game.state.boards[ANNA]
            if task == "D23":
                board.god_tiles = 1
                hand(board, "yellow", offerings=1)
                way = "card"
            else:
                board.god_tiles = 1
                way = "tile"
            assert way in offer(game)
            assert "none" not in offer(game)
            game = settling(game)
            play(game, (task, way))
            assert points(game, ANNA) == 4
            assert game.state.boards[ANNA].done == [task]


def test_a_yellow_god_does_not_replace_two_things(subtests: pytest.Subtests) -> None:
    for task in REQUIRED:
        with subtests.test(task=task):
            game = position(task, short=0)
            state = game.state
            what, number, of = REQUIRED[task][-1]
            if len(REQUIRED[task]) > 1:
                state.boards[ANNA].people = []
                state.boards[ANNA].jewels = []
                state.temple = [None] * 6
                state.order = [BEN, ANNA, 2, DON]
            else:
                game = new()
                state = game.state
                state.order = [BEN, ANNA, 2, DON]
                PROVIDE[what](state, number - 2, of)
                state.boards[ANNA].tasks = [task]
            state.boards[ANNA].god_tiles = 0 if task == "D23" else 1
            if task == "D23":
                hand(state.boards[ANNA], "yellow", offerings=1)
            assert missing(state, ANNA, task) >= 2
            assert offer(game) == ["discard"]


def test_three_woods_of_which_one_is_replaced() -> None:
    """Example of the yellow god: "3 wood", two there."""
    game = new()
    board = game.state.boards[ANNA]
    fill(board, 1, 5)
    board.tasks = ["D27"]
    hand(board, "yellow", offerings=1)
    assert offer(game) == ["card", "discard"]
    game = settling(game)
    play(game, ("D27", "card"))
    assert points(game, ANNA) == 4
    assert game.state.boards[ANNA].materials()["wood"] == 2


def test_nine_regions_of_which_one_is_replaced() -> None:
    """Example of the yellow god: "huts in 9 regions", eight there."""
    game = new()
    settle(game.state, [*REGIONS][:8])
    game.state.boards[ANNA].tasks = ["D01"]
    hand(game.state.boards[ANNA], "yellow", offerings=1)
    assert offer(game) == ["card", "discard"]


def test_what_is_paid_no_longer_counts_for_the_task() -> None:
    game = new()
    board = game.state.boards[ANNA]
    board.tasks = ["D24"]
    hand(board, "yellow", offerings=3)
    assert offer(game) == ["discard"]
    board.god_tiles = 1
    assert offer(game) == ["tile", "discard"]
    board.tasks, board.god_tiles = ["D08"], 0
    assert offer(game) == ["discard"]


def test_two_equal_cards_and_god_tiles_are_no_cards_to_show() -> None:
    game = new()
    board = game.state.boards[ANNA]
    board.tasks, board.god_tiles = ["D04"], 3
    hand(board, "red", "red", "white", "white", offerings=4)
    assert missing(game.state, ANNA, "D04") == 2
    assert offer(game) == ["discard"]


def test_a_met_task_cannot_be_passed_over_for_a_discard() -> None:
    game = new()
    board = game.state.boards[ANNA]
    board.tasks, board.shells, board.offerings = ["D25", "D24", "D01"], 5, 4
    game = settling(game)
    assert choices(game) == [("D25", "none"), ("D24", "none")]


def test_nothing_is_handed_in_for_a_task_that_is_met() -> None:
    game = new()
    board = game.state.boards[ANNA]
    board.tasks, board.shells, board.offerings = ["D25", "D24", "D01"], 5, 4
    game = settling(game)
    play(game, ("D24", "none"))
    board = game.state.boards[ANNA]
    assert (board.done, board.shells, board.offerings) == (["D24"], 5, 4)


def test_nobody_is_forced_to_play_a_yellow_god() -> None:
    game = new()
    board = game.state.boards[ANNA]
    board.tasks, board.shells, board.god_tiles = ["D25", "D01", "D16"], 4, 1
    game = settling(game)
    expected = {("D25", "tile"), ("D25", "discard"), ("D01", "discard"), ("D16", "discard")}
    assert set(choices(game)) == expected


def test_settling_is_asked_at_once_and_carried_out_in_turn_order() -> None:
    game = new()
    game.state.order = [BEN, DON, ANNA, 2]
    for board in game.state.boards:
        board.tasks, board.shells = ["D25", "D24", "D01"], 5
        board.offerings = 4
    game = stage(game, ("settle_tasks",))
    assert {seat for seat, _kind in asked(game)} == {0, 1, 2, 3}
    events = []
    for seat in (2, 0, 3, 1):
        assert game.view(BEN)["seats"][2]["done"] == []
        events = game.choose(seat, ("D25", "none"))
    assert [data["seat"] for data in told(events, "task_done")] == [BEN, DON, ANNA, 2]


def test_a_task_that_all_know_to_be_the_only_one_met_is_settled_unasked() -> None:
    game = new()
    board = game.state.boards[ANNA]
    board.tasks, board.shells = ["D25", "D24", "D01"], 5
    game = settling(game)
    assert asked(game) == [(ANNA, "take_task")]
    assert game.state.boards[ANNA].done == ["D25"]


@pytest.mark.parametrize(
    ("tasks", "cards"),
    [
        (("D25", "D06"), ()),
        (("D25", "D06"), ("red",)),
        (("D25", "A7"), ("red", "red")),
        (("D25", "D09"), ("red", "blue", "white")),
    ],
)
def test_a_task_about_cards_asks_nothing_where_no_hand_of_so_many_could_meet_it(
    tasks: tuple[str, ...], cards: tuple[str, ...]
) -> None:
    """All see how many cards somebody holds, and so that only shells can be shown."""
    game = new()
    board = game.state.boards[ANNA]
    board.tasks, board.shells = list(tasks), 5
    hand(board, *cards, offerings=1 if len(cards) == 1 else 0)
    game = settling(game)
    assert asked(game) == [(ANNA, "take_task")]
    assert game.state.boards[ANNA].done == ["D25"]


@pytest.mark.parametrize(
    ("tasks", "cards", "god_tiles"),
    [
        (("D25", "D06"), ("blue", "blue"), 0),  # it could be met
        (("D25", "D06"), ("blue",), 1),  # a tile could replace the second card
        (("D25", "D38"), ("blue",), 0),  # a yellow card could replace the fourth hut
    ],
)
def test_a_seat_is_asked_where_others_must_think_that_its_cards_could_do_something(
    tasks: tuple[str, ...], cards: tuple[str, ...], god_tiles: int
) -> None:
    game = new()
    board = game.state.boards[ANNA]
    board.tasks, board.shells, board.god_tiles, board.stored = list(tasks), 5, god_tiles, 3
    hand(board, *cards, offerings=1)
    game = settling(game)
    assert asked(game) == [(ANNA, "settle_task")]
    assert choices(game) == [("D25", "none")]


def test_cards_shown_for_a_task_are_known_from_then_on() -> None:
    game = new()
    board = game.state.boards[ANNA]
    board.tasks = ["D06"]
    hand(board, "red", "red", "blue")
    game = settling(game)
    events = play(game, ("D06", "none"))
    assert told(events, "task_done")[0]["cards"] == {"red": 2}
    assert game.state.boards[ANNA].hidden == ["blue"]
    assert game.state.boards[ANNA].cards == 3


def test_the_view_says_what_is_missing_and_keeps_the_hand_secret() -> None:
    game = new()
    board = game.state.boards[ANNA]
    board.tasks = ["D06", "A1"]
    hand(board, "red")
    own = game.view(ANNA)["seats"][ANNA]["tasks"]
    assert own[0] == {
        "id": "D06",
        "missing": 1,
        "needs": [{"what": "cards", "of": "red", "number": 2, "have": 1}],
        "ways": [],
    }
    assert own[1]["missing"] == 2
    for seat in (BEN, None):
        shown = game.view(seat)["seats"][ANNA]["tasks"]
        assert shown[0]["missing"] is None
        assert shown[0]["needs"][0]["have"] is None
    assert game.view(BEN)["seats"][ANNA]["tasks"][1]["missing"] == 2
