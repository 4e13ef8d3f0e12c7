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

GOLDEN = CHECKOUT / "tests/rules/records/golden"

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


def test_the_examples_of_its_readme_run(python: Path) -> None:
    text = (CHECKOUT / "games/rules/README.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(blocks) == 2
    record = blocks[1].replace("game.json", str(GOLDEN / "bali.json"))
    program = f"{blocks[0]}\nassert game.decisions()[0] != decision\n{record}"
    done = subprocess.run([python, "-c", program], cwd=python.parent, capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == (GOLDEN / "bali.de.txt").read_text()


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("slug", registry.OWN)
def test_it_plays_a_record_again_and_tells_it(python: Path, slug: str, language: str) -> None:
    words = ("-m", "games.rules.records", GOLDEN / f"{slug}.json", "--language", language)
    done = subprocess.run([python, *words], cwd=python.parent, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (GOLDEN / f"{slug}.{language}.txt").read_text()


def test_it_says_in_a_line_what_is_wrong_with_a_record(python: Path, tmp_path: Path) -> None:
    record = json.loads((GOLDEN / "imhotep.json").read_text())
    record["moves"][5]["choice"] = ["nothing"]
    file = tmp_path / "forged.json"
    file.write_text(json.dumps(record))
    words = ("-m", "games.rules.records", file)
    done = subprocess.run([python, *words], cwd=python.parent, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"{file}: move 5 is against the rules")
    assert done.stderr.count("\n") == 1


def test_it_writes_a_data_set_and_reads_it(python: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl.xz"
    words = ("-m", "games.rules.records.dataset", file, "--games", "4")
    subprocess.run([python, *words], cwd=python.parent, check=True)
    check = ("-m", "games.rules.records", file, "--check")
    done = subprocess.run([python, *check], cwd=python.parent, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("games: 4, ")


def test_it_has_all_of_the_rules_and_nothing_of_the_pages(built: tuple[Path, Path]) -> None:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "games/rules"],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=True,
    )
    beside = {"games/rules/README.md", "games/rules/pyproject.toml"}
    pages = ("/table/static/", "/table/templates/", "/packaging/")
    rules = {
        path.replace("django.po", "django.mo")
        for path in listed.stdout.split()
        if not any(folder in path for folder in pages)
    }
    names = {name for name in zipfile.ZipFile(built[1]).namelist() if "dist-info" not in name}
    assert names == rules - beside


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
