"""Types that the fields of a state may have: those that saving does not change."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import get_annotations
from typing import Any

from msgspec import inspect

from .errors import RulesError
from .state import State


def check_fields(state: type[State]) -> None:
    """Raise RulesError for a field that would not survive saving, with what to use instead.

    Or for one whose name the engine uses.
    """
    for name in _declared(state):
        if name in State.__struct_fields__:
            raise RulesError(
                f"{state.__name__}.{name} would hide the engine's own field of this name: "
                f"call it something else; taken are {', '.join(State.__struct_fields__)}"
            )
    told = inspect.type_info(state)
    assert isinstance(told, inspect.StructType)
    for field in told.fields:
        for part in within(field.type, set()):
            wrong = _wrong(part)
            if wrong:
                raise RulesError(f"{state.__name__}.{field.name} holds {wrong}")


def _declared(state: type[State]) -> Iterator[str]:
    """The names that a game type gives to its fields, and to anything else of its state."""
    for cls in state.__mro__[: state.__mro__.index(State)]:
        yield from get_annotations(cls)


def _wrong(part: inspect.Type) -> str | None:
    if isinstance(part, inspect.SetType | inspect.FrozenSetType):
        return "a set, whose order differs between processes: use a sorted list"
    if isinstance(part, inspect.AnyType):
        return "Any, of which tuples come back as lists: name the type"
    if isinstance(part, inspect.DictType) and not isinstance(part.key_type, inspect.StrType):
        return "a dict whose keys are not strings: use str(key), or a list"
    return None


def within(told: Any, seen: set[type]) -> Iterator[inspect.Type]:
    """A type and all types that it consists of; each struct once."""
    yield told
    if isinstance(told, inspect.StructType):
        if told.cls in seen:
            return
        seen.add(told.cls)
        inner = [field.type for field in told.fields]
    elif isinstance(told, inspect.UnionType):
        inner = list(told.types)
    elif isinstance(told, inspect.DictType):
        inner = [told.value_type]
    elif isinstance(told, inspect.TupleType):
        inner = list(told.item_types)
    elif isinstance(told, inspect.CollectionType):
        inner = [told.item_type]
    else:
        inner = []
    for each in inner:
        yield from within(each, seen)
