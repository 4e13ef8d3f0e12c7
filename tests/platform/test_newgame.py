"""A game package from nothing: made, linked, checked, in the catalogue; bad names and folders. And
the package of `examples/`, which is linked like any other."""

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from boardgames.supervisor.home import CHECKOUT
from games.management.commands import newgame
from script import games

CATALOGUE = """
import json, django
django.setup()
from games.rules import registry
print(json.dumps([rules.slug for rules in registry.all()]))
"""


@pytest.fixture
def made(tmp_path: Path) -> Path:
    return make(tmp_path)


@pytest.fixture
def abstract(tmp_path: Path) -> Path:
    return make(tmp_path, kind="abstract")


def make(folder: Path, **options: str) -> Path:
    call_command("newgame", "tile_race", folder=folder / "mine", stdout=io.StringIO(), **options)
    return folder / "mine" / "tile_race"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """The site-packages of an environment of its own, which sees our packages."""
    venv = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", venv], check=True)
    (folder,) = (venv / "lib").glob("python3.*/site-packages")
    ours = next(path for path in sys.path if path.endswith("site-packages"))
    (folder / "ours.pth").write_text(ours)
    return folder


def passes(site: Path, folder: Path, tests: int) -> str:
    """What every check and the tests of a linked package say, which have found nothing."""
    checked = run(site, "manage.py", "check_game", "tile_race", "--browser")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "tile_race passes." in checked.stdout
    assert "warning" not in checked.stdout
    tested = run(site, "-m", "pytest", "-q", "-p", "no:cacheprovider", folder)
    assert tested.returncode == 0, tested.stdout
    assert f"{tests} passed" in tested.stdout
    return checked.stdout


def run(site: Path, *words: object) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [str(site.parents[2] / "bin" / "python"), *map(str, words)],
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "boardgames.settings"},
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize(
    ("name", "kind", "title"),
    [("can_opener", "abstract", "Can opener"), ("my_starter", "points", "My starter")],
)
def test_a_name_that_contains_the_starters_is_written_once(
    tmp_path: Path, name: str, kind: str, title: str
) -> None:
    call_command("newgame", name, folder=tmp_path, kind=kind, stdout=io.StringIO())
    folder = tmp_path / name
    assert f'"{name}",\n    _("{title}"),' in (folder / name / "rules.py").read_text()
    assert (folder / "tests" / f"test_{name}.py").is_file()
    assert (folder / name / "table" / "templates" / name / "help.html").is_file()
    texts = [path.read_text() for path in folder.rglob("*") if path.is_file()]
    doubled = re.compile(f"{name[:2]}[a-z]*[ _]{name}", re.IGNORECASE)
    assert not any(map(doubled.search, texts))


@pytest.mark.slow
def test_a_new_game_passes_its_tests_and_every_check_and_is_in_the_catalogue(
    made: Path, site: Path
) -> None:
    games.link([made], site)
    assert json.loads(run(site, "-c", CATALOGUE).stdout) == [
        "imhotep",
        "bali",
        "bora_bora",
        "bomarzo",
        "tile_race",
    ]
    passes(site, made, tests=6)


@pytest.mark.slow
def test_a_new_game_without_points_passes_as_well_and_looks_for_replies(
    abstract: Path, site: Path
) -> None:
    games.link([abstract], site)
    assert "replies fit" in passes(site, abstract, tests=10)


@pytest.mark.slow
def test_the_example_is_in_the_catalogue_only_once_it_is_linked_and_passes_every_check(
    site: Path,
) -> None:
    assert "hex" not in json.loads(run(site, "-c", CATALOGUE).stdout)
    example = CHECKOUT / "examples" / "hex"
    games.link([example], site)
    assert "hex" in json.loads(run(site, "-c", CATALOGUE).stdout)
    compiled = run(site, "manage.py", "messages", "--compile")
    assert compiled.returncode == 0, compiled.stderr
    checked = run(site, "manage.py", "check_game", "hex", "--every", "5", "--browser")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "search: replies fit" in checked.stdout
    tested = run(site, "-m", "pytest", "-q", "-p", "no:cacheprovider", example)
    assert tested.returncode == 0, tested.stdout


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("My-Game", "small letters"),
        ("1st", "a letter first"),
        ("", "small letters"),
        ("class", "a word of Python"),
        ("json", "a module of that name"),
        ("games", "a module of that name"),
        ("imhotep", "a game type of that name"),
        ("a" * 60, "more than 40"),
    ],
)
def test_a_bad_name_is_refused_with_its_reason(name: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=why):
        call_command("newgame", name, folder=tmp_path)
    assert not list(tmp_path.iterdir())


def test_nothing_is_written_over_nor_into_the_checkout(made: Path) -> None:
    with pytest.raises(CommandError, match="already there"):
        call_command("newgame", "tile_race", folder=made.parent)
    with pytest.raises(CommandError, match="in the checkout"):
        call_command("newgame", "tile_race", folder=CHECKOUT / "games")


@pytest.mark.parametrize(("kind", "starter"), newgame.KINDS.items())
def test_nothing_of_the_starter_is_left_in_a_new_game(
    kind: str, starter: str, tmp_path: Path
) -> None:
    made = make(tmp_path, kind=kind)
    files = [path for path in made.rglob("*") if path.is_file()]
    assert len(files) > 10
    said = [f"{file.relative_to(made)}\n{file.read_text()}".lower() for file in files]
    assert not [file for file in said if starter in file]


def test_a_kind_of_game_that_is_not_there_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="invalid choice: 'cards'"):
        call_command("newgame", "tile_race", f"--folder={tmp_path}", "--kind=cards")
    assert not list(tmp_path.iterdir())


def test_games_are_remembered_until_they_are_taken_away(made: Path, tmp_path: Path) -> None:
    site, list_ = tmp_path / "site", tmp_path / "list"
    site.mkdir()
    folders = games.list_folders(list_, ("--port", "0", "--game", "mine/tile_race"), tmp_path)
    assert folders == [made]
    games.link(folders, site)
    assert (site / "tile_race.pth").read_text() == f"{made}\n"
    games.link(games.list_folders(list_, (), tmp_path), tmp_path / "site")  # a second start
    assert (site / "tile_race-0.1.0.dist-info" / "entry_points.txt").is_file()
    folders = games.list_folders(list_, ("--without-game", str(made)), tmp_path)
    games.link(folders, site)
    assert (folders, list(site.iterdir())) == ([], [])


def test_a_command_links_without_a_server(
    made: Path, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "site"
    site.mkdir()
    settings.BASE_DIR = tmp_path
    monkeypatch.setattr("sysconfig.get_path", lambda _name: str(site))
    call_command("link", str(made), stdout=io.StringIO())
    assert (site / "tile_race.pth").is_file()
    with pytest.raises(CommandError, match="there is no pyproject"):
        call_command("link", str(tmp_path))
    call_command("link", str(made), forget=True, stdout=io.StringIO())
    assert list(site.iterdir()) == []
    with pytest.raises(CommandError, match="is not among the games"):
        call_command("link", str(made), forget=True)


def test_a_new_environment_gets_the_games_of_the_old_one(made: Path, tmp_path: Path) -> None:
    games.list_folders(tmp_path / "list", (f"--game={made}",), tmp_path)
    new = tmp_path / "new"
    new.mkdir()
    games.link(games.list_folders(tmp_path / "list", (), tmp_path), new)
    assert (new / "tile_race.pth").is_file()


def test_a_game_whose_folder_is_gone_is_left_out_with_a_word(
    made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site = tmp_path / "site"
    site.mkdir()
    games.link([made], site)
    made.rename(tmp_path / "elsewhere")
    games.link([made], site)
    assert list(site.iterdir()) == []
    assert "is gone" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (None, "no pyproject.toml"),
        ("[project", "cannot be read"),
        ('[project]\nname = "x"\n', "names no game"),
    ],
)
def test_a_folder_that_is_no_game_is_refused(text: str | None, why: str, tmp_path: Path) -> None:
    if text is not None:
        (tmp_path / "pyproject.toml").write_text(text)
    with pytest.raises(SystemExit, match=why):
        games.list_folders(tmp_path / "list", ("--game", "."), tmp_path)
    assert not (tmp_path / "list").exists()


def test_a_package_that_is_installed_already_is_left_alone(made: Path, tmp_path: Path) -> None:
    other = tmp_path / "site" / "tile_race-9.dist-info"
    other.mkdir(parents=True)
    (other / "INSTALLER").write_text("pip\n")
    with pytest.raises(SystemExit, match="already installed"):
        games.link([made], tmp_path / "site")
