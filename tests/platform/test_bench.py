"""The benchmarks run, on a small scale."""

import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from bench import bots, engine, losses, tables
from bench.__main__ import BENCHMARKS
from bench.extent import Extent
from boardgames.supervisor.home import CHECKOUT
from games.rules import registry
from games.rules.example.rules import rules as lanterns
from tests.platform.server import environment_without_servers, used_home

Figures = dict[str, list[dict[str, Any]]]

#: Those that need a whole service, one after the other on one.
WITH_A_SERVICE = """
import json, sys
from contextlib import nullcontext
from bench import fanout, moves, positions, service, thinking
from bench.extent import Extent

fanout.VIEWERS, fanout.MOVES, fanout.GAMES = 20, 2, 5
positions.ROUNDS, positions.LONG = 3, 600
moves.SECONDS, moves.WARMING = 1.0, 0.2
moves.TYPES = ("imhotep",)
moves.side_by_side = lambda type_: (
    moves.Task("two games", games=2, type=type_, by="pages"),
    moves.Task("two games", games=2, type="bomarzo", by="pages"),
)
moves.at_a_tenth = lambda type_, held: (
    moves.Task("two games", games=2, type=type_, rate=held / 2),
)
moves.TASKS = (
    moves.Task("two games", games=2),
    moves.Task("games of 2 to 4 at a fixed rate", games=3, seats=(2, 3, 4), rate=20.0),
)
thinking.GAMES, thinking.RATE, thinking.SECONDS = 1, 4.0, 4.0
thinking.TABLES, thinking.PAUSE = (2,), 0.5
service.tempfile.mkdtemp = lambda prefix: sys.argv[1]  # where the service has been before
with service.running() as url:
    service.running = lambda: nullcontext(url)
    for name, rows in (
        ("moves", moves.run()),
        ("fanout", fanout.run(Extent())),
        ("positions", positions.run(Extent())),
        ("thinking", thinking.run(Extent())),
    ):
        for row in rows:
            print(json.dumps([name, row]), flush=True)
"""


@pytest.fixture(scope="module")
def measured() -> Figures:
    """The figures that each of them gives."""
    home = used_home()
    done = subprocess.run(
        [sys.executable, "-c", WITH_A_SERVICE, str(home.folder)],
        cwd=CHECKOUT,
        env=environment_without_servers(),
        stdout=subprocess.PIPE,
        text=True,
    )
    assert done.returncode == 0
    assert not home.folder.exists()
    rows = defaultdict(list)
    for line in done.stdout.splitlines():
        name, row = json.loads(line)
        rows[name].append(row)
    return rows


@pytest.mark.slow
def test_the_engine_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "SECONDS", 0.05)
    monkeypatch.setattr(engine, "TIMES", 20)
    monkeypatch.setattr(engine, "ASKED", 20)
    figures: list[Any] = list(engine.run(Extent()))
    measured = {(row["type"], row["form"]) for row in figures}
    assert {type_ for type_, form in measured if form == "base"} == {
        rules.slug for rules in registry.all()
    }
    assert ("imhotep", "everything") in measured
    assert [row for row in figures if row["decisions_per_second"] <= 100] == []
    assert [row for row in figures if row["state_bytes"] <= 100] == []


def test_bots_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "all", lambda: [lanterns])
    figures: list[Any] = list(bots.run(Extent()))
    assert [(row["players"], row["a"], row["b"], row["games"]) for row in figures] == [
        (2, "good", "easy", 2),
        (2, "strong", "good", 2),
    ]


def test_losses_are_looked_at_once_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "all", lambda: [lanterns])
    [row] = losses.run(Extent())
    assert (row["type"], row["games"]) == ("lanterns", 1)
    told: Any = row["told and found"]
    assert row["decisions"]
    assert row["told"] == len(told) <= losses.TOLD


def test_figures_become_tables(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    figures = tmp_path / "figures"
    figures.write_text(
        '{"benchmark": "a", "what": "x", "move": {"p50_ms": 1.5}}\n'
        '{"benchmark": "a", "what": "y", "move": {"p50_ms": 2}}\n'
        '{"benchmark": "a", "bytes": 12345}\n'
        '{"benchmark": "b", "bytes": 1}\n'
    )
    monkeypatch.setattr(sys, "argv", ["tables", str(figures)])
    tables.main()
    assert capsys.readouterr().out == (
        "## a\n\n| what | move: p50 ms |\n| --- | --- |\n| x | 1.5 |\n| y | 2 |\n\n"
        "| bytes |\n| --- |\n| 12,345 |\n\n## b\n\n| bytes |\n| --- |\n| 1 |\n\n"
    )


def test_each_benchmark_is_explained() -> None:
    explained = (CHECKOUT / "docs" / "performance.md").read_text()
    assert [name for name in BENCHMARKS if f"| `{name}` |" not in explained] == []


@pytest.mark.slow
@pytest.mark.xdist_group("server")
def test_fan_out_is_measured(measured: Figures) -> None:
    notice, page, many = measured["fanout"]
    assert (notice["viewers"], many["viewers"], many["moves"]) == (20, 10, 5)
    assert notice["lost"] == page["lost"] == many["lost"] == 0
    for one in (notice, page):
        assert 0 < one["first_has_it"]["p50_ms"] <= one["all_have_it"]["p50_ms"]


@pytest.mark.slow
@pytest.mark.xdist_group("server")
def test_positions_are_measured(measured: Figures) -> None:
    lines = measured["positions"]
    stored = [line for line in lines if "delta_bytes" in line]
    assert len(stored) == len(registry.all())
    for line in stored:
        assert 0 < line["delta_bytes"] < line["keyframe_bytes"] < line["state_bytes"]
    assert len(lines) == 5 * len(stored)


@pytest.mark.slow
@pytest.mark.xdist_group("server")
def test_moves_are_measured(measured: Figures) -> None:
    lines = measured["moves"]
    layouts = [line["layout"] for line in lines if "layout" in line]
    assert layouts == ["script/server"] * 2 + ["production"] * 2
    assert [line["by"] for line in lines[4:]] == ["pages", "pages", "programs"]
    for line in lines:
        assert line["errors"] == 0, line
        assert line["moves"] > 0
        assert 0 < line["notice_p50_ms"] <= line["screen_p50_ms"]
        assert line["requests_per_move"] < 5


@pytest.mark.slow
@pytest.mark.xdist_group("server")
def test_thinking_is_measured(measured: Figures) -> None:
    alone, beside = measured["thinking"]
    assert (alone["tables_with_a_bot"], beside["tables_with_a_bot"]) == (0, 2)
    assert alone["errors"] == beside["errors"] == 0
    assert alone["moves_per_second"] > 1
    assert beside["answers"] > 0
    assert 0 < beside["answer"]["p50_ms"] <= beside["answer"]["p99_ms"]
