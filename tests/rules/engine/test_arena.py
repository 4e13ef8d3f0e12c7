"""Bots against each other: their seats, what is counted, and the result."""

from __future__ import annotations

import json
import math
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.rules import registry
from games.rules.engine import Choice, Seen
from games.rules.engine.arena import Cell, Fought, fight, interval, summary
from games.rules.engine.levels import Levels, Measured
from games.rules.engine.play import Bot
from games.rules.engine.search import player
from games.rules.example.rules import rules as lanterns

CELL = Cell("lanterns", 3, "a", "b", 4, {"bright": False})


def fought(game: int, share: float, lead: float, ms: float = 10.0) -> Fought:
    return Fought(CELL, game, 0, [], [], share, lead, 2, 4, ms, 2 * ms)


def asked_first(name: str, by: dict[str, list[int]]) -> Bot:
    def play(seen: Seen) -> Choice:
        by.setdefault(name, []).append(seen.seat)
        return seen.choices[0]

    return play


def arena(*words: str) -> list[dict[str, Any]]:
    out = StringIO()
    call_command("arena", *words, stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_each_deal_is_played_with_a_on_each_seat() -> None:
    deals = set()
    for number in range(6):
        by: dict[str, list[int]] = {}
        played = fight(lanterns, CELL, number, asked_first("a", by), asked_first("b", by))
        assert played.seat == number % 3
        assert {*by["a"]} == {number % 3}
        assert {*by["b"]} == {0, 1, 2} - {number % 3}
        assert [len(by["a"]), len(by["b"])] == [played.decisions_a, played.decisions_b]
        deals.add((number // 3, *played.scores))
    # a bot that always takes the first choice plays a deal as everybody else does
    assert len(deals) == 2


def test_what_others_think_changes_nothing_of_a_bots_chance() -> None:
    drawn: dict[str, list[float]] = {"lazy": [], "busy": []}

    def bot(name: str) -> Bot:
        def play(seen: Seen) -> Choice:
            drawn[name].append(seen.rng.random())
            return seen.choices[0]

        return play

    def thinks(seen: Seen) -> Choice:
        seen.rng.random()
        return seen.choices[0]

    fight(lanterns, CELL, 0, bot("lazy"), lambda seen: seen.choices[0])
    fight(lanterns, CELL, 0, bot("busy"), thinks)
    assert drawn["lazy"] == drawn["busy"]


def test_share_and_lead_of_a_game() -> None:
    played = fight(lanterns, CELL, 1, player(lanterns, "good"), player(lanterns, "random"))
    others = [played.scores[0], played.scores[2]]
    assert played.lead == played.scores[1] - sum(others) / 2
    assert played.share == (played.ranks[1] == 1) / played.ranks.count(1)


def test_the_figures_by_hand() -> None:
    """Wins of 1, 0, a half and 1 in four games: 62.5 %; leads of 4, -2, 0, 6: 2 on average, with a
    deviation of the root of (4 + 16 + 4 + 16) / 3, and half of that as standard error."""
    games = [fought(i, *each) for i, each in enumerate([(1, 4), (0, -2), (0.5, 0), (1, 6)])]
    low, high = interval(0.625, 4)
    assert summary(games) == {
        "type": "lanterns",
        "players": 3,
        "a": "a",
        "b": "b",
        "games": 4,
        "share": 0.625,
        "low": round(low, 4),
        "high": round(high, 4),
        "lead": 2.0,
        "lead_se": round(math.sqrt(40 / 3) / 2, 2),
        "ms_a": 5.0,
        "ms_b": 5.0,
    }


def test_the_interval_of_a_share() -> None:
    """The figures are those of Wilson's formula, worked out by hand for 8 of 10."""
    low, high = interval(0.8, 10)
    assert (round(low, 3), round(high, 3)) == (0.49, 0.943)
    assert interval(1.0, 8)[1] == 1.0
    assert 0.67 < interval(1.0, 8)[0] < 0.68


class TestTheCommand:
    def test_a_line_for_each_game_and_one_in_the_end(self) -> None:
        *games, last = arena("bali", "good", "random", "--games", "2", "--players", "2")
        assert [(game["game"], game["seat"]) for game in games] == [(0, 0), (1, 1)]
        assert [*last] == [
            *("type", "players", "a", "b", "games", "share", "low", "high"),
            *("lead", "lead_se", "ms_a", "ms_b"),
        ]
        assert (last["type"], last["players"], last["a"], last["b"]) == (
            "bali",
            2,
            "good",
            "random",
        )

    def test_games_in_the_log_are_not_played_again(self, tmp_path: Path) -> None:
        log = tmp_path / "log"
        words = ("bali", "random", "first", "--players", "2", "--log", str(log))
        first = arena(*words, "--games", "2")
        kept = log.read_text()
        assert arena(*words, "--games", "2") == first
        assert log.read_text() == kept
        assert arena(*words, "--games", "3")[:2] == first[:2]
        assert len(log.read_text().splitlines()) == 3

    def test_a_game_whose_line_was_cut_off_is_played_again(self, tmp_path: Path) -> None:
        log = tmp_path / "log"
        words = ("bali", "random", "first", "--players", "2", "--games", "2", "--log", str(log))
        first = arena(*words)
        log.write_bytes(log.read_bytes()[:-9])
        again = arena(*words)
        assert [game["scores"] for game in again[:2]] == [game["scores"] for game in first[:2]]
        assert arena(*words) == again
        assert len(log.read_text().splitlines()) == 2

    def test_a_file_of_something_else_is_refused(self, tmp_path: Path) -> None:
        log = tmp_path / "log"
        log.write_text("a letter\n")
        with pytest.raises(CommandError, match="no games of the arena"):
            arena("bali", "random", "first", "--log", str(log))
        assert log.read_text() == "a letter\n"

    def test_games_of_another_cell_do_not_count(self, tmp_path: Path) -> None:
        log = tmp_path / "log"
        words = ("bali", "random", "first", "--games", "1", "--players", "2", "--log", str(log))
        arena(*words)
        arena(*words, "--seed", "1")
        assert len(log.read_text().splitlines()) == 2

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (("chess", "good", "easy"), "chess"),
            (("bali", "great", "easy"), "no bot 'great'"),
            (("bali", "good", "easy", "--players", "5"), "not 5"),
            (("bali", "good", "easy", "--options", '{"x": 1}'), "no option 'x'"),
            (("bali", "good", "easy", "--games", "0"), "at least 1"),
        ],
    )
    def test_what_cannot_be_meant_is_refused(self, words: tuple[str, ...], said: str) -> None:
        with pytest.raises(CommandError, match=said):
            arena(*words)


class TestLevels:
    """What is offered follows from what was measured."""

    def test_without_figures_a_game_type_has_its_own_bot_alone(self) -> None:
        assert Levels().offered(2) == ["good"]

    def test_too_few_games_show_nothing(self) -> None:
        assert Levels(measured=(Measured("strong", 2, 99, 1.0, 0.96, 1.0),)).offered(2) == ["good"]

    def test_for_two_it_has_to_win_seven_in_ten(self) -> None:
        enough = Levels(measured=(Measured("strong", 2, 100, 0.7, 0.6, 0.78),))
        assert enough.offered(2) == ["good", "strong"]
        assert enough.offered(3) == ["good"]
        assert Levels(measured=(Measured("strong", 2, 100, 0.69, 0.59, 0.77),)).offered(2) == [
            "good"
        ]

    def test_for_four_the_interval_counts_too(self) -> None:
        shown = Measured("strong", 4, 100, 0.41, 0.32, 0.51)
        assert Levels(measured=(shown,)).offered(4) == ["good", "strong"]
        doubtful = Measured("strong", 4, 100, 0.4, 0.299, 0.5)
        assert Levels(measured=(doubtful,)).offered(4) == ["good"]

    def test_a_level_stands_on_the_one_below(self) -> None:
        master = Measured("master", 2, 100, 0.65, 0.55, 0.74)
        strong = Measured("strong", 2, 100, 0.9, 0.83, 0.94)
        assert Levels(measured=(master,)).offered(2) == ["good"]
        assert Levels(measured=(master, strong)).offered(2) == ["good", "strong", "master"]

    def test_the_easy_level_is_shown_by_the_bot_that_beats_it(self) -> None:
        shown = Levels(measured=(Measured("good", 2, 100, 0.9, 0.83, 0.94),))
        assert shown.offered(2) == ["easy", "good"]

    @pytest.mark.parametrize("slug", ["imhotep", "bali", "bora_bora", "bomarzo"])
    def test_what_is_written_of_our_games_is_possible(self, slug: str) -> None:
        rules = registry.get(slug)
        for found in rules.levels.measured:
            assert found.players in rules.players
            low, high = interval(found.share, found.games)
            assert (found.low, found.high) == (round(low, 4), round(high, 4))
