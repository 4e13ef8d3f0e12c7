"""Questions and answers: their words, and what on the board stands for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ...engine import Amounts, Choice, Json, Kept, Player, Text, _, listed, ngettext
from ..offering import Need
from ..state import rules
from ..tables import COPY_WINE
from . import names
from .calls import after

#: Kinds whose choice is a card, and those whose choice is a deity.
_CARDS = {
    "keep_card": _("Keep: {cards}"),
    "put_back": _("Put back: {cards}"),
    "discard_card": _("Discard: {cards}"),
    "put_under": _("Put under: {cards}"),
}
_DEITIES = ("choose_shrine", "use_dragon", "keep_worship")


def prompt(kind: str, args: Sequence[Kept], view: Json, seat: int) -> Text:
    """The question a decision asks."""
    match kind, *args:
        case "offer", name:
            return Text(_("What do you offer to {deity}?"), deity=names.deity(name))
        case "copy", name, *price:
            food, coin, wine = (int(str(n)) for n in price)
            message = _("{player} called {deity} with {paid}. Do you copy this for {price}?")
            paid = {"food": food, "coin": coin, "wine": wine}
            return Text(
                message,
                player=Player(view["active"]),
                deity=names.deity(name),
                paid=names.goods(paid),
                price=names.goods({**paid, "wine": wine + COPY_WINE}),
            )
        case "raise_offering", name:
            return Text(
                _("Use Raise: lay 3 more goods from the supply on {deity}?"),
                deity=names.deity(name),
            )
        case "plunder_one", name:
            return Text(_("Which good do you take from {deity}?"), deity=names.deity(name))
        case "play_card", symbol:
            return Text(
                _("Play or upgrade a card: {symbol}"), symbol=Text(names.SYMBOLS[str(symbol)])
            )
        case "put_under", name:
            return Text(_("Which card do you put under {deity}?"), deity=names.deity(name))
        case "count_cards", *_offer, cards:
            counted = ngettext(
                "What does your card count as? A copy costs the same",
                "What do your {n} cards count as? A copy costs the same",
            )
            return Text(*counted, n=cards)
        case "discard_card", int(left) if left > 1:
            return Text(_("Which card do you discard? {n} in all"), n=left)
        case "choose_symbol", card:
            return Text(_("Which symbol of {card} counts?"), card=names.card(card, 2))
    return Text(rules.kinds[kind].prompt)


# Choices ------------------------------------------------------------------------------------------


def label(kind: str, args: Sequence[Kept], parts: Choice, view: Json) -> Text:
    """Words for a choice, or for the last part of the beginning of one."""
    if kind in _CARDS:
        return Text(_CARDS[kind], cards=names.cards(parts))
    if kind in _DEITIES:
        return Text(_("Decline")) if parts == ("decline",) else names.deity(parts[0])
    match kind, *parts:
        case "take_worship", "no":
            return Text(_("Take none"))
        case (("place" | "take_worship"), *_rest):
            return _place(parts, view)
        case "count_cards", food:
            return names.number("food", int(str(food)))
        case "count_cards", food, coin:
            return names.goods({"food": int(str(food)), "coin": int(str(coin))})
        case "offer", *_rest:
            return _offer(parts)
        case "copy", *_rest:
            return _copy(parts)
        case (("extra_good" | "plunder_one"), good):
            return Text(names.ONE[str(good)])
        case "raise_offering", *_rest:
            return _raise(parts)
        case "use_vision", "use":
            return Text(_("Use Vision"))
        case "use_vision", _:
            return Text(_("Keep Vision"))
        case "move_workers", *tracks:
            return _steps([names.WORKERS[str(track)] for track in tracks])
        case "trade_cards", "decline":
            return Text(_("Decline"))
        case "trade_cards", *tracks:
            return _steps([names.TRACKS[str(track)] for track in tracks])
        case "plunder", *_rest:
            return _plunder(parts, view)
        case "play_card", *_rest:
            return _develop(parts)
        case "choose_symbol", symbol:
            return Text(names.SYMBOLS[str(symbol)])
    raise ValueError((kind, parts))


def _place(parts: Choice, view: Json) -> Text:
    match parts:
        case ("harvest",):
            return Text(_("Harvest"))
        case ("harvest", good):
            area = view["areas"][good]
            return Text(
                _("Harvest: {goods} ({area})"),
                area=Text(names.AREAS[str(good)]),
                goods=names.number(str(good), area["next"] or 0),
            )
        case ("call",):
            return Text(_("Call a deity"))
        case ("call", name):
            need = view["park"][name]["need"]
            if need is None:
                return Text(_("Call: {deity}"), deity=names.deity(name))
            return Text(
                _("Call: {deity}, for {need}"),
                deity=names.deity(name),
                need=names.needed(Need(**need)),
            )
        case ("worship",):
            return Text(_("Take a worship card"))
        case ("worship", good):
            return Text(_("Take a worship card for {good}"), good=Text(names.ONE[str(good)]))
        case ("worship", one, other):
            paid = names.goods(Counter((str(one), str(other))))
            return Text(_("Take one of two worship cards for {paid}"), paid=paid)
    return Text(_("Pass for this season"))


def _offer(parts: Choice) -> Text:
    match parts:
        case ("just",) | ("just", Amounts()):
            return Text(_("Other goods …"))
        case ("more",) | ("more", Amounts()):
            return Text(_("Give more …"))
    paid: Any = parts[1]
    return Text(_("Give {paid}"), paid=names.goods(paid))


def then(kind: str, args: Sequence[Kept], choice: Choice, view: Json) -> Text | None:
    """What a choice leads to: what an offering makes of the next price."""
    if kind != "offer":
        return None
    paid: Any = choice[1]
    next_need = after(view, str(args[0]), paid)
    if next_need is None:
        return Text(_("Then it falls asleep"))
    return Text(_("The next call costs {need}"), need=names.needed(next_need))


def _copy(parts: Choice) -> Text:
    match parts:
        case ("no",):
            return Text(_("Do not copy"))
        case ("later",):
            return Text(_("Ask me after the others"))
        case ("copy",):
            return Text(_("Copy"))
        case ("copy", Amounts()):
            return Text(_("Copy for other goods …"))
    paid: Any = parts[1]
    return Text(_("Copy for {paid}"), paid=names.goods(paid))


def _raise(parts: Choice) -> Text:
    match parts:
        case ("raise",):
            return Text(_("Use Raise"))
        case ("raise", food):
            return names.goods({"food": int(str(food))})
        case ("raise", food, coin):
            return Text(
                _("Lay {goods}"),
                goods=names.goods({"food": int(str(food)), "coin": int(str(coin))}),
            )
    return Text(_("Keep Raise"))


def _steps(tracks: Sequence[str]) -> Text:
    """ "Food, 2 steps" or "Food, Wine"."""
    if len(tracks) > 1 and len(set(tracks)) == 1:
        return Text(_("{track}, {n} steps"), track=Text(tracks[0]), n=len(tracks))
    return listed(map(Text, tracks))


def _plunder(parts: Choice, view: Json) -> Text:
    match parts:
        case ("each",):
            return Text(_("One good from each other deity"))
        case ("all",):
            return Text(_("All of one kind from one deity"))
        case ("all", name):
            return names.deity(name)
    _all, name, good = parts
    number = view["park"][name]["goods"][good]
    return Text(
        _("{goods} from {deity}"), goods=names.number(str(good), number), deity=names.deity(name)
    )


def _develop(parts: Choice) -> Text:
    match parts:
        case ("play",):
            return Text(_("Play a card"))
        case ("play", card):
            return Text(_("Play: {card}"), card=names.card(card))
        case ("upgrade",):
            return Text(_("Upgrade a card"))
        case ("upgrade", card):
            message = _("Upgrade: {card} to {upgraded}")
            return Text(message, card=names.card(card), upgraded=names.card(card, 2))
    return Text(_("Decline"))


# Things on the board ------------------------------------------------------------------------------


def target(kind: str, args: Sequence[Kept], parts: Choice) -> str | None:
    """What on the board stands for the last of these parts."""
    if kind in _CARDS:
        return f"card-{parts[-1]}"
    match kind, *parts:
        case "place", "harvest", good:
            return f"area-{good}"
        case ("place", "call", name) | ("plunder", "all", name):
            return f"deity-{name}"
        case (("place" | "take_worship"), "worship"):
            return "worship"
        case (("choose_shrine" | "use_dragon"), name) if name != "decline":
            return f"deity-{name}"
        case "keep_worship", name:
            return f"worship-{name}"
        case "move_workers", *tracks:
            return f"worker-{tracks[-1]}"
        case "trade_cards", *tracks if parts != ("decline",):
            return f"track-{tracks[-1]}"
        case "play_card", _, card:
            return f"card-{card}"
    return None


# Standing instructions ----------------------------------------------------------------------------


def instruction(kind: str, parts: Choice) -> Text:
    """Words for a standing instruction, or for the last part of the beginning of one."""
    match kind, *parts:
        case "use_vision", *_rest:
            return label(kind, (), parts, {})
        case "take_worship", _:
            return Text(_("Take none after my pawn"))
        case "take_worship", _, season:
            return Text(_("Take none after my pawn in season {season}"), season=season)
        case "copy", "never":
            return Text(_("Never copy"))
        case "copy", "never", season:
            return Text(_("Never copy in season {season}"), season=season)
        case "copy", "ask":
            return Text(_("Ask me each time"))
        case "copy", "copy":
            return Text(_("Copy a deity"))
        case "copy", _, name:
            return Text(_("Copy {deity}"), deity=names.deity(name))
        case "copy", _, name, limit:
            return _limit(name, limit)
        case "copy", _, name, limit, otherwise:
            message = _("{copy}; otherwise ask me")
            if otherwise == "never":
                message = _("{copy}; otherwise say no")
            return Text(message, copy=_limit(name, limit))
    raise ValueError((kind, parts))


def _limit(name: object, limit: object) -> Text:
    return Text(
        *ngettext(
            "Copy {deity} for at most {n} good",
            "Copy {deity} for at most {n} goods",
        ),
        deity=names.deity(name),
        n=limit,
    )
