"""What has happened: log lines, and the things on the board that were touched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...engine import Json, Player, Text, _, ngettext
from ..gods import NONE
from . import names, needs


def log(kind: str, data: Json) -> Text | None:
    """A log line, None for an event that another line tells."""
    who: dict[str, Any] = {"player": Player(data["seat"])} if data.get("seat") is not None else {}
    match kind:
        case "settled":
            return Text(
                _("{player} builds a hut: {region}; it brings {good}."),
                **who,
                region=names.place(data["region"]),
                good=Text(names.GOODS[data["good"]]),
            )
        case "material_gained" if data["field"] is None:
            return Text(
                _("{player} lays {material} beside the board."),
                **who,
                material=Text(names.GOODS[data["material"]]),
            )
        case "material_gained":
            return Text(
                _("{player} lays {material} on field {field}."),
                **who,
                material=Text(names.GOODS[data["material"]]),
                field=data["field"] + 1,
            )
        case "round_began":
            return Text(
                _("Round {round}. Turn order: {order}."),
                round=data["round"],
                order=_people(data["order"]),
            )
        case "rolled":
            dice = [
                Text("{player} {dice}", player=Player(seat), dice="-".join(map(str, own)))
                for seat, own in enumerate(data["dice"])
            ]
            return Text(_("Dice: {dice}."), dice=names.listed(dice))
        case "die_placed":
            return _placed(who, data)
        case "god_played":
            return _god_played(who, data)
        case "fished":
            return Text(_("{player} fishes: {points} points."), **who, points=data["points"])
        case "fish_scored":
            return Text(
                *ngettext(
                    "{player} scores the fish there: {n} point.",
                    "{player} scores the fish there: {n} points.",
                ),
                **who,
                n=data["points"],
            )
        case "person_taken":
            return Text(_("{player} takes: {person}."), **who, person=names.person(data["person"]))
        case "person_pushed":
            return Text(
                _("{player} pushes down: {person}."), **who, person=names.person(data["person"])
            )
        case "points_gained":
            return _number(
                ngettext("{player} gains {n} point.", "{player} gains {n} points."),
                who,
                data["points"],
            )
        case "offerings_gained":
            return _number(
                ngettext("{player} gains {n} offering.", "{player} gains {n} offerings."),
                who,
                data["number"],
            )
        case "shells_gained":
            return _number(
                ngettext("{player} gains {n} shell.", "{player} gains {n} shells."),
                who,
                data["number"],
            )
        case "status_gained":
            return _number(
                ngettext(
                    "{player} goes {n} step on the status track.",
                    "{player} goes {n} steps on the status track.",
                ),
                who,
                data["steps"],
            )
        case "huts_moved":
            return _number(
                ngettext(
                    "{player} moves {n} hut to space 12.", "{player} moves {n} huts to space 12."
                ),
                who,
                data["number"],
            )
        case "god_taken" if data["god"] is None:
            return Text(_("{player} takes a god card from the deck."), **who)
        case "god_taken":
            return Text(
                _("{player} takes a god card: {god}."), **who, god=Text(names.COLOURS[data["god"]])
            )
        case "gods_shuffled":
            return Text(_("The used god cards are shuffled into a new deck."))
        case "priest_placed":
            return Text(
                _("{player} puts a priest on temple space {space}."), **who, space=data["space"]
            )
        case "priest_returned":
            return Text(_("A priest of {player} is pushed out of the temple."), **who)
        case "built":
            return Text(
                _("{player} builds tile {tile}: {points} points."),
                **who,
                tile=data["tile"],
                points=data["points"],
            )
        case "people_used":
            message = _("{player} uses {number} × {person}.")
            if data["double"]:
                message = _("{player} uses {number} × {person}, doubled by the green god.")
            person = names.tribe(data["sex"], data["kind"])
            return Text(message, **who, number=data["number"], person=person)
        case "status_scored":
            return Text(
                _("Points from status: {points}. New turn order: {order}."),
                points=_points(data["points"]),
                order=_people(data["order"]),
            )
        case "temple_scored" if data["seat"] is None:
            return Text(_("Nobody is in the temple: a god tile is lost."))
        case "temple_scored":
            return Text(
                _("Points from the temple: {points}. {player} takes the god tile."),
                **who,
                points=_points(data["points"]),
            )
        case "jewel_bought":
            return Text(
                *ngettext(
                    "{player} buys for {n} shell: {jewel}.",
                    "{player} buys for {n} shells: {jewel}.",
                ),
                **who,
                n=data["shells"],
                jewel=names.jewel(data["jewel"]),
            )
        case "task_done":
            return _task_done(who, data)
        case "task_discarded":
            return Text(_("{player} discards a task: {task}."), **who, task=_task(data))
        case "task_taken":
            return Text(_("{player} takes a task: {task}."), **who, task=_task(data))
        case "final_scored":
            return Text(
                _("End of the game, {source}: {points}."),
                source=Text(names.SOURCES[data["source"]]),
                points=_points(data["points"]),
            )
        case "jewels_removed":
            return Text(_("The jewellery that is left leaves the game."))
        case "removed":
            return Text(_("The round ends: tasks and people that are left leave the game."))
        case "god_revealed":
            return Text(_("A new god card lies open: {god}."), god=Text(names.COLOURS[data["god"]]))
    return None


def _placed(who: dict[str, Any], data: Json) -> Text:
    message = _("{player} places a {die} on {card}.")
    if data["value"] != data["die"]:
        message = _("{player} places a {die} on {card}; it counts as {value}.")
    card = Text(names.CARDS[data["card"]])
    return Text(message, **who, die=data["die"], card=card, value=data["value"])


def _god_played(who: dict[str, Any], data: Json) -> Text:
    god = Text(names.GODS[data["god"]])
    if not data["cards"]:
        return Text(_("{player} plays with a god tile: {god}."), **who, god=god)
    cards = names.listed([Text(names.COLOURS[card]) for card in data["cards"]])
    return Text(
        _("{player} plays with an offering and cards ({cards}): {god}."),
        **who,
        cards=cards,
        god=god,
    )


def _task_done(who: dict[str, Any], data: Json) -> Text:
    message = _("{player} fulfils a task: {task}. {points} points.")
    if data["way"] != NONE:
        message = _("{player} fulfils a task with the yellow god: {task}. {points} points.")
    done = Text(message, **who, task=_task(data), points=data["points"])
    if not data["cards"]:
        return done
    shown = [
        Text("{number} × {colour}", number=data["cards"][god], colour=Text(colour))
        for god, colour in names.COLOURS.items()
        if god in data["cards"]
    ]
    return Text(_("{done} Cards shown: {cards}."), done=done, cards=names.listed(shown))


def _number(messages: tuple[str, str], who: dict[str, Any], n: int) -> Text:
    return Text(*messages, **who, n=n)


def _task(data: Json) -> Text:
    return needs.task(data["task"])


def _people(seats: Sequence[int]) -> Text:
    return names.listed([Text("{player}", player=Player(seat)) for seat in seats])


def _points(points: Sequence[int]) -> Text:
    """ "Anna 3, Ben 1"."""
    return names.listed(
        [
            Text("{player} {points}", player=Player(seat), points=own)
            for seat, own in enumerate(points)
        ]
    )


def marks(kind: str, data: Json) -> list[str]:
    """The things on the board that an event touched."""
    seat = data.get("seat")
    match kind:
        case "settled" | "fish_scored":
            return [f"region-{data['region']}"]
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
