"""The kinds of notification that there are: each app registers its own when it starts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from django.utils.functional import Promise

    from notifications.kinds import Kind

    K = TypeVar("K", bound=Kind[Any])

_kinds: dict[str, Kind[Any]] = {}


class UnknownKind(LookupError):
    """Nothing is registered under this name."""


def register(kind: type[K]) -> type[K]:
    """Make it known; as a decorator. Settings and summaries list kinds in this order."""
    one = kind()
    if one.name in _kinds:
        raise ValueError(f"two kinds of notification are named {one.name!r}")
    _kinds[one.name] = one
    return kind


def get(name: str) -> Kind[Any]:
    """The kind of this name, else UnknownKind."""
    try:
        return _kinds[name]
    except KeyError:
        raise UnknownKind(f"there is no kind of notification {name!r}") from None


def all() -> list[Kind[Any]]:
    return list(_kinds.values())


def names() -> list[str]:
    return list(_kinds)


def choices() -> list[tuple[str, Promise]]:
    """For the fields that hold a kind's name."""
    return [(kind.name, kind.label) for kind in _kinds.values()]
