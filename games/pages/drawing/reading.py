"""Records what is read from some data while something is made of it.

While all of that is unchanged, making it again would give the same. ``Reading`` wraps the data and
records each value that is read, the length of a list, and which names an object has. The wrappers
can replace plain data wherever it is only read.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, overload

from boardgames.web.jinja2 import quickly

_LENGTH, _NAMES, _WHOLE, _MISSING = object(), object(), object(), object()
#: What is read of a container besides its values.
_AS_A_WHOLE: dict[Any, Callable[[Any], Any]] = {
    _LENGTH: len,
    _NAMES: list,
    _WHOLE: lambda container: container,
}


#: Bytes of a row of columns or of a missing name, and of the object beside them.
_A_ROW, _BESIDE = 40, 600


def _size(value: Any) -> int:
    """The bytes of a value, of lists including their values.

    Small numbers and templates' words exist already; what is shared with another reading counts
    again.
    """
    kind = type(value)
    if kind is str:
        return 0 if len(value) < _SHARED else sys.getsizeof(value)
    if issubclass(kind, list | tuple):
        return sys.getsizeof(value) + sum(map(_size, value))
    if issubclass(kind, dict):
        return sys.getsizeof(value) + sum(map(_size, value.values()))
    return 0


#: Shorter texts are mostly names that rules and templates have, too.
_SHARED = 16


class Reading:
    """What has been read of ``data``.

    Each entry is a place in a container reached before (by its number), and the value found there,
    or the kind of a container. ``absent`` are names looked up in vain, as templates often do.
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.entries: list[tuple[int, Any, Any]] = []
        self.absent: set[tuple[int, str]] = set()
        self.containers = 1
        self.data = _Map(data, 0, self)
        self._columns: list[tuple[Any, ...]] = []

    def ends(self) -> None:
        """Finish the record, which makes it a third smaller."""
        self._columns = list(zip(*self.entries, strict=True))
        self.entries.clear()
        del self.data

    @property
    def size(self) -> int:
        """Bytes, once everything was read: a row of each column, and the values."""
        found = self._columns[2] if self._columns else ()
        return _BESIDE + sum(_A_ROW + _size(value) for value in found) + _A_ROW * len(self.absent)

    def still_holds(self, data: Mapping[str, Any]) -> bool:
        """Whether everything that was read is the same in this data."""
        containers: list[Any] = [data]
        for number, key, found in zip(*self._columns, strict=True):
            container = containers[number]
            if key.__class__ is object:
                if _AS_A_WHOLE[key](container) != found:
                    return False
                continue
            try:
                value = container[key]
            except (KeyError, IndexError):
                if found is _MISSING:
                    continue
                return False
            if value is found:  # true of most, and asked a thousand times for each page
                continue
            if found is _Map or found is _List:
                if _WRAPPERS[type(value)] is not found:
                    return False
                containers.append(value)
            elif type(value) is not type(found) or value != found:
                return False
        for number, name in self.absent:  # noqa: SIM110  all() takes twice as long
            if name in containers[number]:
                return False
        return True


class _Container:
    """``_known`` are the values handed out, so that each is recorded once."""

    __slots__ = ("_data", "_known", "_number", "_reading")

    def __init__(self, data: Any, number: int, reading: Reading) -> None:
        self._data, self._number, self._reading = data, number, reading
        self._known: dict[Any, Any] = {}

    def _at(self, key: Any) -> Any:
        known = self._known
        if key in known:
            return known[key]
        reading = self._reading
        try:
            value = self._data[key]
        except KeyError:
            reading.absent.add((self._number, key))
            raise
        except IndexError:
            reading.entries.append((self._number, key, _MISSING))
            raise
        wrapper = _WRAPPERS[type(value)]
        if wrapper is None or (wrapper is _List and _is_flat(value)):
            reading.entries.append((self._number, key, value))
        else:
            reading.entries.append((self._number, key, wrapper))
            value = wrapper(value, reading.containers, reading)
            reading.containers += 1
        known[key] = value
        return value

    def _noted(self, what: Any, value: Any) -> Any:
        if what not in self._known:
            self._known[what] = value
            self._reading.entries.append((self._number, what, value))
        return value

    def __len__(self) -> int:
        return int(self._noted(_LENGTH, len(self._data)))

    def __eq__(self, other: object) -> bool:
        return bool(self.plain() == (other.plain() if isinstance(other, _Container) else other))

    def plain(self) -> Any:
        """The data itself; all of it counts as read."""
        return self._noted(_WHOLE, self._data)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self.plain())


class _Map(_Container, Mapping[str, Any]):
    __slots__ = ()

    __getitem__ = _Container._at

    def __getattr__(self, name: str) -> Any:
        """Templates try this first."""
        try:
            return self._at(name)
        except KeyError:
            raise AttributeError(name) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._noted(_NAMES, list(self._data)))

    def get(self, key: str, default: Any = None) -> Any:
        """The value without raising an error on the way, which takes longer than anything else."""
        if key in self._data:
            return self._at(key)
        self._reading.absent.add((self._number, key))
        return default


quickly[_Map] = _Map._at


class _List(_Container, Sequence[Any]):
    __slots__ = ()

    @overload
    def __getitem__(self, index: int) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> list[Any]: ...
    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return [self._at(i) for i in range(*index.indices(len(self)))]
        return self._at(index)

    def __iter__(self) -> Iterator[Any]:
        for index in range(len(self)):
            yield self._at(index)

    def __add__(self, other: Any) -> list[Any]:
        return [*self, *other]

    def __radd__(self, other: Any) -> list[Any]:
        return [*other, *self]


class _Wrappers(dict[type, Any]):
    """The wrapper for values of each type; None: they are handed out unwrapped."""

    def __missing__(self, kind: type) -> Any:
        plain = _List if issubclass(kind, list | tuple) else None
        self[kind] = _Map if issubclass(kind, dict) else plain
        return self[kind]


_WRAPPERS = _Wrappers()


def _is_flat(values: Sequence[Any]) -> bool:
    """Whether a list is read as one value, which is faster: it contains no other list."""
    for value in values:  # noqa: SIM110  as above
        if _WRAPPERS[type(value)] is not None:
            return False
    return True


class Whole(list[Any]):
    """A list that is read as one value, for templates that read nearly all of it anyway.

    Comparing it takes less time than recording each of its values.
    """


_WRAPPERS[Whole] = None
