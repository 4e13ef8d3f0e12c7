"""`script/compile`: builds compiled modules from the sources of rules, as they are.

Needs Cython, setuptools, a C compiler and Python's headers; running them needs none of these.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import sys
import sysconfig
import tempfile
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any, NamedTuple

from Cython.Build import cythonize
from Cython.Compiler.Errors import CompileError
from setuptools import Distribution, Extension
from setuptools.errors import BaseError

from .compiled import FOLDER, compiled_name, is_compilable

#: The packages of ours: the engine and each game type.
OWN = [folder.parent for folder in sorted(Path(__file__).parent.glob("*/__init__.py"))]
#: Annotations stay annotations: what they say is no promise to a compiler.
DIRECTIVES = {"language_level": 3, "annotation_typing": False}
#: For a debugger there is nothing in them: an eighth fewer bytes.
FLAGS, LINKING = ["-g0"], ["-s"] if sys.platform == "linux" else []


class CannotCompile(Exception):
    """What is missing, or wrong, in words for whoever asked."""


class Module(NamedTuple):
    """A module to compile: its dotted name, where it lies, and its source as it was read."""

    name: str
    path: Path
    source: bytes

    @property
    def compiled(self) -> Path:
        return self.path.parent / FOLDER / compiled_name(self.path.stem, self.source)


def main() -> None:
    parser = argparse.ArgumentParser(prog="script/compile", description=__doc__)
    parser.add_argument(
        "packages", nargs="*", type=Path, metavar="PACKAGE", help="folders; default: our own"
    )
    try:
        for folder in parser.parse_args().packages or OWN:
            compile_package(folder)
    except CannotCompile as error:
        sys.exit(f"Cannot compile: {error}")
    print("They are used from the next start.")


def compile_package(folder: Path) -> None:
    """Compile the modules of a package that have no compiled one of their source as it is now."""
    modules = modules_of(folder)
    missing = [module for module in modules if not module.compiled.is_file()]
    if missing:
        compile_modules(missing)
    print(f"{folder.name}: {len(missing)} of {len(modules)} modules compiled", flush=True)


def modules_of(folder: Path) -> list[Module]:
    """The modules of a package that can be compiled."""
    folder = folder.absolute()
    if not (folder / "__init__.py").is_file():
        raise CannotCompile(f"{folder} is no package: it has no __init__.py.")
    top = next(parent for parent in folder.parents if not (parent / "__init__.py").is_file())
    found = []
    for path in sorted(folder.rglob("*.py")):
        name = ".".join(path.relative_to(top).with_suffix("").parts)
        if is_compilable(name):
            found.append(Module(name, path, path.read_bytes()))
    return found


def compile_modules(modules: list[Module]) -> None:
    """Compile these, and lay each beside its source in place of what was compiled of it before."""
    _check_tools()
    with tempfile.TemporaryDirectory() as folder:
        for module, file in zip(modules, _build(modules, Path(folder)), strict=True):
            _lay_beside(module, file)


def _check_tools() -> None:
    compiler = sysconfig.get_config_var("CC").split()[0]
    if not shutil.which(os.environ.get("CC", compiler).split()[0]):
        raise CannotCompile(f"there is no C compiler {compiler!r}: apt install gcc.")
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        raise CannotCompile("Python's headers are missing: apt install python3-dev.")


def _build(modules: list[Module], folder: Path) -> list[Path]:
    """The compiled files, in the order of the modules. What is compiled is a copy in a folder of
    its own, so that tracebacks name files as seen from where their package is imported."""
    cores = os.cpu_count() or 1
    with contextlib.chdir(folder):
        extensions = [
            Extension(
                module.name,
                [_copy(module)],
                extra_compile_args=FLAGS,
                extra_link_args=LINKING,
            )
            for module in modules
        ]
        try:
            written = cythonize(  # type: ignore[no-untyped-call]
                extensions, nthreads=cores, compiler_directives=DIRECTIVES, quiet=True
            )
            command: Any = Distribution({"ext_modules": written}).get_command_obj("build_ext")
            command.build_lib, command.build_temp, command.parallel = "built", "temp", cores
            command.ensure_finalized()
            command.run()
        except (CompileError, BaseError) as error:
            raise CannotCompile(f"see above what is wrong ({error}).") from error
        return [Path(command.get_ext_fullpath(module.name)).absolute() for module in modules]


def _copy(module: Module) -> str:
    path = Path(*module.name.split(".")).with_suffix(".py")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(module.source)
    return str(path)


def _lay_beside(module: Module, file: Path) -> None:
    """Processes that run have what was there before in memory, so it is replaced and not written
    over."""
    folder = module.compiled.parent
    folder.mkdir(exist_ok=True)
    aside = folder / f"{module.compiled.name}.new"
    shutil.copyfile(file, aside)
    aside.replace(module.compiled)
    for old in folder.glob(f"{module.path.stem}-*{EXTENSION_SUFFIXES[0]}"):
        if old != module.compiled:
            old.unlink()


if __name__ == "__main__":
    main()
