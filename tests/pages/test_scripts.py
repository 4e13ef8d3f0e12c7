"""The scripts: modules that find each other by their names in production, and early."""

import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles.finders import FileSystemFinder
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import User
from boardgames.web import scripts
from boardgames.web.static_files import COMMENTS, gather, without_comments
from games.lobby import open_games
from games.storage.position import Position

Browser = Callable[[User | None], Client]

SOURCES = Path(settings.BASE_DIR) / "static"
IMPORT = scripts.IMPORT
ENTRY = re.compile(r'<script type="module" src="/static/(.+?)">')
PRELOAD = re.compile(r'<link rel="modulepreload" href="/static/(.+?)">')


def imported(folder: Path, name: str) -> set[str]:
    """Names of all files that this one needs, directly or not."""
    found: set[str] = set()
    waiting = [folder / name]
    while waiting:
        script = waiting.pop()
        for other in IMPORT.findall(script.read_text()):
            needed = (script.parent / other).resolve()
            if str(needed.relative_to(folder)) not in found:
                found.add(str(needed.relative_to(folder)))
                waiting.append(needed)
    return found


@pytest.fixture
def collected(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Our static files as production serves them where nothing joins the scripts."""
    monkeypatch.setattr(scripts, "esbuild", lambda: None)
    return _gather(settings, tmp_path)


@pytest.fixture
def joined(settings: Settings, tmp_path: Path) -> Path:
    """The same where the scripts are joined."""
    if scripts.esbuild() is None:
        pytest.fail("esbuild is missing: `script/lint-pages` installs it, if npm is there")
    return _gather(settings, tmp_path)


def _gather(settings: Settings, folder: Path) -> Path:
    backend = "boardgames.web.static_files.HashedFiles"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": backend}}
    settings.STATICFILES_DIRS = [SOURCES]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STATIC_ROOT = folder / "static"
    gather()
    return folder / "static"


def test_no_script_of_the_table_is_long() -> None:
    lengths = {
        file.name: file.read_text().count("\n") for file in (SOURCES / "js" / "table").glob("*.js")
    }
    assert len(lengths) > 8
    assert {name: length for name, length in lengths.items() if length >= 200} == {}


@pytest.mark.slow
def test_in_production_scripts_import_each_other_by_hashed_names(collected: Path) -> None:
    served = {str(file.relative_to(collected)) for file in collected.rglob("*.js")}
    assert len(served) == len(list(SOURCES.rglob("*.js")))
    assert all(re.search(r"\.[0-9a-f]{12}\.js$", script) for script in served)
    [table] = [script for script in served if script.startswith("js/table/table.")]
    needed = imported(collected, table)
    assert len(needed) > 8
    assert needed <= served


@pytest.mark.slow
def test_joined_scripts_of_a_table_are_few_and_fetched_at_once(joined: Path) -> None:
    names = ("frame", "bell", "table/table")
    entries = {scripts.served(f"js/{name}.js") for name in names}
    preloaded = PRELOAD.findall(scripts.preload(*names))
    assert 0 < len(preloaded) <= 15
    assert len(preloaded) == len(set(preloaded))
    needed = set().union(*(imported(joined, entry) for entry in entries))
    assert needed <= {*preloaded, *entries}


@pytest.mark.slow
def test_no_page_loads_a_module_twice_when_scripts_are_joined(tmp_path: Path) -> None:
    """A second copy would listen to everything a second time."""
    shutil.copytree(SOURCES / "js", tmp_path / "js")
    written = [name for name in scripts.join(tmp_path) if name not in scripts.UNFRAMED]
    held = Counter(
        module
        for name in written
        for module in re.findall(r"^// (js/[\w/-]+\.js)$", (tmp_path / name).read_text(), re.M)
    )
    assert len(held) > 50
    assert [module for module, copies in held.items() if copies > 1] == []


def test_a_page_without_the_script_of_all_pages_has_only_those_that_need_none() -> None:
    for page in (Path(settings.BASE_DIR) / "templates").rglob("*.html"):
        text = page.read_text()
        named = set(scripts.NAMED.findall(text))
        if "<html" in text and scripts.FRAME not in named:
            assert named <= {*scripts.UNFRAMED}, page


def test_without_an_esbuild_that_runs_here_scripts_stay_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "esbuild"
    broken.write_text("of another machine")
    monkeypatch.setattr(scripts, "esbuild", lambda: broken)
    assert scripts.version() == ""
    broken.chmod(0o755)
    assert scripts.version() == ""
    assert scripts.join(tmp_path) == []


@pytest.mark.slow
def test_what_a_gathering_that_was_cut_short_has_left_is_not_served(joined: Path) -> None:
    left = joined / "js" / "frame.js"
    left.write_text("broken(;\n")
    (joined.with_name("static-sources")).unlink()
    gather()
    assert not left.exists()
    assert all("broken(;" not in file.read_text() for file in joined.rglob("frame.*.js"))


def test_scripts_that_cannot_be_joined_say_where(tmp_path: Path) -> None:
    shutil.copytree(SOURCES / "js", tmp_path / "js")
    (tmp_path / "js" / "toasts.js").write_text('import { no } from "./nothing.js";\nno();\n')
    with pytest.raises(subprocess.CalledProcessError):
        scripts.join(tmp_path)


@pytest.mark.slow
def test_scripts_are_served_without_comments_and_else_line_for_line(collected: Path) -> None:
    for source in SOURCES.rglob("*.js"):
        ours = source.read_text()
        served = without_comments(ours)
        assert not re.search(r"^\s*//", served, re.MULTILINE), source
        lines = zip(ours.split("\n"), served.split("\n"), strict=True)
        assert all(after in (before, "") for before, after in lines), source
        inside = [ours[: comment.start()].count("`") % 2 for comment in COMMENTS.finditer(ours)]
        assert not any(inside), f"{source} has what looks like a comment in a text"
    [panes] = (collected / "js" / "table").glob("panes.*.js")
    assert panes.read_text().startswith("\n")
    cast = "/** @type {A} */ (b).c();\n"
    assert without_comments(f"{cast}/** d */\n") == f"{cast}\n"


@pytest.mark.slow
def test_they_are_gathered_anew_where_one_has_changed_and_only_then(
    collected: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = collected / "staticfiles.json"
    made.write_text("untouched")
    gather()
    assert made.read_text() == "untouched"
    monkeypatch.setattr(FileSystemFinder, "list", lambda *args: iter(()))
    gather()
    assert made.read_text() != "untouched"


@pytest.mark.parametrize(
    ("what", "where"),
    [
        (r"Date\.now\(|new Date\(\)", "clock.js"),
        (r"localStorage|sessionStorage", "remembered.js"),
        (r'method: "POST"', "posting.js"),
    ],
)
def test_one_script_alone_asks_the_machine_for_the_time_for_what_it_keeps_and_posts(
    what: str, where: str
) -> None:
    found = [file for file in (SOURCES / "js").rglob("*.js") if re.search(what, file.read_text())]
    assert [file.name for file in found] == [where]


def test_each_script_has_less_than_200_lines() -> None:
    long = [file.name for file in SOURCES.rglob("*.js") if len(file.read_text().splitlines()) > 199]
    assert not long


def test_production_uses_the_names_that_the_test_looks_at() -> None:
    text = (Path(settings.BASE_DIR) / "boardgames" / "settings.py").read_text()
    assert '"boardgames.web.static_files.HashedFiles"' in text


@pytest.mark.parametrize("signed_in", [False, True])
def test_a_page_fetches_at_once_what_its_scripts_import(
    started: Position, anna: User, cleo: User, as_: Browser, signed_in: bool
) -> None:
    waits = open_games.create(cleo.pk, "imhotep", 3).game
    paths = ["/games/", f"/games/{started.game.pk}/", f"/games/{waits.pk}/"]
    if signed_in:
        paths.append(reverse("notification-settings"))
    for path in paths:
        page = as_(anna if signed_in else None).get(path).content.decode()
        entries, preloads = ENTRY.findall(page), PRELOAD.findall(page)
        assert "js/frame.js" in entries, path
        needed = set().union(*(imported(SOURCES, entry) for entry in entries))
        assert needed <= set(preloads), path
        assert len(preloads) == len(set(preloads)), path
        if "js/table/table.js" in entries and signed_in:
            assert set(preloads) == needed
