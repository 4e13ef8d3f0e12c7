"""The form of stored games changes with a new version alone."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.rules.engine import Game, Json, Kind, Rules, State
from games.rules.engine.form import KEPT, fault_of_form, form, keep


class Shore(State):
    pearls: list[int] = []
    first: int = 0


class OtherShore(State):
    pearls: list[str] = []


OtherShore.__name__ = "Shore"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a package that is called "pearls"."""
    folder = tmp_path / "pearls"
    folder.mkdir()
    (folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    yield folder
    sys.modules.pop("pearls", None)


def made(state: type[State] = Shore, version: int = 1, *, migrates: bool = False) -> Rules[Any]:
    rules = Rules("pearls", "Pearls", state, players=(2,), package="pearls", version=version)

    @rules.step
    def dive(game: Game[Any], depth: int) -> None: ...

    if migrates:

        @rules.migrate
        def migrate(data: Json, _version: int) -> Json:
            return data

    return rules


def test_it_says_what_stored_games_hang_on(package: Path) -> None:
    rules = made()

    @rules.decision
    class TakePearl(Kind): ...

    assert form(rules).splitlines() == [
        "version 1",
        "Shore.first: int = …",
        "Shore.pearls: list[int] = …",
        "kind take_pearl",
        "step dive(depth)",
    ]


def test_a_player_who_keeps_none_is_asked_for_nothing(package: Path) -> None:
    assert fault_of_form(made()) == ""


def test_what_is_kept_holds_as_long_as_nothing_changes(package: Path) -> None:
    assert keep(made()) == package / KEPT
    assert fault_of_form(made()) == ""


def test_another_form_of_the_same_version_is_a_fault_that_names_what_changed(
    package: Path,
) -> None:
    keep(made())
    fault = fault_of_form(made(OtherShore))
    assert "- Shore.pearls: list[int] = …" in fault
    assert "+ Shore.pearls: list[str] = …" in fault
    assert "- Shore.first: int = …" in fault
    assert "Raise `version`" in fault
    assert "check_game pearls --keep-form" in fault


def test_a_new_version_needs_what_reads_the_older_games(package: Path) -> None:
    keep(made())
    assert "@rules.migrate" in fault_of_form(made(OtherShore, 2))
    assert "is that of version 1" in fault_of_form(made(OtherShore, 2, migrates=True))
    keep(made(OtherShore, 2, migrates=True))
    assert fault_of_form(made(OtherShore, 2, migrates=True)) == ""
