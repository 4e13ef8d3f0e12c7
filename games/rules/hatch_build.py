"""For `python -m build`: with HATCH_BUILD_HOOKS_ENABLE=true the wheel has compiled modules, too."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledModules(BuildHookInterface):
    """Makes the wheel one for this Python on this platform."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        with tempfile.TemporaryDirectory() as top:  # where `games.rules` can be imported from
            games = Path(top, "games")
            games.mkdir()
            (games / "__init__.py").touch()
            (games / "rules").symlink_to(root)
            command = [sys.executable, "-m", "games.rules.compiler"]
            subprocess.run(command, cwd=top, check=True)
        build_data["force_include"] = {
            str(file): str(file.relative_to(root)) for file in root.rglob(".compiled/*.*")
        }
        build_data["pure_python"], build_data["infer_tag"] = False, True
