"""The printed figures of the base game: pieces, the A sides of the boards, all market cards."""

from __future__ import annotations

ROUNDS = 6

# Stones. A colour has 30, one of which marks the score.
STONES = 29
#: The quarry under the option "unlimited stones": more than any game can use.
ENDLESS = 1000
FIRST_SUPPLY = (2, 3, 4, 5)
SUPPLY_LIMIT = 5
STONES_TAKEN = 3

#: The fields of the four boats of a round, by number of players.
ROUND_CARDS: dict[int, tuple[tuple[int, ...], ...]] = {
    2: (
        (4, 3, 2, 2),
        (4, 3, 3, 1),
        (4, 3, 2, 1),
        (3, 3, 2, 2),
        (4, 2, 2, 1),
        (3, 3, 2, 1),
        (3, 2, 2, 1),
    ),
    3: (
        (4, 3, 3, 2),
        (4, 4, 2, 1),
        (4, 3, 2, 2),
        (3, 3, 3, 2),
        (4, 3, 2, 1),
        (3, 3, 2, 2),
        (4, 2, 2, 1),
    ),
    4: (
        (4, 4, 3, 2),
        (4, 3, 3, 3),
        (4, 4, 2, 2),
        (4, 3, 3, 2),
        (4, 4, 2, 1),
        (4, 3, 2, 2),
        (3, 3, 3, 2),
    ),
}


#: How many stones a boat with so many fields needs before it may sail.
MINIMUM_LOAD = {4: 3, 3: 2, 2: 1, 1: 1}


# Sites
MONUMENTS = ("pyramid", "temple", "tomb", "obelisks")
SITES = ("market", *MONUMENTS)
SIDES = ("A", "B", "C", "D")
#: Column by column from the left, each from the top; level by level.
PYRAMID = (2, 1, 3, 2, 4, 3, 2, 1, 3, 2, 3, 1, 3, 4)
PYRAMID_SIDE = 1
#: For each level its first field, and the length of its sides.
PYRAMID_LEVELS = ((0, 3), (9, 2), (13, 1))
TEMPLE_WIDTH = {2: 4, 3: 5, 4: 5}
TOMB_ROWS = 3
OBELISKS = {2: (10, 1), 3: (12, 6, 1), 4: (15, 10, 5, 1)}
MARKET_SLOTS = 4

#: What so many connected stones in the tomb, or so many statues, are worth; further ones +2 each.
COLLECTION = (0, 1, 3, 6, 10, 15)
COLLECTION_FURTHER = 2

# Market cards
_COPIES = {
    "entrance": 2,
    "sarcophagus": 2,
    "paved_path": 2,
    "pyramid_decoration": 2,
    "temple_decoration": 2,
    "tomb_decoration": 2,
    "obelisk_decoration": 2,
    "statue": 10,
    "lever": 2,
    "hammer": 2,
    "sail": 3,
    "chisel": 3,
}
_NEW_COPIES = {
    "sledge": 2,
    "private_quarry": 2,
    "stone_decoration": 2,
    "statue": 4,
    "raft": 2,
    "gangplank": 2,
}
#: The name of each market card, by its id; from BASE_DECK on those of "A New Dynasty".
CARDS: tuple[str, ...] = tuple(
    name
    for copies in (_COPIES, _NEW_COPIES)
    for name, number in copies.items()
    for _ in range(number)
)
BASE_DECK = sum(_COPIES.values())
SLEDGES = frozenset(card for card, name in enumerate(CARDS) if name == "sledge")
RED_CARDS = frozenset(
    card
    for card, name in enumerate(CARDS)
    if name in ("entrance", "sarcophagus", "paved_path", "private_quarry")
)
STONES_PER_DECORATION_POINT = 3
UNUSED_BLUE_CARD = 1

WRATH = -5


def collection(size: int) -> int:
    """Points for a tomb area of so many stones, or for so many statues."""
    last = len(COLLECTION) - 1
    return COLLECTION[min(size, last)] + COLLECTION_FURTHER * max(0, size - last)
