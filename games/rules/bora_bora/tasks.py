"""The 60 tasks, and one checker for them all ("Die Aufgabenplättchen").

A task is one or two requirements, each a number of something that has to be there; numbers are
minimums and nothing is handed in. ``progress`` says of each how many there are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from .reconstructed import FISH, JEWEL_KINDS, JEWELS, PEOPLE, SPECIES
from .state import Board, BoraBora
from .tables import BUILDING_TILES, GODS, MAN, PERSON_KINDS, REGIONS, TERRAINS, WOMAN


class Need(NamedTuple):
    """A number of things that ``counted`` knows by this name; ``of`` says which kind, if there are
    several."""

    what: str
    number: int
    of: str = ""


START_TASKS: dict[str, tuple[Need, ...]] = {
    "A1": (Need("men", 1), Need("women", 1)),
    "A2": (Need("women", 1), Need("priests", 1)),
    "A3": (Need("men", 1), Need("priests", 1)),
    "A4": (Need("women", 1), Need("jewels", 1)),
    "A5": (Need("men", 1), Need("first", 1)),
    "A6": (Need("regions", 3),),
    "A7": (Need("equal_cards", 3),),
}
"""Light green, with a crane: one for each player at the start."""


def _numbered(first: int, needs: list[Need]) -> dict[str, tuple[Need, ...]]:
    return {f"D{number:02}": (need,) for number, need in enumerate(needs, start=first)}


TASKS: dict[str, tuple[Need, ...]] = {
    "D01": (Need("regions", 9),),
    "D02": (Need("islands", 5),),
    "D03": (Need("priests", 3),),
    **_numbered(4, [Need("cards", 2, god) for god in GODS]),
    "D09": (Need("different_cards", 4),),
    "D10": (Need("different_men", 3),),
    "D11": (Need("different_women", 3),),
    "D12": (Need("different_jewels", 3),),
    "D13": (Need("men", 4),),
    "D14": (Need("women", 4),),
    "D15": (Need("jewels", 4),),
    "D16": (Need("built", 4),),
    **_numbered(17, [Need("jewels_of", 2, kind) for kind in JEWEL_KINDS]),
    "D23": (Need("god_tiles", 2),),
    "D24": (Need("offerings", 4),),
    "D25": (Need("shells", 5),),
    "D26": (Need("material", 3, "stone"),),
    "D27": (Need("material", 3, "wood"),),
    "D28": (Need("material", 3, "sand"),),
    "D29": (Need("materials", 5),),
    **_numbered(30, [Need("terrain", 3, terrain) for terrain in TERRAINS]),
    **_numbered(34, [Need("fish", 3, species) for species in SPECIES]),
    "D38": (Need("stored", 4),),
    "D39": (Need("pushed_men", 3),),
    "D40": (Need("pushed_women", 3),),
    "D41": (Need("pushed", 5),),
    **_numbered(42, [Need("people_of", 2, kind) for kind in PERSON_KINDS]),
}
"""Dark green, with a parrot."""

NEEDS = {**START_TASKS, **TASKS}

CARD_NEEDS = ("equal_cards", "cards", "different_cards")
"""Needs that only the owner of a hand can judge."""

Counter = Callable[[BoraBora, int, Board, str], int]


def _regions(state: BoraBora, seat: int) -> list[str]:
    return [region for region, huts in state.regions.items() if seat in huts]


def _sex(board: Board, people: list[int], sex: str) -> int:
    return sum(PEOPLE[person][0] == sex for person in people)


COUNTERS: dict[str, Counter] = {
    "men": lambda state, seat, board, of: _sex(board, board.people, MAN),
    "women": lambda state, seat, board, of: _sex(board, board.people, WOMAN),
    "different_men": lambda state, seat, board, of: len(board.kinds(MAN)),
    "different_women": lambda state, seat, board, of: len(board.kinds(WOMAN)),
    "people_of": lambda state, seat, board, of: sum(PEOPLE[p][1] == of for p in board.people),
    "pushed_men": lambda state, seat, board, of: _sex(board, board.pushed, MAN),
    "pushed_women": lambda state, seat, board, of: _sex(board, board.pushed, WOMAN),
    "pushed": lambda state, seat, board, of: len(board.pushed),
    "priests": lambda state, seat, board, of: state.temple.count(seat),
    "first": lambda state, seat, board, of: int(state.order[0] == seat),
    "regions": lambda state, seat, board, of: len(_regions(state, seat)),
    "islands": lambda state, seat, board, of: len(
        {REGIONS[region][0] for region in _regions(state, seat)}
    ),
    "terrain": lambda state, seat, board, of: sum(
        REGIONS[region][1] == of for region in _regions(state, seat)
    ),
    "fish": lambda state, seat, board, of: sum(
        FISH[state.fish[region]][0] == of for region in _regions(state, seat)
    ),
    "jewels": lambda state, seat, board, of: len(board.jewels),
    "different_jewels": lambda state, seat, board, of: len({JEWELS[j][0] for j in board.jewels}),
    "jewels_of": lambda state, seat, board, of: sum(JEWELS[j][0] == of for j in board.jewels),
    "built": lambda state, seat, board, of: len(BUILDING_TILES) - len(board.tiles),
    "god_tiles": lambda state, seat, board, of: board.god_tiles,
    "offerings": lambda state, seat, board, of: board.offerings,
    "shells": lambda state, seat, board, of: board.shells,
    "material": lambda state, seat, board, of: board.materials()[of],
    "materials": lambda state, seat, board, of: sum(board.materials().values()),
    "stored": lambda state, seat, board, of: board.stored,
    "cards": lambda state, seat, board, of: board.hand[of],
    "equal_cards": lambda state, seat, board, of: max(board.hand.values()),
    "different_cards": lambda state, seat, board, of: sum(map(bool, board.hand.values())),
}


class Progress(NamedTuple):
    """A requirement and how many of it there are."""

    need: Need
    have: int

    @property
    def missing(self) -> int:
        return max(0, self.need.number - self.have)


def progress(state: BoraBora, seat: int, task: str, board: Board | None = None) -> list[Progress]:
    """Return how far a seat is with a task; ``board`` may be its board after a payment."""
    own = state.boards[seat] if board is None else board
    return [Progress(need, COUNTERS[need.what](state, seat, own, need.of)) for need in NEEDS[task]]


def missing(state: BoraBora, seat: int, task: str, board: Board | None = None) -> int:
    """How many single requirements of a task are missing; with none it is met."""
    own = state.boards[seat] if board is None else board
    lacking = 0
    for need in NEEDS[task]:
        have = COUNTERS[need.what](state, seat, own, need.of)
        if have < need.number:
            lacking += need.number - have
    return lacking
