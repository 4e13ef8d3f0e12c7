"""What the things of Bora Bora are called."""

from __future__ import annotations

from ...engine import Text, _
from ..reconstructed import JEWELS, PEOPLE
from ..tables import REGIONS as PLACES
from ..tables import WOMAN

ISLANDS = {
    "central": _("Central island"),
    "north": _("North island"),
    "east": _("East island"),
    "south": _("South island"),
    "west": _("West island"),
}
TERRAINS = {
    "mountain": _("mountain"),
    "beach": _("beach"),
    "forest": _("forest"),
    "steppe": _("steppe"),
}
GOODS = {
    "stone": _("stone"),
    "sand": _("sand"),
    "wood": _("wood"),
    "offering": _("an offering"),
}
GODS = {
    "blue": _("Blue god"),
    "white": _("White god"),
    "red": _("Red god"),
    "green": _("Green god"),
    "yellow": _("Yellow god"),
}
GOD_TEXTS = {
    "blue": _(
        "Phase A, once for each die: place it even if it is not lower than the dice on the card."
    ),
    "white": _(
        "Phase A, once for each die: it counts as a 6, but keeps its own number on the card."
    ),
    "red": _(
        "Phases A and B, once for each new hut: score the fish of its region; the fish stays."
    ),
    "green": _(
        "Phase B, once a round: double the people you use, or use another kind of the same sex."
    ),
    "yellow": _(
        "Once for each task: replaces one missing thing; the task scores 4 points instead of 6."
    ),
}
COLOURS = {
    "blue": _("blue"),
    "white": _("white"),
    "red": _("red"),
    "green": _("green"),
    "yellow": _("yellow"),
}
SEXES = {"man": _("Man"), "woman": _("Woman")}
MANY = {"man": _("Men"), "woman": _("Women")}
KINDS = {
    "land": _("land path"),
    "water": _("water path"),
    "woman": _("takes women"),
    "man": _("takes men"),
    "build": _("builds"),
    "material": _("material"),
    "hut": _("moves huts"),
    "god": _("god card"),
    "offering": _("offering"),
    "points": _("points"),
    "status": _("status steps"),
    "shell": _("shells"),
}
KIND_TEXTS = {
    "land": _("Land path up to 2; up to 4 with two such people, up to 6 with three."),
    "water": _("Water path up to 2; up to 4 with two such people, up to 6 with three."),
    "woman": _("Take a woman from spaces 1 to 3; from any space with two such people."),
    "man": _("Take a man from spaces 1 to 3; from any space with two such people."),
    "build": _("Build a tile up to 3; any tile with two such people."),
    "material": _("Take a material for each such person."),
    "hut": _("Move a hut to space 12 for each such person."),
    "god": _("Take a god card for each such person."),
    "offering": _("Take an offering for each such person."),
    "points": _("Get 2 points for each such person."),
    "status": _("Move up a status step for each such person."),
    "shell": _("Take a shell for each such person."),
}
JEWEL_KINDS = {
    "necklace": _("Necklace"),
    "bracelet": _("Bracelet"),
    "earring": _("Earring"),
    "headdress": _("Headdress"),
    "anklet": _("Anklet"),
    "comb": _("Comb"),
}
FISH = {
    "A": _("Butterflyfish"),
    "B": _("Barracuda"),
    "C": _("Ray"),
    "D": _("Pufferfish"),
}
CARDS = {
    "helper": _("Helper"),
    "temple": _("Temple"),
    "build": _("Building"),
    "woman": _("Woman"),
    "man": _("Man"),
    "woman_man": _("Woman or man"),
    "land": _("Land"),
    "water": _("Water"),
    "land_water": _("Land or water"),
    "fishing": _("Fishing"),
}
CARD_TEXTS = {
    "helper": _("Spend the pips of the die on people, goods and points."),
    "temple": _("Put a priest on a temple space up to the die; then take a fire bonus."),
    "build": _(
        "Build your highest tile up to the die on two neighbouring materials; then take a fire "
        "bonus."
    ),
    "woman": _("Take a woman from a space up to the die."),
    "man": _("Take a man from a space up to the die."),
    "woman_man": _("Take a woman or a man from a space up to the die."),
    "land": _("Build a hut in a new region, along a land path up to the die."),
    "water": _("Build a hut in a new region, along a water path up to the die."),
    "land_water": _("Build a hut in a new region, along a path up to the die."),
    "fishing": _("2 points for any die."),
}
PHASES = {
    "huts": _("First huts"),
    "A": _("Phase A: placing dice"),
    "B": _("Phase B: using people"),
    "C": _("Phase C: status, temple, jewellery, tasks"),
}
PLACING = {
    "plain": _("without a god"),
    "blue": _("with the blue god"),
    "white": _("with the white god (counts as 6)"),
    "blue_white": _("with the blue and the white god (counts as 6)"),
}
TAKEN = {
    "plain": _("fits"),
    "blue": _("fits with the blue god"),
    "white": _("fits with the white god"),
    "blue_white": _("fits with the blue and the white god"),
}
SOURCES = {
    "start": _("Start"),
    "fishing": _("Fishing"),
    "helper": _("Helper"),
    "fish": _("Fish with the red god"),
    "building": _("Building"),
    "people": _("People"),
    "status": _("Status"),
    "temple": _("Temple"),
    "tasks": _("Tasks"),
    "god_tiles": _("God tiles left"),
    "sites": _("Fish at building sites"),
    "jewellery": _("Jewellery"),
    "all_tasks": _("All nine tasks"),
    "all_jewellery": _("Six jewels"),
    "full_ground": _("Ceremony ground full"),
    "all_built": _("All tiles built"),
    "all_huts": _("Huts in all regions"),
    "all_people": _("Twelve people"),
    "order": _("Turn order"),
}


def place(region: str) -> Text:
    """ "North island, beach"."""
    island, terrain = PLACES[region]
    return Text(
        _("{island}, {terrain}"), island=Text(ISLANDS[island]), terrain=Text(TERRAINS[terrain])
    )


def tribe(sex: str, kind: str) -> Text:
    """People of a sex and kind: "Woman (shells)"."""
    message = _("Woman ({kind})") if sex == WOMAN else _("Man ({kind})")
    return Text(message, kind=Text(KINDS[kind]))


def person(tile: int) -> Text:
    sex, kind, _count = PEOPLE[tile]
    return tribe(sex, kind)


def jewel(tile: str) -> Text:
    kind, points, _shells = JEWELS[tile]
    return Text(_("{jewel} worth {points}"), jewel=Text(JEWEL_KINDS[kind]), points=points)
