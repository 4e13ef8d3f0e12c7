"""A bot that looks for the others' best replies: alpha-beta, for games that hide nothing.

It looks one turn ahead, then two, and so on (iterative deepening), until its nodes are spent, each
of which is one choice that is tried. With more than two seats all others are taken to play against
the seat ("paranoid"): such a tree can be cut off as that of two seats can. One in which everybody
plays for themselves (max^n) hardly can, so it would reach fewer turns.

Draws to come are not foreseen: what follows a draw is judged as it stands then, on average.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from ..decision import Decision
from ..game import Game
from ..play import Bot, Seen
from ..state import Choice
from .candidates import candidates
from .rollouts import lead
from .worlds import World, worlds

FADES = 1 - 1e-6
"""What comes a choice later counts so much less: a win is taken at once, a loss put off."""
QUIET = 6
"""So many turns further forcing choices are followed where a position is to be judged."""
DRAWS = 4
"""What follows a draw is the average of so many."""
DEEPEST = 60
"""Turns; only small games come to their end in all lines before."""


class Lookahead(msgspec.Struct, frozen=True):
    """How long a bot looks for replies: so many choices are tried.

    The same position and chance give the same choice. ``seconds`` is the emergency brake alone:
    where it comes to that, what is known by then decides.
    """

    nodes: int
    seconds: float = 20.0


class Looked(NamedTuple):
    """``values``: by choice how far the seat is ahead if everybody plays on as well as possible, so
    many ``turns`` ahead, after trying so many ``nodes``. ``best``: the place of the best choice."""

    best: int
    values: list[float]
    turns: int
    nodes: int


def replier(lookahead: Lookahead, clock: Callable[[], float] = time.monotonic) -> Bot:
    """A bot for every game type that hides nothing."""

    def think(seen: Seen) -> Choice:
        begun = clock()
        search = Search(seen, lookahead.nodes, lambda: clock() - begun < lookahead.seconds)
        choices = search.choices()
        if len(choices) == 1:
            return choices[0]
        found = search.deepen(choices)
        return choices[found.best] if found.turns else candidates(seen)[0]

    return think


def values(seen: Seen, choices: Sequence[Choice], nodes: int) -> Looked:
    """Look for the replies to each of these choices, to all of them equally far."""
    return Search(seen, nodes, lambda: True).deepen(choices, exact=True)


class _Spent(Exception):
    """There are no nodes left, or no time."""


class _Known(NamedTuple):
    """What was found of a position, ``turns`` ahead: it is worth at least ``low`` and at most
    ``high``. ``best``: the choice that led to that."""

    turns: int
    low: float
    high: float
    best: Choice | None


Move = tuple[Choice, Game[Any] | None]
"""A choice, and the position after it where that was made to put the choices in order."""


class Search:
    """The tree below one question."""

    def __init__(self, seen: Seen, nodes: int, goes_on: Callable[[], bool]) -> None:
        self.rules, self.seat = seen.rules, seen.seat
        self.nodes, self.spent = nodes, 0
        self._goes_on = goes_on
        self._root = next(worlds(seen))
        self._data = self._root.save()
        self._rng = seen.rng
        #: By the bytes of the state: what was found, and whole choices in the package's order.
        self._table: dict[bytes, _Known] = {}
        self._orders: dict[bytes, list[Choice]] = {}
        #: Whether a position was judged though the game goes on from there.
        self._is_cut = False

    def choices(self) -> list[Choice]:
        """The whole choices of the question in the order of the package; chance settles ties."""
        decision = self._question()
        choices = list(decision.choices)
        self._rng.shuffle(choices)
        if self.rules.hooks.candidates is not None:
            choices = self.rules.hooks.candidates(self._root, decision, choices)
        return [decision.example(choice) for choice in choices]

    def deepen(self, choices: Sequence[Choice], *, exact: bool = False) -> Looked:
        """Look further turn by turn. ``exact``: the value of each choice is found, not only that of
        the best. Where nodes run out within a turn, what it found of the best choices counts."""
        order = list(range(len(choices)))
        values, done = [0.0] * len(choices), 0
        for turns in range(1, DEEPEST):
            self._is_cut = False
            found = self._look(choices, order, turns, exact)
            whole = len(found) == len(order)
            if whole or (done and not exact):
                values = [found.get(place, value) for place, value in enumerate(values)]
                order.sort(key=lambda place: -found.get(place, -math.inf))
            if not whole:
                break
            done = turns
            if not self._is_cut:
                break
        return Looked(order[0], values, done, self.spent)

    def _look(
        self, choices: Sequence[Choice], order: list[int], turns: int, exact: bool
    ) -> dict[int, float]:
        """The values of the choices, as far as there are nodes. What is not better than the best so
        far is not followed to its end, unless ``exact``."""
        decision, found = self._question(), dict[int, float]()
        low = -math.inf
        try:
            for place in order:
                found[place] = self._after(self._data, decision, (choices[place], None), turns, low)
                low = low if exact else max(low, found[place])
        except _Spent:
            pass
        return found

    def _question(self) -> Decision:
        decision = self._root.decision(self.seat)
        assert decision is not None
        return decision

    # Inside the tree: values are the seat's, whoever is asked -------------------------------------

    def _after(
        self,
        data: bytes,
        decision: Decision,
        move: Move,
        turns: int,
        low: float,
        high: float = math.inf,
    ) -> float:
        """The value of a choice."""
        choice, after = move
        if after is None:
            after = self._try(data, decision, choice)
        if after.draws:
            self._is_cut = True
            return FADES * self._on_average(data, decision, choice, after)
        if after.state.result is None and _ends_turn(decision, after):
            turns -= 1
        return FADES * self._value(after, turns, low / FADES, high / FADES)

    def _value(self, game: Game[Any], turns: int, low: float, high: float) -> float:
        """The value of a position, as far as it lies between ``low`` and ``high``."""
        if game.state.result is not None:
            return lead(game, self.seat)
        data = game.save()
        known = self._table.get(data)
        if known is not None and known.turns >= turns:
            self._is_cut |= known.turns < DEEPEST
            if known.low >= high or known.low == known.high:
                return known.low
            if known.high <= low:
                return known.high
        cut_before, self._is_cut = self._is_cut, False
        value, best = self._best(game, data, turns, low, high, known.best if known else None)
        at_least = value if value > low else -math.inf
        at_most = value if value < high else math.inf
        reach = turns if self._is_cut else DEEPEST
        self._table[data] = _Known(reach, at_least, at_most, best)
        self._is_cut |= cut_before
        return value

    def _best(
        self,
        game: Game[Any],
        data: bytes,
        turns: int,
        low: float,
        high: float,
        first: Choice | None,
    ) -> tuple[float, Choice | None]:
        decision = game.decisions()[0]
        mine = decision.seat == self.seat
        value, best = (-math.inf if mine else math.inf), None
        if turns <= 0:  # nobody has to take what is forcing
            value, self._is_cut = lead(game, self.seat), True
            moves = self._forcing(game, decision, turns)
        else:
            moves = self._moves(game, data, decision, turns, first)
        for move in moves:
            if mine:
                low = max(low, value)
            else:
                high = min(high, value)
            if low >= high:
                break
            found = self._after(data, decision, move, turns, low, high)
            if (found > value) if mine else (found < value):
                value, best = found, move[0]
        return value, best

    def _moves(
        self,
        game: Game[Any],
        data: bytes,
        decision: Decision,
        turns: int,
        first: Choice | None,
    ) -> Iterable[Move]:
        """The choices of a position, the most promising first."""
        hook = self.rules.hooks.candidates
        whole = self._orders.get(data)
        if whole is None:
            choices = decision.choices
            if hook is not None:
                choices = hook(game, decision, list(choices))
            whole = self._orders[data] = [decision.example(choice) for choice in choices]
        moves: list[Move] = [(choice, None) for choice in whole]
        if hook is None and turns > 1 and len(whole) > 1:
            made = [(choice, self._try(data, decision, choice)) for choice in whole]
            made.sort(key=lambda move: self._guess(move[1]), reverse=decision.seat == self.seat)
            moves = [*made]
        if first is not None:
            moves.sort(key=lambda move: move[0] != first)
        return moves

    def _forcing(self, game: Game[Any], decision: Decision, turns: int) -> Iterable[Move]:
        """The choices that are followed although the position is to be judged."""
        hook = self.rules.hooks.forcing
        if hook is None or turns <= -QUIET:
            return ()
        choices = hook(game, decision, list(decision.choices))
        return ((decision.example(choice), None) for choice in choices)

    def _guess(self, after: Game[Any]) -> float:
        """What a position was found to be worth, else what it seems to be."""
        known = self._table.get(after.save())
        if known is None:
            return lead(after, self.seat)
        return known.low if math.isfinite(known.low) else known.high

    def _try(
        self, data: bytes, decision: Decision, choice: Choice, seed: bytes | None = None
    ) -> Game[Any]:
        """The position after a choice: a node."""
        if self.spent >= self.nodes or not self._goes_on():
            raise _Spent
        self.spent += 1
        after: Game[Any] = World(self.rules, self.rules.decode(data))
        if seed is not None:
            after.state.seed = seed
        after.choose(decision.seat, choice)
        return after

    def _on_average(
        self, data: bytes, decision: Decision, choice: Choice, after: Game[Any]
    ) -> float:
        """What follows a draw, with the same other draws for all choices."""
        leads = [lead(after, self.seat)]
        for number in range(1, DRAWS):
            other = self._try(data, decision, choice, bytes([number]) * 32)
            leads.append(lead(other, self.seat))
        return sum(leads) / len(leads)


def _ends_turn(decision: Decision, after: Game[Any]) -> bool:
    return bool(after.turns_ended) or after.decisions()[0].seat != decision.seat
