"""The names and labels of the kinds of notification, for model fields that store a kind.

Those fields are loaded before the kinds themselves.
"""

from django.utils.functional import Promise

_labels: dict[str, Promise] = {}


def enter(name: str, label: Promise) -> None:
    """Register a kind's name; ValueError if it is taken."""
    if name in _labels:
        raise ValueError(f"two kinds of notification are named {name!r}")
    _labels[name] = label


def names() -> list[str]:
    return list(_labels)


def choices() -> list[tuple[str, Promise]]:
    """The choices of fields that store a kind's name."""
    return list(_labels.items())
