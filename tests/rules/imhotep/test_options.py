"""Options, presets and what contradicts them."""

import pytest
from django.utils import translation

from accounts.models import User
from games.errors import Illegal
from games.lobby import open_games
from games.rules.engine import BadOptions
from games.rules.imhotep import rules
from games.rules.imhotep.expansions import EXPANSIONS
from games.rules.imhotep.options import PRESETS, RANDOM
from games.rules.imhotep.sites import SIDES
from games.rules.imhotep.state import Imhotep


def test_the_usual_game_is_the_base_game() -> None:
    game = rules.new(3, {}, bytes(32))
    assert game.state.sides == {}
    assert not any(game.option(expansion.name) for expansion in EXPANSIONS)
    assert "boards" not in game.view(None)


def test_presets_become_what_they_set() -> None:
    b_sides = rules.check_options({"preset": "all_b", "wagers": True})
    assert all(b_sides[f"{site}_side"] == "B" for site in SIDES)
    assert b_sides["wagers"] is True
    assert b_sides["favour"] is False
    assert b_sides["preset"] == "own"
    everything = rules.check_options({"preset": "everything"})
    assert all(everything[expansion.name] is True for expansion in EXPANSIONS)
    assert all(everything[f"{site}_side"] == RANDOM for site in SIDES)
    assert rules.check_options({"preset": "first_game"}) == rules.check_options({})


@pytest.mark.parametrize("preset", PRESETS)
def test_checked_options_can_be_checked_again(preset: str) -> None:
    once = rules.check_options({"preset": preset})
    assert rules.check_options(once) == once


@pytest.mark.parametrize(
    ("preset", "options", "reason"),
    [
        ("first_game", {"wagers": True}, "without expansions"),
        ("first_game", {"tomb_side": "B"}, "on the A sides"),
        ("all_b", {"tomb_side": "C"}, "every site on its B side"),
        ("everything", {"market_side": "B"}, "draws the side of every site"),
        ("random_boards", {"temple_side": "D"}, "draws the side of every site"),
    ],
)
def test_a_preset_is_refused_with_a_setting_that_it_would_change(
    preset: str, options: dict[str, str], reason: str
) -> None:
    with pytest.raises(BadOptions, match=reason):
        rules.new(2, {"preset": preset, **options}, bytes(32))


@pytest.mark.django_db
def test_a_refusal_is_told_in_the_language_of_its_reader() -> None:
    anna = User.objects.create_user("anna")
    wanted = {"preset": "first_game", "wagers": True}
    with translation.override("de"), pytest.raises(Illegal, match="Das erste Spiel"):
        open_games.create(anna.pk, "imhotep", 2, options=wanted)


def test_random_boards_are_drawn_from_the_seed() -> None:
    drawn = set()
    for number in range(40):
        seed = bytes([number]) * 32
        game = rules.new(2, {"preset": "random_boards"}, seed)
        labels = [draw.label for draw in game.draws]
        assert labels[:5] == [f"side of the {site}" for site in SIDES]
        told = next(event for event in game.events if event.kind == "sides_drawn")
        sides = told.data["sides"]
        assert {site: side for site, side in sides.items() if side != "A"} == game.state.sides
        assert rules.new(2, {"preset": "random_boards"}, seed).state.sides == game.state.sides
        drawn |= set(sides.items())
    assert drawn == {(site, side) for site in SIDES for side in "ABCD"}


def test_one_board_may_be_drawn_and_the_others_chosen() -> None:
    game = rules.new(2, {"tomb_side": RANDOM, "temple_side": "B"}, bytes(32))
    assert game.state.sides["temple"] == "B"
    assert [draw.label for draw in game.draws].count("side of the tomb") == 1


def test_every_option_says_what_it_changes() -> None:
    for option in rules.options:
        assert option.label
        assert option.help
        assert option.kind == "flag" or len(option.value_labels) == len(option.values)
    for site in SIDES:
        option = next(option for option in rules.options if option.name == f"{site}_side")
        assert "house board" in option.help
        assert all(f"{side}: " in option.help for side in "ABCD")


def test_a_state_without_any_of_it_stays_small() -> None:
    state: Imhotep = rules.new(4, {}, bytes(32)).state
    assert len(rules.encode(state)) < 1000
