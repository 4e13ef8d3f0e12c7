"""Tips on the things on the board: their use, their worth now, and where the help says more."""

from __future__ import annotations

from collections.abc import Callable

from ...engine import Json, Text, _, by_player, ngettext
from ..tables import SHRINE, SHRINE_POINTS, STONES_PER_POINT
from .names import CARDS_OF, ends_game, gained

About = tuple[Text, str]
#: The tip in the drawing says it all.
DRAWN = Text("")


def about(target: str, view: Json) -> About | None:
    """Words for the card of a thing, and the paragraph of the help on it."""
    what, *where = target.split("-")
    tell = _THINGS.get(what)
    return tell(view, *where) if tell else None


def _row(view: Json, number: str) -> About | None:
    row = view["rows"][int(number)]
    if view["over"]:
        return DRAWN, "end"
    if not row["open"]:
        return Text(_("The demon guards this row: nothing may be taken.")), "demon"
    if ends_game(view, int(number)):
        message = _("Taking the front card ends the game: the last cards of the deck are dealt.")
        return Text(message), "end"
    if row["next"] is None:
        return Text(
            _("The front card is the last of its row: when it is taken, a new row is dealt.")
        ), "taking"
    card = row["next"]
    return Text(
        _("If you take its front card last, {cards} are scored: {gains}."),
        cards=Text(CARDS_OF[card]),
        gains=_shares(card, row["gains"]),
    ), "scoring"


def _shares(card: str, gains: list[int]) -> Text:
    shares = {seat: gained(card, number) for seat, number in enumerate(gains) if number}
    return by_player(shares) if shares else Text(_("nobody has any"))


def _card(view: Json, card: str) -> About:
    return DRAWN, "playing"


def _display(view: Json, seat: str, card: str) -> About:
    number = view["seats"][int(seat)]["display"][card] if card == SHRINE else 0
    if not number:
        return DRAWN, "scoring"
    return Text(_("Worth {n} points at the end."), n=SHRINE_POINTS * number), "end"


def _supply(view: Json, kind: str) -> About:
    if view["over"]:
        return _value(view, kind)
    return Text(
        _("An offering card costs 5 stones, one less for each farmer of its kind that you have.")
    ), "buying"


def _offer(view: Json, kind: str) -> About:
    if view["over"]:
        return _value(view, kind)
    message = _(
        "Worth 0 to 3 points each at the end: the more common the kind is on the altar, the more."
    )
    return Text(message), "end"


def _value(view: Json, kind: str) -> About:
    message = ngettext("Each is worth {n} point.", "Each is worth {n} points.")
    return Text(*message, n=view["altar"]["values"][kind]), "end"


def _altar(view: Json, *place: str) -> About:
    message = _("The most common kind here is worth most at the end.")
    return Text(message), "oracle" if place else "end"


def _demon(view: Json) -> About:
    return Text(_("Each priest played moves it one row on.")), "demon"


def _stones(view: Json, seat: str) -> About:
    number = view["seats"][int(seat)]["stones"]
    message = ngettext("Worth {n} point at the end.", "Worth {n} points at the end.")
    return Text(*message, n=number // STONES_PER_POINT), "end"


def _points(view: Json, seat: str) -> About:
    return Text(_("Points gained from priests and shrines during the game.")), "end"


def _offerings(view: Json, seat: str) -> About:
    return Text(_("Offering cards, face down. Each is worth 0 to 3 points at the end.")), "end"


_THINGS: dict[str, Callable[..., About | None]] = {
    "row": _row,
    "play": _card,
    "display": _display,
    "supply": _supply,
    "offer": _offer,
    "altar": _altar,
    "demon": _demon,
    "stones": _stones,
    "points": _points,
    "offerings": _offerings,
}

#: Which paragraph of the help belongs to a question.
RULES = {
    "play": "playing",
    "take_card": "taking",
    "offer_card": "offering",
    "offer_face_down": "offering",
    "offer_from_supply": "offering",
    "choose_reward": "scoring",
    "choose_other": "scoring",
    "consult_oracle": "oracle",
    "take_from_altar": "oracle",
}
