"""The rules as a package of their own, for whoever writes a bot."""

from __future__ import annotations

import json
import re
import subprocess
import tarfile
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

from boardgames.supervisor.home import CHECKOUT
from games.rules import registry
from games.rules.engine import VERSION
from tests import rules_package

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("rules package")]


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return rules_package.install_alone(tmp_path_factory.mktemp("alone"))


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return rules_package.build(tmp_path_factory.mktemp("built"))


@pytest.mark.parametrize("document", ["docs/bots.md", "games/rules/README.md"])
def test_documents_build_install_and_play_as_is_tried_here(document: str) -> None:
    text = (CHECKOUT / document).read_text()
    assert re.search(r"pip install .*boardgames_rules-\*\.whl", text)
    assert "python -m games.rules.playout " in text


@pytest.mark.parametrize("slug", registry.OWN)
def test_it_plays_a_whole_game_of_each_type_without_the_service(python: Path, slug: str) -> None:
    words = ("-W", "error", "-m", "games.rules.playout", slug, "--players", "3", "--seed", "7")
    done = subprocess.run([python, *words], cwd=python.parent, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    report = json.loads(done.stdout)
    (played,) = report["results"]
    assert report["type"] == slug
    assert sorted(played["ranks"])[0] == 1
    assert len(played["scores"]) == 3
    assert played["decisions"] > 20


def test_it_says_in_a_line_what_it_cannot_play(python: Path) -> None:
    words = ("-m", "games.rules.playout", "chess")
    done = subprocess.run([python, *words], cwd=python.parent, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, "there is no game type 'chess'\n")


def test_the_example_of_its_readme_makes_a_move(python: Path) -> None:
    text = (CHECKOUT / "games/rules/README.md").read_text()
    block = re.search(r"```python\n(.*?)```", text, re.DOTALL)
    assert block is not None
    program = f"{block[1]}\nassert game.decisions()[0] != decision"
    done = subprocess.run([python, "-c", program], cwd=python.parent, capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")


def test_it_has_all_of_the_rules_and_nothing_of_the_pages(built: tuple[Path, Path]) -> None:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "games/rules"],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=True,
    )
    files = ("README.md", "hatch_build.py", "pyproject.toml")
    beside = {f"games/rules/{name}" for name in files}
    rules = {path for path in listed.stdout.split() if "/table/" not in path} - beside
    names = {name for name in zipfile.ZipFile(built[1]).namelist() if "dist-info" not in name}
    assert names == rules


def test_it_names_the_release_the_licence_and_what_it_needs(built: tuple[Path, Path]) -> None:
    source, wheel = built
    archive = zipfile.ZipFile(wheel)
    about = f"boardgames_rules-{VERSION}.dist-info"
    told = Parser().parsestr(archive.read(f"{about}/METADATA").decode())
    assert (told["Name"], told["Version"]) == ("boardgames-rules", VERSION)
    assert told["License-Expression"] == "MIT"
    assert [name.split("<")[0] for name in told.get_all("Requires-Dist", [])] == ["msgspec"]
    licence = (CHECKOUT / "LICENSE").read_bytes()
    assert archive.read(f"{about}/licenses/LICENSE") == licence
    with tarfile.open(source) as sources:
        member = sources.extractfile(f"boardgames_rules-{VERSION}/LICENSE")
        assert member is not None
        assert member.read() == licence


def test_the_same_sources_give_the_same_files(built: tuple[Path, Path], tmp_path: Path) -> None:
    again = rules_package.build(tmp_path)
    assert [file.read_bytes() for file in again] == [file.read_bytes() for file in built]
