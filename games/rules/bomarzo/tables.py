"""The figures that the rules print; those that were pictures are in ``reconstructed``."""

from __future__ import annotations

from .reconstructed import BUILDING, CHARACTER, KNOWLEDGE

SEASONS = 8

FOOD, COIN, WINE = "food", "coin", "wine"
GOODS = (FOOD, COIN, WINE)
START_GOODS = {FOOD: 1, COIN: 1, WINE: 0}

#: Action pawns at the start, by number of players, and how many of a colour there are.
START_PAWNS = {2: 3, 3: 3, 4: 2}
PAWNS = 5

DEALT = 4

#: What the first, second, third and fourth pawn in a harvest area brings.
HARVEST: dict[str, tuple[int, ...]] = {FOOD: (3, 2, 1, 1), COIN: (3, 2, 1, 1), WINE: (2, 1, 1, 1)}

#: What each deity asks when awake, as (food, coin, goods of any kind).
ACTIVE: dict[str, tuple[int, int, int]] = {
    "genio": (0, 1, 0),
    "orco": (1, 0, 0),
    "dea": (1, 1, 0),
    "gigante": (2, 1, 0),
    "elefante": (1, 2, 0),
    "tartaruga": (1, 0, 0),
    "balena": (1, 2, 0),
    "drago": (0, 0, 1),
}
DEITIES = tuple(ACTIVE)

#: The category that each deity scores: a board track, a kind of good or a symbol.
CATEGORIES: dict[str, str] = {
    "genio": "science",
    "orco": FOOD,
    "dea": "culture",
    "gigante": BUILDING,
    "elefante": KNOWLEDGE,
    "tartaruga": "architecture",
    "balena": CHARACTER,
    "drago": COIN,
}

#: The symbol of the cards that a deity plays and upgrades.
PLAYS = {"gigante": BUILDING, "elefante": KNOWLEDGE, "balena": CHARACTER}

ASLEEP = 2
"""Wine on a deity that puts it to sleep."""
COPY_WINE = 2
"""Wine that a copy costs beyond what it copies."""
RAISE = 3
VISION = 2
GENIO_CARDS = 2
WORKER_STEPS = 2
"""Steps in the village, at set-up and by Dea."""
TARTARUGA_CARDS = 2

TRACK_END = 10

#: Points for the first and the second in a category, by the deity's position from 1.
PLACES: tuple[tuple[int, int], ...] = (
    (3, 2),
    (3, 2),
    (3, 2),
    (2, 1),
    (2, 1),
    (1, 0),
    (1, 0),
    (0, 0),
)
#: Points for so many different temple symbols.
TEMPLE_POINTS = (0, 0, 0, 1, 2, 4)

# Season tiles
NO_VILLAGE, TWO_ACTIONS, NO_COPIES, NO_ABILITIES = "black", "green", "yellow", "brown"
GREEN_LIMIT = 2

# Worship cards
WORSHIP_PRICE = 2
FULFILLED, UNFULFILLED = 3, -1
