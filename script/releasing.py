"""`script/release`: see `--help`."""

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from boardgames.supervisor import signatures
from boardgames.supervisor.composed import tag_of
from boardgames.supervisor.console import say, told
from boardgames.supervisor.errors import CannotStart
from script import bills, inventory, rules_wheel

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "var" / "handed-out"


def main(*words: str) -> None:
    parser = argparse.ArgumentParser(
        prog="script/release",
        description=f"Makes what a release hands out in {FOLDER.relative_to(ROOT)}/: the wheel of "
        "the rules, bills of materials, and what `script/sbom` lists. Where SIGNING_KEY_FILE names "
        "a secret key of minisign, each file is signed and its signature looked at by "
        "SIGNING_PUBLIC_KEY.",
    )
    parser.add_argument(
        "--image",
        action="store_true",
        help="builds the image, too, for `docker load`, and lists what its Debian has",
    )
    given = parser.parse_args(words)
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    _run(str(ROOT / "script" / "sbom"))
    files = [Path(shutil.copy(file, FOLDER)) for file in sorted(inventory.FOLDER.iterdir())]
    files.extend(build_wheel())
    if given.image:
        files.extend(build_image())
    sign(files)
    say(f"{FOLDER}: {', '.join(file.name for file in files)}")


def build_wheel() -> tuple[Path, Path]:
    """The wheel of the rules and its bill of materials."""
    wheel, bill = rules_wheel.build(FOLDER), FOLDER / "boardgames-rules.cdx.json"
    bills.of_wheel(wheel, bill)
    return wheel, bill


def build_image() -> tuple[Path, Path]:
    """Named as `script/upgrade --compose` asks for it; and what its Debian has."""
    tag = tag_of("HEAD")
    name, file = f"{os.environ.get('IMAGE', 'reihum')}:{tag}", FOLDER / f"reihum-{tag}.tar"
    _run("docker", "build", "--build-arg", f"VERSION={tag}", "--tag", name, ".")
    _run("docker", "save", "--output", str(file), name)
    bill = FOLDER / "reihum-image.cdx.json"
    bills.of_image(name, bill)
    return file, bill


def sign(files: Sequence[Path]) -> None:
    """Where there is a key; else it says that there is none."""
    key, public = (os.environ.get(f"SIGNING_{name}") for name in ("KEY_FILE", "PUBLIC_KEY"))
    if not key:
        say("NOTHING IS SIGNED: SIGNING_KEY_FILE names no secret key.")
        return
    if not public:
        raise CannotStart("SIGNING_PUBLIC_KEY is missing, the key by which others look.")
    signatures.sign(files, Path(os.environ.get("STARTED_IN", ""), key), public)
    say(f"Signed by {public}, each of them:")


def _run(*words: str) -> None:
    if subprocess.run(words, cwd=ROOT, stdin=subprocess.DEVNULL).returncode:
        raise CannotStart(f"`{' '.join(words[:2])}` failed: its last lines say why.")


if __name__ == "__main__":
    sys.exit(told(main))
