"""Saved positions and lines of moves in a package, to play on from.

Each is a small file beside the rules, ``positions/late-two-amber.json`` for "late, two amber", and
``lines/…`` likewise. Tests begin with them, and ``check_game`` plays on from each.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from .errors import BadOptions, IllegalChoice, RulesError
from .game import Game
from .rules import Rules
from .state import Json, Kept

POSITIONS = "positions"
LINES = "lines"

#: Who chose what.
Move = tuple[int, tuple[Kept, ...]]

T = TypeVar("T")


class KeptPosition(msgspec.Struct):
    """A position: its description in a few words, and the state as that version stored it, in base
    64."""

    about: str
    version: int
    state: Json


class KeptLine(msgspec.Struct):
    """Moves from a game's beginning on."""

    about: str
    players: int
    seed: bytes
    options: dict[str, str | int | bool] = {}
    moves: list[Move] = []


# Reading ------------------------------------------------------------------------------------------


def position(rules: Rules[Any], name: str) -> Game[Any]:
    """A game at a saved position of the package; RulesError says what is wrong with its file."""
    kept = kept_position(rules, name)
    with _told_of(_path(rules, POSITIONS, name)):
        return loaded(rules, kept)


def replayed(rules: Rules[Any], name: str) -> Game[Any]:
    """The game after the last move of a saved line of the package."""
    line = kept_line(rules, name)
    with _told_of(_path(rules, LINES, name)):
        *_, last = played(rules, line)
    return last


def kept_position(rules: Rules[Any], name: str) -> KeptPosition:
    return _read(rules, POSITIONS, name, KeptPosition)


def kept_line(rules: Rules[Any], name: str) -> KeptLine:
    return _read(rules, LINES, name, KeptLine)


def loaded(rules: Rules[Any], kept: KeptPosition) -> Game[Any]:
    """The game at a position; ``migrate`` reads one of an older version."""
    if kept.version != rules.version:
        return rules.load(msgspec.msgpack.encode(kept.state), kept.version)
    fields = rules.state_type.__struct_fields__
    if unknown := sorted(kept.state.keys() - {*fields}):
        raise RulesError(f"the state has no field {unknown[0]!r}; it has {', '.join(fields)}")
    try:
        return Game(rules, msgspec.convert(kept.state, rules.state_type))
    except msgspec.ValidationError as error:
        raise RulesError(f"the state cannot be read: {error}") from error


def played(rules: Rules[Any], line: KeptLine) -> Iterator[Game[Any]]:
    """The game at the beginning of a line, and after each of its moves.

    RulesError names the first move that is no longer possible.
    """
    try:
        game = rules.new(line.players, line.options, line.seed)
    except BadOptions as error:
        raise RulesError(f"no game begins so any more: {error}") from error
    yield game
    yield from follow(game, line.moves)


def follow(game: Game[Any], moves: Iterable[Move]) -> Iterator[Game[Any]]:
    """The game after each of these moves; RulesError names the first impossible one."""
    for number, (seat, choice) in enumerate(moves, 1):
        try:
            game.choose(seat, choice)
        except IllegalChoice as error:
            said = json.dumps(choice, ensure_ascii=False)
            raise RulesError(
                f"move {number}, {said} of seat {seat}, is not legal any more: {error}"
            ) from error
        yield game


def names(rules: Rules[Any], sort: str) -> list[str]:
    """The saved items of a sort, ``POSITIONS`` or ``LINES``, by the name of the file."""
    folder = rules.folder
    return [path.stem for path in sorted(folder.glob(f"{sort}/*.json"))] if folder else []


def starts(rules: Rules[Any]) -> Iterator[tuple[str, Callable[[], Game[Any]]]]:
    """Everything that games can start from: its place, and a function that makes the game."""
    for sort, read in ((POSITIONS, position), (LINES, replayed)):
        for name in names(rules, sort):
            yield f"{sort}/{name}.json", partial(_going_on, read, rules, name)


def _going_on(read: Callable[..., Game[Any]], rules: Rules[Any], name: str) -> Game[Any]:
    """Confirm a turn that is held there."""
    game = read(rules, name)
    while game.state.held is not None:
        game.confirm(game.state.held)
    return game


def _read(rules: Rules[Any], sort: str, name: str, form: type[T]) -> T:
    path = _path(rules, sort, name)
    if not path.is_file():
        kept = ", ".join(names(rules, sort))
        raise RulesError(
            f"{rules.slug} keeps no {sort[:-1]} {name!r}, there is no {_short(path)}; "
            + (f"kept are {kept}" if kept else "none is kept")
        )
    try:
        return msgspec.json.decode(path.read_bytes(), type=form)
    except msgspec.DecodeError as error:
        raise RulesError(f"{_short(path)} cannot be read: {error}") from error


@contextmanager
def _told_of(path: Path) -> Iterator[None]:
    """Name this file in any error."""
    try:
        yield
    except RulesError as error:
        raise RulesError(f"{_short(path)}: {error}") from error


# Writing ------------------------------------------------------------------------------------------


def keep_position(rules: Rules[Any], name: str, game: Game[Any], about: str) -> Path:
    """Write a position into the package; return the path."""
    state: Json = msgspec.to_builtins(game.state)
    kept = KeptPosition(about, rules.version, state)
    return _write(_path(rules, POSITIONS, name), kept)


def keep_line(rules: Rules[Any], name: str, line: KeptLine) -> Path:
    """Write a line of moves into the package; return the path."""
    return _write(_path(rules, LINES, name), line)


def _write(path: Path, kept: msgspec.Struct) -> Path:
    data = msgspec.to_builtins(kept)
    try:
        msgspec.convert(data, type(kept))  # what cannot be read again is not written
    except msgspec.ValidationError as error:
        raise RulesError(f"{_short(path)} cannot be written: {error}") from error
    path.parent.mkdir(exist_ok=True)
    path.write_text(_lines(data, 2) + "\n", encoding="utf-8")
    return path


def _lines(value: Any, depth: int, indent: str = "\n") -> str:
    """JSON with a line for each field of a state and each move, so that changes can be read."""
    inner, said = indent + "  ", partial(json.dumps, ensure_ascii=False)
    if not (depth and value):
        return said(value)
    if isinstance(value, dict):
        rows = [f"{said(key)}: {_lines(each, depth - 1, inner)}" for key, each in value.items()]
        return f"{{{inner}{f',{inner}'.join(rows)}{indent}}}"
    if isinstance(value, list):
        rows = [_lines(each, 0) for each in value]
        return f"[{inner}{f',{inner}'.join(rows)}{indent}]"
    return said(value)


# Places -------------------------------------------------------------------------------------------


def _path(rules: Rules[Any], sort: str, name: str) -> Path:
    """The path: a name's letters and digits in lower case, with hyphens between words."""
    if rules.folder is None:
        raise RulesError(f"{rules.slug} is no package, so nothing is kept beside its rules")
    file = re.sub(r"[\W_]+", "-", name).strip("-").lower()
    if not file:
        raise RulesError(f"a {sort[:-1]} cannot be called {name!r}: say a word or two")
    return rules.folder / sort / f"{file}.json"


def _short(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"
