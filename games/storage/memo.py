"""Values computed once for all readers of a position, in any thread."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class Memo:
    """The values of one position. A second thread waits for the first, which is faster than
    computing the value again at the same time."""

    def __init__(self) -> None:
        self._alone = threading.Lock()
        self._known: dict[str, Any] = {}

    def get_or_make(self, name: str, make: Callable[[], T]) -> T:
        """The value of this name, computed now unless it exists."""
        with self._alone:
            if name not in self._known:
                self._known[name] = make()
            known: T = self._known[name]
            return known
