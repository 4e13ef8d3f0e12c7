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


LEFT_OUT = """
import json, django
django.setup()
from games.rules import registry
print(json.dumps({
    "types": [rules.slug for rules in registry.all()],
    "left out": [*registry.left_out()],
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


BROKEN = {
    "raises while it loads": "1 / 0",
    "is not there": None,
    "names no rules": "rules = 7",
    "has the slug of another": RULES.replace('"coin"', '"bali"'),
    "has a slug that is no word": RULES.replace('Rules("coin"', 'Rules("a/b"'),
    "names no package for its table": RULES.replace('"their_coin"', '"nowhere"'),
    "names a module for its table": RULES.replace('"their_coin"', '"their_coin.rules"'),
}


@pytest.mark.slow
@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_one_is_left_out_and_told(installed: Path, fault: str) -> None:
    rules, source = installed / "their_coin/rules.py", BROKEN[fault]
    if source is None:
        rules.unlink()
    else:
        rules.write_text(source)
    found = run(installed, "-c", LEFT_OUT)
    assert json.loads(found.stdout) == {
        "types": ["imhotep", "bali", "bora_bora", "bomarzo"],
        "left out": ["coin = their_coin.rules:rules"],
    }
    assert "coin = their_coin.rules:rules is left out" in found.stderr


@pytest.mark.slow
def test_commands_work_beside_a_broken_one(installed: Path) -> None:
    (installed / "their_coin/rules.py").write_text("def rules(:")
    report = run(installed, "manage.py", "playout", "imhotep", "--games", "1")
    assert len(json.loads(report.stdout)["results"]) == 1
    assert "SyntaxError" in report.stderr


def run(installed: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "PYTHONPATH": str(installed),
        "DJANGO_SETTINGS_MODULE": "boardgames.settings",
    }
    return subprocess.run(
        [sys.executable, *words], env=environment, capture_output=True, text=True, check=True
    )


@pytest.mark.slow
def test_it_is_in_the_catalogue_and_brings_its_own_board(installed: Path) -> None:
    found = json.loads(run(installed, "-c", ASK).stdout)
    assert found == {
        "types": ["imhotep", "bali", "bora_bora", "bomarzo", "coin"],
        "board": "<b>heads</b>",
        "static": True,
    }


@pytest.mark.slow
def test_it_plays(installed: Path) -> None:
    report = json.loads(run(installed, "manage.py", "playout", "coin", "--games", "3").stdout)
    assert [sum(game["scores"]) for game in report["results"]] == [1, 1, 1]


def test_an_unknown_game_type_is_named() -> None:
    with pytest.raises(registry.UnknownGameType, match="'chess'"):
        registry.get("chess")
