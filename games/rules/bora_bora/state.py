"""What a game of Bora Bora consists of, and the ``Rules`` that its modules register with."""

from __future__ import annotations

import msgspec

from ..engine import Rules, State, _
from .reconstructed import FIELDS_OF, PAIRS, PEOPLE
from .tables import GODS, MATERIALS, SPACES

EMPTY, FILLED = 0, -1
"""What a field of the ceremony ground holds besides the number of a building tile."""


class Board(msgspec.Struct, omit_defaults=True):
    """What belongs to one player."""

    #: Huts on the spaces 1 to 11, and on the twelfth.
    huts: int = SPACES - 1
    stored: int = 1
    #: Person tiles by id in the order they came, and those of them that were pushed down.
    people: list[int] = []
    pushed: list[int] = []
    #: The ceremony ground: EMPTY, FILLED with its material, or the building tile that covers it.
    ground: list[int] = []
    #: Materials that found no field.
    aside: list[str] = []
    #: Building tiles not built yet.
    tiles: list[int] = []
    priests: int = 0
    god_tiles: int = 0
    offerings: int = 0
    shells: int = 0
    #: God cards by colour; secret.
    hand: dict[str, int] = {}
    #: Those of them that others never saw: drawn from this deck, and from decks before it.
    hidden: list[str] = []
    hidden_before: list[str] = []
    jewels: list[str] = []
    tasks: list[str] = []
    done: list[str] = []
    #: Dice rolled and not placed yet.
    dice: list[int] = []
    #: Phase B: the kinds of people used in this round, and whether green was played for them.
    used: list[tuple[str, str]] = []
    green: bool = False
    #: Phase C: whether it settled a task when it was shopping.
    visited: bool = False
    #: Points scored so far, by source.
    scored: dict[str, int] = {}

    @property
    def cards(self) -> int:
        """How many god cards are in the hand."""
        return sum(self.hand.values())

    @property
    def free_spaces(self) -> int:
        """Spaces without hut and person; the twelfth counts once no hut stands there."""
        return SPACES - self.huts - len(self.people) - (1 if self.stored else 0)

    @property
    def has_hut(self) -> bool:
        """Whether a hut is left to build; the twelfth space is emptied last."""
        return bool(self.huts or self.stored)

    def free_fields(self, material: str) -> list[int]:
        """Fields of the ceremony ground where this material may be laid."""
        return [field for field in FIELDS_OF[material] if self.ground[field] == EMPTY]

    def pairs(self) -> list[tuple[int, int]]:
        """Neighbouring fields that both hold a material."""
        ground = self.ground
        return [pair for pair in PAIRS if ground[pair[0]] == FILLED and ground[pair[1]] == FILLED]

    def kinds(self, sex: str) -> dict[str, int]:
        """How many people of each kind of this sex lie here."""
        found: dict[str, int] = {}
        for person in self.people:
            of, kind, _count = PEOPLE[person]
            if of == sex:
                found[kind] = found.get(kind, 0) + 1
        return found

    def materials(self) -> dict[str, int]:
        """Materials that are owned, on the ceremony ground or beside the board."""
        return {
            material: self.aside.count(material)
            + sum(self.ground[field] == FILLED for field in FIELDS_OF[material])
            for material in MATERIALS
        }


class Account(msgspec.Struct, omit_defaults=True):
    """The current turn: whose it is, where the die was placed and what is left of its value."""

    seat: int
    phase: str
    card: str = ""
    die: int = 0
    #: What the die counts as; 6 with a white god.
    value: int = 0
    #: Pips of the helper not spent yet, or things of a person still to take.
    left: int = 0


class BoraBora(State):
    """A game of Bora Bora; lists are by seat unless noted otherwise."""

    round: int = 0
    #: What is going on: huts, A, B, C.
    chapter: str = ""
    #: Seats in turn order.
    order: list[int] = []
    account: Account | None = None
    boards: list[Board] = []
    #: By region: whose huts stand there; the last one stands on the building site.
    regions: dict[str, list[int]] = {}
    #: By region: its fish tile.
    fish: dict[str, str] = {}
    #: By action card: seat and value of each die on it.
    cards: dict[str, list[tuple[int, int]]] = {}
    #: By temple space, 1 first: whose priest stands there.
    temple: list[int | None] = []
    #: God tiles left at the temple.
    temple_gods: int = 0
    #: Steps on the status track, and the seats from the one ahead to the last.
    steps: list[int] = []
    track: list[int] = []
    #: By sex: people laid out, by space; those to come, the next one last; secret.
    people: dict[str, list[int | None]] = {}
    piles: dict[str, list[int]] = {}
    #: God cards by colour; the deck is secret, its top is the last.
    gods: list[str] = []
    deck: list[str] = []
    discards: list[str] = []
    #: Tasks laid out; those to come, the next one last; secret.
    tasks: list[str] = []
    task_pile: list[str] = []
    #: By round: the jewellery laid out for it.
    jewels: list[list[str]] = []


rules = Rules(
    "bora_bora",
    _("Bora Bora"),
    BoraBora,
    players=(2, 3, 4),
    package=__package__ or "",
    version=3,
    counts_after=3,
)


def score(state: BoraBora, seat: int, source: str, points: int) -> None:
    state.boards[seat].scored[source] += points


def own_regions(state: BoraBora, seat: int) -> list[str]:
    """Where a seat has a hut."""
    return [region for region, huts in state.regions.items() if seat in huts]


def no_cards() -> dict[str, int]:
    return dict.fromkeys(GODS, 0)
