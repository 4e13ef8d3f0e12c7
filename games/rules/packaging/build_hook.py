"""For `python -m build`: the wheel has compiled words, since sources have only `.po`; with
HATCH_BUILD_HOOKS_ENABLE=true it has compiled modules, too."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Compiled(BuildHookInterface):
    """Adds what is compiled; with modules the wheel is for this Python on this platform."""

    def dependencies(self) -> list[str]:
        """What building needs beside hatchling and Babel."""
        return list(self.config["modules-need"]) if _with_modules() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        self.words = Path(tempfile.mkdtemp())
        build_data["force_include"] |= _compile_words(root, self.words)
        if _with_modules():
            build_data["force_include"] |= _compile_modules(root)
            build_data["pure_python"], build_data["infer_tag"] = False, True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        shutil.rmtree(self.words)


def _with_modules() -> bool:
    return os.environ.get("HATCH_BUILD_HOOKS_ENABLE") == "true"


def _compile_words(root: Path, folder: Path) -> dict[str, str]:
    """The `.mo` of each catalogue, with its place in the wheel."""
    made = {}
    for source in sorted(root.rglob("LC_MESSAGES/django.po")):
        place = source.relative_to(root).with_suffix(".mo")
        target = folder / place
        target.parent.mkdir(parents=True)
        with source.open("rb") as po, target.open("wb") as mo:
            write_mo(mo, read_po(po))
        made[str(target)] = str(place)
    return made


def _compile_modules(root: Path) -> dict[str, str]:
    """The modules compiled in the sources' folder, with their places in the wheel."""
    with tempfile.TemporaryDirectory() as top:  # where `games.rules` can be imported from
        games = Path(top, "games")
        games.mkdir()
        (games / "__init__.py").touch()
        (games / "rules").symlink_to(root)
        command = [sys.executable, "-m", "games.rules.compiler"]
        subprocess.run(command, cwd=top, check=True)
    return {str(file): str(file.relative_to(root)) for file in root.rglob(".compiled/*.*")}
