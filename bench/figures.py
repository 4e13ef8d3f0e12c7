"""What is told of many measured times."""

from collections.abc import Callable, Mapping, Sequence
from time import perf_counter
from typing import TypedDict

#: What is told of one thing that was measured, by name.
Row = Mapping[str, object]


class Milliseconds(TypedDict):
    p50_ms: float
    p99_ms: float
    max_ms: float


def milliseconds(seconds: Sequence[float]) -> Milliseconds:
    """The median, the 99th percentile and the longest, in milliseconds."""
    ordered = sorted(seconds)
    return {
        "p50_ms": _ms(ordered[len(ordered) // 2]),
        "p99_ms": _ms(ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]),
        "max_ms": _ms(ordered[-1]),
    }


def timed(action: Callable[[], object], times: int) -> list[float]:
    """Seconds that each of so many calls took; one more goes before and is not counted."""
    action()
    found = []
    for _ in range(times):
        start = perf_counter()
        action()
        found.append(perf_counter() - start)
    return found


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 3)
