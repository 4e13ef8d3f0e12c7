"""Typed reading of environment variables. A value that makes no sense stops the start."""

import os
import re
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


def text(name: str, default: str = "") -> str:
    """The variable's value; `NAME_FILE` may name a file that holds it (container secrets)."""
    file = os.environ.get(f"{name}_FILE")
    if file:
        try:
            return Path(file).read_text().strip()
        except OSError as error:
            raise ImproperlyConfigured(f"{name}_FILE: cannot read {file}: {error}") from error
    return os.environ.get(name, "") or default


def boolean(name: str, default: bool = False) -> bool:
    value = text(name).lower()
    if value in ("1", "true", "yes", "on"):
        return True
    if value in ("0", "false", "no", "off"):
        return False
    if value == "":
        return default
    raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}")


def integer(name: str, default: int) -> int:
    value = text(name)
    try:
        return int(value) if value else default
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}") from None


def contact(name: str) -> str:
    """An e-mail address or the https address of a page; empty without one."""
    value = text(name)
    if value and not re.fullmatch(r"https://\S+|[^\s@:/]+@[^\s@:/]+", value):
        raise ImproperlyConfigured(f"{name} must be an e-mail address or https://…, not {value!r}")
    return value


def words(name: str) -> list[str]:
    """A list separated by commas or blanks."""
    return text(name).replace(",", " ").split()


def integers(name: str, default: set[int]) -> set[int]:
    """Whole numbers separated by commas or blanks."""
    try:
        return {int(word) for word in words(name)} or default
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be whole numbers, not {text(name)!r}") from None


def one_of(name: str, choices: tuple[str, ...]) -> str:
    """One of the choices; the first is the default."""
    value = text(name, choices[0])
    if value not in choices:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(choices)}, not {value!r}")
    return value
