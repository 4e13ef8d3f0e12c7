"""What a thing on the board is for and what it is worth now, and where the help says more."""

from __future__ import annotations

from collections.abc import Callable

from ...engine import Json, Player, Text, _, listed, ngettext
from ..deck import CARD_KINDS
from ..expansions.prophecies import BUILDER, SUPPLY
from ..tables import STONES_TAKEN
from . import names
from .board import points_at, worth

About = tuple[Text, str]

#: What each site does with stones.
_SITES = {
    "market": _("Each stone delivered here takes a card for its owner."),
    "pyramid": _("A stone delivered here scores at once."),
    "temple": _("Stones visible from above score at the end of every round."),
    "tomb": _("Stones here score at the end of the game."),
    "obelisks": _("Stones here score at the end of the game."),
}
#: The sides that do otherwise.
_SIDES = {
    ("temple", "B"): _(
        "Stones visible from above give points, cards or stones at the end of every round."
    ),
    ("tomb", "D"): _(
        "A stone delivered here scores its tile at once; the rows score at the end of the game."
    ),
    ("obelisks", "D"): _SITES["pyramid"],
}
_SAILS = _(
    "It carries enough stones to sail. Any player may sail it, with or without a stone of their "
    "own on board."
)
_NEW_CARDS = frozenset(("sledge", "private_quarry", "stone_decoration", "raft", "gangplank"))


def about(target: str, view: Json) -> About | None:
    """Words for the card of a thing, and the paragraph of the help on it."""
    what, *where = target.split("-")
    tell = _THINGS.get(what)
    return tell(view, *where) if tell else None


def _quarry(view: Json) -> About:
    if view["seats"][0]["quarry"] is None:
        return Text(_("Take up to {n} stones; they never run out."), n=STONES_TAKEN), "turn"
    left = [
        Text(_("{player}: {n}"), player=Player(i), n=seat["quarry"])
        for i, seat in enumerate(view["seats"])
    ]
    message = _("Take up to {n} of your stones to your supply. Left in the quarry: {left}.")
    return Text(message, n=STONES_TAKEN, left=listed(left)), "turn"


def _boat(view: Json, number: str, *field: str) -> About:
    boat = view["boats"][int(number)]
    if field:
        return _place(boat, int(field[1]))
    if boat["site"]:
        to_site = Text(names.TO_SITES[boat["site"]])
        return Text(_("It sailed {to_site} this round."), to_site=to_site), "boats"
    loaded = sum(stone is not None for stone in boat["stones"])
    if loaded >= boat["minimum"]:
        return Text(_SAILS), "boats"
    return Text(
        *ngettext("It needs {n} more stone to sail.", "It needs {n} more stones to sail."),
        n=boat["minimum"] - loaded,
    ), "boats"


def _place(boat: Json, field: int) -> About:
    stones = boat["stones"]
    before = sum(stone is not None for stone in stones[:field])
    if stones[field] is None:
        message = _(
            "A free place. As the boat is loaded now, a stone here would be number {n} to be "
            "unloaded."
        )
        return Text(message, n=before + 1), "boats"
    owner = Player(stones[field]["seat"])
    message = _("{player}'s stone: number {n} to be unloaded from this boat.")
    return Text(message, player=owner, n=before + 1), "boats"


def _site(view: Json, site: str) -> About:
    side = view.get("boards", {}).get(site, {}).get("side", "A")
    anchor = site if side == "A" else f"{'sides' if side == 'B' else 'house'}-{site}"
    what = Text(_SIDES.get((site, side), _SITES[site]))
    if site == "market":
        return what, anchor
    by_seat = [
        Text(_("{player}: {n}"), player=Player(seat), n=n)
        for seat, n in enumerate(points_at(view, site))
    ]
    scored = _("{what} Scored so far: {points}.")
    forecast = _("{what} If the game ended now: {points}.")
    paid = site in ("pyramid", "temple") or (site, side) == ("obelisks", "D")
    message = scored if paid else forecast
    return Text(message, what=what, points=listed(by_seat)), anchor


def _card(view: Json, name: str) -> About:
    """A card of the active player's hand."""
    holders = [seat for seat in view["seats"] if _copies(seat, name)]
    return _worth_now(Text(names.CARD_TEXTS[name]), name, holders, view)


def _market(view: Json, slot: str) -> About:
    cards = view["market"]
    if int(slot) >= len(cards):
        if view["boards"]["market"]["packet"] == 1:
            return Text(_("One card lies here face down.")), "sides"
        return Text(_("Two cards lie here face down: look at both and keep one.")), "sides"
    card = cards[int(slot)]
    if card is None:
        return Text(_("The card that lay here was taken.")), "market"
    return _worth_now(Text(""), card["name"], [], view)


def _looking(view: Json, number: str) -> About:
    return _worth_now(Text(""), view["looking"][int(number)]["name"], [], view)


def _worth_now(text: Text, name: str, holders: list[Json], view: Json) -> About:
    """The text, and what one such card scores as things stand."""
    anchor = "new_cards" if name in _NEW_CARDS else "cards"
    if CARD_KINDS[name].colour not in ("green", "blue"):
        return text, anchor
    seat = holders[0] if holders else view["seats"][view["active"]]
    points = worth(name, 1, seat, view["sites"])
    message = ngettext("{text} Worth {n} point now.", "{text} Worth {n} points now.")
    return Text(*message, text=text, n=points), anchor


def _copies(seat: Json, name: str) -> int:
    return sum(card["name"] == name for card in seat["cards"])


def _supply(view: Json, seat: str) -> About:
    held = view["seats"][int(seat)]
    message = _("{n} of {limit} stones. They wait here until they are loaded.")
    return Text(message, n=len(held["supply"]), limit=held["limit"]), "turn"


def _cards(view: Json, seat: str) -> About:
    player = Player(int(seat))
    return Text(_("{player}'s market cards."), player=player), "cards"


def _deck(view: Json) -> About:
    return Text(
        *ngettext("{n} card is left in it.", "{n} cards are left in it."), n=view["deck"]
    ), "cards"


def _pyramid(view: Json, number: str) -> About:
    return Text(_("The owner of a stone chooses which of the three it goes to.")), "sides"


def _column(view: Json, number: str) -> About:
    return Text(_("The owner of a stone chooses its column.")), "house"


def _private(view: Json, *rest: str) -> About:
    return Text(_("Sails once per game, with one stone. 1 point if it never does.")), "private"


def _wager(view: Json, site: str, field: str) -> About:
    points = view["wagers"]["worth"][site][int(field)]
    message = ngettext(
        "As things stand, it scores {n} point.", "As things stand, it scores {n} points."
    )
    return Text(*message, n=points), "wagers"


def _favour(view: Json, name: str) -> About:
    return Text(""), "favour"


def _prophecy(view: Json, name: str) -> About:
    number = {"supply": SUPPLY, "builder": BUILDER}.get(name)
    task = Text(PROPHECIES[name], number=number)
    fulfilled = [
        Player(seat) for seat, yes in enumerate(view["prophecies"]["fulfilled"][name]) if yes
    ]
    if not fulfilled:
        return Text(_("{task} Nobody fulfils it now."), task=task), "prophecies"
    return Text(_("{task} Fulfilled now by: {players}."), task=task, players=listed(fulfilled)), (
        "prophecies"
    )


#: As ``names.PROPHECY_TEXTS``, with the number as texts take it.
PROPHECIES = {
    **names.PROPHECY_TEXTS,
    "supply": _("At the end of the game, have {number} or more stones in your supply."),
    "builder": _(
        "At the end of the game, have {number} or more stones at each of the four monuments."
    ),
}

_THINGS: dict[str, Callable[..., About]] = {
    "quarry": _quarry,
    "boat": _boat,
    "site": _site,
    "card": _card,
    "market": _market,
    "looking": _looking,
    "supply": _supply,
    "cards": _cards,
    "deck": _deck,
    "pyramid": _pyramid,
    "column": _column,
    "private": _private,
    "wager": _wager,
    "favour": _favour,
    "prophecy": _prophecy,
}

#: Which paragraph of the help belongs to a question.
RULES = {
    "take_action": "turn",
    "take_action_hidden": "turn",
    "take_market_card": "market",
    "keep_card": "sides",
    "buy_market_card": "house",
    "choose_pyramid": "sides",
    "choose_column": "house",
    "temple_reward": "sides",
    "load_stone": "cards",
    "load_more": "boats",
    "load_and_sail": "cards",
    "sail_in_order": "cards",
    "unload_next": "cards",
    "raft_stone": "new_cards",
    "sail_after": "new_cards",
    "take_for_favour": "favour",
    "load_before_reordering": "favour",
    "load_before_sailing": "favour",
    "sail_for_favour": "favour",
}
