"""Backups that only the holder of a key can read, encrypted by the program age."""

import subprocess
from pathlib import Path

from boardgames.supervisor.console import print_line
from boardgames.supervisor.errors import CannotStart

ENDING = ".age"


def encrypted(file: Path) -> Path:
    return file.with_name(f"{file.name}{ENDING}")


def refuse_unless_able(key: str) -> None:
    """Raise an error before any work is done if we could not encrypt with this key."""
    _age("--recipient", key, "/dev/null")


def encrypt(file: Path, key: str) -> None:
    """Replace the file with the encrypted one, a whole one or none."""
    aside = file.with_name(f"{file.name}{ENDING}.part")
    try:
        aside.touch(mode=0o600)
        _age("--recipient", key, "--output", str(aside), str(file))
        aside.rename(encrypted(file))
    finally:
        aside.unlink(missing_ok=True)
    file.unlink()
    print_line(f"{encrypted(file)}: encrypted: only the holder of the key can read it")


def _age(*words: str) -> None:
    try:
        ended = subprocess.run(["age", *words], stdout=subprocess.DEVNULL)
    except FileNotFoundError as error:
        raise CannotStart("age is not installed: apt install age.") from error
    if ended.returncode:
        raise CannotStart("age could not encrypt: its last lines say why.")
