"""`script/upgrade` as a process of its own, with a program of ours for `docker` and files for the
database: `python -m tests.platform.upgrading FOLDER WORD…`.

In FOLDER are the checkout, ``state.json`` (the containers, by name: their part, release and whether
they run) and what befalls the upgrade: ``faults.json``.
"""

import json
import os
import sys
import time
from collections.abc import Iterable
from pathlib import Path

import pytest

from boardgames.supervisor import backup, checkout, containers, signs, upgrade
from boardgames.supervisor.console import print_line
from boardgames.supervisor.errors import CannotStart
from boardgames.supervisor.home import Home

#: Does what `docker` would do to the containers. ``fails``: words at which it does nothing and
#: fails; ``waits``: words after which it tells so and waits; ``moves``: words after which games
#: have been moved under new rules.
DOCKER = """#!{python}
import json, os, pathlib, sys, time
folder = pathlib.Path({folder!r})
words = sys.argv[2:] if sys.argv[1] == "compose" else sys.argv[1:]
said = " ".join(words)
state = json.loads((folder / "state.json").read_text())
faults = json.loads((folder / "faults.json").read_text())
env = (folder / "checkout/.env").read_text()
tag = os.environ.get("VERSION") or env.split("VERSION=")[1].split()[0]
release = (folder / "checkout/words").read_text()
with (folder / "said").open("a") as file:
    file.write(json.dumps([tag, release, *words]) + "\\n")
if faults.get("fails") and faults["fails"] in f"{{tag}} {{said}}":
    sys.exit(1)
boxes = state["containers"]
if said.startswith("run ") and " -c import json" in said:
    print("Creating network\\n" + json.dumps(faults["versions"]))
elif words[0] == "ps":
    print("\\n".join(name for name, box in boxes.items() if box["part"] == "web"))
elif words[0] == "up":
    if "--scale" in words:
        number = int(words[words.index("--scale") + 1].split("=")[1])
        while sum(box["part"] == "web" for box in boxes.values()) < number:
            state["made"] += 1
            boxes[f"web-{{state['made']}}"] = {{"part": "web", "tag": tag, "runs": True}}
    else:
        for part in {others!r}:
            boxes[part] = {{"part": part, "tag": tag, "runs": True}}
elif words[0] == "stop":
    for name in words[1:]:
        boxes[name]["runs"] = False
elif words[0] == "rm" and words[1] != "--force":
    for name in words[1:]:
        del boxes[name]
if faults.get("moves") and faults["moves"] in f"{{tag}} {{said}}":
    state["newer"] = 3
(folder / "state.json").write_text(json.dumps(state))
if faults.get("waits") and faults["waits"] in f"{{tag}} {{said}}":
    (folder / "waits").touch()
    until = time.monotonic() + 30
    while not (folder / "go").exists() and time.monotonic() < until:
        time.sleep(0.02)
"""


def make_docker(folder: Path) -> None:
    program = folder / "bin" / "docker"
    program.parent.mkdir()
    program.write_text(
        DOCKER.format(python=sys.executable, folder=str(folder), others=containers.OTHERS)
    )
    program.chmod(0o755)


def main(folder: Path, *words: str) -> int:
    def read(name: str) -> dict[str, object]:
        return dict(json.loads((folder / f"{name}.json").read_text()))

    def write(named: str, home: Home) -> str:
        if read("faults").get("waits") == "backup":
            (folder / "waits").touch()
            time.sleep(30)
        return named

    def wait_for(parts: Iterable[str], since: float, longest: float) -> None:
        assert (list(parts), longest) == (list(containers.OTHERS), 60)
        if read("faults").get("silent"):
            raise CannotStart("no sign of life from worker within 60 s.")

    patch = pytest.MonkeyPatch()
    for module in (checkout, containers):
        patch.setattr(module, "CHECKOUT", folder / "checkout")
    patch.setattr(backup, "write_as_named", write)
    patch.setattr(signs, "newer_games", lambda versions: read("state")["newer"])
    patch.setattr(signs, "now", lambda: 0.0)
    patch.setattr(signs, "wait_for", wait_for)
    patch.setattr(upgrade, "_copy", lambda file, home: print_line("copied"))
    patch.setattr(upgrade, "_end_trial", lambda: print_line("the trial is over"))
    sys.argv = ["script/upgrade", *words]
    return upgrade.as_program()


if __name__ == "__main__":
    os.environ["PATH"] = f"{sys.argv[1]}/bin:{os.environ['PATH']}"
    sys.exit(main(Path(sys.argv[1]), *sys.argv[2:]))
