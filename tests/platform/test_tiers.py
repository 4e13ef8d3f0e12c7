"""What `script/test` and `.ci/run` do, with tools that only say how they were called."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from boardgames.supervisor.home import CHECKOUT
from boardgames.words import catalogues

SOURCES = [
    "lint-imports --no-logo",
    "lint-pages",
    "mypy",
    "python manage.py makemigrations --check --dry-run",
    "ruff check",
    "ruff format --check",
]
COMPILING = "python -m pytest --collect-only --quiet"
TESTS = "python -m pytest --numprocesses 3 --dist loadgroup"
TOOLS = ("python", "ruff", "mypy", "lint-imports")

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """`run("script/test", "--all")` in a checkout whose tools write down their calls; what begins
    with FAILING fails."""
    for name in ("script/test", ".ci/run"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(CHECKOUT / name, tmp_path / name)
    tools = [Path(".venv/bin", name) for name in TOOLS]
    for tool in (*tools, Path("script/python"), Path("script/lint-pages")):
        file = tmp_path / tool
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(
            f'#!/bin/sh\ncalled=$(echo {tool.name} "$@")\necho "$called" >>"{tmp_path}/calls"\n'
            'case "$called" in "${FAILING:-nothing}"*) exit 1 ;; esac\n'
        )
        file.chmod(0o755)
    monkeypatch.delenv("TEST_IMAGE", raising=False)
    monkeypatch.delenv("TEST_DRILLS", raising=False)

    def run(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
        (tmp_path / "calls").write_text("")
        return subprocess.run(
            [tmp_path / words[0], *words[1:]],
            env={**os.environ, **variables},
            capture_output=True,
            text=True,
        )

    return run


@pytest.fixture
def called(run: Run, tmp_path: Path) -> Callable[..., list[str]]:
    """What was called, sorted, but for what sets up."""

    def called(*words: str, **variables: str) -> list[str]:
        done = run(*words, **variables)
        assert done.returncode == 0, done.stderr
        calls = (tmp_path / "calls").read_text().splitlines()
        return sorted(call for call in calls if "script/" not in call)

    return called


def test_continuous_integration_checks_the_sources_and_runs_every_test(
    called: Callable[..., list[str]],
) -> None:
    everything = sorted([*SOURCES, COMPILING, TESTS])
    assert called(".ci/run") == everything
    assert called("script/test", "--all") == everything


def test_image_and_drills_end_the_run_of_everything_where_they_are_asked_for(
    called: Callable[..., list[str]],
) -> None:
    asked = {"TEST_IMAGE": "1", "TEST_DRILLS": "1"}
    more = set(called(".ci/run", **asked)) - set(called(".ci/run"))
    assert more >= {"python -m script.image --if-due", "python -m script.drills failover"}
    assert called("script/test", **asked) == called("script/test")


def test_without_words_the_quick_tests_run_and_the_smoke_tests(
    called: Callable[..., list[str]], run: Run, tmp_path: Path
) -> None:
    (tests,) = set(called("script/test")) - {*SOURCES, COMPILING}
    assert tests.startswith(f"{TESTS} -m ")
    expression = tests.removeprefix(f"{TESTS} -m ").partition(" --")[0]
    marked = ["", "slow", "browser", "browser slow", "smoke browser", "smoke browser slow"]
    assert chosen(marked, expression, tmp_path) == ["", "smoke browser", "smoke browser slow"]


def chosen(marked: list[str], expression: str, folder: Path) -> list[str]:
    """Which of some tests, named by their marks, an expression chooses."""
    lines = ["import pytest"]
    for number, marks in enumerate(marked):
        lines += [f"@pytest.mark.{mark}" for mark in marks.split()]
        lines += [f"def test_{number}(): pass"]
    file = folder / "test_marked.py"
    file.write_text("\n".join(lines))
    command = [sys.executable, "-m", "pytest", "-m", expression, "--collect-only", "--quiet"]
    options = ["-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", str(folder), str(file)]
    alone = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    said = subprocess.run([*command, *options], env=alone, capture_output=True, text=True).stdout
    return [marks for number, marks in enumerate(marked) if f"::test_{number}\n" in said]


def test_the_sources_alone_need_neither_tests_nor_a_browser(
    called: Callable[..., list[str]], tmp_path: Path
) -> None:
    assert called("script/test", "--sources") == SOURCES
    assert "browser" not in (tmp_path / "calls").read_text()


def test_further_words_go_to_pytest_alone(called: Callable[..., list[str]]) -> None:
    assert called("script/test", "tests/games", "-k", "undo") == [f"{TESTS} tests/games -k undo"]
    assert f"{TESTS} --durations=30" in called("script/test", "--all", "--durations=30")


@pytest.mark.parametrize("failing", [*SOURCES, TESTS, "python script/install.py"])
def test_what_fails_fails_all(run: Run, failing: str) -> None:
    assert run("script/test", FAILING=failing).returncode != 0


def test_the_catalogues_are_compiled_for_tests() -> None:
    for owner in catalogues.owners():
        for language in catalogues.languages():
            po = owner.po(language)
            assert not po.exists() or po.with_suffix(".mo").exists()
