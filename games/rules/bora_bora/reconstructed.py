"""Figures that appear only in pictures of the game, which we do not have.

Each is our own value, chosen to fit every count and every example of the two rulebooks.
``CONFIDENCE`` says how sure each is, and the help shows it. A better source only has to replace
figures here.
"""

from __future__ import annotations

from ..engine import _
from .tables import COPIES, LAND, MATERIALS, PERSON_KINDS, SEXES, WATER

PATHS: dict[str, tuple[tuple[str, str, int], ...]] = {
    LAND: (
        ("C-SE", "C-NE", 4),
        ("C-SE", "C-SW", 2),
        ("C-NW", "C-NE", 5),
        ("C-NW", "C-SW", 3),
        ("N-W", "N-E", 1),
        ("E-N", "E-S", 4),
        ("S-W", "S-E", 3),
        ("W-N", "W-S", 6),
    ),
    WATER: (
        ("C-SE", "S-E", 5),
        ("C-SE", "E-S", 4),
        ("C-NE", "E-N", 1),
        ("C-NE", "N-E", 3),
        ("C-NW", "N-W", 5),
        ("C-NW", "W-N", 1),
        ("C-SW", "W-S", 3),
        ("C-SW", "S-W", 6),
        ("N-E", "E-N", 6),
        ("E-S", "S-E", 2),
        ("S-W", "W-S", 2),
        ("W-N", "N-W", 4),
    ),
}
"""Paths with their numbers, to be used both ways. The last four on water join outer islands."""
CERTAIN = (("C-SE", "C-NE"), ("C-SE", "C-SW"), ("C-SE", "S-E"), ("C-SE", "E-S"))
"""The paths of the rulebook's example, whose numbers are certain."""

FISH = {
    "F01": ("A", 1),
    "F02": ("A", 2),
    "F03": ("A", 6),
    "F04": ("B", 1),
    "F05": ("B", 3),
    "F06": ("B", 5),
    "F07": ("C", 1),
    "F08": ("C", 4),
    "F09": ("C", 4),
    "F10": ("D", 1),
    "F11": ("D", 3),
    "F12": ("D", 5),
}
"""Species and value of each fish tile."""
SPECIES = ("A", "B", "C", "D")

PERSON_COUNTS = {
    LAND: 2,
    WATER: 2,
    "woman": 2,
    "man": 2,
    "build": 2,
    "material": 3,
    "hut": 3,
    "god": 3,
    "offering": 3,
    "points": 4,
    "status": 4,
    "shell": 4,
}
"""Steps that a man brings when he is tattooed, and shells that a woman gathers."""

PEOPLE: tuple[tuple[str, str, int], ...] = tuple(
    (sex, kind, PERSON_COUNTS[kind])
    for sex in SEXES
    for kind in PERSON_KINDS
    for _copy in range(COPIES)
)
"""Sex, kind and count of each person tile; a tile's id is its place in this list."""

JEWEL_KINDS = ("necklace", "bracelet", "earring", "headdress", "anklet", "comb")
JEWELS = {
    "J01": ("necklace", 1, 1),
    "J02": ("necklace", 2, 2),
    "J03": ("necklace", 7, 5),
    "J04": ("necklace", 9, 6),
    "J05": ("bracelet", 1, 1),
    "J06": ("bracelet", 3, 2),
    "J07": ("bracelet", 6, 4),
    "J08": ("bracelet", 9, 6),
    "J09": ("earring", 2, 2),
    "J10": ("earring", 4, 3),
    "J11": ("earring", 5, 4),
    "J12": ("earring", 8, 6),
    "J13": ("headdress", 2, 2),
    "J14": ("headdress", 5, 4),
    "J15": ("headdress", 6, 4),
    "J16": ("headdress", 7, 5),
    "J17": ("anklet", 3, 2),
    "J18": ("anklet", 4, 3),
    "J19": ("anklet", 5, 4),
    "J20": ("anklet", 8, 6),
    "J21": ("comb", 3, 2),
    "J22": ("comb", 4, 3),
    "J23": ("comb", 6, 4),
    "J24": ("comb", 7, 5),
}
"""Kind, points and cost in shells of each jewellery tile."""
JEWELS_PER_ROUND = 4

STATUS_POINTS = (0, 1, 1, 2, 2, 4, 4, 6, 6, 9, 9, 12, 12, 15, 15)
"""Points for each space of the status track."""

GROUND_COLUMNS = 3
GROUND = (
    "sand", "wood", "stone",
    "stone", "sand", "wood",
    "wood", "stone", "sand",
    "sand", "wood", "stone",
)  # fmt: skip
"""The material that each field of the ceremony ground takes, row by row."""

FIELDS_OF = {
    material: tuple(field for field, takes in enumerate(GROUND) if takes == material)
    for material in MATERIALS
}


def _neighbouring_fields() -> tuple[tuple[int, int], ...]:
    pairs = []
    for field in range(len(GROUND)):
        if (field + 1) % GROUND_COLUMNS:
            pairs.append((field, field + 1))
        if field + GROUND_COLUMNS < len(GROUND):
            pairs.append((field, field + GROUND_COLUMNS))
    return tuple(pairs)


PAIRS = _neighbouring_fields()
"""Two fields beside or above one another: where a building tile fits."""

CONFIDENCE = {
    "paths": _(
        "The rulebook gives 4 of the 20 numbers in an example. We chose the other "
        "numbers, and the four water paths between outer islands."
    ),
    "fish": _(
        "Certain: four fish are worth 1, at least one is worth 5, none more than 6. "
        "Likely: four species of three fish each. Ours: the other values, and which "
        "species has which."
    ),
    "people": _(
        "Certain: 12 kinds, each with three men and three women, and what they do. Ours: "
        "how many status steps or shells each gives."
    ),
    "jewellery": _(
        "Certain: 24 jewels worth 1 to 9 points. Likely: six kinds of four jewels each. "
        "Ours: what each costs and scores, and the names of all kinds except the necklace."
    ),
    "status": _(
        "Certain: 0 to 15 points, and five steps reach the first space worth 4. Ours: the "
        "rest of the track."
    ),
    "ground": _(
        "Certain: twelve fields for one material each. Likely: four fields for each "
        "material. Ours: the layout."
    ),
    "terrain": _(
        "Certain: three regions of each terrain, two regions on each outer island. "
        "Likely: where each region is, and that each terrain gives one material or an "
        "offering."
    ),
    "building": _(
        "Certain: six tiles that each show a die, worth 10, 7 or 4 points. Likely: one "
        "tile of each number, and two rounds for each worth."
    ),
}
"""What is known of the figures here, and of some in ``tables``."""
