"""A whole service of its own to measure: what `script/server` starts, in a temporary folder."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from boardgames.supervisor.home import CHECKOUT


@contextmanager
def running() -> Iterator[str]:
    """Starts the service; gives its address. This process may use Django on the same data."""
    folder = Path(tempfile.mkdtemp(prefix="boardgames-bench-"))
    for theirs in ("DATABASE_URL", "REDIS_URL"):  # what is measured fills its own database only
        os.environ.pop(theirs, None)
    os.environ["BOARDGAMES_HOME"] = str(folder)
    os.environ["DJANGO_SETTINGS_MODULE"] = "boardgames.settings"
    process = subprocess.Popen(
        [sys.executable, "-m", "boardgames.supervisor", "--port", "0"],
        cwd=CHECKOUT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout  # noqa: S101  it is a pipe
        for line in process.stdout:
            sys.stderr.write(line)
            if line.startswith("Ready: "):
                break
        else:
            sys.exit("The service did not start.")
        threading.Thread(target=_pass_on, args=[process.stdout], daemon=True).start()
        yield line.removeprefix("Ready: ").strip()
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)
        shutil.rmtree(folder, ignore_errors=True)


def _pass_on(lines: Iterator[str]) -> None:
    for line in lines:
        sys.stderr.write(line)
