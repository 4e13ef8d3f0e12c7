"""What a seat has not been told, and that nothing tells it."""

from __future__ import annotations

import random
from collections import Counter

from games.rules.bora_bora import rules
from games.rules.bora_bora.reconstructed import CONFIDENCE
from games.rules.bora_bora.rulings import RULINGS
from games.rules.engine.testing import check_no_leak

from .positions import ANNA, BEN, CLEO, asked, choices, die, hand, new, play, stage, told


def test_cards_drawn_from_the_deck_are_told_to_their_owner_only() -> None:
    game = new()
    game.state.deck.append("white")
    game = stage(game, ("take_gods", ANNA, 1))
    (event,) = play(game, ("deck",))
    assert event.seen_by(ANNA)["god"] == "white"
    assert event.seen_by(BEN)["god"] is None
    assert game.view(BEN)["seats"][ANNA]["hand"] is None
    assert game.view(BEN)["seats"][ANNA]["cards"] == 1
    assert game.view(ANNA)["seats"][ANNA]["hand"]["white"] == 1


def test_a_card_from_the_display_is_known_until_it_is_played() -> None:
    game = new()
    game.state.gods = ["red", "white", "white", "green", "yellow"]
    hand(game.state.boards[ANNA], "blue")
    game = stage(game, ("take_gods", ANNA, 1))
    play(game, ("red",))
    for seed in range(20):
        other = game.resample(BEN, random.Random(seed))
        assert other.state.boards[ANNA].hand["red"] >= 1
        assert other.state.boards[ANNA].cards == 2


def test_hands_are_dealt_anew_with_every_chance_alike() -> None:
    """One hidden card of Anna's and a deck of two: each of the three is hers as often."""
    game = new()
    hand(game.state.boards[ANNA], "white", "red", hidden=False)
    game.state.boards[ANNA].hidden = ["white"]
    game.state.deck = ["blue", "green"]
    rng = random.Random(1)
    found = Counter(game.resample(BEN, rng).state.boards[ANNA].hidden[0] for _deal in range(900))
    assert set(found) == {"white", "blue", "green"}
    assert all(250 < number < 350 for number in found.values())
    own = game.resample(ANNA, rng)
    assert own.state.boards[ANNA].hand == game.state.boards[ANNA].hand


def test_cards_of_an_older_deck_are_not_mixed_with_the_new_one() -> None:
    game = new()
    hand(game.state.boards[ANNA], "white", hidden=False)
    game.state.boards[ANNA].hidden_before = ["white"]
    hand(game.state.boards[CLEO], "red", hidden=False)
    game.state.boards[CLEO].hidden_before = ["red"]
    game.state.deck = ["blue", "green"]
    rng = random.Random(1)
    seen: Counter[tuple[str, ...]] = Counter()
    for _deal in range(200):
        state = game.resample(BEN, rng).state
        seen[(*state.boards[ANNA].hidden_before, *state.boards[CLEO].hidden_before)] += 1
        assert sorted(state.deck) == ["blue", "green"]
    assert set(seen) == {("white", "red"), ("red", "white")}
    assert min(seen.values()) > 70


def test_shuffling_the_deck_anew_is_remembered() -> None:
    game = new()
    hand(game.state.boards[ANNA], "white")
    game.state.deck, game.state.discards = [], ["blue", "green"]
    game = stage(game, ("take_gods", ANNA, 1))
    play(game, ("deck",))
    board = game.state.boards[ANNA]
    assert board.hidden_before == ["white"]
    assert len(board.hidden) == 1


def test_a_player_who_announced_a_god_can_pay_for_it_however_the_hands_are_dealt() -> None:
    game = new()
    game.state.cards["helper"] = [(BEN, 1)]
    hand(game.state.boards[ANNA], "blue", "white", *["red"] * 4, offerings=2)
    game = die(game, ANNA, 3)
    play(game, (3, "helper", "blue_white", "card"))
    assert asked(game) == [(ANNA, "pay_for_god")]
    rng = random.Random(1)
    for _deal in range(30):
        other = game.resample(BEN, rng)
        assert choices(other)


def test_a_god_played_leaves_the_hidden_cards_as_they_were() -> None:
    game = new()
    board = game.state.boards[ANNA]
    hand(board, "blue", "blue", "red", offerings=2, hidden=False)
    board.hidden = ["blue", "red"]
    game.state.cards["helper"] = [(BEN, 1)]
    game = die(game, ANNA, 3)
    events = play(game, (3, "helper", "blue", "card"))
    assert told(events, "god_played")[0]["cards"] == ["blue"]
    assert game.state.boards[ANNA].hidden == ["blue", "red"]
    check_no_leak(game, random.Random(1))


def test_all_hands_are_open_in_the_end() -> None:
    rng = random.Random(3)
    game = rules.new(2, {}, rng.randbytes(32))
    while game.result() is None:
        decision = game.decisions()[0]
        game.choose(decision.seat, rng.choice(decision.choices))
    assert all(seat["hand"] is not None for seat in game.view(None)["seats"])


def test_what_is_ours_is_named() -> None:
    assert len(RULINGS) > 10
    assert set(CONFIDENCE) >= {"paths", "fish", "people", "jewellery", "status", "ground"}
