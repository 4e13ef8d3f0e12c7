"""A game type from outside the project: found by its entry point, with its board and its words."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from games.rules import registry

RULES = """
from games.rules.engine import Choice, Game, Kind, Rules, State


class Coin(State):
    seen: str = ""


rules = Rules("coin", "Coin", Coin, players=(2,), package="their_coin")


@rules.setup
def setup(game):
    game.ask(0, Call)


@rules.decision
class Call(Kind):
    prompt = "Heads or tails?"

    def choices(self, game, seat):
        return [("heads",), ("tails",)]

    def chosen(self, game, seat, side):
        game.state.seen = ("heads", "tails")[game.draw("coin", 2)]
        won = int(game.state.seen == side)
        game.finish([{"called": won}, {"called": 1 - won}])


@rules.view
def view(game, seat):
    return {"seen": game.state.seen}
"""

ASK = """
import json, django
django.setup()
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from games.rules import registry
print(json.dumps({
    "types": [rules.slug for rules in registry.all()],
    "board": render_to_string("coin/coin.html", {"view": {"seen": "heads"}}),
    "static": bool(finders.find("coin/board.css")),
}))
"""


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A folder with the package as pip would leave it."""
    package, info = tmp_path / "their_coin", tmp_path / "their_coin-1.0.dist-info"
    (package / "table/templates/coin").mkdir(parents=True)
    (package / "table/static/coin").mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "rules.py").write_text(RULES)
    (package / "table/templates/coin/coin.html").write_text("<b>{{ view.seen }}</b>")
    (package / "table/static/coin/board.css").write_text("b { color: gold; }")
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: their-coin\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[boardgames.games]\ncoin = their_coin.rules:rules\n")
    return tmp_path


def run(installed: Path, *words: str) -> str:
    environment = {
        **os.environ,
        "PYTHONPATH": str(installed),
        "DJANGO_SETTINGS_MODULE": "boardgames.settings",
    }
    return subprocess.run(
        [sys.executable, *words], env=environment, capture_output=True, text=True, check=True
    ).stdout


def test_it_is_in_the_catalogue_and_brings_its_own_board(installed: Path) -> None:
    found = json.loads(run(installed, "-c", ASK))
    assert found == {"types": ["imhotep", "bali", "coin"], "board": "<b>heads</b>", "static": True}


def test_it_plays(installed: Path) -> None:
    report = json.loads(run(installed, "manage.py", "playout", "coin", "--games", "3"))
    assert [sum(game["scores"]) for game in report["results"]] == [1, 1, 1]


def test_an_unknown_game_type_is_named() -> None:
    with pytest.raises(registry.UnknownGameType, match="'chess'"):
        registry.get("chess")
