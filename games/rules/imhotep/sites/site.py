"""The base class of all sides of the sites, and the payment of majorities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...engine import Game, Json
from ..state import Imhotep, owner

#: The ``boat`` and ``field`` that a stone comes from, empty if it came by other means; and the
#: ``pyramid`` that its owner chose on side B.
Origin = Mapping[str, int]
ELSEWHERE: Origin = {}


class Site:
    """A place where stones arrive. Stones lie in ``state.placed[name]`` in order of arrival."""

    name = ""
    #: Whether it is a source of points.
    pays = True

    def set_up(self, game: Game[Imhotep]) -> None:
        """The game begins."""

    def round_began(self, game: Game[Imhotep]) -> None:
        """A round has begun."""

    def deliver(self, game: Game[Imhotep], stone: int, origin: Origin = ELSEWHERE) -> None:
        """A stone arrives."""
        self.lay(game, stone, len(game.state.placed[self.name]), origin)

    def lay(self, game: Game[Imhotep], stone: int, position: int, origin: Origin) -> None:
        """Put a stone on a field, and log it."""
        points = self.put(game.state, stone, position)
        game.tell(
            "stone_delivered",
            seat=owner(stone),
            stone=stone,
            site=self.name,
            position=position,
            points=points,
            **origin,
        )

    def places(self, state: Imhotep) -> list[int]:
        """The fields for the next stone; if there are several, its owner chooses one."""
        return [len(state.placed[self.name])]

    def put(self, state: Imhotep, stone: int, position: int) -> int:
        """Put a stone on a field and score it; returns the points it scores at once."""
        seat = owner(stone)
        state.placed[self.name].append(stone)
        points = self.arrival_points(state, seat, position)
        if points:
            state.scored[seat][self.name] += points
        return points

    def arrival_points(self, state: Imhotep, seat: int, position: int) -> int:
        """Points that the stone just laid on field ``position`` (from 0) scores at once."""
        return 0

    def unloaded(self, game: Game[Imhotep]) -> None:
        """The boat that came here is empty."""

    def round_over(self, game: Game[Imhotep]) -> None:
        """The round has ended."""

    def final_points(self, state: Imhotep) -> list[int]:
        """What each seat's stones here score at the end of the game."""
        return [0] * state.players

    def pending_points(self, state: Imhotep) -> list[int]:
        """What each seat's stones here would still score if the round and the game ended now."""
        return self.final_points(state)

    def view(self, state: Imhotep) -> Json:
        """The view of this board beyond its stones."""
        return {}

    def own(self, state: Imhotep) -> list[int]:
        """How many stones each seat has here."""
        owners = [owner(stone) for stone in state.placed[self.name]]
        return [owners.count(seat) for seat in range(state.players)]


def side_in(view: Json, name: str) -> str:
    """Which side of a site is in the game, from its view."""
    side: str = view.get("boards", {}).get(name, {}).get("side", "A")
    return side


#: Every side of every site, by name and side.
SIDES: dict[str, dict[str, Site]] = {}


def board(state: Imhotep, name: str) -> Site:
    """The side of this site that is in the game."""
    return SIDES[name][state.sides.get(name, "A")]


def boards(state: Imhotep) -> list[Site]:
    """The boards of all five sites."""
    return [sides[state.sides.get(name, "A")] for name, sides in SIDES.items()]


def shared_places(stones: Sequence[int], places: Sequence[int]) -> list[int]:
    """Points for most stones, second most, …: tied seats share their places, rounded down.

    A seat without a stone takes no place.
    """
    points = []
    for own in stones:
        before = sum(other > own for other in stones)
        equal = stones.count(own)
        points.append(sum(places[before : before + equal]) // equal if own else 0)
    return points


def leaders(stones: Sequence[int], alone: int, shared: int) -> list[int]:
    """Points for having most stones: so many ``alone``, or so many each if tied."""
    most = max(stones)
    if not most:
        return [0] * len(stones)
    points = alone if stones.count(most) == 1 else shared
    return [points if own == most else 0 for own in stones]


def further(points: Sequence[int], more: int, number: int) -> int:
    """The ``number``-th (from 1) of these points; beyond the last of them ``more`` for each."""
    if not number:
        return 0
    last = len(points)
    return int(points[min(number, last) - 1]) + more * max(0, number - last)
