"""Game packages from outside the checkout, linked into `.venv` as an editable install would be.

A link is a `.pth` with the package's folder, and a `.dist-info` with its entry points; nothing is
built and nothing fetched, and a change in the folder counts at the next start. What a package
needs beyond the service is installed by hand. Runs before anything is installed: standard library
only.
"""

import argparse
import re
import shutil
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

GROUP = "boardgames.games"
#: Written into each of our links, by which we know them.
INSTALLER = "script/server"


def list_folders(file: Path, words: tuple[str, ...], started_in: Path) -> list[Path]:
    """The folders in `file`, with those that `--game` adds and without those that `--without-game`
    takes away; relative ones as seen from where the command was given."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--game", action="append", default=[])
    parser.add_argument("--without-game", action="append", default=[])
    asked, _others = parser.parse_known_args(words)
    known = [Path(line) for line in file.read_text().splitlines()] if file.exists() else []
    added = [(started_in / path).resolve() for path in asked.game]
    for folder in added:
        read_project(folder)
    gone = [(started_in / path).resolve() for path in asked.without_game]
    for folder in gone:
        if folder not in known:
            sys.exit(f"{folder} is not among the games: {', '.join(map(str, known)) or 'none'}.")
    folders = [folder for folder in dict.fromkeys([*known, *added]) if folder not in gone]
    if folders != known:
        file.write_text("".join(f"{folder}\n" for folder in folders))
    return folders


def link(folders: list[Path], site: Path) -> None:
    """Makes the links in `site` those of the folders. One that is gone is left out, with a word."""
    wanted: dict[Path, str] = {}
    for folder in folders:
        if folder.is_dir():
            wanted |= files(folder, site)
        else:
            word = f"{folder} is gone, so its game is left out"
            print(f"{word} (`--without-game {folder}` forgets it).", file=sys.stderr)
    for old in site.glob("*.dist-info/INSTALLER"):
        if old.read_text() == INSTALLER and old not in wanted:
            name = old.parent.name.partition("-")[0]
            (site / f"{name}.pth").unlink(missing_ok=True)
            shutil.rmtree(old.parent)
    for file, text in wanted.items():
        if not file.exists() or file.read_text() != text:
            file.parent.mkdir(exist_ok=True)
            file.write_text(text)


def files(folder: Path, site: Path) -> dict[Path, str]:
    """The files that link a package, with what is in them."""
    project = read_project(folder)
    name = re.sub(r"[-_.]+", "_", project["name"]).lower()
    info = site / f"{name}-{project.get('version', '0')}.dist-info"
    for other in site.glob(f"{name}-*.dist-info/INSTALLER"):
        if other.read_text() != INSTALLER:
            sys.exit(f"{folder}: a package {project['name']} is already installed; rename yours.")
    metadata = {"Metadata-Version": "2.1", "Name": project["name"]}
    metadata["Version"] = project.get("version", "0")
    source = folder / "src"
    return {
        info / "METADATA": _lines(f"{key}: {value}" for key, value in metadata.items()),
        info / "entry_points.txt": _lines(
            [f"[{GROUP}]", *(f"{key} = {at}" for key, at in project["entry-points"][GROUP].items())]
        ),
        info / "INSTALLER": INSTALLER,
        site / f"{name}.pth": _lines([str(source if source.is_dir() else folder)]),
    }


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def read_project(folder: Path) -> dict[str, Any]:
    """The project's own table of `pyproject.toml`; ends with a word on what is missing."""
    file = folder / "pyproject.toml"
    if not file.is_file():
        sys.exit(
            f"--game {folder}: there is no pyproject.toml. Name the folder of a game package, such "
            "as `manage.py newgame NAME` makes."
        )
    try:
        project = dict(tomllib.loads(file.read_text(encoding="utf-8")).get("project", {}))
    except ValueError as error:
        sys.exit(f"{file} cannot be read: {error}.")
    if not project.get("name") or not project.get("entry-points", {}).get(GROUP):
        sys.exit(
            f'{file} names no game: it needs a name and a table [project.entry-points."{GROUP}"] '
            'with a line such as my_game = "my_game.rules:rules".'
        )
    return project
