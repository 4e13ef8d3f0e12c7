"""A game type with its present code.

When a Python file of its package, or data that it reads, has changed, the package is imported again
in this process, for the workbench alone: games at tables keep the code of the server's start.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from importlib import import_module, invalidate_caches
from importlib.metadata import entry_points
from importlib.util import cache_from_source, find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from games.checking.workbench.package_errors import trim_traceback
from games.rules import compiled, registry
from games.rules.engine import Rules
from games.words import table_package

#: The files that importing a package depends on.
IMPORTED = (".py", ".toml")
#: Files changed later differ from those imported at the start.
STARTED = time.time_ns()

Stamps = dict[Path, int]


class Latest(NamedTuple):
    """The last code that could be loaded; ``failure`` explains, line by line, why the present one
    cannot."""

    rules: Rules[Any]
    stamps: Stamps
    failure: str = ""


_latest: dict[str, Latest] = {}
_one_at_a_time = threading.Lock()


def latest(slug: str) -> Latest:
    """The present game type; registry.UnknownGameType if there is none."""
    started = registry.get(slug)
    with _one_at_a_time:
        now = {file: stamp for file, stamp in files(started).items() if file.suffix in IMPORTED}
        known = _latest.get(slug)
        if known is None:
            known = Latest(started, now)
            if any(stamp > STARTED for stamp in now.values()):
                known = _anew(known, now)
        elif known.stamps != now:
            known = _anew(known, now)
        _latest[slug] = known
        return known


def left_out(slug: str) -> str:
    """Why the server started without a package of this name; "" if it did not."""
    faults = registry.left_out().items()
    return next((said for entry, said in faults if entry.partition(" = ")[0] == slug), "")


def files(rules: Rules[Any]) -> Stamps:
    """Every file of a package, with the time of its last change."""
    folder = rules.folder
    assert folder is not None  # the registry accepts only packages
    found: Stamps = {}
    for file in folder.rglob("*"):
        with suppress(FileNotFoundError):  # editors replace files
            if file.suffix != ".pyc" and file.is_file():
                found[file] = file.stat().st_mtime_ns
    return found


def stamp(slug: str) -> str:
    """A value that changes with the package's files; registry.UnknownGameType."""
    return str(max(files(registry.get(slug)).values()))


def _anew(known: Latest, stamps: Stamps) -> Latest:
    """Import the package again; if that fails, return the previous one."""
    package, place = known.rules.package, _place(known.rules)
    if place is None:
        return known._replace(stamps=stamps)
    table_package.table(known.rules)  # objects of the old rules keep their texts
    compiled.leave(package)  # a compiled module cannot be imported twice
    old = _modules_of(package)
    _forget(old, stamps)
    try:
        rules = _loaded(package, *place)
    except Exception as error:  # noqa: BLE001  whatever an author's code raises while it is loaded
        _forget(_modules_of(package), ())
        sys.modules.update(old)
        _tell_parent(package)
        return Latest(known.rules, stamps, trim_traceback(error))
    return Latest(rules, stamps)


def _place(rules: Rules[Any]) -> tuple[str, str] | None:
    """The module and the name by which the site finds the rules; None for others."""
    outside = ((entry.module, entry.attr) for entry in entry_points(group=registry.GROUP))
    for module, name in (*outside, (rules.package, "rules")):
        if getattr(sys.modules.get(module), name, None) is rules:
            return module, name
    return None


def _modules_of(package: str) -> dict[str, ModuleType]:
    return {
        name: module
        for name, module in sorted(sys.modules.items())
        if name == package or name.startswith(f"{package}.")
    }


def _forget(modules: Iterable[str], files: Iterable[Path]) -> None:
    """Make the modules be imported again from source.

    Compiled files are valid by the second only, in which a file may change twice.
    """
    for name in modules:
        del sys.modules[name]
    for file in files:
        Path(cache_from_source(str(file))).unlink(missing_ok=True)
    invalidate_caches()


def _loaded(package: str, module: str, name: str) -> Rules[Any]:
    rules = getattr(import_module(module), name)
    if not isinstance(rules, Rules):
        raise TypeError(f"{module}.{name} is {rules!r:.100}, which is no Rules object")
    if find_spec(f"{package}.table"):
        import_module(f"{package}.table")
    return rules


def _tell_parent(package: str) -> None:
    parent, _dot, name = package.rpartition(".")
    if parent:
        setattr(sys.modules[parent], name, sys.modules[package])
