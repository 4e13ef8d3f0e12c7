"""Images: a base made with debootstrap, ours on top, and one with a game package on top of that."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from boardgames.supervisor.home import CHECKOUT

# Kept from run to run: the base takes a minute to make.
FOLDER = Path("/var/tmp/boardgames-image")  # noqa: S108  root's, by the mode it is made with
SUITE, MIRROR = "trixie", "http://deb.debian.org/debian"
PACKAGES = "python3,python3-pip,ca-certificates"
CERTIFICATES = Path("etc/ssl/certs/ca-certificates.crt")

BASE, OURS, WITH_GAME = "localhost/base", "localhost/reihum", "localhost/reihum-tile-race"


def make_base() -> None:
    """Debian's Python under the names that the image on Docker Hub has, where there is none yet."""
    FOLDER.mkdir(mode=0o700, exist_ok=True)
    if not has_base():
        system = FOLDER / "base"
        shutil.rmtree(system, ignore_errors=True)
        run("debootstrap", "--variant=minbase", f"--include={PACKAGES}", SUITE, system, MIRROR)
        (system / "usr/bin/python").symlink_to("python3")
        shutil.rmtree(system / "var/cache/apt/archives")
        shutil.copyfile("/" / CERTIFICATES, system / CERTIFICATES)  # this machine's, for pip
        container = buildah("from", "scratch")
        buildah("add", "--quiet", container, system, "/")
        buildah("commit", "--quiet", container, BASE)
        shutil.rmtree(system)


def has_base() -> bool:
    inspect = _buildah("inspect", "--type", "image", BASE)
    return subprocess.run(inspect, capture_output=True).returncode == 0


def build(image: str, folder: Path, file: Path, **arguments: str) -> None:
    buildah(
        *("build", "--quiet", "--isolation", "chroot", "--network", "host", "--format", "oci"),
        *(f"--build-arg={name}={value}" for name, value in arguments.items()),
        *("--ignorefile", CHECKOUT / ".dockerignore", "--file", file, "--tag", image, folder),
    )


def build_ours() -> None:
    build(OURS, CHECKOUT, CHECKOUT / "Dockerfile", BASE=BASE, NODE=BASE)


def build_with_game(folder: Path) -> None:
    """The lines for an image of your own, taken from the docs, so that exactly these are tested."""
    book = (CHECKOUT / "docs" / "writing-a-game.md").read_text()
    block = book[book.index("    FROM reihum") :].split("\n\n")[0]
    lines = block.replace("\n    ", "\n").strip().replace("FROM reihum", f"FROM {OURS}")
    file = folder / "Dockerfile"
    file.write_text(f"{lines}\n")
    build(WITH_GAME, folder, file)


def added(image: str) -> int:
    """Bytes that it has on top of what it was built from, not compressed."""
    manifest = json.loads(_look(image)["Manifest"])
    return int(manifest["layers"][-1]["size"])


def configuration(image: str) -> dict[str, Any]:
    """User, folder, variables and command, as the image says them."""
    return dict(_look(image)["OCIv1"]["config"])


def _look(image: str) -> dict[str, Any]:
    return dict(json.loads(buildah("inspect", "--type", "image", image)))


@contextmanager
def unpacked(image: str) -> Iterator[Path]:
    """Where its files are seen, for as long as the block lasts."""
    container = buildah("from", "--pull-never", image)
    try:
        yield Path(buildah("mount", container))
    finally:
        buildah("rm", container)


def buildah(*words: object) -> str:
    return run(*_buildah(*words))


def _buildah(*words: object) -> list[str]:
    own = ("--root", FOLDER / "store", "--runroot", FOLDER / "run")
    return [str(word) for word in ("buildah", *own, *words)]


def run(*words: object) -> str:
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    if done.returncode:
        last = "\n".join((done.stdout + done.stderr).splitlines()[-30:])
        raise SystemExit(f"`{' '.join(map(str, words))}` failed:\n{last}")
    return done.stdout.strip()
