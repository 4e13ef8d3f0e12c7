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
moves.ONE_CLIENT_MOVES, moves.GAMES_AT_ONCE, moves.SECONDS = 5, 2, 2.0
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
    one, many = map(json.loads, done.stdout.splitlines())
    assert one["moves"] >= 5
    assert many["moves"] > 0
    assert one["move_p50_ms"] > 0
    assert one["notice_p50_ms"] > 0
