"""Starting programs as children that end when we do."""

import ctypes
import os
import pwd
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from boardgames.supervisor.watcher import Watcher

_PR_SET_PDEATHSIG = 1
DYING_SECONDS = 2.0

# On Linux the kernel tells a child that its parent died; elsewhere a process of ours does.
_kernel_tells = sys.platform.startswith("linux")
_watcher = Watcher()


@dataclass(frozen=True)
class Servant:
    """The unprivileged user that root's database servers run as (PostgreSQL refuses root)."""

    uid: int
    gid: int

    @classmethod
    def needed(cls) -> "Servant | None":
        """The servant if we run as root, otherwise None."""
        if os.geteuid() != 0:
            return None
        for name in ("postgres", "nobody"):
            try:
                entry = pwd.getpwnam(name)
            except KeyError:
                continue
            return cls(entry.pw_uid, entry.pw_gid)
        raise LookupError("neither a user postgres nor a user nobody")

    def own(self, path: Path) -> None:
        """Give a file, or a folder with its contents, to the servant."""
        os.chown(path, self.uid, self.gid)
        for folder, folders, files in os.walk(path):
            for name in (*folders, *files):
                os.chown(Path(folder, name), self.uid, self.gid, follow_symlinks=False)


def start_child(
    command: Sequence[str | Path],
    *,
    servant: Servant | None = None,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    output: int | IO[bytes] | None = None,
    ending: signal.Signals = signal.SIGTERM,
) -> "subprocess.Popen[bytes]":
    """Start a program in its own process session, its standard error joined to `output`.

    It gets `ending` when we die, however that happens; a signal to our own process group (Ctrl-C)
    does not reach it.
    """
    process = subprocess.Popen(
        [str(word) for word in command],
        env=None if env is None else dict(env),
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT if output is not None else None,
        start_new_session=True,
        user=servant.uid if servant else None,
        group=servant.gid if servant else None,
        extra_groups=[] if servant else None,
        preexec_fn=_die_with_parent(ending) if _kernel_tells else None,
    )
    if not _kernel_tells:
        _watcher.add(process.pid, ending)
    return process


def _die_with_parent(ending: signal.Signals) -> Callable[[], None]:
    libc, parent = ctypes.CDLL(None), os.getpid()

    def arrange() -> None:
        libc.prctl(_PR_SET_PDEATHSIG, int(ending))
        if os.getppid() != parent:  # it died before the line above
            os.kill(os.getpid(), signal.SIGKILL)

    return arrange


def end_child(process: "subprocess.Popen[bytes]", how: signal.Signals, patience: float) -> None:
    """Ask a child to end, wait up to `patience` seconds, then kill its whole session."""
    if process.poll() is None:
        process.send_signal(how)
        with suppress(subprocess.TimeoutExpired):
            process.wait(patience)
    kill_session(process)


def kill_session(process: "subprocess.Popen[bytes]") -> None:
    """Kill what is left of a child and of the processes it started, and wait for their end."""
    # macOS answers "not permitted" for a session of dead processes.
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        _wait_for_group(process.pid)
    process.wait()
    if not _kernel_tells:
        _watcher.remove(process.pid)


def _wait_for_group(group: int) -> None:
    """Wait, only for a while, until a killed group is empty: its orphans are not our children.

    Where nobody collects orphans, dead ones stay in the process table.
    """
    until = time.monotonic() + DYING_SECONDS
    while time.monotonic() < until:
        os.killpg(group, 0)
        time.sleep(0.01)
