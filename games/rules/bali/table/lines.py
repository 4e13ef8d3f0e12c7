"""Log lines, the results of events, and the things on the board that they touched."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine import Json, Lines, Player, Text, _, by_player, from_one, line, listed
from .names import A_CARD, CARDS_OF, GOODS, cards, gained, points, stones


def _shares(card: str, gains: Sequence[int]) -> Text:
    """ "Anna 2 stones, Ben 1 stone", of the seats that get some."""
    return by_player({seat: gained(card, number) for seat, number in enumerate(gains) if number})


def _reward(good: str, number: int) -> Text:
    return points(number) if good == "points" else stones(number)


def _offerings(kinds: Sequence[str]) -> Text:
    return listed(Text(GOODS[kind]) for kind in kinds)


def _worth(values: Json) -> Text:
    return listed(
        Text(_("{offering} {points}"), offering=Text(title), points=points(values[kind]))
        for kind, title in GOODS.items()
        if kind in values
    )


_OFFERING = ("kind", GOODS)

LINES: Lines = {
    "bought": (
        line(
            _("{player} buys {offering} for {stones}"),
            when="stones",
            offering=_OFFERING,
            stones=stones,
        ),
        line(_("{player} takes {offering} for free"), offering=_OFFERING),
    ),
    "received": None,
    "played": (
        line(
            _("{player} plays {cards} for {stones}"),
            when="stones",
            cards=("card", "number", cards),
            stones=stones,
        ),
        line(_("{player} plays {cards}"), cards=("card", "number", cards)),
    ),
    "discarded": line(_("{player} cannot pay for a shrine and puts one into the box")),
    "took": line(_("{player} takes {card} from row {row}"), card=A_CARD, row=from_one),
    "dealt": (
        line(
            _("Row {row} is refilled, an oracle among the cards"),
            when=lambda data: data["oracles"] == 1,
            row=from_one,
        ),
        line(
            _("Row {row} is refilled, {n} oracles among the cards"),
            when="oracles",
            row=from_one,
            n="oracles",
        ),
        line(_("Row {row} is refilled"), row=from_one),
    ),
    "demon_moved": line(_("The demon moves to row {row}"), row=from_one),
    "offered": line(_("{player} offers {offering}"), offering=_OFFERING),
    "hid": (
        line(_("{player} offers {offering} face down"), offering=_OFFERING),
        line(_("{player} offers a card face down")),
    ),
    "added": line(_("{player} offers {offering} from the supply"), offering=_OFFERING),
    "scored": (
        line(
            _("{cards} are scored: {gains}"),
            when=lambda data: any(data["gains"]),
            cards=("card", CARDS_OF),
            gains=("card", "gains", _shares),
        ),
        line(_("{cards} are scored: nobody has any"), cards=("card", CARDS_OF)),
    ),
    "rewarded": line(_("{player} takes {reward} for shrines"), reward=("good", "number", _reward)),
    "received_other": line(
        _("{player} takes {offering} instead: the kind is sold out"), offering=_OFFERING
    ),
    "left_empty": line(_("No offering card is left for {player}")),
    "looked": (
        line(
            _("{player} looks at the altar, from the top: {offerings}"),
            offerings=("kinds", _offerings),
        ),
        line(_("{player} looks at the top cards of the altar ({n})"), n="number"),
    ),
    "passed_oracle": line(_("{player} does not look at the altar")),
    "took_from_altar": (
        line(_("{player} takes {offering} from the altar"), offering=_OFFERING),
        line(_("{player} takes a card from the altar")),
    ),
    "ended": line(_("The deck is used up. A card is worth: {values}"), values=_worth),
}


def _from_row(data: Json) -> Text:
    card = Text(A_CARD[data["card"]])
    return Text(_("{card} from row {row}"), card=card, row=data["row"] + 1)


def join(kind: str, several: Sequence[Json]) -> Text | None:
    """Join the cards that a seat takes one after the other into one line."""
    if kind != "took":
        return None
    return Text(
        _("{player} takes {cards}"),
        player=Player(several[0]["seat"]),
        cards=listed([_from_row(data) for data in several]),
    )


def moved(kind: str, data: Json) -> list[str]:
    """The pieces that an event moved: cards are dealt one by one, the front card last."""
    if kind == "demon_moved":
        return ["demon"]
    if kind == "dealt":
        return [f"card-{data['first'] + place}" for place in range(len(data["cards"]))]
    return []


def marks(kind: str, data: Json) -> list[str]:
    seat = data.get("seat")
    if kind in ("bought", "received", "received_other"):
        return [f"supply-{data['kind']}", f"offerings-{seat}"]
    if kind == "played":
        return [f"display-{seat}-{data['card']}"]
    if kind in ("took", "dealt", "scored"):
        return [f"row-{data['row']}"]
    if kind == "demon_moved":
        return ["demon"]
    if kind in ("offered", "hid", "looked"):
        return ["altar"]
    if kind == "added":
        return ["altar", f"supply-{data['kind']}"]
    if kind == "took_from_altar":
        return ["altar", f"offerings-{seat}"]
    if kind == "rewarded":
        return [f"{data['good']}-{seat}"]
    return []
