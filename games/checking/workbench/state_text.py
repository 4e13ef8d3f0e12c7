"""A state as text: every field as JSON, edited by hand and checked by the rules' own struct."""

from __future__ import annotations

import json
from typing import Any, TypeVar

import msgspec

from games.rules.engine import Game, Rules, RulesError, State

#: Longer values are broken into lines.
WIDTH = 90

S = TypeVar("S", bound=State)


class BadState(ValueError):
    """Says why a text is no state that the rules can continue from."""


def as_text(state: State) -> str:
    """The fields of the game type, then those of the engine."""
    fields = plain(state)
    engine = State.__struct_fields__
    own_first = sorted(fields, key=lambda name: name in engine)
    return _lines({name: fields[name] for name in own_first})


def read_game(rules: Rules[S], text: str) -> Game[S]:
    """The game at the state in a text; BadState if it is invalid."""
    try:
        state = msgspec.convert(json.loads(text), rules.state_type, str_keys=True)
    except (ValueError, msgspec.ValidationError) as error:
        raise BadState(str(error)) from error
    if state.players not in rules.players:
        raise BadState(f"there are games of {rules.players} players, not of {state.players}")
    return continue_from(rules, state)


def continue_from(rules: Rules[S], state: S) -> Game[S]:
    """The game at a state, once its questions and views could be computed; BadState if not."""
    try:
        game = rules.load(rules.encode(state))
        for decision in game.decisions():
            _choices = decision.choices
        for seat in (*range(game.players), None):
            game.view(seat)
        game.scored()
    except Exception as error:
        why = str(error) if isinstance(error, RulesError) else f"{type(error).__name__}: {error}"
        raise BadState(f"the rules cannot go on from this: {why}") from error
    return game


def plain(value: Any) -> Any:
    """A value as JSON, with each field of a struct."""
    if isinstance(value, msgspec.Struct):
        names = zip(value.__struct_fields__, value.__struct_encode_fields__, strict=True)
        inner = {written: plain(getattr(value, name)) for name, written in names}
        kept = msgspec.to_builtins(value)
        if isinstance(kept, dict):
            return kept | inner  # a struct's tag is no field
        return [*kept[: len(kept) - len(inner)], *inner.values()]
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return msgspec.to_builtins(value)


def _lines(value: Any, indent: str = "") -> str:
    """JSON on one line if that is short, otherwise with each inner value on lines of its own."""
    line = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict | list) or len(indent) + len(line) <= WIDTH:
        return line
    deeper = indent + "  "
    if isinstance(value, dict):
        inner = [f"{json.dumps(str(key))}: {_lines(each, deeper)}" for key, each in value.items()]
    else:
        inner = [_lines(each, deeper) for each in value]
    opened, closed = "{}" if isinstance(value, dict) else "[]"
    return f"{opened}\n{deeper}" + f",\n{deeper}".join(inner) + f"\n{indent}{closed}"
