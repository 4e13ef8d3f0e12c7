"""Kinds of values for variables.

A kind reads a value. For a wrong one it raises a ValueError whose text follows the name of the
variable: "must be …".
"""

import re
import shutil
from base64 import urlsafe_b64decode
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")
Kind = Callable[[str], T]

#: Keys shorter than this, or with fewer different characters, can be guessed.
KEY_CHARACTERS, KEY_DIFFERENT = 50, 10
TOKEN_CHARACTERS = 16
#: The order of the curve P-256: a private key is a number below it.
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
LONGEST_SOCKET = 100
LONGEST_NAME = 60

_MAKE = "python3 -c 'import secrets; print(secrets.token_urlsafe({}))' makes one"


def boolean(value: str) -> bool:
    if value.lower() in ("1", "true", "yes", "on"):
        return True
    if value.lower() in ("0", "false", "no", "off"):
        return False
    raise ValueError("must be 1 or 0")


def whole(least: int, most: int) -> Kind[int]:
    """A whole number in this range."""

    def read(value: str) -> int:
        if not re.fullmatch(r"-?[0-9]{1,12}", value) or not least <= int(value) <= most:
            raise ValueError(f"must be a whole number from {least} to {most}")
        return int(value)

    return read


def ports(value: str) -> set[int]:
    """Port numbers, separated by commas or blanks."""
    words = value.replace(",", " ").split()
    if not words or not all(re.fullmatch("[0-9]{1,5}", word) for word in words):
        raise ValueError("must be whole numbers, such as 443, 8443")
    numbers = {int(word) for word in words}
    if not numbers <= set(range(1, 65536)):
        raise ValueError("must be ports, which are from 1 to 65535")
    return numbers


def one_of(*choices: str) -> Kind[str]:
    def read(value: str) -> str:
        if value not in choices:
            raise ValueError(f"must be one of {', '.join(choices)}")
        return value

    return read


def level(value: str) -> str:
    """A log level, in upper or lower case."""
    return one_of("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")(value.upper())


def anything(value: str) -> str:
    """Any line of text."""
    return value


def name(value: str) -> str:
    """A short name that is safe in headers and pages."""
    if len(value) > LONGEST_NAME or re.search(r'[<>"@]', value):
        raise ValueError(f'must be a name of at most {LONGEST_NAME} characters without < > " @')
    return value


def release(value: str) -> str:
    if not re.fullmatch(r"[\w.+-]{1,64}", value):
        raise ValueError("must be one word of letters, digits and . + - _, such as 1.2.0")
    return value


def key(value: str) -> str:
    """A secret that others must never guess, for as long as the service exists."""
    if len(value) < KEY_CHARACTERS or len(set(value)) < KEY_DIFFERENT:
        raise ValueError(
            f"must be {KEY_CHARACTERS} random characters or more: {_MAKE.format(48)}; everybody "
            "signs in again"
        )
    return value


def token(value: str) -> str:
    """A secret by which another program proves that it may call us."""
    if len(value) < TOKEN_CHARACTERS or not re.fullmatch(r"[!-~]+", value):
        raise ValueError(
            f"must be {TOKEN_CHARACTERS} random characters or more, without spaces: "
            f"{_MAKE.format(32)}"
        )
    return value


def push_key(value: str) -> str:
    """A private key of the curve P-256, 32 bytes in base64url."""
    written = re.fullmatch(r"([A-Za-z0-9_-]{43})=?", value)
    number = int.from_bytes(urlsafe_b64decode(f"{written[1]}=")) if written else 0
    if not 0 < number < P256_ORDER:
        raise ValueError(f"must be a private key of 32 bytes in base64url: {_MAKE.format(32)}")
    return value


def folder(value: str) -> Path:
    """An existing folder."""
    if not Path(value).is_dir():
        raise ValueError("must be an existing folder: create it, or name another")
    return Path(value)


def folder_to_make(value: str) -> Path:
    """A folder that exists or can be created."""
    if Path(value).exists() and not Path(value).is_dir():
        raise ValueError("must be a folder and is a file: name a folder, which may be a new one")
    return Path(value).resolve()


def socket_folder(value: str) -> Path:
    """A folder for Unix sockets, whose full paths have a length limit."""
    if not value.startswith("/") or len(value.encode()) > LONGEST_SOCKET:
        raise ValueError(f"must be the full path of a folder, of at most {LONGEST_SOCKET} bytes")
    return Path(value)


def program(value: str) -> str:
    if shutil.which(value) is None:
        raise ValueError("must be an executable program: give its full path")
    return value


def folder_with(*programs: str) -> Kind[Path]:
    """A folder that contains one of these programs."""

    def read(value: str) -> Path:
        if not any((Path(value) / one).is_file() for one in programs):
            raise ValueError(f"must be a folder with {' or '.join(programs)} in it")
        return Path(value)

    return read
