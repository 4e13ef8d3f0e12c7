"""`script/test-image`: builds the image, looks at its size, and tries it and one with a game.

With `--if-due`, as `script/test --all` asks for it: only where the tools and the base are there
already, and what makes the image is not as it was when it last passed here.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from boardgames.supervisor.home import CHECKOUT
from script.image import build

TOOLS = ("buildah", "debootstrap", "unshare", "ip")
MOST = 250_000_000
MAKING = (
    *("Dockerfile", ".dockerignore", "package-lock.json"),
    *("requirements.txt", "requirements-compile.txt"),
)
PASSED = build.FOLDER / "passed"
MANAGE = [sys.executable, "manage.py"]


def main() -> None:
    missing = [tool for tool in TOOLS if not shutil.which(tool)]
    able = not missing and os.geteuid() == 0
    if "--if-due" in sys.argv and not (able and build.has_base() and _has_changed()):
        return
    if not able:
        sys.exit(
            f"Needs root on Linux, and {', '.join(missing) or 'all is there'}: "
            "apt install buildah debootstrap util-linux iproute2"
        )
    build.make_base()
    build.build_ours()
    size = build.added(build.OURS)
    print_message(f"{build.OURS}: {size / 1e6:.0f} MB on its base")
    assert size < MOST, f"more than {MOST / 1e6:.0f} MB"
    try_out(build.OURS, "imhotep")
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            [*MANAGE, "newgame", "tile_race", "--folder", folder], check=True, stdout=sys.stderr
        )
        build.build_with_game(Path(folder))
    print_message(f"{build.WITH_GAME}: {build.added(build.WITH_GAME) / 1e6:.1f} MB on ours")
    try_out(build.WITH_GAME, "tile_race")
    PASSED.write_text(_making())
    print_message("2 passed, 0 failed")


def _has_changed() -> bool:
    return not PASSED.exists() or PASSED.read_text() != _making()


def _making() -> str:
    """A name of all that the image is made with, but for the service itself."""
    digest = hashlib.sha256()
    for file in sorted([*map(CHECKOUT.joinpath, MAKING), *CHECKOUT.glob("script/image/*.*")]):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def try_out(image: str, game: str) -> None:
    with build.unpacked(image) as root:
        trial = [sys.executable, "-m", "script.image.trial", image, str(root), game]
        inside = 'ip link set lo up && exec "$@"'
        done = subprocess.run(["unshare", "--net", "sh", "-c", inside, "sh", *trial])
        if done.returncode:
            sys.exit(f"{image} does not do what it should: see above.")


def print_message(words: str) -> None:
    print(words, flush=True)


main()
