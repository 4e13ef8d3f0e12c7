"""Scripts and style sheets are checked where npm is there; continuous integration must have it."""

import json
import os
import shutil
import subprocess
from pathlib import Path

from boardgames.supervisor.home import CHECKOUT


def without_npm(tmp_path: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    programs = tmp_path / "bin"
    programs.mkdir()
    found = shutil.which("dirname")
    assert found
    (programs / "dirname").symlink_to(found)
    kept = {name: value for name, value in os.environ.items() if name != "CI"}
    return subprocess.run(
        ["/bin/sh", CHECKOUT / "script/lint-pages"],
        env={**kept, "PATH": str(programs), **environment},
        capture_output=True,
        text=True,
    )


def test_without_npm_it_says_that_nothing_was_checked_and_passes(tmp_path):
    done = without_npm(tmp_path)
    assert "not checked: that needs npm" in done.stderr
    assert done.returncode == 0


def test_in_continuous_integration_it_fails_without_npm_and_says_what_to_install(tmp_path):
    done = without_npm(tmp_path, CI="true")
    assert "npm, which comes with Node" in done.stderr
    assert done.returncode == 1


def test_the_tools_are_pinned_with_their_hashes_and_come_from_any_registry():
    lock = json.loads((CHECKOUT / "package-lock.json").read_text())
    named = lock["packages"].pop("")["devDependencies"]
    asked = json.loads((CHECKOUT / "package.json").read_text())["devDependencies"]
    assert named == asked
    assert all(version[0].isdigit() for version in asked.values())
    for name, package in lock["packages"].items():
        assert package["integrity"].startswith("sha512-"), name
        assert "resolved" not in package, name
