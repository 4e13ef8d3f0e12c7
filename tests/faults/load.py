"""The players as a process beside the test, and other programs in the service's environment."""

import json
import subprocess
import sys
import threading
from collections.abc import Sequence
from typing import Any

from boardgames.supervisor.home import CHECKOUT


def python(
    module: str, *words: str, env: dict[str, str], within: Sequence[str] = (), text: str = ""
) -> Any:
    """What a module of ours prints, read as JSON. `within`: a command that runs it elsewhere."""
    done = subprocess.run(
        [*within, sys.executable, "-m", module, *words],
        env=env,
        cwd=CHECKOUT,
        input=text,
        capture_output=True,
        text=True,
        timeout=150,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


class Load:
    """Players at their tables until `end`; `answered` and `versions` say how far they are."""

    def __init__(self, plan: dict[str, Any], within: Sequence[str] = ()) -> None:
        self.answered = 0
        self.versions: dict[str, int] = {}
        self._journal: dict[str, Any] | None = None
        self.process = subprocess.Popen(
            [*within, sys.executable, "-m", "tests.faults.players"],
            cwd=CHECKOUT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._say(json.dumps(plan))
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()

    def _say(self, line: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            said = json.loads(line)
            if "moved" in said:
                self._journal = said
            else:
                self.answered, self.versions = said["answered"], said["versions"]

    def went_on_since(self, versions: dict[str, int], moves: int) -> bool:
        """Whether every game has gone on for that many moves since then, or to its end."""
        now = self.versions
        return all(game not in now or now[game] >= was + moves for game, was in versions.items())

    def end(self, seconds: float = 60) -> dict[str, Any]:
        """Everybody finishes what he is at; the journal."""
        self._say("end")
        self._reading.join(seconds)
        assert self._journal is not None, "some players have no answer yet"
        self.process.wait(10)
        return self._journal

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
