"""Status, temple, jewellery, new tasks, the last tasks and the final scoring."""

from __future__ import annotations

import pytest

from games.rules.bora_bora.reconstructed import FISH
from games.rules.bora_bora.tables import END_SOURCES, REGIONS
from games.rules.bora_bora.temple import leader
from games.rules.engine import Choice

from .positions import (
    ANNA,
    BEN,
    CLEO,
    DON,
    asked,
    choices,
    fill,
    hand,
    huts,
    new,
    people,
    play,
    points,
    stage,
    told,
)


def test_status_is_scored_and_makes_the_new_turn_order() -> None:
    game = new()
    game.state.steps, game.state.track = [5, 0, 14, 5], [CLEO, DON, ANNA, BEN]
    events = []
    game = stage(game, ("ask", "fire_bonus", ANNA), ("score_status",))
    events = play(game, ("offering", "shell"))
    assert told(events, "status_scored") == [
        {"points": [4, 0, 15, 4], "order": [CLEO, DON, ANNA, BEN]}
    ]
    assert [points(game, seat) for seat in range(4)] == [4, 0, 15, 4]
    assert game.state.order == [CLEO, DON, ANNA, BEN]
    assert game.state.track == [CLEO, DON, ANNA, BEN]
    assert game.state.steps == [0, 0, 0, 0]


@pytest.mark.parametrize(("round", "worth"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_each_priest_scores_and_most_priests_take_a_god_tile(round: int, worth: int) -> None:
    game = new(round=round)
    game.state.temple = [ANNA, ANNA, BEN, None, None, CLEO]
    game = stage(game, ("score_temple",))
    assert [points(game, seat) for seat in range(4)] == [2 * worth, worth, worth, 0]
    assert [board.god_tiles for board in game.state.boards] == [1, 0, 0, 0]
    assert game.state.temple == [ANNA, ANNA, BEN, None, None, CLEO]
    assert game.state.temple_gods == 5


def test_of_equals_the_one_with_the_higher_priest_takes_the_tile() -> None:
    game = new()
    game.state.temple = [BEN, CLEO, BEN, None, ANNA, ANNA]
    assert leader(game.state) == ANNA
    game.state.temple = [ANNA, CLEO, BEN, ANNA, BEN, None]
    assert leader(game.state) == BEN


def test_without_any_priest_the_tile_is_lost() -> None:
    game = stage(new(), ("score_temple",))
    assert game.state.temple_gods == 5
    assert not any(board.god_tiles for board in game.state.boards)


def test_jewels_are_bought_in_the_new_turn_order_one_for_each() -> None:
    game = new(round=2)
    game.state.order = [CLEO, ANNA, DON, BEN]
    game.state.jewels[1] = ["J01", "J04", "J10", "J16"]
    for seat, shells in enumerate((3, 0, 6, 1)):
        game.state.boards[seat].shells = shells
    for board in game.state.boards:
        board.tasks = ["D01", "D02", "D03"]
    discard: Choice = ("D01", "discard")
    game = stage(game, ("sell_jewels",))
    assert choices(game) == [("J01",), ("J04",), ("J10",), ("J16",), ("nothing",)]
    play(game, ("J04",), discard)
    assert asked(game) == [(ANNA, "buy_jewel")]
    assert choices(game) == [("J01",), ("J10",), ("nothing",)]
    play(game, ("J10",), discard)
    assert asked(game) == [(DON, "buy_jewel")]
    events = play(game, ("nothing",), discard)
    assert told(events, "jewels_removed") == [{"jewels": ["J01", "J16"]}]
    assert game.state.jewels[1] == []
    assert [board.jewels for board in game.state.boards] == [["J10"], [], ["J04"], []]
    assert [board.shells for board in game.state.boards] == [0, 0, 0, 1]
    assert [points(game, seat) for seat in range(4)] == [0, 0, 0, 0]


def test_a_player_who_buys_a_jewel_settles_a_task_in_the_same_visit() -> None:
    """ "Phase C", 3 and 4: the jewel counts for the task, and nobody else is waited for."""
    game = new()
    game.state.jewels[0] = ["J01", "J04"]
    for board in game.state.boards:
        board.tasks = ["A4", "D01", "D02"]
        people(board, woman="shell")
    game.state.boards[BEN].shells = game.state.boards[CLEO].shells = 6
    game = stage(game, ("sell_jewels",), ("settle_tasks",))
    assert asked(game) == [(BEN, "buy_jewel")]
    events = play(game, ("J04",))  # with it and the woman there is one task met, as all can see
    assert told(events, "task_done")[0]["task"] == "A4"
    assert asked(game) == [(CLEO, "buy_jewel")]
    play(game, ("nothing",))
    assert asked(game) == [(CLEO, "settle_task")]
    play(game, ("D01", "discard"))
    assert asked(game) == [(ANNA, "settle_task"), (DON, "settle_task")]
    play(game, ("D01", "discard"), ("D01", "discard"))
    assert asked(game) == [(ANNA, "take_task")]
    assert [len(board.tasks) for board in game.state.boards] == [2, 2, 2, 2]


def test_everybody_takes_a_new_task_in_turn_order_and_two_are_left() -> None:
    game = new(3)
    game.state.order = [2, 0, 1]
    assert len(game.state.tasks) == 5
    game = stage(game, ("take_tasks",), ("clear",), ("play_round",))
    seats = []
    for _seat in range(3):
        (decision,) = game.decisions()
        seats.append(decision.seat)
        events = play(game, decision.choices[0])
    assert seats == [2, 0, 1]
    assert len(told(events, "removed")[0]["tasks"]) == 2
    assert len(told(events, "removed")[0]["people"]) == 12


@pytest.mark.parametrize("round", [1, 5])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_round_lays_out_two_tasks_more_than_players_the_sixth_as_well(
    players: int, round: int
) -> None:
    """ "Spieleranzahl plus 2; auch zu Beginn des sechsten Durchgangs"."""
    game = new(players, round)
    game = stage(game, ("clear",), ("play_round",))
    assert game.state.round == round + 1
    assert len(game.state.tasks) == players + 2


def test_a_new_round_lays_out_people_and_tasks_and_rolls_after_all_tasks_are_taken() -> None:
    game = new(2)
    game = stage(game, ("take_tasks",), ("clear",), ("play_round",))
    play(game, choices(game)[0])
    assert game.state.round == 1
    assert all(not board.dice for board in game.state.boards)
    events = play(game, choices(game)[0])
    assert game.state.round == 2
    assert len(game.state.tasks) == 4
    assert len(game.state.people["man"]) == len(game.state.people["woman"]) == 6
    assert [event.kind for event in events[-2:]] == ["round_began", "rolled"]


def test_the_last_three_tasks_are_settled_with_up_to_three_yellow_gods() -> None:
    game = new(round=6)
    board = game.state.boards[ANNA]
    board.tasks, board.shells, board.offerings = ["D25", "D01", "D38"], 4, 0
    huts(game, ANNA, *[*REGIONS][:8])
    board.stored, board.god_tiles = 3, 3
    for other in game.state.boards[1:]:
        other.tasks = []
    game = stage(game, ("last_tasks",))
    for task in ("D25", "D01", "D38"):
        assert (task, "tile") in choices(game)
        play(game, (task, "tile"))
    result = game.result()
    assert result is not None
    assert result.breakdown[ANNA]["tasks"] == 12
    assert result.breakdown[ANNA]["god_tiles"] == 0


@pytest.mark.parametrize(("round", "gods"), [(5, ["blue", "yellow"]), (6, ["blue"])])
def test_the_display_of_gods_is_filled_again_until_phase_c_of_the_sixth_round(
    round: int, gods: list[str]
) -> None:
    """Nobody takes a god card any more then, so that no card is shuffled and shown for nothing."""
    game = new(round=round, phase="C")
    state = game.state
    state.gods, state.deck, state.discards = ["blue"], [], []
    for board in state.boards:
        board.tasks, board.shells = ["D25"], 5
    board = state.boards[ANNA]
    board.tasks, board.shells = ["D25", "D01", "D38"], 4
    hand(board, "yellow", offerings=1)
    game = stage(game, ("settle_tasks",))
    events = play(game, ("D25", "card"))
    assert game.state.gods == gods
    assert bool(told(events, "god_revealed")) == (round < 6)
    assert game.state.discards == ([] if round < 6 else ["yellow"])


def test_met_tasks_are_settled_in_the_end_without_a_question() -> None:
    game = new(round=6)
    for board in game.state.boards:
        board.tasks = []
    board = game.state.boards[ANNA]
    board.tasks, board.shells, board.offerings = ["D25", "D24", "D01"], 5, 4
    game = stage(game, ("last_tasks",))
    result = game.result()
    assert result is not None
    assert result.breakdown[ANNA]["tasks"] == 12


def test_a_player_may_keep_yellow_gods_at_the_end() -> None:
    game = new(round=6)
    for board in game.state.boards:
        board.tasks = []
    board = game.state.boards[ANNA]
    board.tasks, board.shells, board.god_tiles = ["D25"], 4, 1
    game = stage(game, ("last_tasks",))
    play(game, ("done",))
    result = game.result()
    assert result is not None
    assert result.breakdown[ANNA]["god_tiles"] == 2
    assert result.breakdown[ANNA]["tasks"] == 0


@pytest.mark.parametrize(
    ("task", "cards", "offerings", "god_tiles"),
    [
        ("D06", ("red",), 1, 0),  # with the card nothing of it is left
        ("D23", (), 0, 1),  # the tile is half of the task
        ("D24", ("yellow",), 3, 0),  # the offering counts no more
    ],
)
def test_in_the_end_nobody_is_asked_for_a_yellow_god_that_no_hand_could_use(
    task: str, cards: tuple[str, ...], offerings: int, god_tiles: int
) -> None:
    game = new(round=6)
    for board in game.state.boards:
        board.tasks = []
    board = game.state.boards[ANNA]
    board.tasks, board.god_tiles = [task], god_tiles
    hand(board, *cards, offerings=offerings)
    game = stage(game, ("last_tasks",))
    assert game.result() is not None


def test_the_final_scoring_counts_tiles_sites_and_jewellery() -> None:
    game = new(round=6)
    game.state.boards[ANNA].god_tiles = 2
    game.state.boards[ANNA].jewels = ["J04", "J01"]
    game.state.regions["C-SE"] = [ANNA, BEN]
    game.state.regions["C-NE"] = [BEN, ANNA]
    standing = game.standing()
    assert standing is not None
    ending = {source: standing[ANNA][source] for source in END_SOURCES}
    assert ending == {
        **dict.fromkeys(END_SOURCES, 0),
        "god_tiles": 4,
        "jewellery": 10,
        "sites": FISH[game.state.fish["C-NE"]][1],
    }
    assert standing[BEN]["sites"] == FISH[game.state.fish["C-SE"]][1]


def test_each_completion_is_worth_six_points() -> None:
    game = new(round=6)
    board = game.state.boards[ANNA]
    board.done = [f"D0{number}" for number in range(1, 10)]
    board.jewels = [f"J0{number}" for number in range(1, 7)]
    fill(board, *range(4))
    board.ground = [*board.ground[:4], *[1, 1, 2, 2, 3, 3, 4, 4]]
    board.people = list(range(12))
    board.tiles = []
    huts(game, ANNA, *REGIONS)
    bonuses = ("all_tasks", "all_jewellery", "full_ground", "all_built", "all_huts", "all_people")
    standing = game.standing()
    assert standing is not None
    assert [standing[ANNA][source] for source in bonuses] == [6] * 6
    board.done.pop()
    board.jewels.pop()
    board.ground[0] = 0
    board.people.pop()
    board.tiles = [1]
    game.state.regions["C-SE"] = []
    standing = game.standing()
    assert standing is not None
    assert [standing[ANNA][source] for source in bonuses] == [0] * 6


def test_ties_go_to_the_player_earlier_in_turn_order() -> None:
    game = new(round=6)
    for board in game.state.boards:
        board.tasks = []
    game.state.order = [CLEO, ANNA, DON, BEN]
    for seat in (ANNA, CLEO):
        game.state.boards[seat].scored["tasks"] = 12
    game = stage(game, ("last_tasks",))
    result = game.result()
    assert result is not None
    assert result.ranks == [2, 4, 1, 3]
    assert result.tie_breakers[0].name == "order"


def test_unused_goods_are_worth_nothing() -> None:
    game = new(round=6)
    board = game.state.boards[ANNA]
    board.shells = board.offerings = 9
    hand(board, "red", "red", "blue")
    fill(board, 0, 1, 2)
    board.aside = ["sand"]
    standing = game.standing()
    assert standing is not None
    assert sum(standing[ANNA].values()) == 0
