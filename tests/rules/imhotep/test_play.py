"""Whole games: invariants, secrets, golden games, the bot."""

import random
from pathlib import Path

import pytest

from games.rules.engine import play_out
from games.rules.engine.testing import play_checked, transcript
from games.rules.imhotep import rules
from tests.rules.golden import check_golden

from .whole_games import conserved

PLAYERS = (2, 3, 4)
GOLDEN = Path(__file__).parent / "golden"


def options(number: int) -> dict[str, bool]:
    return {"wrath": number % 2 == 1, "unlimited_stones": number % 3 == 2}


@pytest.mark.parametrize("players", PLAYERS)
def test_thirty_random_games(players: int) -> None:
    for seed in range(30):
        game = play_checked(rules, players, options(seed), seed, conserved)
        assert game.state.round == 6


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_a_thousand_random_games(players: int) -> None:
    for seed in range(1000):
        play_checked(rules, players, options(seed), seed + 1000, conserved)


@pytest.mark.parametrize("players", PLAYERS)
def test_saves_secrets_and_holding_at_every_choice(players: int) -> None:
    for seed in range(5):
        play_checked(rules, players, options(seed), seed, conserved, thorough=True)


@pytest.mark.parametrize("players", PLAYERS)
def test_games_of_the_bot_obey_the_rules(players: int) -> None:
    play_checked(rules, players, {}, 1, conserved, bots=[rules.bots["builder"]] * players)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("seed", [1, 2])
def test_golden_games(players: int, seed: int) -> None:
    played = {"wrath": True} if seed == 2 else {}
    text = transcript(rules, players, played, seed, rules.bots["builder"])
    check_golden(GOLDEN / f"{players}-players-{seed}.txt", text)


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_bot_beats_random_play_nine_times_in_ten(players: int) -> None:
    rng = random.Random(1)
    games, won = 200, 0
    for number in range(games):
        bots = [rules.bots["random"]] * players
        bots[number % players] = rules.bots["builder"]
        result = play_out(rules, players, {}, rng.randbytes(32), bots, rng).result
        won += result.ranks[number % players] == 1 and result.ranks.count(1) == 1
    assert won >= 0.9 * games


def test_every_kind_of_event_and_decision_comes_up_in_play() -> None:
    """So that random games test all there is; what is rare is tested in test_turns."""
    rng = random.Random(1)
    events, kinds, actions = set(), set(), set()
    for _game in range(60):
        game = rules.new(rng.choice(PLAYERS), {}, rng.randbytes(32))
        while game.result() is None:
            decision = rng.choice(game.decisions())
            choice = rng.choice(decision.choices)
            kinds.add(decision.kind)
            actions.add(choice[0])
            events |= {event.kind for event in game.choose(decision.seat, choice)}
    assert kinds == set(rules.kinds)
    assert {"get", "place", "sail", "card"} <= actions
    assert {"red_card_used", "card_played", "temple_scored", "final_scored"} <= events
