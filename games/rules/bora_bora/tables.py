"""The figures and words that the rulebook prints; ``reconstructed`` has what only its pictures
show.

Pieces, places and goods are named by strings; every tuple has the order in which they are shown.
"""

from __future__ import annotations

ROUNDS = 6
DICE = 3

TERRAINS = ("mountain", "beach", "forest", "steppe")
MATERIALS = ("sand", "stone", "wood")
OFFERING = "offering"

ISLANDS = ("central", "north", "east", "south", "west")
REGIONS = {
    "C-NW": ("central", "forest"),
    "C-NE": ("central", "steppe"),
    "C-SE": ("central", "mountain"),
    "C-SW": ("central", "beach"),
    "N-W": ("north", "beach"),
    "N-E": ("north", "mountain"),
    "E-N": ("east", "forest"),
    "E-S": ("east", "beach"),
    "S-E": ("south", "steppe"),
    "S-W": ("south", "forest"),
    "W-S": ("west", "mountain"),
    "W-N": ("west", "steppe"),
}
"""Island and terrain of each region."""

GOODS = {"mountain": "stone", "beach": "sand", "forest": "wood", "steppe": OFFERING}
"""What the building site of a region gives, by its terrain."""

LAND, WATER = "land", "water"
ROUTES = (LAND, WATER)

MAN, WOMAN = "man", "woman"
SEXES = (MAN, WOMAN)
PERSON_KINDS = (
    LAND, WATER, WOMAN, MAN, "build", "material", "hut", "god", OFFERING, "points", "status",
    "shell",
)  # fmt: skip
"""The same twelve kinds of men and of women, three tiles each."""
COPIES = 3
PEOPLE_LAID_OUT = 6

GODS = ("blue", "white", "red", "green", "yellow")
CARDS_PER_GOD = 12
GOD_DISPLAY = 5
FIRST_CARDS = 2
FIRST_OFFERINGS = 2
FIRST_GOD_TILES = 1

HELPER, TEMPLE, BUILD, FISHING = "helper", "temple", "build", "fishing"
ACTION_CARDS: dict[int, dict[str, tuple[str, ...]]] = {
    2: {
        HELPER: (HELPER,),
        TEMPLE: (TEMPLE,),
        BUILD: (BUILD,),
        "woman_man": (WOMAN, MAN),
        "land_water": (LAND, WATER),
    },
    3: {
        HELPER: (HELPER,),
        TEMPLE: (TEMPLE,),
        BUILD: (BUILD,),
        WOMAN: (WOMAN,),
        MAN: (MAN,),
        "land_water": (LAND, WATER),
    },
    4: {
        HELPER: (HELPER,),
        TEMPLE: (TEMPLE,),
        BUILD: (BUILD,),
        WOMAN: (WOMAN,),
        MAN: (MAN,),
        LAND: (LAND,),
        WATER: (WATER,),
    },
}
"""By number of players: the cards laid out, and the actions that each of them offers."""

SPACES = 12
"""Spaces for huts and people on a player's board; the last one holds any number of huts."""

PRIESTS = 4
TEMPLE_SPACES = 6
BUILDING_TILES = (1, 2, 3, 4, 5, 6)

HIGHEST = 6
"""The highest value of a die, which the white god lends to any."""

PIPS = {"push": 1, "points": 1, OFFERING: 2, "god": 2, "material": 2, "hut": 2}
"""The price of each thing at the helper, in pips."""

FISHING_POINTS = 2
BUILDING_POINTS = (10, 10, 7, 7, 4, 4)
PRIEST_POINTS = (1, 1, 2, 2, 3, 3)
TASK_POINTS = 6
TASK_POINTS_WITH_GOD = 4
GOD_TILE_POINTS = 2
BONUS = 6

TASKS_IN_HAND = 3
TASKS_BEYOND_PLAYERS = 2
"""How many more tasks than players are laid out."""
ALL_TASKS = 9
"""The number of tasks that a player can have fulfilled by the end."""

SOURCES = (
    "start", "fishing", "helper", "fish", "building", "people", "status", "temple", "tasks",
)  # fmt: skip
"""Where points come from during the game."""
END_SOURCES = (
    "god_tiles", "sites", "jewellery", "all_tasks", "all_jewellery", "full_ground", "all_built",
    "all_huts", "all_people",
)  # fmt: skip
"""Where points come from in the final scoring."""
