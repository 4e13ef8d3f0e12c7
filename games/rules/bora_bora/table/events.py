"""What happened: log lines, and the things on the board that were affected."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...engine import (
    Json,
    Lines,
    Player,
    Text,
    _,
    by_player,
    from_one,
    line,
    listed,
    ngettext,
)
from ..gods import NONE
from . import names, needs


def _people(seats: list[int]) -> Text:
    return listed(map(Player, seats))


def _rolled(dice: list[list[int]]) -> Text:
    """ "Anna 1-3-5, Ben 2-2-6"."""
    return by_player(["-".join(map(str, own)) for own in dice])


def _colours(cards: list[str]) -> Text:
    return listed(Text(names.COLOURS[card]) for card in cards)


def _each(named: Callable[[Any], Text]) -> Callable[[list[Any]], Text]:
    """Names several things, each by this function."""
    return lambda things: listed(map(named, things))


_DONE = line(_("{player} fulfils a task: {task}. {points} points."), task=needs.task)
_DONE_WITH_GOD = line(
    _("{player} fulfils a task with the yellow god: {task}. {points} points."), task=needs.task
)


def _task_done(data: Json) -> Text | None:
    """A task that was fulfilled, and the god cards that had to be shown for it."""
    done = (_DONE if data["way"] == NONE else _DONE_WITH_GOD)(data)
    if not data["cards"]:
        return done
    cards = listed(
        Text("{number} × {colour}", number=data["cards"][god], colour=Text(colour))
        for god, colour in names.COLOURS.items()
        if god in data["cards"]
    )
    return Text(_("{done} Cards shown: {cards}."), done=done, cards=cards)


LINES: Lines = {
    "settled": line(
        _("{player} builds a hut: {region}; it gives {good}."),
        region=names.place,
        good=names.GOODS,
    ),
    "material_gained": (
        line(_("{player} lays {material} on field {field}."), material=names.GOODS, field=from_one),
        line(_("{player} lays {material} beside the board."), material=names.GOODS),
    ),
    "round_began": line(_("Round {round}. Turn order: {order}."), order=_people),
    "rolled": line(_("Dice: {dice}."), dice=_rolled),
    "die_placed": (
        line(
            _("{player} places a {die} on {card}; it counts as {value}."),
            when=lambda data: data["value"] != data["die"],
            card=names.CARDS,
        ),
        line(_("{player} places a {die} on {card}."), card=names.CARDS),
    ),
    "god_played": (
        line(
            _("{player} pays an offering and cards ({cards}) to play: {god}."),
            when="cards",
            cards=_colours,
            god=names.GODS,
        ),
        line(_("{player} pays a god tile to play: {god}."), god=names.GODS),
    ),
    "fished": line(_("{player} fishes: {points} points.")),
    "fish_scored": line(
        ngettext(
            "{player} scores the fish there: {n} point.",
            "{player} scores the fish there: {n} points.",
        ),
        n="points",
    ),
    "person_taken": line(_("{player} takes: {person}."), person=names.person),
    "person_pushed": line(_("{player} pushes down: {person}."), person=names.person),
    "points_gained": line(
        ngettext("{player} gains {n} point.", "{player} gains {n} points."), n="points"
    ),
    "offerings_gained": line(
        ngettext("{player} gains {n} offering.", "{player} gains {n} offerings."), n="number"
    ),
    "shells_gained": line(
        ngettext("{player} gains {n} shell.", "{player} gains {n} shells."), n="number"
    ),
    "status_gained": line(
        ngettext(
            "{player} moves up {n} step on the status track.",
            "{player} moves up {n} steps on the status track.",
        ),
        n="steps",
    ),
    "huts_moved": line(
        ngettext("{player} moves {n} hut to space 12.", "{player} moves {n} huts to space 12."),
        n="number",
    ),
    "god_taken": (
        line(_("{player} takes a god card: {god}."), god=names.COLOURS),
        line(_("{player} takes a god card from the deck.")),
    ),
    "gods_shuffled": line(_("The used god cards are shuffled into a new deck.")),
    "priest_placed": line(_("{player} puts a priest on temple space {space}.")),
    "priest_returned": line(_("{player}'s priest is pushed out of the temple.")),
    "built": line(_("{player} builds tile {tile}: {points} points.")),
    "people_used": (
        line(
            _("{player} uses {number} × {person}, doubled by the green god."),
            when="double",
            person=("sex", "kind", names.tribe),
        ),
        line(_("{player} uses {number} × {person}."), person=("sex", "kind", names.tribe)),
    ),
    "status_scored": line(
        _("Points from status: {points}. New turn order: {order}."),
        points=by_player,
        order=_people,
    ),
    "temple_scored": (
        line(_("Points from the temple: {points}. {player} takes the god tile."), points=by_player),
        line(_("The temple is empty: a god tile leaves the game.")),
    ),
    "jewel_bought": line(
        ngettext(
            "{player} buys for {n} shell: {jewel}.",
            "{player} buys for {n} shells: {jewel}.",
        ),
        n="shells",
        jewel=names.jewel,
    ),
    "task_done": _task_done,
    "task_discarded": line(_("{player} discards a task: {task}."), task=needs.task),
    "task_taken": line(_("{player} takes a task: {task}."), task=needs.task),
    "final_scored": line(
        _("End of the game, {source}: {points}."), source=names.SOURCES, points=by_player
    ),
    "jewels_removed": line(
        _("Jewellery that nobody bought leaves the game: {jewels}."), jewels=_each(names.jewel)
    ),
    "removed": (
        line(
            _("The round ends. Tasks leaving the game: {tasks}. Leftover people: {people}."),
            when=lambda data: data["people"],
            tasks=_each(needs.task),
            people=_each(names.person),
        ),
        line(_("The round ends. Tasks leaving the game: {tasks}."), tasks=_each(needs.task)),
    ),
    "god_revealed": line(_("A new god card is face up: {god}."), god=names.COLOURS),
}


def marks(kind: str, data: Json) -> list[str]:
    """The things on the board that an event touched."""
    seat = data.get("seat")
    match kind:
        case "settled" | "fish_scored":
            return [f"region-{data['region']}"]
        case "material_gained" if data["field"] is None:
            return [f"goods-{seat}"]
        case "material_gained" | "built":
            return [f"ground-{seat}"]
        case "die_placed":
            return [f"card-{data['card']}"]
        case "fished":
            return ["card-fishing"]
        case "person_taken":
            return [f"person-{data['sex']}-{data['space']}", f"people-{seat}"]
        case "person_pushed" | "people_used" | "huts_moved":
            return [f"people-{seat}"]
        case "offerings_gained" | "shells_gained" | "god_played":
            return [f"goods-{seat}"]
        case "status_gained":
            return [f"status-{seat}"]
        case "god_taken":
            return [f"god-{data['god'] or 'deck'}", f"goods-{seat}"]
        case "priest_placed":
            return [f"temple-{data['space']}"]
        case "jewel_bought":
            return [f"jewels-{seat}"]
        case "task_done" | "task_discarded":
            return [f"tasks-{seat}"]
        case "task_taken":
            return [f"task-{data['task']}"]
    return []
