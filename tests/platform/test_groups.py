"""Tests that share a server or a folder run in one process, one after the other."""

import subprocess
import sys
from pathlib import Path

import pytest

TESTS = """
import pytest

@pytest.mark.xdist_group("server")
@pytest.mark.parametrize("number", range(3))
def test_one(number): pass
"""


@pytest.mark.slow
def test_tests_of_one_group_are_known_as_such(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(TESTS)
    words = ["--numprocesses", "2", "--dist", "loadgroup", "-v", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words, "-c", "/dev/null", "--rootdir", "."],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    passed = [line.split()[0] for line in done.stdout.splitlines() if "PASSED" in line]
    assert done.stdout.count("@server") >= 3, done.stdout
    assert len(passed) == 3
    assert len(set(passed)) == 1, "all by one process"
