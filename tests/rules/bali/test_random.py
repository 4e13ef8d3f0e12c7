"""Random games with invariants, golden games, the bot."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from games.rules.bali import rules
from games.rules.bali.state import Bali
from games.rules.bali.tables import CARDS, DECK, KINDS, ORACLE, ORACLES, STONEMASON
from games.rules.engine import Game, play_out
from games.rules.engine.testing import play_checked, transcript
from tests.rules.many import ALL, many

from ..golden import check_golden

VARIANTS = {
    "base": {},
    "oracle": {"oracle": True},
    "demon": {"demon": True},
    "both": {"oracle": True, "demon": True},
}
#: The quick tests play this many, the others by the slow ones.
FEW = 6
every_table = pytest.mark.parametrize("players", [2, 3, 4])
every_variant = pytest.mark.parametrize("variant", VARIANTS)


def conserved(game: Game[Bali]) -> None:
    """Cards, offering cards and stones are where they may be, and no number is below nothing."""
    state = game.state
    held = [card for hand in state.hands for card in hand]
    lying = [card for row in state.rows for card in row]
    for card in CARDS:
        number = sum(pile.count(card) for pile in (state.deck, held, lying, state.box))
        number += sum(display[card] for display in state.displays)
        start = sum(card != lacks for lacks in state.lacks[: game.players]) if card in KINDS else 0
        start += game.players if card == STONEMASON else 0
        assert number == DECK[card] + start, card
    oracles = state.deck.count(ORACLE) + state.box.count(ORACLE)
    assert oracles == (ORACLES if game.option("oracle") else 0)
    assert ORACLE not in lying
    for kind in KINDS:
        number = state.supply[kind] + sum(offerings[kind] for offerings in state.offerings)
        assert number + [k for k, _up in state.altar].count(kind) == 25, kind
    for seat in range(game.players):
        assert state.stones[seat] >= 0
        assert all(n >= 0 for n in state.offerings[seat].values())
        assert all(card in state.hands[seat] for card in start_cards_left(state, seat))
    assert all(state.rows) or state.held is not None or state.result is not None


def start_cards_left(state: Bali, seat: int) -> list[str]:
    return [k for k in KINDS if k != state.lacks[seat] and k not in state.exposed[seat]]


class StonesCounted:
    """The events account for every stone and every point marker."""

    def __init__(self, game: Game[Bali]) -> None:
        self.stones = list(game.state.stones)
        self.points = list(game.state.points)

    def follow(self, game: Game[Bali]) -> None:
        for event in game.events:
            data = event.data
            if event.kind in ("bought", "played"):
                self.stones[data["seat"]] -= data["stones"]
            elif event.kind == "rewarded":
                purse = self.stones if data["good"] == "stones" else self.points
                purse[data["seat"]] += data["number"]
            elif event.kind == "scored" and data["card"] in ("stonemason", "priest"):
                purse = self.stones if data["card"] == "stonemason" else self.points
                for seat, number in enumerate(data["gains"]):
                    purse[seat] += number
        assert (self.stones, self.points) == (game.state.stones, game.state.points)


@every_table
@every_variant
def test_random_games(players: int, variant: str) -> None:
    for seed in range(FEW):
        play_checked(rules, players, VARIANTS[variant], seed, conserved)


@every_table
@every_variant
def test_random_games_pass_every_generic_check(players: int, variant: str) -> None:
    play_checked(rules, players, VARIANTS[variant], 1, conserved, thorough=True)


@pytest.mark.slow
@every_table
@every_variant
def test_many_random_games(players: int, variant: str) -> None:
    for seed in range(FEW, many(1000)):
        play_checked(rules, players, VARIANTS[variant], seed, conserved)


@pytest.mark.slow
@every_table
@every_variant
def test_more_games_pass_every_generic_check(players: int, variant: str) -> None:
    """One of each form is above; the bot's in the base game are `check_game`'s, in some
    positions."""
    bots = [rules.bots["pilgrim"]] * players
    for seed in range(100, 120 if ALL else 100):
        play_checked(rules, players, VARIANTS[variant], seed, conserved, thorough=True)
    for seed in range(3 if ALL else variant == "both"):
        play_checked(rules, players, VARIANTS[variant], seed, conserved, thorough=True, bots=bots)


@every_table
@every_variant
def test_events_account_for_every_stone_and_point(players: int, variant: str) -> None:
    rng = random.Random(players)
    game = rules.new(players, VARIANTS[variant], rng.randbytes(32))
    purses = StonesCounted(game)
    while game.result() is None:
        decision = rng.choice(game.decisions())
        game.choose(decision.seat, rng.choice(decision.choices))
        purses.follow(game)


@pytest.mark.parametrize(
    ("players", "variant"),
    [(2, "base"), (2, "oracle"), (3, "demon"), (3, "both"), (4, "base"), (4, "both")],
)
def test_golden_games(players: int, variant: str) -> None:
    stored = Path(__file__).parent / "golden" / f"{players}-{variant}.txt"
    bot = rules.bots["pilgrim"]
    check_golden(stored, transcript(rules, players, VARIANTS[variant], players, bot))


@pytest.mark.slow
@every_table
@pytest.mark.parametrize("variant", ["base", "both"])
def test_the_bot_beats_random_players_nine_times_in_ten(players: int, variant: str) -> None:
    games, won = (300 if ALL else 10), 0
    for seed in range(games):
        own = seed % players
        bots = [rules.bots["pilgrim" if seat == own else "random"] for seat in range(players)]
        rng = random.Random(seed)
        result = play_out(rules, players, VARIANTS[variant], rng.randbytes(32), bots, rng).result
        won += result.ranks[own] == 1
    assert won >= 0.9 * games
