"""The containers of `compose.yaml`, by `docker`."""

import os
import subprocess

from boardgames.supervisor.errors import CannotStart
from boardgames.supervisor.home import CHECKOUT

#: What a release is beside web; the two servers, and the proxy before web, keep running.
OTHERS = ("worker", "thinking", "beat")
#: What has no sign of health after so long is taken for ill.
LONGEST_WEB = 300
#: What tells its versions of each game type's rules, in any release.
_VERSIONS = (
    "import json; from games.rules import registry; "
    "print(json.dumps({rules.slug: rules.version for rules in registry.all()}))"
)


def webs() -> set[str]:
    """The containers of web, by their ids."""
    return set(docker("compose", "ps", "--all", "--quiet", "web").split())


def start_webs(tag: str, number: int) -> None:
    """So many in all, until each is healthy; those that are there stay as they are."""
    compose(
        tag,
        *("up", "--detach", "--no-deps", "--wait", "--wait-timeout", str(LONGEST_WEB)),
        *("--no-recreate", "--scale", f"web={number}", "web"),
    )


def start_others(tag: str) -> None:
    """In place of those of another release."""
    compose(tag, "up", "--detach", "--no-deps", *OTHERS)


def stop_containers(containers: set[str]) -> None:
    """They finish what they are at. Compose would choose by itself which of them to end."""
    if containers:
        docker("stop", *sorted(containers))
        docker("rm", *sorted(containers))


def remove(*names: str) -> None:
    """At once, where they are there at all."""
    subprocess.run(
        ["docker", "rm", "--force", *names], stdin=subprocess.DEVNULL, capture_output=True
    )


def rules_versions() -> str:
    """Of each game type in the release of `.env`, as JSON."""
    words = ("run", "--rm", "--no-deps", "-T", "prepare", "python", "-c", _VERSIONS)
    return docker("compose", *words).strip().splitlines()[-1]


def compose(tag: str, *words: str) -> None:
    """With images of this tag; of the one in `.env` without."""
    docker("compose", *words, tag=tag, output=None)


def docker(*words: str, tag: str = "", output: int | None = subprocess.PIPE) -> str:
    env = {name: value for name, value in os.environ.items() if name != "VERSION"}
    given = {"VERSION": tag} if tag else {}
    done = subprocess.run(
        ["docker", *words], cwd=CHECKOUT, env={**env, **given}, text=True,
        stdin=subprocess.DEVNULL, stdout=output,
    )  # fmt: skip
    if done.returncode:
        named = " ".join(words[: 2 if words[0] == "compose" else 1])
        raise CannotStart(f"`docker {named}` failed: its last lines say why.")
    return done.stdout or ""
