"""The words of Bali, and which things on the board stand for which choices.

The drawing is in ``templates/``. There is no ``panel.html``: the board shows what players have.

Targets (``kind``: rice …, ``card``: kinds, stonemason, priest, shrine; rows and seats from 0):

``row-2``                the front card of a row: taking it; marked when it was dealt or scored
``demon``                the demon, marked when it moved
``play-shrine``          a card of the own hand: playing it (a farmer: then how many), discarding it
``supply-rice``          the stack of an offering kind: buying, offering, taking in place of another
``offer-rice``           the own offering cards of a kind: offering one
``altar``                the altar: looking at it; marked when something was put on or taken off it
``altar-1``              a card of the altar shown by a look, 1 is the top: taking it
``display-0-rice``       the cards of a kind that lie before a seat, marked when they became more
``stones-0``, ``points-0``, ``offerings-0``   what a seat has, marked when it became more
"""

from __future__ import annotations

from ...engine import Choice, Json, Part, Text, _
from .. import tables
from ..final import values
from ..scoring import gains, sole_majority
from ..state import rules
from ..tables import CARDS, FARMER_PRICE, HAND, KINDS, SHRINE, SHRINE_PRICE
from . import names
from .about import RULES as RULES
from .about import about as about
from .lessons import LESSONS as LESSONS
from .lines import LINES as LINES
from .lines import join as join
from .lines import marks as marks
from .lines import moved as moved
from .names import (
    CARD,
    CARDS_OF,
    GOODS,
    OFFERING,
    SOURCES,
    ends_game,
    points,
    stones,
    titled,
    what_follows,
)
from .terms import TERMS as TERMS
from .tips import TIPS as TIPS

#: Cards on the altar by kind, and what each kind is then worth: rows of a table in the help.
_ALTARS = (
    *((7, 5, 4, 2), (3, 4, 4, 5), (5, 5, 3, 3)),
    *((4, 4, 4, 6), (4, 4, 4, 4), (6, 2, 0, 0)),
)
FIGURES = {
    "DECK": tables.DECK,
    "altars": [(altar, values(dict(zip(KINDS, altar, strict=True))).values()) for altar in _ALTARS],
}
REGIONS: tuple[str, ...] = ("symbols", "village", "hand", "altar", "displays")
PICTURE: tuple[tuple[str, ...], ...] = (("village", "hand"), ("altar", "displays"))
#: The printed game, and how long one lasts here.
#: What the log says of a seat that passes.
PASSES = ("passed_oracle",)

FACTS = {
    "author": "Klaus-Jürgen Wrede",
    "publisher": "White Goblin Games",
    "link": "https://www.whitegoblingames.nl/",
    "year": 2017,
    "bgg": 233956,
    "weight": 2,
    "moves": (20, 55),
    "days": (7, 20),
}
#: An event, what it tells, the regions that show it, and the words.
FIRST_STEPS: tuple[tuple[str, Json, tuple[str, ...], str], ...] = (
    ("played", {}, ("displays",), _("Play a card from your hand, or farmers of one kind.")),
    (
        "took",
        {},
        ("village",),
        _("Take front cards from the village until you hold three cards again."),
    ),
    (
        "scored",
        {},
        ("displays",),
        _(
            "The card that you uncovered last is scored for everyone: points, stones or offering "
            "cards."
        ),
    ),
    ("bought", {}, ("altar",), _("Buy offering cards; your farmers make them cheaper.")),
    (
        "offered",
        {},
        ("altar",),
        _(
            "After a shrine is played, everyone offers a card. The most common kind on "
            "the altar is worth most."
        ),
    ),
)

# The table's words -------------------------------------------------------------------------------


def prompt(kind: str, args: Choice, view: Json, seat: int) -> Text:
    if kind == "play" and not args[0]:
        return Text(_("Buy an offering card, if you like; then play cards"))
    if kind == "take_card":
        left = HAND - view["seats"][seat]["cards"]
        if left == 1:
            return Text(_("Take your last card; the new front card of its row is scored"))
        return Text(_("Take the front card of a row ({n} still to take)"), n=left)
    return Text(rules.kinds[kind].prompt)


def label(kind: str, args: Choice, parts: Choice, view: Json) -> Text:
    if kind == "play":
        return _label_play(parts, view)
    first = parts[0]
    me = view["me"]
    if kind == "take_card":
        row = view["rows"][first]
        took = Text(
            _("Take: {card} from row {row}"), card=Text(CARD[row["cards"][-1]]), row=int(first) + 1
        )
        if view["seats"][me]["cards"] < HAND - 1 and not ends_game(view, int(first)):
            return took
        then = what_follows(view, int(first))
        return Text(_("{choice} – {then}"), choice=took, then=then)
    if kind == "choose_reward":
        number = gains([seat["display"] for seat in view["seats"]], SHRINE)[me]
        reward = points(number) if first == "points" else stones(number)
        return Text(_("Take {reward}"), reward=reward)
    if kind == "consult_oracle":
        if first == "look":
            return Text(_("Look at the altar and take a card"))
        return Text(_("Do not look"))
    if kind == "take_from_altar":
        seen = Text(OFFERING[view["altar"]["seen"][int(first) - 1]])
        return Text(_("Take: {offering} (card {n} from the top)"), offering=seen, n=first)
    return Text(_GIVE_OR_TAKE[kind], offering=Text(OFFERING[str(first)]))


_GIVE_OR_TAKE = {
    "offer_card": _("Offer: {offering}"),
    "offer_face_down": _("Offer face down: {offering}"),
    "offer_from_supply": _("Offer from the supply: {offering}"),
    "choose_other": _("Take: {offering}"),
}


def _label_play(parts: Choice, view: Json) -> Text:
    what = parts[0]
    if what == "discard":
        return Text(_("Put a shrine into the box (you cannot pay for it)"))
    if len(parts) == 1:
        return Text(_("Buy")) if what == "buy" else Text(_("Play"))
    card = str(parts[1])
    if what == "buy":
        price = view["seats"][view["me"]]["prices"][card]
        if not price:
            return Text(_("Take for free: {offering}"), offering=Text(OFFERING[card]))
        return Text(
            _("Buy: {offering} for {stones}"), offering=Text(OFFERING[card]), stones=stones(price)
        )
    if card in KINDS and len(parts) == 2:
        return Text(_("Play: {cards}"), cards=Text(CARDS_OF[card]))
    number = int(parts[2]) if len(parts) == 3 else 1
    price = SHRINE_PRICE if card == SHRINE else FARMER_PRICE[number]
    played = titled(card, number)
    if not price:
        return Text(_("Play: {cards}"), cards=played)
    return Text(_("Play: {cards} for {stones}"), cards=played, stones=stones(price))


def target(kind: str, args: Choice, parts: Choice) -> str | None:
    last = parts[-1]
    if kind == "play":
        if last == "discard":
            return f"play-{SHRINE}"
        if len(parts) != 2:
            return None
        return f"supply-{last}" if parts[0] == "buy" else f"play-{last}"
    if kind == "take_card":
        return f"row-{last}"
    if kind in ("offer_card", "offer_face_down"):
        return f"offer-{last}"
    if kind in ("offer_from_supply", "choose_other"):
        return f"supply-{last}"
    if kind == "take_from_altar":
        return f"altar-{last}"
    return "altar" if last == "look" else None


def source(name: str) -> Text:
    return Text(SOURCES[name])


def instruction(kind: str, parts: Choice) -> Text:
    last: Part = parts[-1]
    if kind == "choose_reward":
        return Text(_("Take points")) if last == "points" else Text(_("Take stones"))
    if last == "most":
        return Text(_("Offer what I have most of"))
    offering = Text(GOODS[str(last)])
    if kind == "offer_card":
        return Text(_("Offer {offering} if I have it"), offering=offering)
    return Text(_("Take {offering} if it is left"), offering=offering)


def board(view: Json) -> Json:
    """``names``, to be translated in the templates; ``tables``, the figures of the rulebook;
    ``sole``: {card: the seat that alone has most of it, or None}.

    What never changes is given as modules: of plain data each value that a template reads would be
    compared before its drawing is used again."""
    displays = [seat["display"] for seat in view["seats"]]
    return {
        "names": names,
        "tables": tables,
        "sole": {card: sole_majority(displays, card) for card in CARDS},
    }
