"""Counters that all processes of all machines add to, for Prometheus: a hash in Redis.

Workers answer no HTTP, so nobody could ask each of them. What Redis loses begins anew at nought, as
the counters of a process that starts do.
"""

import json

from boardgames.redis import best_effort

HASH = "figures"


def add_to_figure(name: str, by: float = 1.0, **labels: str) -> None:
    """Add to a counter, whose labels always have the same names; left out while Redis is away."""
    best_effort.add_to_hash(HASH, json.dumps([name, *sorted(labels.items())]), by)


def counted() -> dict[str, list[tuple[dict[str, str], float]]]:
    """What stands there, by name: labels and value; empty if nobody knows."""
    found: dict[str, list[tuple[dict[str, str], float]]] = {}
    for key, value in sorted(best_effort.hash_of(HASH).items()):
        name, *labels = json.loads(key)
        found.setdefault(name, []).append((dict(labels), float(value)))
    return found
