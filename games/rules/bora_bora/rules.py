"""The assembly. Choices stand in the docstrings of the kinds of decisions, by chapter.

Events; all are public but the colour of a card drawn from the deck::

    settled          seat, region, good
    material_gained  seat, material, field (None: beside the board)
    round_began      round, order, people {sex: [ids]}, tasks
    rolled           dice [[by seat]]
    die_placed       seat, die, card, value (6 with a white god)
    god_played       seat, god, way, cards
    fished           seat, points
    fish_scored      seat, region, fish, points
    person_taken     seat, person, sex, space
    person_pushed    seat, person
    points_gained    seat, points
    offerings_gained, shells_gained    seat, number
    status_gained    seat, steps, space
    huts_moved       seat, number
    god_taken        seat, god (None to others where it came from the deck)
    god_revealed     god, place
    gods_shuffled    cards (their number)
    priest_placed    seat, space
    priest_returned  seat
    built            seat, tile, fields, points
    people_used      seat, sex, kind, number, double
    status_scored    points [by seat], order
    temple_scored    points [by seat], seat (who takes the god tile, or None)
    jewel_bought     seat, jewel, shells
    jewels_removed   jewels
    task_done        seat, task, way, cards {god: number shown}, points
    task_discarded   seat, task
    task_taken       seat, task
    removed          tasks, people
    final_scored     source, points [by seat]
"""

from __future__ import annotations

from . import bot, knowledge, rounds, setup, view
from .state import rules

__all__ = ["bot", "knowledge", "rounds", "rules", "setup", "view"]
