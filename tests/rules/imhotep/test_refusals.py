"""What cannot be done now, and why: true, in words, and only what the seat may know."""

import random

import pytest

from games.rules.engine import Game
from games.rules.engine.testing import play_checked
from games.rules.imhotep import rules
from games.rules.imhotep.state import Imhotep

from .positions import WHITE, boat, card, position, stones
from .whole_games import any_options


def refused(game: Game[Imhotep]) -> dict[tuple[object, ...], str]:
    """Reasons by parts, in English."""
    [decision] = game.decisions()
    return {
        tuple(parts): reason.message if "n" not in reason.values else f"{reason.values}"
        for parts, reason in decision.refusals
    }


def test_a_full_supply_takes_no_stones() -> None:
    full = position(supply=[stones("wwwww"), [], [], []])
    assert "room" in full.decisions()[0].refusals[0].reason.message
    assert ("get",) in refused(full)
    roomy = position(supply=[stones("ww"), [], [], []])
    assert ("get",) not in refused(roomy)


def test_a_boat_says_how_many_stones_it_lacks() -> None:
    game = position(boats=[boat("w..."), boat("w.."), boat("ww"), boat("w", "temple")])
    reasons = {tuple(parts): reason for parts, reason in game.decisions()[0].refusals}
    assert reasons["sail", 0].values == {"boat": 1, "n": 2}
    assert reasons["sail", 1].values == {"boat": 2, "n": 1}
    assert ("sail", 2) not in reasons
    assert reasons["sail", 3].message == "Boat {boat} has already sailed."
    assert reasons["sail", 2, "temple"].values == {"boat": 4}
    assert ("sail",) not in reasons, "one boat may sail"


def test_where_no_boat_may_sail_all_that_wait_say_why() -> None:
    game = position(boats=[boat("...."), boat("..."), boat("w", "tomb"), boat("..", "temple")])
    [decision] = game.decisions()
    reason = {tuple(parts): reason for parts, reason in decision.refusals}["sail",]
    assert [text.values["n"] for text in reason.values.values()] == [3, 2]


def test_a_card_that_cannot_be_played_says_why() -> None:
    game = position(
        cards=[[card("statue"), card("chisel")], [], [], []],
        supply=[[], [], [], []],
        boats=[boat("...")],
    )
    reasons = refused(game)
    assert reasons["card",] == "None of your cards can be played now."
    assert reasons["card", "chisel"] == "You have no stone in your supply."
    assert "scores at the end" in reasons["card", "statue"]


def test_each_action_in_the_game_is_offered_or_refused() -> None:
    everything = {"private_boats": True, "wagers": True, "favour": True, "prophecies": True}
    rng = random.Random(3)
    game = rules.new(3, everything, bytes(32))
    actions = {"get", "place", "sail", "card", "private", "wager", "favour", "prophesy"}
    while game.result() is None:
        decision = game.decisions()[0]
        if decision.kind == "take_action":
            offered = {choice[0] for choice in decision.choices}
            said = {refusal.parts[0] for refusal in decision.refusals}
            assert actions <= offered | said
        game.choose(decision.seat, rng.choice(decision.choices))


@pytest.mark.slow
def test_nothing_refused_is_legal_or_tells_a_secret() -> None:
    for seed in range(2):
        play_checked(rules, 3, any_options(random.Random(seed)), seed, thorough=True)


def test_a_seat_is_refused_nothing_else_whatever_others_hold_hidden() -> None:
    game = position(options={"hidden_cards": True}, supply=[stones("w"), [], [], []])
    before = refused(game)
    game.state.cards[1].append(card("sledge"))
    game.state.unseen.append(card("sledge"))
    game.changed()
    assert refused(game) == before
    assert game.state.active == WHITE
