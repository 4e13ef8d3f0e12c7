"""The containers of `compose.yaml`, controlled by `docker`."""

import os
import subprocess

from boardgames.supervisor.errors import CannotStart
from boardgames.supervisor.home import CHECKOUT

#: The services of a release beside web; the two servers and the proxy keep running.
OTHERS = ("worker", "thinking", "beat")
#: A container without a sign of health after this many seconds counts as unhealthy.
LONGEST_WEB = 300
#: Prints the versions of each game type's rules, in any release.
_VERSIONS = (
    "import json; from games.rules import registry; "
    "print(json.dumps({rules.slug: rules.version for rules in registry.all()}))"
)


def webs() -> set[str]:
    """The ids of web's containers."""
    return set(docker("compose", "ps", "--all", "--quiet", "web").split())


def start_webs(tag: str, number: int) -> None:
    """Start containers until there are this many, all healthy; existing ones stay as they are."""
    compose(
        tag,
        *("up", "--detach", "--no-deps", "--wait", "--wait-timeout", str(LONGEST_WEB)),
        *("--no-recreate", "--scale", f"web={number}", "web"),
    )


def start_others(tag: str) -> None:
    """Replace the other services' containers of another release."""
    compose(tag, "up", "--detach", "--no-deps", *OTHERS)


def stop_containers(containers: set[str]) -> None:
    """Stop these containers after their current work. Compose would choose the ones to stop
    itself."""
    if containers:
        docker("stop", *sorted(containers))
        docker("rm", *sorted(containers))


def remove(*names: str) -> None:
    """Remove these services' containers at once, if there are any."""
    subprocess.run(
        ["docker", "rm", "--force", *names], stdin=subprocess.DEVNULL, capture_output=True
    )


def rules_versions() -> str:
    """The rules' version of each game type in the release of `.env`, as JSON."""
    words = ("run", "--rm", "--no-deps", "-T", "prepare", "python", "-c", _VERSIONS)
    return docker("compose", *words).strip().splitlines()[-1]


def compose(tag: str, *words: str) -> None:
    """The compose command for images with this tag; without one, for the tag in `.env`."""
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
