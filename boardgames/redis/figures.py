"""Counters that all processes of all machines add to, for Prometheus: a hash in Redis.

Workers answer no HTTP, so nobody could ask each of them. If Redis loses the counters they start
again at zero, like those of a process that restarts.
"""

import json

from boardgames.redis import best_effort

HASH = "figures"


def add_to_figure(name: str, by: float = 1.0, **labels: str) -> None:
    """Add to a counter, which always needs the same label names; skipped while Redis is away."""
    best_effort.add_to_hash(HASH, json.dumps([name, *sorted(labels.items())]), by)


def read_figures() -> dict[str, list[tuple[dict[str, str], float]]]:
    """The counters by name: labels and value; empty if Redis does not answer."""
    found: dict[str, list[tuple[dict[str, str], float]]] = {}
    for key, value in sorted(best_effort.hash_of(HASH).items()):
        name, *labels = json.loads(key)
        found.setdefault(name, []).append((dict(labels), float(value)))
    return found
