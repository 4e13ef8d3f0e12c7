"""Children end when we do, in whatever way, on every system."""

import subprocess
import sys

import psutil
import pytest

from boardgames.supervisor.home import CHECKOUT
from tests.platform.server import eventually

# Starts children, ends one of them, and is killed.
PROGRAM = """
import os, signal
from boardgames.supervisor import children
children._kernel_tells = {kernel_tells}
gone = children.start_child(["sleep", "1000"])
kept = children.start_child(["sleep", "1001"])
children.end_child(gone, signal.SIGTERM, 5)
print(kept.pid, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.slow
@pytest.mark.parametrize("kernel_tells", [True, False], ids=["kernel", "watcher"])
def test_a_child_does_not_outlive_us(kernel_tells: bool) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(kernel_tells=kernel_tells)],
        cwd=CHECKOUT,
        stdout=subprocess.PIPE,
        text=True,
        timeout=20,
    )
    assert done.returncode == -9
    child = int(done.stdout)
    assert eventually(lambda: not psutil.pid_exists(child), 5)
