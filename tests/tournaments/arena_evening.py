"""An arena played through without rows: people come, leave, pause, and play for a while."""

from __future__ import annotations

import heapq
import random
import time
from dataclasses import dataclass, field

from games.tournaments.arena.pairing import Free, Pair, met_last, pair_free

#: Seconds between two pairings.
TICK = 1


@dataclass
class Person:
    comes: float
    leaves: float
    skill: float
    break_at: float = -1.0
    break_for: float = 0.0
    points: int = 0
    free_from: float | None = None
    table: int | None = None
    met: list[int] = field(default_factory=list)
    firsts: int = 0
    had_first: bool = False
    games: int = 0


@dataclass
class Evening:
    """What a simulated arena looked like."""

    waits: list[float] = field(default_factory=list)
    #: Waits of people for whom somebody whom they had not met last was free all the time.
    idle: list[float] = field(default_factory=list)
    distances: list[float] = field(default_factory=list)
    again: int = 0
    again_with_others: int = 0
    firsts: list[int] = field(default_factory=list)
    games: int = 0
    slowest: float = 0.0


def play(
    number: int, *, seed: int, seconds: int = 1800, shortest: float = 30, longest: float = 400
) -> Evening:
    """``number`` people; a tenth late, a tenth leaves early, a fifth takes a break."""
    chance = random.Random(seed)
    people = [_person(chance, seconds) for _ in range(number)]
    evening, tables = Evening(), 0
    ends: list[tuple[float, int, int, int]] = []
    for now in range(0, seconds, TICK):
        _come_and_go(people, now)
        while ends and ends[0][0] <= now:
            _at, _table, first, second = heapq.heappop(ends)
            _end(people, first, second, now, chance)
        order = sorted(range(number), key=lambda n: (-people[n].points, n))
        rank = {n: place for place, n in enumerate(order, 1)}
        free = [_free(people[n], n, rank[n], now) for n in range(number) if _waits(people[n])]
        busy = any(person.table is not None for person in people)
        begun = time.perf_counter()
        pairs = pair_free(free, number, others=busy)
        evening.slowest = max(evening.slowest, time.perf_counter() - begun)
        known = {one.entrant: one for one in free}
        seen: set[int] = set()
        for pair in pairs:
            assert not seen & set(pair), "somebody sits at two tables"
            seen |= set(pair)
            tables += 1
            one, other = (known[n] for n in pair)
            _note(evening, one, other, free, pairs)
            for n, met, step in ((pair[0], pair[1], 1), (pair[1], pair[0], -1)):
                person = people[n]
                person.table, person.free_from = tables, None
                person.met = [met, *person.met][:3]
                person.firsts, person.had_first = person.firsts + step, step > 0
                person.games += 1
            length = chance.uniform(shortest, longest)
            heapq.heappush(ends, (now + length, tables, *pair))
        evening.games += len(pairs)
        left = [one for one in free if one.entrant not in seen]
        for one in left:
            if any(not met_last(one, each) for each in left if each != one):
                evening.idle.append(one.waited)
    evening.firsts = [abs(person.firsts) for person in people if person.games]
    return evening


def _person(chance: random.Random, seconds: int) -> Person:
    late, early = chance.random() < 0.1, chance.random() < 0.1
    person = Person(
        comes=chance.uniform(1, seconds / 2) if late else 0,
        leaves=chance.uniform(seconds / 2, seconds) if early else seconds,
        skill=chance.gauss(0, 1),
    )
    if chance.random() < 0.2:
        person.break_at, person.break_for = chance.uniform(60, seconds / 2), 120
    return person


def _waits(person: Person) -> bool:
    return person.free_from is not None


def _there(person: Person, now: float) -> bool:
    pauses = person.break_at <= now < person.break_at + person.break_for
    return person.comes <= now < person.leaves and not pauses


def _come_and_go(people: list[Person], now: float) -> None:
    for person in people:
        if not _there(person, now):
            person.free_from = None
        elif person.table is None and person.free_from is None:
            person.free_from = now


def _free(person: Person, n: int, rank: int, now: float) -> Free:
    assert person.free_from is not None
    waited = now - person.free_from
    return Free(n, rank, waited, tuple(person.met), person.firsts, person.had_first)


def _end(people: list[Person], one: int, other: int, now: float, chance: random.Random) -> None:
    lead = people[one].skill - people[other].skill + chance.gauss(0, 1)
    winner = None if abs(lead) < 0.05 else one if lead > 0 else other
    for n in (one, other):
        people[n].points += 2 if n == winner else 1 if winner is None else 0
        people[n].table = None


def _note(evening: Evening, one: Free, other: Free, free: list[Free], pairs: list[Pair]) -> None:
    evening.waits += [one.waited, other.waited]
    evening.distances.append(abs(one.rank - other.rank))
    if met_last(one, other):
        evening.again += 1
        paired = {n for pair in pairs for n in pair}
        left = [each for each in free if each.entrant not in paired]
        if any(not met_last(each, mine) for each in left for mine in (one, other)):
            evening.again_with_others += 1


def together(evenings: list[Evening]) -> dict[str, float]:
    found: dict[str, list[float]] = {name: [] for name in ("waits", "idle", "distances", "firsts")}
    for each in evenings:
        found["waits"] += each.waits
        found["idle"] += each.idle
        found["distances"] += each.distances
        found["firsts"] += each.firsts
    ordered = {name: sorted(values) for name, values in found.items()}
    return {
        f"{name} {label}": values[int((len(values) - 1) * share)] if values else 0.0
        for name, values in ordered.items()
        for label, share in (("p50", 0.5), ("p99", 0.99), ("most", 1.0))
    } | {
        "games": sum(each.games for each in evenings),
        "again": sum(each.again for each in evenings),
        "again with others": sum(each.again_with_others for each in evenings),
        "slowest ms": 1000 * max(each.slowest for each in evenings),
    }
