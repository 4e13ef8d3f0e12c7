"""Amounts: how much of several goods is given, as one part of a choice.

A choice lists the part as a specification, ``("build", plot, Amounts(purse, total=4))``; its answer
is a dictionary from good to number, ``("build", 3, {"stone": 3, "salt": 1})``. A few weighted sums
with bounds describe what may be given; whatever fulfils them is legal. So nobody lists the answers,
yet they can be counted, sampled fairly, and listed if they are few.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations, repeat
from operator import add, ge, gt, lt, mul
from typing import Any, Protocol

import msgspec

from .errors import IllegalChoice, RulesError

Given = dict[str, int]
"""An answer: how much of each good; goods in the order of the specification, no zeros."""


THROWS = 8
"""How often an answer is drawn blindly, which is quick, before all are counted."""


class Chance(Protocol):
    """The part of :class:`random.Random` that sampling needs."""

    def randrange(self, start: int, /) -> int: ...


class _Sum(msgspec.Struct, frozen=True):
    """Weighted amounts of some goods that must come to at least ``low`` and at most ``high``."""

    weights: tuple[int, ...]
    low: int
    high: int | None
    goods: Sequence[str]

    def check(self, came_to: int) -> None:
        """Raise IllegalChoice if the sum is out of bounds."""
        said = " and ".join(self.goods) or "all together"
        if came_to < self.low:
            raise IllegalChoice(f"{said}: at least {self.low}, not {came_to}")
        if self.high is not None and came_to > self.high:
            raise IllegalChoice(f"{said}: at most {self.high}, not {came_to}")


_Sums = tuple[int, ...]
_Used = tuple[int, ...]
"""The goods of which something is given; none are noted where nothing can be left out."""
_NOTHING: _Used = ()


class Amounts(msgspec.Struct, frozen=True, dict=True):
    """How much of each good may be given, from the purse ``of``; preferred goods come first.

    * ``total``: everything given is worth at least this; ``worth``: the value of one of a good, by
      default
    1. ``up_to``: it is worth at most this.
    * ``least``: at least this much of single goods, or several such lists, each to be met by the
      same payment; ``counts``: goods that can replace others there, ``{"wine": ("food", "coin")}``.
    * ``together``: at most this many of some goods, ``[(("raft", "boat"), 2)]``.

    Without ``over`` and ``up_to`` nothing may be given that is not needed, so ``total=4`` of plain
    goods means exactly four.
    """

    of: Mapping[str, int]
    total: int = 0
    up_to: int | None = None
    least: Mapping[str, int] | Sequence[Mapping[str, int]] = ()
    worth: Mapping[str, int] = {}
    counts: Mapping[str, Sequence[str]] = {}
    together: Sequence[tuple[Sequence[str], int]] = ()
    over: bool = False

    # For a payer --------------------------------------------------------------------------

    def check(self, answer: object) -> Given:
        """The answer in its stored form; IllegalChoice says what is wrong with it."""
        given = self._kept(answer)
        amounts = [given.get(good, 0) for good in self.of]
        if not self._legal(amounts):
            sums = self._come_to(amounts)
            for sum_, came_to in zip(self._sums, sums, strict=True):
                sum_.check(came_to)
            needless = self._left_out(sums, _used(amounts))
            raise IllegalChoice(f"a {list(self.of)[needless[0]]} could be left out")
        return given

    def _kept(self, answer: object) -> Given:
        if not isinstance(answer, dict):
            raise IllegalChoice(f"amounts are an object such as {self.example()}, not {answer!r}")
        for good, number in answer.items():
            if good not in self.of:
                raise IllegalChoice(f"there is no {good!r} to give, only {', '.join(self.of)}")
            if type(number) is not int or not 0 <= number <= self.of[good]:
                raise IllegalChoice(f"{good} may be 0 to {self.of[good]}, not {number!r}")
        return {good: answer[good] for good in self.of if answer.get(good)}

    @cached_property
    def possible(self) -> bool:
        """Whether there is any legal answer: otherwise the choice must not be listed."""
        if any(map(lt, self._come_to(self.of.values()), self._lows)):
            return False
        return all(sum_.high is None for sum_ in self._sums) or self._fits(0, self._start)

    def _fits(self, good: int, sums: _Sums) -> bool:
        """Whether giving this good and those after it can fulfil all sums; large numbers are tried
        first."""
        if good == len(self.of):
            return all(map(ge, sums, self._lows))
        steps = reversed(list(self._steps(good, sums, _NOTHING)))
        return any(self._fits(good + 1, after) for _number, after, _used in steps)

    @property
    def count(self) -> int:
        """How many legal answers there are."""
        return self._ways(0, self._start, _NOTHING)

    def example(self) -> Given:
        """The cheapest legal answer: with the least worth, and as much as possible of goods listed
        first."""
        dearest = sum(map(mul, self._prices, self.of.values()))
        for worth in range(self.total, dearest + 1):
            given = self._worth_just(worth, 0, self._start, _NOTHING)
            if given is not None:
                return self._named(given)
        raise RulesError(f"nothing that can be given fulfils {self}")

    def _worth_just(self, worth: int, good: int, sums: _Sums, used: _Used) -> list[int] | None:
        """An answer from this good on that is worth exactly ``worth`` and fulfils all sums.

        It has as much as possible of goods listed first.
        """
        # What is given is worth at least as much as any sum grows by it, if it is worth anything.
        if all(self._prices) and any(map(lt, map(add, sums, repeat(worth)), self._lows)):
            return None
        if good == len(self.of):
            return None if worth else []
        for number, after, used_after in reversed(list(self._steps(good, sums, used))):
            left = worth - number * self._prices[good]
            if left >= 0:
                rest = self._worth_just(left, good + 1, after, used_after)
                if rest is not None:
                    return [number, *rest]
        return None

    def sample(self, rng: Chance) -> Given:
        """A random legal answer, each equally likely."""
        bounds = [most + 1 for most in self.of.values()]
        for _try in range(THROWS):
            amounts = list(map(rng.randrange, bounds))
            if self._legal(amounts):
                return self._named(amounts)
        given: list[int] = []
        sums, used = self._start, _NOTHING
        if not self.count:
            raise RulesError(f"nothing that can be given fulfils {self}")
        left = rng.randrange(self.count)
        for good in range(len(self.of)):
            for number, after, used_after in self._steps(good, sums, used):
                ways = self._ways(good + 1, after, used_after)
                if left < ways:
                    given.append(number)
                    sums, used = after, used_after
                    break
                left -= ways
        return self._named(given)

    def expand(self, bound: int = 1000) -> list[Given]:
        """Every legal answer; RulesError if there are more than ``bound``."""
        if self.count > bound:
            raise RulesError(f"{self} has {self.count} answers, more than {bound}")
        return [self._named(given) for given in self._all(0, self._start, _NOTHING)]

    def data(self) -> dict[str, Any]:
        """The specification as plain data: ``{"amounts": {"of": {…}, "total": 4, …}}``."""
        told: dict[str, Any] = {"of": dict(self.of)}
        if self.total:
            told["total"] = self.total
        if self.up_to is not None:
            told["up_to"] = self.up_to
        if self._least:
            told["least"] = [dict(least) for least in self._least]
        if self.worth:
            told["worth"] = dict(self.worth)
        if self.counts:
            told["counts"] = {good: list(others) for good, others in self.counts.items()}
        if self.together:
            told["together"] = [{"of": list(goods), "up_to": most} for goods, most in self.together]
        told["over"] = not self._sparing
        return {"amounts": told}

    def __hash__(self) -> int:
        return hash((tuple(self.of.items()), self.total, self.up_to, self.over))

    # Sums -----------------------------------------------------------------------------------

    @property
    def _least(self) -> Sequence[Mapping[str, int]]:
        least = self.least
        return [least] if isinstance(least, Mapping) else least

    @property
    def _sparing(self) -> bool:
        return not self.over and self.up_to is None

    @cached_property
    def _prices(self) -> tuple[int, ...]:
        return tuple([self.worth.get(good, 1) for good in self.of])

    @cached_property
    def _sums(self) -> list[_Sum]:
        """The sums that must hold.

        Goods that can replace others meet every list of ``least`` exactly when each set of its
        goods is covered by those that count for one of them (Hall's theorem).
        """
        sums = []
        serve = [{good, *self.counts.get(good, ())} for good in self.of]
        if self.total or self.up_to is not None:
            sums.append(_Sum(self._prices, self.total, self.up_to, ()))
        for least in self._least:
            for size in range(1, len(least) + 1):
                for wanted in combinations(least, size):
                    weights = tuple([not serves.isdisjoint(wanted) for serves in serve])
                    low = sum([least[good] for good in wanted])
                    if low > self.total or weights != self._prices:  # otherwise the total says it
                        sums.append(_Sum(weights, low, None, wanted))
        for goods, most in self.together:
            sums.append(_Sum(tuple(good in goods for good in self.of), 0, most, goods))
        return sums

    def _come_to(self, amounts: Iterable[int]) -> _Sums:
        """What these amounts come to, by sum."""
        return tuple([sum(map(mul, sum_.weights, amounts)) for sum_ in self._sums])

    def _legal(self, amounts: Sequence[int]) -> bool:
        sums = []
        for sum_ in self._sums:
            came_to = sum(map(mul, sum_.weights, amounts))
            if came_to < sum_.low or (sum_.high is not None and came_to > sum_.high):
                return False
            sums.append(came_to)
        return not self._sparing or not self._left_out(sums, _used(amounts))

    def _left_out(self, sums: Sequence[int], goods: _Used) -> _Used:
        """The goods among these of which no sum needs every one."""
        for sum_, came_to in zip(self._sums, sums, strict=True):
            if not goods:
                break
            to_spare = came_to - sum_.low
            goods = tuple([good for good in goods if sum_.weights[good] <= to_spare])
        return goods

    # Counting -----------------------------------------------------------------------------------

    @cached_property
    def _start(self) -> _Sums:
        return (0,) * len(self._sums)

    @cached_property
    def _lows(self) -> list[int]:
        return [sum_.low for sum_ in self._sums]

    @cached_property
    def _caps(self) -> list[int]:
        """For each sum the size from which on a larger one makes no difference."""
        return [
            sum_.high + 1
            if sum_.high is not None
            else sum_.low + (max(sum_.weights, default=0) if self._sparing else 0)
            for sum_ in self._sums
        ]

    @cached_property
    def _highs(self) -> list[int]:
        """The most that each sum may come to: without a bound, everything that counts."""
        return [
            cap if sum_.high is None else sum_.high
            for sum_, cap in zip(self._sums, self._caps, strict=True)
        ]

    @cached_property
    def _numbers(self) -> list[range]:
        return [range(most + 1) for most in self.of.values()]

    @cached_property
    def _adds(self) -> list[_Sums]:
        """What one of each good adds to the sums."""
        return [tuple([sum_.weights[good] for sum_ in self._sums]) for good in range(len(self.of))]

    @cached_property
    def _to_come(self) -> list[_Sums]:
        """By good, what all of it and of those after it adds to the sums."""
        most = tuple(self.of.values())
        return [self._come_to((0,) * good + most[good:]) for good in range(len(most) + 1)]

    @cached_property
    def _known(self) -> dict[tuple[int, _Sums, _Used], int]:
        return {}

    def _steps(self, good: int, sums: _Sums, used: _Used) -> Iterator[tuple[int, _Sums, _Used]]:
        """Each number of this good by which all sums can still be fulfilled, with the sums after
        it.

        It must not be too much, and all of the goods after it must not be too little.
        """
        adds, to_come = self._adds[good], self._to_come[good + 1]
        given = (*used, good) if self._sparing else used
        for number in self._numbers[good]:
            if number:
                sums = tuple(map(min, map(add, sums, adds), self._caps))
                if any(map(gt, sums, self._highs)) or self._left_out(sums, given):
                    return
            if not any(map(lt, map(add, sums, to_come), self._lows)):
                yield number, sums, given if number else used

    def _ways(self, good: int, sums: _Sums, used: _Used) -> int:
        """How many ways there are to give the goods from this one on."""
        key = (good, sums, used)
        if key not in self._known:
            self._known[key] = self._find_ways(good, sums, used)
        return self._known[key]

    def _find_ways(self, good: int, sums: _Sums, used: _Used) -> int:
        if good == len(self.of):
            return int(all(map(ge, sums, self._lows)))
        return sum(
            [
                self._ways(good + 1, after, used_after)
                for _number, after, used_after in self._steps(good, sums, used)
            ]
        )

    def _all(self, good: int, sums: _Sums, used: _Used) -> Iterator[list[int]]:
        if good == len(self.of):
            yield []
            return
        for number, after, used_after in self._steps(good, sums, used):
            if self._ways(good + 1, after, used_after):
                for rest in self._all(good + 1, after, used_after):
                    yield [number, *rest]

    def _named(self, given: Sequence[int]) -> Given:
        return {good: n for good, n in zip(self.of, given, strict=True) if n}


class WrongAmounts(IllegalChoice):
    """The amounts given are not those asked for; ``wanted`` is the specification."""

    def __init__(self, message: str, wanted: Amounts) -> None:
        super().__init__(message)
        self.wanted = wanted


def _used(amounts: Iterable[int]) -> _Used:
    return tuple([good for good, number in enumerate(amounts) if number])
