"""Lists of games as the database is asked for them."""

from typing import Any

import pytest

from accounts.models import User
from games.clocks import kinds
from games.lobby import lists, open_games
from games.lobby.lists import Wish
from games.lobby.pace import PACES
from games.models import Game

CLOCKS: list[dict[str, Any]] = [
    {"kind": "none"},
    *({"kind": "per_turn", "days": days} for days in (1, 3, 7)),
    *(
        {"kind": "reserve", "reserve_hours": 120, "increment_hours": hours, "cap_hours": 240}
        for hours in (12, 24, 48)
    ),
    # 6, 18 and 72 hours for each turn
    *(kinds.as_json(kinds.Reserve.counting(*each)) for each in ((40, 10), (40, 30), (10, 30))),
]


@pytest.mark.parametrize("pace", PACES)
def test_a_condition_and_its_contrary_have_each_game_once(anna: User, ben: User, pace: str) -> None:
    for number, clock in enumerate(CLOCKS):
        maker = (anna, ben)[number % 2]
        open_games.create(maker.pk, "imhotep", 2, clock=clock)
    condition = PACES[pace].condition()
    listed = lists.waiting_for_players(Wish(pace=pace), None)[:]
    others = lists.waiting_for_players(Wish(), None).where(~condition)[:]
    every = list(Game.objects.order_by("-pk"))
    assert sorted([*listed, *others], key=lambda game: -game.pk) == every


def test_each_clock_has_one_pace(anna: User) -> None:
    for clock in CLOCKS[:4]:
        open_games.create(anna.pk, "imhotep", 2, clock=clock)
    listed = [lists.waiting_for_players(Wish(pace=pace), None)[:] for pace in PACES]
    assert [len(games) for games in listed] == [0, 1, 1, 1, 1]  # none is live


def test_a_clock_that_counts_turns_has_the_pace_of_its_hours_for_each(anna: User) -> None:
    games = {
        pace: open_games.create(anna.pk, "imhotep", 2, clock=clock).game
        for pace, clock in zip(("fast", "medium", "slow"), CLOCKS[-3:], strict=True)
    }
    for pace, game in games.items():
        assert lists.waiting_for_players(Wish(pace=pace), None)[:] == [game]


def test_slices_are_those_of_a_sequence(anna: User) -> None:
    made = [open_games.create(anna.pk, "imhotep", 2).game for _game in range(4)][::-1]
    listed = lists.of_person(anna.pk)
    assert listed[:] == made
    assert listed[:2] == made[:2]
    assert listed[1:3] == made[1:3]
    assert listed[3:9] == made[3:]


def test_states_are_left_out_and_read_when_they_are_asked_for(anna: User) -> None:
    game_id = open_games.create(anna.pk, "lanterns", 2, bots=1).game.pk
    stored = Game.objects.get(pk=game_id)
    (listed,) = lists.of_person(anna.pk)[:]
    assert listed.get_deferred_fields() == {"state", "seed"}
    assert bytes(listed.state) == bytes(stored.state) != b""
    (mine,) = lists.mine(anna.pk, show="running")[:]
    assert mine.get_deferred_fields() == {"seed"}


def test_private_games_are_in_ones_own_lists_only(anna: User) -> None:
    game = open_games.create(anna.pk, "imhotep", 2, visibility="private").game
    assert lists.of_person(anna.pk)[:] == [game]
    assert lists.public_of_person(anna.pk, None)[:] == []
    assert lists.looking_for_players("", anna.pk)[:] == []
