"""The figures of the rulebook. Cards and goods are named by strings; every list has their order."""

from __future__ import annotations

KINDS = ("rice", "peanut", "banana", "paprika")
"""Kinds of farmers, and of the offering cards they bring."""

STONEMASON, PRIEST, SHRINE, ORACLE = "stonemason", "priest", "shrine", "oracle"

CARDS = (STONEMASON, PRIEST, SHRINE, *KINDS)
"""Cards that a player can hold and display, in the order they are shown."""

DECK = {STONEMASON: 12, PRIEST: 9, SHRINE: 9, "rice": 5, "peanut": 5, "banana": 5, "paprika": 5}
ORACLES = 8

ROWS = 4
ROW_LENGTH = 4
HAND = 3

OFFERINGS_PER_KIND = 25
OFFERING_PRICE = 5
FARMER_PRICE = {1: 0, 2: 1, 3: 2}
"""Stones for playing so many farmers of one kind."""
SHRINE_PRICE = 7

STONES_OF_FIRST_SEAT = 2
"""Each further seat starts with one stone more."""

MAJORITY = 2
"""The fewest cards that count as a majority."""

LOOK = 4
"""Cards of the altar that an oracle lets one see."""

SHRINE_POINTS = 4
STONES_PER_POINT = 5
BEST_VALUE = 3
"""Points for each offering card of the kind that lies on the altar most."""
