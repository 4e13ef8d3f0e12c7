"""Whole games: invariants, secrets, waits, golden games, the bot."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from games.rules.bora_bora import rules
from games.rules.bora_bora.reconstructed import FISH, JEWELS, PEOPLE
from games.rules.bora_bora.state import EMPTY, FILLED, BoraBora
from games.rules.bora_bora.tables import GODS, REGIONS
from games.rules.bora_bora.tasks import START_TASKS, TASKS
from games.rules.engine import Game, play_out
from games.rules.engine.testing import play_checked, transcript
from tests.rules.golden import check_golden
from tests.rules.many import ALL, many

PLAYERS = (2, 3, 4)
GOLDEN = Path(__file__).parent / "golden"
every_table = pytest.mark.parametrize("players", PLAYERS)


def conserved(game: Game[BoraBora]) -> None:
    """Nothing is lost or doubled, and nobody has more than there is."""
    state = game.state
    for seat, board in enumerate(state.boards):
        on_map = sum(seat in huts for huts in state.regions.values())
        assert board.huts + board.stored + on_map == 12
        assert min(board.huts, board.stored, board.free_spaces) >= 0
        assert board.stored or not board.huts
        assert board.priests + state.temple.count(seat) == 4
        assert set(board.pushed) <= set(board.people)
        assert min(board.offerings, board.shells, board.god_tiles, *board.hand.values()) >= 0
        covered = Counter(tile for tile in board.ground if tile not in (EMPTY, FILLED))
        assert set(covered.values()) <= {2}
        assert sorted([*covered, *board.tiles]) == [1, 2, 3, 4, 5, 6]
        hidden = Counter(board.hidden + board.hidden_before)
        assert all(number <= board.hand[god] for god, number in hidden.items())
        assert len(board.tasks) in (0, 1, 2, 3)
        assert len(board.dice) <= 3
    for huts in state.regions.values():
        assert len(set(huts)) == len(huts)
    cards = Counter(state.deck + state.discards + state.gods)
    for board in state.boards:
        cards.update(board.hand)
    assert cards == dict.fromkeys(GODS, 12)
    seen = [person for board in state.boards for person in board.people]
    seen += [person for row in state.people.values() for person in row if person is not None]
    seen += [person for pile in state.piles.values() for person in pile]
    assert len(set(seen)) == len(seen) <= len(PEOPLE)
    tasks = state.tasks + state.task_pile
    tasks += [task for board in state.boards for task in board.tasks + board.done]
    assert len(set(tasks)) == len(tasks)
    assert set(tasks) <= {*START_TASKS, *TASKS}
    jewels = [jewel for column in state.jewels for jewel in column]
    jewels += [jewel for board in state.boards for jewel in board.jewels]
    assert len(set(jewels)) == len(jewels) <= len(JEWELS)
    assert sorted(state.fish.values()) == sorted(FISH)
    assert sorted(state.track) == sorted(state.order) == list(range(game.players))
    steps = [state.steps[seat] for seat in state.track]
    assert steps == sorted(steps, reverse=True)
    tiles = state.temple_gods + sum(board.god_tiles for board in state.boards)
    assert tiles <= 6 + game.players
    dice = sum(len(placed) for placed in state.cards.values())
    if state.chapter == "A":
        assert dice + sum(len(board.dice) for board in state.boards) == 3 * game.players


class PointsCounted:
    """The events account for every point, offering and shell."""

    def __init__(self, game: Game[BoraBora]) -> None:
        self.points = [board.scored["start"] for board in game.state.boards]
        self.offerings = [2] * game.players
        self.shells = [0] * game.players
        self.follow(game)

    def follow(self, game: Game[BoraBora]) -> None:
        for event in game.events:
            data = event.data
            seat: int = data.get("seat", -1)
            if isinstance(data.get("points"), list):
                for other, points in enumerate(data["points"]):
                    self.points[other] += points
            elif "points" in data:
                self.points[seat] += data["points"]
            if event.kind == "offerings_gained":
                self.offerings[seat] += data["number"]
            elif event.kind == "settled" and data["good"] == "offering":
                self.offerings[seat] += 1
            elif event.kind == "god_played" and data["way"] != "tile":
                self.offerings[seat] -= 1
            elif event.kind == "shells_gained":
                self.shells[seat] += data["number"]
            elif event.kind == "jewel_bought":
                self.shells[seat] -= data["shells"]
        boards = game.state.boards
        assert self.offerings == [board.offerings for board in boards]
        assert self.shells == [board.shells for board in boards]
        result = game.result()
        if result is None:
            assert self.points == [sum(board.scored.values()) for board in boards]
        else:
            assert self.points == result.scores


@every_table
def test_twenty_random_games(players: int) -> None:
    for seed in range(20):
        game = play_checked(rules, players, {}, seed, conserved)
        assert game.state.round == 6


@pytest.mark.slow
@every_table
def test_many_random_games(players: int) -> None:
    for seed in range(many(1000)):
        play_checked(rules, players, {}, seed + 1000, conserved)


@pytest.mark.slow
@every_table
def test_a_random_game_passes_every_generic_check(players: int) -> None:
    play_checked(rules, players, {}, 1, conserved, thorough=True)


@every_table
def test_events_account_for_every_point_offering_and_shell(players: int) -> None:
    for seed in range(5):
        rng = random.Random(seed)
        game = rules.new(players, {}, rng.randbytes(32))
        counted = PointsCounted(game)
        while game.result() is None:
            decision = rng.choice(game.decisions())
            game.choose(decision.seat, rng.choice(decision.choices))
            counted.follow(game)


@pytest.mark.slow
@every_table
@pytest.mark.parametrize("seed", [1, 2])
def test_golden_games(players: int, seed: int) -> None:
    bot = rules.bots["islander" if seed == 1 else "random"]
    text = transcript(rules, players, {}, seed, bot)
    check_golden(GOLDEN / f"{players}-players-{seed}.txt", text)


@pytest.mark.slow
@every_table
def test_the_bot_beats_random_players_nineteen_times_in_twenty(players: int) -> None:
    rng = random.Random(1)
    games, won = (300 if ALL else 6), 0
    for number in range(games):
        bots = [rules.bots["random"]] * players
        bots[number % players] = rules.bots["islander"]
        result = play_out(rules, players, {}, rng.randbytes(32), bots, rng).result
        won += result.ranks[number % players] == 1
    assert won >= 0.95 * games


@pytest.mark.slow
@every_table
def test_games_of_the_bot_obey_the_rules(players: int) -> None:
    play_checked(rules, players, {}, 1, conserved, bots=[rules.bots["islander"]] * players)


def test_every_kind_of_event_and_decision_comes_up_in_play() -> None:
    rng = random.Random(1)
    events, kinds, most = set(), set(), 0
    for number in range(60):
        game = rules.new(PLAYERS[number % 3], {}, rng.randbytes(32))
        while game.result() is None:
            decision = rng.choice(game.decisions())
            kinds.add(decision.kind)
            most = max(most, len(decision.choices))
            game.choose(decision.seat, rng.choice(decision.choices))
            events |= {event.kind for event in game.events}
    assert kinds >= set(rules.kinds) - {"pay_for_god"}, "which comes up with large hands only"
    assert most <= 100
    assert {"god_played", "fish_scored", "priest_returned", "task_discarded"} <= events
    assert len(REGIONS) == 12
