"""What has happened: log lines, and the things on the board that were touched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...engine import Json, Player, Text, _, ngettext
from ..reconstructed import VILLAGE
from . import names


def log(kind: str, data: Json) -> Text | None:
    """A log line, None for an event that another line tells."""
    who: dict[str, Any] = {"player": Player(data["seat"])} if data.get("seat") is not None else {}
    if "deity" in data:
        who["deity"] = names.deity(data["deity"])
    match kind:
        case "kept" if data.get("card"):
            return Text(_("{player} keeps {card}."), **who, card=names.card(data["card"]))
        case "kept":
            return Text(_("{player} keeps a card."), **who)
        case "got":
            return Text(_("{player} takes {goods}."), **who, goods=names.number(data["good"], 1))
        case "worked":
            return _worked(who, data)
        case "season_began":
            message = _("Season {season}. {player} begins.")
            if data["tile"] != "white":
                message = _("Season {season}, {tile}: {rule}. {player} begins.")
            return Text(
                message,
                **who,
                season=data["season"],
                tile=Text(names.TILES[data["tile"]]),
                rule=Text(names.TILE_TEXTS[data["tile"]]),
            )
        case "produced":
            return Text(_("{player} produces {goods}."), **who, goods=names.goods(data["goods"]))
        case "drew":
            return _drew(who, data)
        case "discarded" if data["cards"]:
            return Text(_("{player} discards {cards}."), **who, cards=names.cards(data["cards"]))
        case "reshuffled":
            return _count(
                ngettext(
                    "The discard pile of {n} card is shuffled.",
                    "The discard pile of {n} cards is shuffled.",
                ),
                who,
                data["number"],
            )
        case "worshipped":
            return _worshipped(who, data)
        case "kept_worship" if data.get("card"):
            return Text(
                _("{player} keeps a worship card: {card}."), **who, card=names.deity(data["card"])
            )
        case "kept_worship":
            return Text(_("{player} keeps a worship card."), **who)
        case "harvested":
            goods = names.number(data["good"], data["number"])
            return Text(
                _("{player} harvests {goods}: {area}."),
                **who,
                goods=goods,
                area=Text(names.AREAS[data["good"]]),
            )
        case "called":
            return Text(
                _("{player} calls {deity} with {paid}."), **who, paid=names.goods(data["paid"])
            )
        case "raised":
            return Text(
                _("{player} raises the offering on {deity} by {goods}."),
                **who,
                goods=names.goods({"food": data["food"], "coin": data["coin"]}),
            )
        case "used":
            return Text(
                _("{player} uses {ability}."), **who, ability=Text(names.ABILITIES[data["ability"]])
            )
        case "fell_asleep":
            return Text(_("{deity} falls asleep."), **who)
        case "copied":
            return Text(
                _("{player} copies {deity} for {paid}."), **who, paid=names.goods(data["paid"])
            )
        case "passed":
            return Text(_("{player} passes for this season."), **who)
        case "plundered":
            goods = names.number(data["good"], data["number"])
            return Text(_("{player} takes {goods} from {deity}."), **who, goods=goods)
        case "played":
            return Text(_("{player} plays {card}."), **who, card=names.card(data["card"]))
        case "upgraded":
            return Text(
                _("{player} upgrades {card} to {upgraded}."),
                **who,
                card=names.card(data["card"]),
                upgraded=names.card(data["card"], 2),
            )
        case "laid_under" if data.get("card"):
            return Text(
                _("{player} puts {card} under {deity}."), **who, card=names.card(data["card"])
            )
        case "laid_under":
            return Text(_("{player} puts a card under {deity}."), **who)
        case "stepped":
            return Text(
                _("{player} advances: {track}, space {space}."),
                **who,
                track=Text(names.TRACKS[data["track"]]),
                space=data["space"],
            )
        case "first":
            return Text(
                _("{player} is the first there and gets 1 point: {track}, space {space}."),
                **who,
                track=Text(names.TRACKS[data["track"]]),
                space=data["space"],
            )
        case "declined":
            return Text(_("{player} makes no use of the favour."), **who)
        case "no_favour":
            return Text(_("The favour of {deity} is of no use to {player}."), **who)
        case "mossed":
            return _mossed(data["mossy"])
        case "ordered":
            order = names.listed(
                [
                    Text("{deity} {n}", deity=names.deity(name), n=data["worship"][name])
                    for name in data["order"]
                ]
            )
            return Text(_("Cards under the deities are turned. Their order: {order}."), order=order)
        case "chose_symbol":
            return Text(
                _("{player} counts {card} as {symbol}."),
                **who,
                card=names.card(data["card"], 2),
                symbol=Text(names.SYMBOLS[data["symbol"]]),
            )
        case "showed_worship":
            return _showed(data["cards"])
        case "final_scored":
            return Text(
                _("End of the game, {source}: {points}."),
                source=Text(names.SOURCES[data["source"]]),
                points=_points(data["points"]),
            )
    return None


def _worked(who: dict[str, Any], data: Json) -> Text:
    track, space = data["track"], data["space"]
    message = _("{player} moves a worker: {track}, space {space}.")
    if data["reached"]:
        message = _("{player} moves a worker and reaches a symbol: {track}, space {space}.")
    return Text(message, **who, track=Text(names.WORKERS[track]), space=space)


def _drew(who: dict[str, Any], data: Json) -> Text:
    if data.get("cards"):
        return Text(_("{player} draws {cards}."), **who, cards=names.cards(data["cards"]))
    drawn = _count(
        ngettext("{player} draws {n} card", "{player} draws {n} cards"), who, data["number"]
    )
    if data["open"]:
        return Text(_("{drawn}; {card} lay on top."), drawn=drawn, card=names.card(data["open"], 2))
    return Text(_("{drawn}."), drawn=drawn)


def _worshipped(who: dict[str, Any], data: Json) -> Text:
    paid: dict[str, int] = {}
    for good in data["paid"]:
        paid[good] = paid.get(good, 0) + 1
    shown: dict[str, Any] = {}
    if data.get("cards"):
        shown["cards"] = names.listed([names.deity(name) for name in data["cards"]])
    if paid and shown:
        message = _("{player} looks at two worship cards for {paid}: {cards}.")
    elif paid:
        message = _("{player} looks at two worship cards for {paid}.")
    elif shown:
        message = _("{player} takes a worship card: {cards}.")
    else:
        message = _("{player} takes a worship card.")
    return Text(message, **who, paid=names.goods(paid), **shown)


def _mossed(mossy: Sequence[str]) -> Text:
    if not mossy:
        return Text(_("The season ends. No deity is mossy."))
    return Text(
        _("The season ends. Mossy are: {deities}."),
        deities=names.listed([names.deity(name) for name in mossy]),
    )


def _showed(cards: Sequence[Sequence[str]]) -> Text:
    shown = [
        Text(
            "{player}: {cards}",
            player=Player(seat),
            cards=names.listed([names.deity(n) for n in own]) if own else Text(_("none")),
        )
        for seat, own in enumerate(cards)
    ]
    return Text(_("Worship cards: {cards}."), cards=names.listed(shown))


def _count(messages: tuple[str, str], who: dict[str, Any], n: int) -> Text:
    return Text(*messages, **who, n=n)


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
        case "harvested":
            return [f"area-{data['good']}"]
        case "called" | "raised" | "fell_asleep" | "copied" | "plundered" | "laid_under":
            return [f"deity-{data['deity']}"]
        case "stepped" | "first":
            return [f"track-{data['track']}"]
        case "worked" | "produced":
            return [f"village-{seat}"]
        case "played" | "upgraded" | "chose_symbol":
            return [f"played-{seat}"]
        case "worshipped":
            return ["worship"]
        case "discarded" if data["cards"]:
            return ["discards"]
        case "drew":
            return ["deck"]
    return []


assert set(names.WORKERS) == set(VILLAGE)
