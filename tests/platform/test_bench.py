"""The benchmarks run, on a small scale."""

import json
import subprocess
import sys

import pytest

from bench import engine
from bench.extent import Extent
from boardgames.supervisor.home import CHECKOUT
from games.rules import registry
from tests.platform.server import environment_without_servers


def test_the_engine_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "SECONDS", 0.01)
    figures = list(engine.run(Extent()))
    assert {row["type"] for row in figures} == {rules.slug for rules in registry.all()}
    assert all(row["decisions_per_second"] > 1000 for row in figures)
    assert all(row["state_bytes"] > 100 for row in figures)


SMALL = """
import json
from bench import moves
moves.SECONDS = 2.0
moves.TASKS = (
    moves.Task("two games", games=2),
    moves.Task("games of 2 to 4 at a fixed rate", games=3, seats=(2, 3, 4), rate=20.0),
)
for figures in moves.run():
    print(json.dumps(figures))
"""


@pytest.mark.slow
@pytest.mark.xdist_group("server")
def test_moves_are_measured() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SMALL],
        cwd=CHECKOUT,
        env=environment_without_servers(),
        stdout=subprocess.PIPE,
        text=True,
    )
    assert done.returncode == 0
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["layout"] for line in lines] == ["script/server"] * 2 + ["production"] * 2
    for line in lines:
        assert line["errors"] == 0, line["first_errors"]
        assert line["moves"] > 0
        assert 0 < line["notice_p50_ms"] < line["screen_p50_ms"] < 1000
        assert line["requests_per_move"] < 5
