"""The names of the kinds of notification, and their labels: for the fields that hold a kind's name,
which are there before the kinds are."""

from django.utils.functional import Promise

_labels: dict[str, Promise] = {}


def enter(name: str, label: Promise) -> None:
    """Make a kind's name known; ValueError for one that is taken."""
    if name in _labels:
        raise ValueError(f"two kinds of notification are named {name!r}")
    _labels[name] = label


def names() -> list[str]:
    return list(_labels)


def choices() -> list[tuple[str, Promise]]:
    """For the fields that hold a kind's name."""
    return list(_labels.items())
