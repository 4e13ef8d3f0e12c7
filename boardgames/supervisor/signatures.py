"""Signatures of files by minisign, each beside its file: whoever gives a file away signs it, and
whoever takes it looks whether it came as it was given."""

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from boardgames.supervisor.errors import CannotStart

ENDING = ".minisig"


def sign(files: Sequence[Path], key: Path, public: str) -> None:
    """All of them, or CannotStart and none. ``public`` has to be the key by which others look."""
    try:
        _minisign("-S", "-s", str(key), "-m", *map(str, files))
        for file in files:
            verify(file, public)
    except CannotStart:
        for file in files:
            Path(f"{file}{ENDING}").unlink(missing_ok=True)
        raise


def verify(file: Path, public: str) -> None:
    """CannotStart unless the signature beside it is of these bytes and by this key."""
    try:
        _minisign("-V", "-P", public, "-m", str(file))
    except CannotStart as error:
        raise CannotStart(f"{file.name} is not signed by {public}: {error}") from error


def _minisign(*words: str) -> None:
    """It asks for a key's password where its input is a terminal."""
    program = shutil.which("minisign")
    if program is None:
        raise CannotStart("minisign is not there (apt install minisign)")
    done = subprocess.run([program, *words], text=True, stderr=subprocess.PIPE)
    if done.returncode:
        raise CannotStart(" ".join(done.stderr.split()) or f"minisign ended with {done.returncode}")
