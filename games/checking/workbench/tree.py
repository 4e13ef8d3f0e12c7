"""A state as a tree of fields: shown, changed by hand, and checked by the rules' own struct."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple, TypeVar, get_type_hints

import msgspec

from games.rules.engine import Game, Rules, RulesError, State

#: From so many letters on a value has a field of several lines.
LONG = 60

S = TypeVar("S", bound=State)

_GONE = object()


class Wrong(ValueError):
    """What cannot be in a state; ``path`` leads to it, as far as that is known."""

    def __init__(self, said: str, path: list[Any]) -> None:
        super().__init__(said)
        self.path = path


class Node(NamedTuple):
    """A value and where it is. One with ``inner`` ones has its ``more`` for another of them, of
    which ``text`` may be written already; any other has its JSON as ``text``."""

    name: str
    path: str
    type: str = ""
    text: str = ""
    inner: tuple[Node, ...] = ()
    more: str = ""
    wrong: bool = False

    @property
    def is_long(self) -> bool:
        return len(self.text) > LONG

    @property
    def has_wrong(self) -> bool:
        return self.wrong or any(node.has_wrong for node in self.inner)


class Tree(NamedTuple):
    """The fields that the game type has given its state, and those of the engine."""

    own: list[Node]
    engine: list[Node]


def tree(state: State, wrong: Wrong | None = None, sent: Mapping[str, str] | None = None) -> Tree:
    """A state; after a change that was refused with what was ``sent``."""
    fields = {name: _node(name, [name], value, wrong) for name, value in plain(state).items()}
    if sent is not None:
        fields = {name: _as_sent(node, sent) for name, node in fields.items()}
    hints = get_type_hints(type(state))
    typed = {name: node._replace(type=_type(hints[name])) for name, node in fields.items()}
    engine = State.__struct_fields__
    return Tree(
        [node for name, node in typed.items() if name not in engine],
        [node for name, node in typed.items() if name in engine],
    )


def plain(value: Any) -> Any:
    """A value as JSON has it, each field of a struct written out."""
    if isinstance(value, msgspec.Struct):
        names = zip(value.__struct_fields__, value.__struct_encode_fields__, strict=True)
        inner = {written: plain(getattr(value, name)) for name, written in names}
        kept = msgspec.to_builtins(value)
        if isinstance(kept, dict):
            return kept | inner  # the tag of one of several structs is no field
        return [*kept[: len(kept) - len(inner)], *inner.values()]
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return msgspec.to_builtins(value)


def changed(rules: Rules[S], state: S, sent: Mapping[str, str]) -> Game[S]:
    """The game at this state with what was sent in its place; Wrong names the field that cannot
    be so. What is emptied is taken out."""
    data = plain(state)
    for name, text in sent.items():
        if name.startswith("["):
            _put(data, _way(name), text.strip())
    try:
        found = msgspec.convert(_without_gone(data), rules.state_type)
    except msgspec.ValidationError as error:
        path = _path_in(str(error))
        raise Wrong(_said(str(error), path), path) from error
    if found.players not in rules.players:
        raise Wrong(f"players: there are games of {rules.players}", ["players"])
    return _tried(rules, found)


def _tried(rules: Rules[S], state: S) -> Game[S]:
    """The game, once its questions and views could be made of it."""
    try:
        game = rules.load(rules.encode(state))
        for decision in game.decisions():
            _choices = decision.choices
        for seat in (*range(game.players), None):
            game.view(seat)
        game.scored()
    except Exception as error:
        said = str(error) if isinstance(error, RulesError) else f"{type(error).__name__}: {error}"
        raise Wrong(f"the rules cannot go on from this: {said}", []) from error
    return game


def _node(name: str, path: list[Any], value: Any, wrong: Wrong | None) -> Node:
    here, place = json.dumps(path), [] if wrong is None else wrong.path
    items = _items(value)
    if not any(_items(each) for _key, each in items):
        return Node(name, here, text=_text(value), wrong=place[: len(path)] == path)
    inner = tuple(_node(str(key), [*path, key], each, wrong) for key, each in items)
    return Node(name, here, inner=inner, more=json.dumps([*path, None]), wrong=place == path)


def _as_sent(node: Node, sent: Mapping[str, str]) -> Node:
    inner = tuple(_as_sent(each, sent) for each in node.inner)
    written = node.more if inner else node.path
    return node._replace(inner=inner, text=sent.get(written, node.text))


def _items(value: Any) -> list[tuple[Any, Any]]:
    if isinstance(value, dict):
        return list(value.items())
    return list(enumerate(value)) if isinstance(value, list) else []


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _type(hint: Any) -> str:
    name = hint.__name__ if isinstance(hint, type) and not hasattr(hint, "__args__") else str(hint)
    return re.sub(r"(?:\w+\.)+(?=\w)", "", name)


def _way(name: str) -> list[Any]:
    """The path in the name of a field."""
    try:
        path = json.loads(name)
    except ValueError:
        path = []
    if not path:
        raise Wrong(f"no such place: {name!r:.60}", [])
    return list(path)


def _put(data: Any, path: list[Any], text: str) -> None:
    """Put what was written at its place; fields that nobody sent stay as they are."""
    *way, last = path
    try:
        place = data
        for step in way:
            place = place[step]
        if last is None:
            _add(place, way, text)
        else:
            _there = place[last]  # nothing new is put there
            place[last] = _read(text, path) if text else _GONE
    except (LookupError, TypeError) as error:
        raise Wrong(f"no such place: {_named(path)}", []) from error


def _add(place: Any, path: list[Any], text: str) -> None:
    if not text:
        return
    if isinstance(place, list):
        place.append(_read(text, path))
    else:
        place.update(_read(f"{{{text}}}", path))


def _read(text: str, path: list[Any]) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        said = f"{_named(path)}: {text!r:.60} is no JSON: {error}; words stand in quotation marks"
        raise Wrong(said, path) from error


def _without_gone(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_gone(each) for key, each in value.items() if each is not _GONE}
    if isinstance(value, list):
        return [_without_gone(each) for each in value if each is not _GONE]
    return value


def _named(path: list[Any]) -> str:
    """``hands[0].cards``, as Python has it."""
    named = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return "".join(named).removeprefix(".")


def _path_in(error: str) -> list[Any]:
    """Where msgspec says that something is wrong: `` - at `$.hands[0]` ``, up to a key of a dict,
    which it does not name."""
    _said, _at, place = error.partition(" - at `$")
    steps = re.findall(r"\.(\w+)|\[(\d+)\]|(\[\.\.\.\])", place)
    path: list[Any] = []
    for name, index, unnamed in steps:
        if unnamed:
            break
        path.append(name or int(index))
    return path


def _said(error: str, path: list[Any]) -> str:
    what = error.partition(" - at `")[0]
    return f"{_named(path)}: {what}" if path else what
