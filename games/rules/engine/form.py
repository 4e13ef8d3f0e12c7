"""The form of stored games, saved in the game's package: running games depend on it.

Games are stored as the fields of their state, with the names of open questions and pending steps.
If any of it changes, ``version`` must rise, so that older games go through ``migrate`` and a
process of the previous release leaves the new ones alone. ``check_game`` compares with what
``keep`` stored.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from inspect import signature
from pathlib import Path
from typing import Any, get_type_hints

from msgspec import inspect

from .errors import RulesError
from .fields import within
from .rules import Rules
from .state import State

#: The file in the package.
KEPT = "form.txt"
#: How many lines of a change are shown.
MOST = 12


def form(rules: Rules[Any]) -> str:
    """The form of a type's stored games, one item per line, first the version of its rules."""
    lines = [f"version {rules.version}", *_fields(rules.state_type)]
    lines += sorted(f"kind {name}" for name in rules.kinds)
    steps = {name: step for name, step in rules.steps.items() if _is_own(step)}
    lines += sorted(f"step {name}{_given(step)}" for name, step in steps.items())
    lines += sorted(f"option {option.name}: {option.values}" for option in rules.options)
    return "\n".join(lines) + "\n"


def keep(rules: Rules[Any]) -> Path:
    """Write the present form into the package; return the path."""
    path = _path(rules)
    path.write_text(form(rules))
    return path


def fault_of_form(rules: Rules[Any]) -> str:
    """What is wrong with the form of stored games, and what to do.

    "" if nothing is, or if none was stored.
    """
    if not is_kept(rules):
        return ""
    path = _path(rules)
    kept, now = path.read_text(), form(rules)
    if kept == now:
        return ""
    command = f"manage.py check_game {rules.slug} --keep-form"
    version = int(kept.split("\n", 1)[0].removeprefix("version "))
    if version == rules.version:
        return (
            f"stored games have another form than version {version} says:\n"
            f"{_changed(kept, now)}\nRaise `version` and let `migrate` bring older games into "
            f"the new form; if nobody plays it yet, keep the new one: {command}"
        )
    if version < rules.version and rules.hooks.migrate is None:
        return (
            f"version {rules.version} cannot read the games of version {version}: register by "
            "@rules.migrate what turns their data into today's"
        )
    return f"the form that is kept is that of version {version}; keep today's: {command}"


def faults_of_migrate(rules: Rules[Any]) -> Iterator[str]:
    """What fails if ``migrate`` gets a bare state of each older version: fields at their default
    are not stored, so a game may have none of them."""
    if rules.hooks.migrate is None:
        return
    players = max(rules.players)
    bare = {"players": players, "options": rules.check_options({}), "seed": bytes(32)}
    for version in range(1, rules.version):
        try:
            rules.load(rules.encode(bare), version)
        except RulesError as error:
            yield (
                f"migrate fails for a state of version {version} with every field at its default: "
                f"{error}. Such fields are not stored: "
                'data.pop("name", None), data.get("name", …)'
            )


def is_kept(rules: Rules[Any]) -> bool:
    """Whether one is stored; rules without a package have no place for it."""
    return rules.folder is not None and _path(rules).is_file()


def _path(rules: Rules[Any]) -> Path:
    assert rules.folder is not None
    return rules.folder / KEPT


def _fields(state: type[State]) -> Iterator[str]:
    """Each field of the state and of the structs in it.

    Their order counts where they are stored without names.
    """
    structs = {
        told.cls.__name__: told
        for told in within(inspect.type_info(state), set())
        if isinstance(told, inspect.StructType) and _is_own(told.cls)
    }
    for name, struct in sorted(structs.items()):
        hints = get_type_hints(struct.cls)
        engines = State.__struct_fields__ if issubclass(struct.cls, State) else ()
        told = [
            f"{name}.{field.name}: {_plain(hints[field.name])}{'' if field.required else ' = …'}"
            for field in struct.fields
            if field.name not in engines
        ]
        yield from told if struct.array_like else sorted(told)


def _is_own(part: Any) -> bool:
    """Whether the game type defines it; the engine takes care of its own."""
    return bool(part.__module__.rpartition(".")[0] != __package__)


def _plain(hint: Any) -> str:
    """A type without the modules of its parts."""
    name = hint.__name__ if isinstance(hint, type) and not hasattr(hint, "__args__") else str(hint)
    return re.sub(r"(?:\w+\.)+(?=\w)", "", name)


def _given(step: Any) -> str:
    """The arguments of a step, without the game."""
    return f"({', '.join(list(signature(step).parameters)[1:])})"


def _changed(kept: str, now: str) -> str:
    told = difflib.ndiff(kept.splitlines(), now.splitlines())
    lines = [line for line in told if line[:1] in "+-"]
    more = [f"and {len(lines) - MOST} more"] if len(lines) > MOST else []
    return "\n".join([*lines[:MOST], *more])
