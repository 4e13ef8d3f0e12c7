"""Compiled modules of rules: they do what the sources do, and never what these did once."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from boardgames.supervisor.home import CHECKOUT
from games.rules import registry
from games.rules.engine import VERSION
from tests.rules import many

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("compiled rules")]

#: Compiling all of them takes minutes, so that is for the night.
TYPES = ["lanterns", *(registry.OWN if many.ALL else ["bali"])]
PACKAGES = ["engine", "example", *TYPES[1:]]
GAMES = 3 if many.ALL else 1

#: A game from outside, which ends after a coin; `chosen` has the line of a fault.
COIN = """
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
        return [("heads",), ("tails",), ("edge",)]

    def chosen(self, game, seat, side):
        if side == "edge":
            side = ("heads", "tails")[7]
        game.state.seen = ("heads", "tails")[game.draw("coin", 2)]
        won = int(game.state.seen == side)
        game.finish([{"called": won}, {"called": 1 - won}])


@rules.view
def view(game, seat):
    return {"seen": game.state.seen}
"""

#: Plays the coin, and says how each package ran.
PLAY = """
import json, sys
from games.rules import registry
from games.rules.compiled import build_of
from games.rules.engine import RulesError

coin = registry.get("coin")
game = coin.new(2, {}, bytes(32))
told = [(each.kind, each.data) for each in game.choose(0, ("tails",))]
try:
    coin.new(2, {}, bytes(32)).choose(0, ("edge",))
except RulesError as error:
    fault = str(error)
builds = [str(build_of(name)) for name in ("games.rules.engine", "their_coin")]
print(json.dumps([builds, told, game.result().scores, game.save().hex(), fault]))
"""


def run(
    top: Path, *words: object, build: str = "", check: bool = True, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Our Python, for which the rules are those below ``top``."""
    paths = os.pathsep.join(filter(None, (str(top), variables.pop("beside", ""))))
    return subprocess.run(
        [sys.executable, *map(str, words)],
        env={**os.environ, "PYTHONPATH": paths, "RULES_BUILD": build, **variables},
        cwd=top,
        capture_output=True,
        text=True,
        check=check,
    )


def compile_packages(top: Path, *folders: Path) -> str:
    """What the compiler says. Not optimised: that takes a fifth of the time."""
    done = run(top, "-m", "games.rules.compiler", *folders, CFLAGS="-O0", check=False)
    if "apt install" in done.stderr and os.environ.get("CI") != "true":
        pytest.skip(done.stderr)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def copy_rules(top: Path) -> Path:
    """The rules of the checkout below ``top``, without what was compiled of them there."""
    left_out = shutil.ignore_patterns("__pycache__", ".compiled", "locale", "static", "templates")
    shutil.copytree(CHECKOUT / "games/rules", top / "games/rules", ignore=left_out)
    (top / "games/__init__.py").touch()
    return top / "games/rules"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Rules of which a part is compiled, in the night all."""
    top = tmp_path_factory.mktemp("built")
    rules = copy_rules(top)
    compile_packages(top, *(rules / name for name in PACKAGES))
    return top


def lines(top: Path, build: str, types: list[str], games: int) -> list[str]:
    """What a build does with these types, after how they run, which is checked."""
    script = CHECKOUT / "tests/rules/played.py"
    told = run(top, "-P", script, games, *types, build=build).stdout.splitlines()
    how = [line for line in told if line in {f"{name} {build}" for name in types}]
    assert len(how) == len(types), told[0]
    return [line for line in told if line not in how]


def compare(top: Path, types: list[str], games: int) -> None:
    """AssertionError with the first line in which the builds differ."""
    plain, compiled = (lines(top, build, types, games) for build in ("plain", "compiled"))
    assert len(plain) > 100
    for one, other in zip(plain, compiled, strict=True):
        assert one == other, f"compiled: {other}, plain: {one}"


def test_both_builds_play_the_same_games(built: Path) -> None:
    compare(built, TYPES, GAMES)


def replaced(file: Path, old: str, new: str) -> bytes:
    """The source before; in the file something else is written."""
    before = file.read_bytes()
    assert before.count(old.encode()) == 1
    file.write_bytes(before.replace(old.encode(), new.encode()))
    return before


def compiled_of(source: Path) -> Path:
    (file,) = source.parent.glob(f".compiled/{source.stem}-*")
    return file


def test_a_rule_that_is_another_in_one_build_is_found(built: Path) -> None:
    source = built / "games/rules/example/rules.py"
    right = compiled_of(source)
    kept = right.read_bytes()
    before = replaced(source, "points[seat] -= 1", "points[seat] -= 2")
    compile_packages(built, source.parent)
    wrong = compiled_of(source)
    assert wrong != right
    source.write_bytes(before)
    try:
        wrong.rename(right)  # as if it had been compiled of today's source
        with pytest.raises(AssertionError, match="plain: lanterns, 2 players"):
            compare(built, ["lanterns"], 1)
    finally:
        right.unlink()  # which the next process may have loaded
        right.write_bytes(kept)


HOW = """
import sys, games.rules.example
from games.rules.compiled import build_of
rules = sys.modules["games.rules.example.rules"]
"""


def test_what_has_changed_since_runs_from_its_source(built: Path) -> None:
    source = built / "games/rules/example/rules.py"
    say = f"{HOW}print(build_of('games.rules.example'), rules.EVENINGS, rules.__file__)"
    assert run(built, "-c", say).stdout.split() == ["compiled", "3", str(source)]
    before = replaced(source, "EVENINGS = 3", "EVENINGS = 4")
    times = source.stat()
    try:
        os.utime(source, (0, 0))  # however old it seems
        assert run(built, "-c", say).stdout.split() == ["plain", "4", str(source)]
    finally:
        source.write_bytes(before)
        os.utime(source, (times.st_atime, times.st_mtime))
    assert run(built, "-c", say).stdout.split()[0] == "compiled"
    assert run(built, "-c", say, build="plain").stdout.split()[0] == "plain"


def test_only_what_has_changed_is_compiled_again(built: Path) -> None:
    said = compile_packages(built, *(built / "games/rules" / name for name in PACKAGES))
    assert [line.split()[1] for line in said.splitlines()[:-1]] == ["0"] * len(PACKAGES)


def test_a_package_from_outside_plays_beside_ours_by_any_build_and_names_its_faults(
    built: Path, tmp_path: Path
) -> None:
    outside, package = tmp_path / "outside", tmp_path / "outside/their_coin"
    info = outside / "their_coin-1.dist-info"
    for folder in (package, info):
        folder.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "rules.py").write_text(COIN)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: their-coin\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[boardgames.games]\ncoin = their_coin.rules:rules\n")

    def play(build: str = "") -> list[object]:
        return list(json.loads(run(built, "-c", PLAY, beside=str(outside), build=build).stdout))

    played = {"ours": play(), "none": play("plain")}
    assert compile_packages(built, package).startswith("their_coin: 1 of 1 modules compiled")
    played["both"] = play()
    ours = (built / "games/rules/engine/.compiled").rename(tmp_path / "aside")
    played["theirs"] = play()
    ours.rename(built / "games/rules/engine/.compiled")
    assert {which: told.pop(0) for which, told in played.items()} == {
        "ours": ["compiled", "plain"],
        "none": ["plain", "plain"],
        "both": ["compiled", "compiled"],
        "theirs": ["plain", "compiled"],
    }
    assert played["ours"] == played["none"] == played["both"] == played["theirs"]
    line = COIN.splitlines().index('            side = ("heads", "tails")[7]') + 1
    assert played["none"][-1] == (
        f"coin: IndexError: tuple index out of range ({package}/rules.py:{line} in chosen)"
    )


def test_without_a_compiler_it_says_what_to_install(tmp_path: Path) -> None:
    rules = copy_rules(tmp_path)
    words = ("-m", "games.rules.compiler", rules / "example")
    done = run(tmp_path, *words, CC="no-such-compiler", check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Cannot compile: there is no C compiler")
    done = run(tmp_path, *words[:2], tmp_path, check=False)
    assert (done.returncode, done.stderr) == (
        1,
        f"Cannot compile: {tmp_path} is no package: it has no __init__.py.\n",
    )


def test_a_wheel_for_one_platform_has_them_beside_the_sources(built: Path, tmp_path: Path) -> None:
    """Built of what is compiled already: the rest of the games is left out."""
    copied = tmp_path / "checkout/games/rules"
    shutil.copytree(built / "games/rules", copied)
    shutil.copy(CHECKOUT / "LICENSE", tmp_path / "checkout")
    for slug in {*registry.OWN} - {*TYPES}:
        shutil.rmtree(copied / slug)
    words = ("-m", "build", "--no-isolation", "--wheel", "--outdir", tmp_path, copied)
    done = run(tmp_path, *words, HATCH_BUILD_HOOKS_ENABLE="true", check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    tag = f"cp{sys.version_info[0]}{sys.version_info[1]}"
    assert wheel.name.startswith(f"boardgames_rules-{VERSION}-{tag}-{tag}-")
    assert not wheel.name.endswith("any.whl")
    zipfile.ZipFile(wheel).extractall(tmp_path / "installed")
    say = f"{HOW}print(build_of('games.rules.engine'), build_of('games.rules.example'))"
    assert run(tmp_path / "installed", "-c", say).stdout == "compiled compiled\n"
    run(tmp_path, "-m", "build", "--no-isolation", "--outdir", tmp_path / "pure", copied)
    source, pure = sorted((tmp_path / "pure").iterdir(), key=lambda file: file.suffix)
    assert pure.name.endswith("py3-none-any.whl")
    with zipfile.ZipFile(pure) as wheel_files, tarfile.open(source) as source_files:
        listed = [*wheel_files.namelist(), *source_files.getnames()]
    assert [name for name in listed if ".compiled" in name] == []
