"""Compiled modules of the rules: where they lie, and which of them run.

``games.rules.compiler`` builds them from the sources as they are. Each lies in a folder beside its
source, and its name has a sum over that source. A module whose source has changed since then has no
file of that name, so it runs from its source: what is out of date never runs.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

#: Beside the sources.
FOLDER = ".compiled"
#: Folders of a package that always run from their sources: what draws its pages, and its tests.
PLAIN = ("table", "tests")
#: With the value "plain" in this variable no compiled module is used.
VARIABLE = "RULES_BUILD"


class Build(NamedTuple):
    """How many modules of a package run compiled, and how many from their sources."""

    compiled: int
    plain: int

    def __str__(self) -> str:
        if self.compiled:
            return "partly compiled" if self.plain else "compiled"
        return "plain"


def compiled_file(source: Path) -> Path:
    """Where the compiled module of this source lies, if it was compiled."""
    return source.parent / FOLDER / compiled_name(source.stem, source.read_bytes())


def compiled_name(module: str, source: bytes) -> str:
    """The name of the file: the module's, a sum over its source, and what it was compiled for."""
    return f"{module}-{hashlib.sha256(source).hexdigest()[:16]}{EXTENSION_SUFFIXES[0]}"


def is_compilable(name: str) -> bool:
    """Whether the compiler takes a module of this dotted name."""
    *folders, last = name.split(".")
    return not last.startswith("__") and not {*PLAIN} & {*folders}


def use(package: str) -> None:
    """From now on import the compiled modules of a package and of those below it."""
    if os.environ.get(VARIABLE) != "plain":
        _finder.prefixes = (*_finder.prefixes, f"{package}.")
        if _finder not in sys.meta_path:
            sys.meta_path.insert(0, _finder)


def leave(package: str) -> None:
    """From now on import the modules of a package from their sources."""
    _finder.left = (*_finder.left, f"{package}.")


def build_of(package: str) -> Build:
    """Which modules of a package run, of those that were imported."""
    modules = [
        module
        for name, module in list(sys.modules.items())
        if name.startswith(f"{package}.") and _is_source(name, module)
    ]
    compiled = sum(isinstance(module.__loader__, _Loader) for module in modules)
    return Build(compiled, len(modules) - compiled)


def has_any(package: str) -> bool:
    """Whether anything of a package was compiled, out of date or not."""
    folders = sys.modules[package].__path__
    return any(Path(folder, FOLDER).is_dir() for folder in folders)


def _is_source(name: str, module: ModuleType) -> bool:
    return not hasattr(module, "__path__") and is_compilable(name)


class _Loader(ExtensionFileLoader):
    """Loads a compiled module that passes for its source: what lies beside this is found, and
    tracebacks show its lines."""

    def __init__(self, name: str, file: Path, source: Path) -> None:
        super().__init__(name, str(file))
        self._source = source

    def exec_module(self, module: ModuleType) -> None:
        module.__file__ = str(self._source)
        super().exec_module(module)

    def get_source(self, fullname: str) -> str:  # type: ignore[override]
        return self._source.read_text(encoding="utf-8")


class _Finder(MetaPathFinder):
    """Finds the compiled module of a source as it is now."""

    prefixes: tuple[str, ...] = ()
    left: tuple[str, ...] = ()

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith(self.prefixes) or fullname.startswith(self.left):
            return None
        for folder in path or ():
            source = Path(folder, f"{fullname.rpartition('.')[2]}.py")
            if Path(folder, FOLDER).is_dir() and source.is_file():
                file = compiled_file(source)
                if file.is_file():
                    loader = _Loader(fullname, file, source)
                    return spec_from_file_location(fullname, file, loader=loader)
        return None


_finder = _Finder()
