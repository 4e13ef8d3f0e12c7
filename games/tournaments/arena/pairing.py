"""Who meets whom in an arena: a plain function of the people who are free now.

* Nobody meets the person of their last game again, unless both have waited for ``AGAIN`` and nobody
  else can be met.
* People meet somebody near in the standings: at first within ``NEAR`` places, and the range grows
  until after ``PATIENCE`` everybody can be met.
* Whoever has waited longest chooses first, and of an odd number the newest person waits.
* The first seat goes to the person who has had it less often.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

#: Seconds after which everybody can be met, however far away in the standings.
PATIENCE = 8.0
#: Places within which people meet at once.
NEAR = 6
#: Seconds after which two people meet again if nobody else can be met.
AGAIN = 20.0
#: What a meeting in one of the last games costs, in places, the newest first.
RECENT = (24.0, 12.0, 6.0)
#: What it costs if both have had the same seat more often than the other.
SAME_SEAT = 2.0


class Free(NamedTuple):
    """A person who is free.

    ``rank`` is their place in the standings; ``met`` the people of their last games, the newest
    first; ``firsts`` how much more often they had the first seat than the second; ``had_first``
    whether they had it last.
    """

    entrant: int
    rank: int
    waited: float = 0.0
    met: tuple[int, ...] = ()
    firsts: int = 0
    had_first: bool = False


class Pair(NamedTuple):
    """Two entrants, in the order of their seats."""

    first: int
    second: int


def pair_free(people: Iterable[Free], field: int, *, others: bool = True) -> list[Pair]:
    """The tables to set up now. ``field`` is the number of people in the standings, ``others``
    whether somebody else may become free."""
    by_rank = sorted(people, key=lambda one: (one.rank, one.entrant))
    at = {one.entrant: place for place, one in enumerate(by_rank)}
    reach = _Reach(field, others)
    left: dict[int, None] = dict.fromkeys(range(len(by_rank)))
    made: list[tuple[Free, Free]] = []
    in_turn = sorted(by_rank, key=lambda one: (-one.waited, one.rank, one.entrant))
    spare = [at[in_turn[-1].entrant]] if len(in_turn) % 2 else []
    for back in (spare, []):  # the newest of an odd number only for those who are left otherwise
        for place in back:
            del left[place]
        for one in in_turn:
            place = at[one.entrant]
            other = _nearest(by_rank, place, left, reach) if place in left else None
            if other is not None:
                del left[place], left[other]
                made.append((one, by_rank[other]))
        left |= dict.fromkeys(back)
    _mend(made, [by_rank[place] for place in left], reach)
    made += _again([one for one in by_rank if not _is_in(one, made)], reach)
    return [_seated(*pair) for pair in made]


class _Reach:
    """Who may meet whom by now."""

    def __init__(self, field: int, others: bool) -> None:
        self.field, self.others = field, others

    def places(self, one: Free, other: Free) -> float:
        """How far away in the standings the two may be."""
        waited = max(one.waited, other.waited)
        return NEAR + self.field * waited / PATIENCE if self.others else self.field

    def has(self, one: Free, other: Free) -> bool:
        return abs(one.rank - other.rank) <= self.places(one, other) and not met_last(one, other)

    def has_again(self, one: Free, other: Free) -> bool:
        return not self.others or min(one.waited, other.waited) >= AGAIN


def met_last(one: Free, other: Free) -> bool:
    """Whether the last game of one of them was against the other."""
    return one.met[:1] == (other.entrant,) or other.met[:1] == (one.entrant,)


def _nearest(
    by_rank: Sequence[Free], place: int, left: dict[int, None], reach: _Reach
) -> int | None:
    """The place among ``by_rank`` of the best person for the one at ``place``.

    It looks outwards, and stops where distance alone costs more than the best one found.
    """
    one, best, least = by_rank[place], None, float("inf")
    for steps in range(1, len(by_rank)):
        near = False
        for other in (place - steps, place + steps):
            if not 0 <= other < len(by_rank):
                continue
            away = abs(by_rank[other].rank - one.rank)
            near = near or away < least
            if other in left and reach.has(one, by_rank[other]):
                cost = away + _cost(one, by_rank[other])
                if cost < least:
                    best, least = other, cost
        if not near:
            break
    return best


def _cost(one: Free, other: Free) -> float:
    cost = SAME_SEAT if one.firsts * other.firsts > 0 else 0.0
    for met, price in zip(one.met, RECENT, strict=False):
        cost += price if met == other.entrant else 0
    for met, price in zip(other.met, RECENT, strict=False):
        cost += price if met == one.entrant else 0
    return cost


def _mend(made: list[tuple[Free, Free]], left: list[Free], reach: _Reach) -> None:
    """Two people who may only not meet because they met last change partners with a table."""
    for one in list(left):
        if one not in left:
            continue
        for other in [each for each in left if each != one and met_last(one, each)]:
            for at, (first, second) in enumerate(made):
                for mine, theirs in ((first, second), (second, first)):
                    if reach.has(one, mine) and reach.has(other, theirs):
                        made[at] = one, mine
                        made.append((other, theirs))
                        left.remove(one)
                        left.remove(other)
                        break
                else:
                    continue
                break
            if one not in left:
                break


def _again(left: list[Free], reach: _Reach) -> list[tuple[Free, Free]]:
    """Those for whom there is nobody else meet again, once they have waited for it."""
    made: list[tuple[Free, Free]] = []
    waiting = sorted(left, key=lambda one: -one.waited)
    while waiting:
        one = waiting.pop(0)
        other = next((each for each in waiting if reach.has_again(one, each)), None)
        if other is not None:
            waiting.remove(other)
            made.append((one, other))
    return made


def _is_in(one: Free, made: Iterable[tuple[Free, Free]]) -> bool:
    return any(one in pair for pair in made)


def _seated(one: Free, other: Free) -> Pair:
    """The first seat goes to the one who has had it less often, then to the one who had it not
    last, then to the lower in the standings."""
    first, second = sorted((one, other), key=lambda each: (each.firsts, each.had_first, -each.rank))
    return Pair(first.entrant, second.entrant)
