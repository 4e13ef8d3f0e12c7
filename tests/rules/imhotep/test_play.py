"""Whole games: invariants, secrets, golden games, the bot."""

import random
from collections import Counter
from itertools import combinations, product
from pathlib import Path

import pytest

from games.rules.engine import Json, play_out
from games.rules.engine.testing import play_checked, transcript
from games.rules.imhotep import rules
from games.rules.imhotep.tables import SIDES
from tests.rules.golden import check_golden
from tests.rules.many import ALL, many

from .whole_games import FLAGS, SITE_OPTIONS, any_options, conserved

PLAYERS = (2, 3, 4)
GOLDEN = Path(__file__).parent / "golden"
EVERYTHING: Json = {"preset": "everything"}
#: Every option that adds something, each set alone.
ALONE: list[Json] = [
    *({name: True} for name in FLAGS),
    *({option.name: side} for option in SITE_OPTIONS for side in SIDES[1:]),
]


@pytest.mark.parametrize("players", PLAYERS)
def test_thirty_random_games(players: int) -> None:
    for seed in range(30):
        game = play_checked(rules, players, {}, seed, conserved)
        assert game.state.round == 6


@pytest.mark.parametrize("options", ALONE, ids=str)
def test_each_option_alone(options: Json) -> None:
    for players in PLAYERS:
        play_checked(rules, players, options, players, conserved)


@pytest.mark.slow
def test_many_option_sets_in_which_any_two_come_together() -> None:
    pairs = {one | other for one, other in combinations(map(as_set, ALONE), 2)}
    apart = {pair for pair in pairs if len({name for name, _value in pair}) == 2}
    assert len(apart) > 200
    for seed in range(many(2000, at_least=100)):
        rng = random.Random(seed)
        players, options = rng.choice(PLAYERS), any_options(rng)
        play_checked(rules, players, options, seed, conserved)
        apart -= {pair for pair in apart if pair <= as_set(options)}
    assert apart == set()


def as_set(options: Json) -> frozenset[tuple[str, object]]:
    return frozenset(options.items())


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_many_random_games(players: int) -> None:
    for seed in range(many(1000)):
        options = {"wrath": seed % 2 == 1, "unlimited_stones": seed % 3 == 2}
        play_checked(rules, players, options, seed + 1000, conserved)


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_saves_secrets_and_holding_at_every_choice(players: int) -> None:
    """In the base game and in some other forms."""
    for seed in range(5 if ALL else 2):
        options = any_options(random.Random(100 * players + seed)) if seed else {}
        play_checked(rules, players, options, seed, conserved, thorough=True)


@pytest.mark.slow
def test_saves_secrets_and_holding_in_many_forms() -> None:
    for seed in range(many(100)):
        rng = random.Random(seed)
        options = any_options(rng) | {"hidden_cards": seed % 2 == 0}
        play_checked(rules, rng.choice(PLAYERS), options, seed, conserved, thorough=True)


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("options", [{}, EVERYTHING], ids=["base", "everything"])
def test_games_of_the_bot_obey_the_rules(players: int, options: Json) -> None:
    play_checked(rules, players, options, 1, conserved, bots=[rules.bots["builder"]] * players)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("seed", [1, 2])
def test_golden_games(players: int, seed: int) -> None:
    played = {"wrath": True} if seed == 2 else {}
    text = transcript(rules, players, played, seed, rules.bots["builder"])
    check_golden(GOLDEN / f"{players}-players-{seed}.txt", text)


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("seed", [1, 2])
def test_golden_games_with_everything_on(players: int, seed: int) -> None:
    options = EVERYTHING if seed == 1 else {**B_SIDES, **dict.fromkeys(FLAGS, True)}
    text = transcript(rules, players, options, seed, rules.bots["builder"])
    check_golden(GOLDEN / f"everything-{players}-players-{seed}.txt", text)


B_SIDES: Json = {"preset": "all_b"}


FORMS = {"base": {}, "B": B_SIDES, "everything": EVERYTHING}


@pytest.mark.slow
def test_bot_beats_random_play_nine_times_in_ten() -> None:
    """With any number of players and in any form; of the few games that each run plays luck may
    take one in five."""
    games, least = (201, 0.9) if ALL else (9, 0.8)
    won = Counter[int | str]()
    for players, form in product(PLAYERS, FORMS):
        rng = random.Random(1)
        for number in range(games):
            bots = [rules.bots["random"]] * players
            bots[number % players] = rules.bots["builder"]
            result = play_out(rules, players, FORMS[form], rng.randbytes(32), bots, rng).result
            if result.ranks[number % players] == 1 and result.ranks.count(1) == 1:
                won.update([players, form])
    assert {each: won[each] for each in won if won[each] < least * 3 * games} == {}


def test_every_kind_of_event_and_decision_comes_up_in_play() -> None:
    """So that random games test all there is; what is rare is tested one by one."""
    rng = random.Random(1)
    events, kinds, actions = set(), set(), set()
    for _game in range(60):
        game = rules.new(rng.choice(PLAYERS), any_options(rng), rng.randbytes(32))
        events |= {event.kind for event in game.events}
        while game.result() is None:
            decision = rng.choice(game.decisions())
            choice = rng.choice(decision.choices)
            kinds.add(decision.kind)
            actions.add(choice[0])
            events |= {event.kind for event in game.choose(decision.seat, choice)}
    assert kinds == set(rules.kinds)
    assert {"get", "place", "sail", "card", "private", "wager", "favour", "prophesy"} <= actions
    assert {"red_card_used", "card_played", "temple_scored", "final_scored"} <= events
    assert {"packet_kept", "market_refilled", "coin_paid", "imhotep_met", "sides_drawn"} <= events
