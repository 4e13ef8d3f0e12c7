"""The tracks: the workers of a village, and culture, architecture and science on the board."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

from ..engine import Choice, Game
from .reconstructed import SPOTS, TRACKS, VILLAGE
from .state import Bomarzo
from .tables import TRACK_END


@cache
def ways(number: int, most: tuple[tuple[str, int], ...]) -> tuple[Choice, ...]:
    """All ways to take so many of some things, such as steps on tracks, of each at most so many."""
    at_most = dict(most)
    return tuple(
        way
        for way in combinations_with_replacement(at_most, number)
        if all(way.count(thing) <= at_most[thing] for thing in way)
    )


def worker_room(state: Bomarzo, seat: int) -> dict[str, int]:
    """How many steps each worker has before it."""
    at = state.workers[seat]
    return {track: spaces[-1] - at[track] for track, spaces in VILLAGE.items()}


def worker_steps(state: Bomarzo, seat: int, number: int) -> list[Choice]:
    """All ways to take so many steps with workers, or as many as there is room for."""
    room = worker_room(state, seat)
    steps = min(number, sum(room.values()))
    return list(ways(steps, tuple([(track, min(steps, left)) for track, left in room.items()])))


def board_steps(state: Bomarzo, seat: int, most: int) -> list[Choice]:
    """All ways to take up to so many steps on the tracks of the board."""
    at = state.steps[seat]
    room = tuple((track, min(most, TRACK_END - at[track])) for track in TRACKS)
    return [way for steps in range(1, most + 1) for way in ways(steps, room)]


def advance_worker(game: Game[Bomarzo], seat: int, track: str) -> None:
    """Move a worker one step; a pawn is taken at once, everything else comes with production."""
    state = game.state
    state.workers[seat][track] += 1
    space = state.workers[seat][track]
    reached = space in VILLAGE[track]
    if reached and track == "pawn":
        state.pawns[seat] += 1
    game.tell("worked", seat=seat, track=track, space=space, reached=reached)


def advance(game: Game[Bomarzo], seat: int, track: str, number: int) -> None:
    """Take steps on a track of the board; the first seat to reach a marked space gets its point."""
    state = game.state
    before = state.steps[seat][track]
    after = min(before + number, TRACK_END)
    if after == before:
        return
    state.steps[seat][track] = after
    game.tell("stepped", seat=seat, track=track, space=after)
    for space in SPOTS:
        if before < space <= after and first_at(state, track, space) is None:
            state.firsts.append((track, space, seat))
            game.tell("first", seat=seat, track=track, space=space)
    if after == TRACK_END:
        state.tens[track].append(seat)


def advance_all(game: Game[Bomarzo], seat: int, steps: tuple[int, int, int]) -> None:
    """The steps that a card shows, by track."""
    for track, number in zip(TRACKS, steps, strict=True):
        if number:
            advance(game, seat, track, number)


def first_at(state: Bomarzo, track: str, space: int) -> int | None:
    """The seat that was first on a marked space."""
    for other, at, seat in state.firsts:
        if (other, at) == (track, space):
            return seat
    return None
