"""Random games with invariants, leak tests, golden games, the bot."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from games.rules.bomarzo.payments import given
from games.rules.bomarzo.reconstructed import CARDS, TRACKS, VILLAGE
from games.rules.bomarzo.rules import rules
from games.rules.bomarzo.state import Bomarzo
from games.rules.bomarzo.tables import DEITIES, PAWNS, TRACK_END
from games.rules.engine import Game, play_out
from games.rules.engine.testing import play_checked, transcript
from tests.rules.many import ALL, many

from ..golden import check_golden

VARIANTS = {
    "base": {},
    "seasons": {"seasons": True},
    "worship": {"worship": True},
    "both": {"seasons": True, "worship": True},
}
#: The quick tests play this many, the others by the slow ones.
FEW = 6
every_table = pytest.mark.parametrize("players", [2, 3, 4])
every_variant = pytest.mark.parametrize("variant", VARIANTS)


def conserved(game: Game[Bomarzo]) -> None:
    """Cards and pawns are where they may be, and no number is below nothing or beyond its end."""
    state = game.state
    piles = [state.deck, state.discards, *state.hands, *state.dealt]
    piles += [[played.card for played in cards] for cards in state.played]
    piles += [[card for card, _seat in deity.under] for deity in state.park.values()]
    assert Counter(card for pile in piles for card in pile) == Counter(list(CARDS))
    worship = [*state.worship_stack, *state.looked_at]
    worship += [card for cards in state.worship for card in cards]
    assert sorted(worship) == (sorted(DEITIES) if game.option("worship") else [])
    assert sorted(state.order) == sorted(DEITIES)
    assert state.deck or not state.discards or any(state.dealt)
    out = [seat for deity in state.park.values() for seat in deity.pawns]
    out += [seat for pawns in state.areas.values() for seat in pawns]
    for seat in range(game.players):
        assert state.pawns[seat] + out.count(seat) == state.owned_pawns(seat) <= PAWNS
        assert state.pawns[seat] >= 0
        assert all(number >= 0 for number in state.goods[seat].values())
        assert all(0 <= at <= VILLAGE[track][-1] for track, at in state.workers[seat].items())
        for track in TRACKS:
            assert 0 <= state.steps[seat][track] <= TRACK_END
            assert (state.steps[seat][track] == TRACK_END) == (seat in state.tens[track])
    for pawns in state.areas.values():
        assert len(set(pawns)) == len(pawns)
    for deity in state.park.values():
        assert all(number >= 0 for number in deity.goods.values())
        assert deity.pawns or not deity.lying
    assert len({first[:2] for first in state.firsts}) == len(state.firsts)


class Counted:
    """The events account for every good, step and point."""

    def __init__(self, game: Game[Bomarzo]) -> None:
        self.goods = [dict(goods) for goods in game.state.goods]
        self.steps = [dict(steps) for steps in game.state.steps]
        self.firsts = [0] * game.players

    def follow(self, game: Game[Bomarzo]) -> None:
        for event in game.events:
            data = event.data
            if "seat" not in data:
                continue
            goods = self.goods[data["seat"]]
            if event.kind == "produced":
                for good, number in data["goods"].items():
                    goods[good] += number
            elif event.kind in ("harvested", "plundered"):
                goods[data["good"]] += data["number"]
            elif event.kind in ("called", "copied"):
                for good, number in given(data["paid"]).items():
                    goods[good] -= number
            elif event.kind == "got":
                goods[data["good"]] += 1
            elif event.kind == "worshipped":
                for good in data["paid"]:
                    goods[good] -= 1
            elif event.kind == "stepped":
                self.steps[data["seat"]][data["track"]] = data["space"]
            elif event.kind == "first":
                self.firsts[data["seat"]] += 1
        assert self.goods == game.state.goods
        assert self.steps == game.state.steps
        assert self.firsts == [own["firsts"] for own in game.standing() or []]


@every_table
@every_variant
def test_random_games(players: int, variant: str) -> None:
    for seed in range(FEW):
        play_checked(rules, players, VARIANTS[variant], seed, conserved)


@pytest.mark.slow
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


@every_table
@every_variant
def test_events_account_for_every_good_step_and_point(players: int, variant: str) -> None:
    rng = random.Random(players)
    game = rules.new(players, VARIANTS[variant], rng.randbytes(32))
    counted = Counted(game)
    while game.result() is None:
        decision = rng.choice(game.decisions())
        game.choose(decision.seat, decision.sample(rng.choice(decision.choices), rng))
        counted.follow(game)


@pytest.mark.slow
@every_table
@every_variant
def test_more_games_pass_every_generic_check(players: int, variant: str) -> None:
    """One of each form is above; the bot's in the base game are `check_game`'s, in some
    positions."""
    bots = [rules.bots["gardener"]] * players
    for seed in range(100, 110 if ALL else 100):
        play_checked(rules, players, VARIANTS[variant], seed, conserved, thorough=True)
    if ALL or variant == "both":
        play_checked(rules, players, VARIANTS[variant], 1, conserved, thorough=True, bots=bots)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "variant"),
    [(2, "base"), (2, "both"), (3, "seasons"), (3, "worship"), (4, "base"), (4, "both")],
)
def test_golden_games(players: int, variant: str) -> None:
    stored = Path(__file__).parent / "golden" / f"{players}-{variant}.txt"
    bot = rules.bots["gardener"]
    check_golden(stored, transcript(rules, players, VARIANTS[variant], players, bot))


@pytest.mark.slow
@every_table
def test_the_bot_beats_random_players_nineteen_times_in_twenty(players: int) -> None:
    """In the base game and with everything by turns."""
    games, won = (120 if ALL else 4), 0
    for seed in range(games):
        own = seed // 2 % players
        bots = [rules.bots["gardener" if seat == own else "random"] for seat in range(players)]
        rng, options = random.Random(seed), VARIANTS["both" if seed % 2 else "base"]
        result = play_out(rules, players, options, rng.randbytes(32), bots, rng).result
        won += result.ranks[own] == 1
    assert won >= 0.95 * games
