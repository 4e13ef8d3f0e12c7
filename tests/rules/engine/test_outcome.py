"""Games without points: won, lost or drawn, for a reason."""

import random
from typing import Any

import msgspec
import pytest

from games.rules.engine import Game, Result, Rules, RulesError, State, outcomes, play_out
from games.rules.engine.arena import Cell, fight
from games.rules.engine.examine import examine
from games.rules.engine.search.rollouts import lead
from games.rules.records.results import outcome
from tests.pawns import rules
from tests.pawns.rules import EMPTY, turn

SEED = bytes(32)
WON = [0, 0, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY]
BLOCKED = [EMPTY, EMPTY, EMPTY, EMPTY, 0, EMPTY, EMPTY, 1, EMPTY]


def ended(squares: list[int], seat: int = 1) -> Game[Any]:
    """A game in which this seat is to move on this board."""
    game = rules.new(2, {}, SEED)
    game.state.squares, game.state.open = squares, []
    game.then(turn, seat)
    game.changed()
    game._run()
    return game


def test_the_winner_alone_is_first_and_the_rules_say_why() -> None:
    result = ended(WON).result()
    assert result is not None
    assert (result.ranks, result.scores, result.breakdown) == ([1, 2], [], [])
    assert result.reason == "capture"
    assert outcomes(result.ranks) == ["won", "lost"]
    assert [result.value(seat) for seat in (0, 1)] == [100, 0]


def test_all_share_the_first_place_of_a_draw() -> None:
    game = ended(BLOCKED)
    result = game.result()
    assert result is not None
    assert (result.ranks, result.reason) == ([1, 1], "block")
    assert outcomes(result.ranks) == ["drawn", "drawn"]
    assert [lead(game, seat) for seat in (0, 1)] == [0, 0]
    assert game.standing() is None
    assert game.scored() is None


def test_a_result_is_read_as_it_was_saved() -> None:
    game = ended(WON)
    again = rules.load(game.save())
    assert again.result() == game.result()
    assert again.save() == game.save()


def test_results_with_points_are_stored_as_before() -> None:
    """Golden games and stored positions keep their bytes: nothing says why they ended."""
    stored = msgspec.to_builtins(Result([3, 2], [1, 2], [{"a": 3}, {"a": 2}]))
    assert list(stored) == ["scores", "ranks", "breakdown", "tie_breakers"]


def test_whoever_leaves_has_lost_and_an_end_as_it_stands_is_a_draw() -> None:
    game = rules.new(2, {}, SEED)
    resigned, cut = outcome(game, [1]), outcome(game, [], cut=True)
    agreed = outcome(game, [], drawn=True)
    assert resigned is not None
    assert cut is not None
    assert agreed is not None
    assert (resigned["outcome"], resigned["ranks"]) == (["won", "lost"], [1, 2])
    assert cut["outcome"] == agreed["outcome"] == ["drawn", "drawn"]
    assert (cut["scores"], "reason" in cut) == ([], False)


def test_calls_for_points_are_refused_where_there_are_none() -> None:
    with pytest.raises(RulesError, match=r"no points.*@rules\.worth"):
        rules.standing(lambda game: [])
    game = rules.new(2, {}, SEED)
    with pytest.raises(RulesError, match=r"finish_won\(\) or finish_drawn\(\)"):
        game.finish([{}, {}])
    with pytest.raises(RulesError, match="seat 7 has won"):
        game.finish_won(7, "reach")
    with pytest.raises(RulesError, match="outcome='glory' is none of points, win"):
        Rules("odd", "Odd", State, players=(2,), package="", outcome="glory")


def test_a_game_with_points_is_not_won_without_them() -> None:
    plain = Rules("plain", "Plain", State, players=(2,), package="")

    @plain.setup
    def setup(game: Game[State]) -> None:
        game.finish_won(0, "luck")

    plain.view(lambda game, seat: {})
    with pytest.raises(RulesError, match=r"this game has points.*outcome="):
        plain.new(2, {}, SEED)


def test_every_check_of_a_game_type_knows_games_without_points() -> None:
    report = examine(rules)
    assert [finding.what for finding in report.findings] == []


def test_programs_play_it_and_the_arena_counts_games_won() -> None:
    played = play_out(rules, 2, {}, SEED, [rules.bots["random"]] * 2, random.Random(1))
    assert played.result.reason in ("reach", "capture", "block")
    cell = Cell("pawns", 2, "random", "random", 1, {})
    for number in range(4):
        fought = fight(rules, cell, number, rules.bots["random"], rules.bots["random"])
        assert fought.lead == (fought.share - 0.5) * 200
