"""Which interface for authors a package was written for, and what its author is told."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.rules import registry
from games.rules.engine import VERSION, Rules, State, interface

check_game = import_module("games.management.commands.check_game")


class Seen(Exception):
    """The check goes on to the rules."""


def told(monkeypatch: pytest.MonkeyPatch, capsys: Any, package: str, **declared: Any) -> str:
    """What the command says before it looks at the rules."""
    rules = Rules("pearls", "Pearls", State, players=(2,), package=package, **declared)

    def examine(*_args: object, **_named: object) -> None:
        raise Seen

    monkeypatch.setattr(registry, "get", lambda _slug: rules)
    monkeypatch.setattr(check_game, "examine", examine)
    with pytest.raises(Seen):
        call_command("check_game", "pearls")
    said: str = capsys.readouterr().out
    return said


def test_what_came_since_is_told_with_the_line_to_write(
    monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    said = told(monkeypatch, capsys, "pearls")
    assert "Since 0.1.0: a kind's `answer` has to take the arguments of its question" in said
    assert "def answer(self, instruction, view, choices, *args):" in said
    assert f'written_for="{VERSION}"' in said


def test_a_player_who_has_written_for_this_one_or_in_the_project_is_told_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    assert told(monkeypatch, capsys, "pearls", written_for=VERSION) == ""
    assert told(monkeypatch, capsys, "games.rules.pearls") == ""


def test_a_package_for_a_later_interface_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    with pytest.raises(CommandError, match="is written for 9\\.0\\.0 of the interface"):
        told(monkeypatch, capsys, "pearls", written_for="9.0.0")


def test_no_change_is_of_a_version_to_come() -> None:
    assert not [change for change in interface.CHANGES if interface.is_newer(change.version)]
    assert list(interface.since(VERSION)) == []
