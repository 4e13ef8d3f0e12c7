"""A game type by its code as it is now.

When a Python file of its package has changed, or data that it reads, the package is imported anew
in this process, for the workbench alone: games at tables keep the code with which the server was
started.
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
from games.rules import registry
from games.rules.engine import Rules
from games.words import table_package

#: What a package is made of when it is imported.
IMPORTED = (".py", ".toml")
#: A file that was changed later is not what this process has imported at its start.
STARTED = time.time_ns()

Stamps = dict[Path, int]


class Latest(NamedTuple):
    """The last code that could be loaded; ``failure`` says, line by line, why the current code
    cannot."""

    rules: Rules[Any]
    stamps: Stamps
    failure: str = ""


_latest: dict[str, Latest] = {}
_one_at_a_time = threading.Lock()


def latest(slug: str) -> Latest:
    """The game type of today; registry.UnknownGameType where there is none."""
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
    """Why the server started without a package of this name; "" where it did not."""
    faults = registry.left_out().items()
    return next((said for entry, said in faults if entry.partition(" = ")[0] == slug), "")


def files(rules: Rules[Any]) -> Stamps:
    """Every file of a package, and when it was changed last."""
    folder = rules.folder
    assert folder is not None  # the registry takes packages alone
    found: Stamps = {}
    for file in folder.rglob("*"):
        with suppress(FileNotFoundError):  # an editor lays another one in its place
            if file.suffix != ".pyc" and file.is_file():
                found[file] = file.stat().st_mtime_ns
    return found


def stamp(slug: str) -> str:
    """Another one once a file of the package was changed; registry.UnknownGameType."""
    return str(max(files(registry.get(slug)).values()))


def _anew(known: Latest, stamps: Stamps) -> Latest:
    """The package imported once more; as it was, where that fails."""
    package, place = known.rules.package, _place(known.rules)
    if place is None:
        return known._replace(stamps=stamps)
    table_package.table(known.rules)  # what still plays by the old rules keeps their words
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
    """The module and the name by which the site finds the rules; None for some that it does not."""
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
    """Let them be imported again from their source: what was compiled of it is known by the second
    alone, in which a file may change twice."""
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
