"""By ear: Orca beside Firefox on a screen that nobody sees. What it would speak is written down."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from contextlib import suppress
from pathlib import Path

from tests.browser import FIREFOX
from tests.engines.webkit import Screen

BUS = Path("/usr/libexec/at-spi-bus-launcher")
NEEDED = ("orca", FIREFOX, "Xvfb", "openbox", "dbus-daemon")
#: Orca 43 begins only where none runs of the same person's, on whatever screen; started so it does
#: not look for others.
START = "from orca import orca; orca.getSettingsManager().activate(None, {}); orca.main()"
SPEECH = Path(__file__).with_name("speech")


def lacking() -> list[str]:
    """What must be installed before one can listen here."""
    lacks = [name for name in NEEDED if shutil.which(name) is None]
    return lacks if BUS.exists() else [*lacks, BUS.name]


class Ear:
    """A desktop with a screen reader; `environment` is for the browser that it is to read."""

    def __init__(self, folder: Path, screen: Screen) -> None:
        self.spoken = folder / "spoken"
        self.spoken.touch()
        self.environment = {
            **os.environ,
            "DISPLAY": screen.name,
            "HOME": str(folder),
            "XDG_RUNTIME_DIR": str(folder),
            "XDG_CONFIG_HOME": str(folder / "config"),
            "XDG_DATA_HOME": str(folder / "data"),
            "LC_ALL": "C.UTF-8",
            "GSETTINGS_BACKEND": "memory",
            "GNOME_ACCESSIBILITY": "1",  # which Firefox asks
        }
        for name in ("config", "data"):
            (folder / name).mkdir()
        self.processes: list[subprocess.Popen[str]] = []
        bus = self._start("dbus-daemon", "--session", "--nofork", "--print-address")
        assert bus.stdout
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
        self._start(str(BUS), "--launch-immediately", "--a11y=1", "--screen-reader=1")
        self._start("openbox")  # else no window is the active one, of which alone Orca speaks
        reading = {"PYTHONPATH": str(SPEECH), "SPOKEN": str(self.spoken)}
        self._start("/usr/bin/python3", "-c", START, **reading)
        self.until("Screen reader on.")

    def _start(self, *command: str, **more: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            command,
            env=self.environment | more,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.processes.append(process)
        return process

    def said(self) -> str:
        """All that has been spoken, in one line."""
        return " ".join(self.spoken.read_text().split())

    def forget(self) -> None:
        """What has been spoken so far, once nothing more comes."""
        before = None
        while before != (before := self.said()):
            time.sleep(2)
        os.truncate(self.spoken, 0)

    def until(self, words: str, patience: float = 60) -> None:
        end = time.monotonic() + patience
        while " ".join(words.split()) not in self.said():
            assert time.monotonic() < end, f"not heard: {words}\n{self.said()}"
            time.sleep(0.1)

    def close(self) -> None:
        for process in reversed(self.processes):
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(5)
            process.kill()
            process.wait()
