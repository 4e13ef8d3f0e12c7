"""A player that is a program: it tries each choice on a sample, with the best of what it has to
choose next, and takes the one after which its position looks best.

Weights are points; they are guesses that were tried against random players and each other.
"""

from __future__ import annotations

from math import exp

from ..engine import Choice, Game, Json, Seen
from .final import temple_points, undecided, values
from .reconstructed import CARDS, SYMBOLS, TRACKS, VILLAGE
from .state import Bomarzo, Played, rules
from .tables import CATEGORIES, FULFILLED, GOODS, PLACES, PLAYS, SEASONS, UNFULFILLED

TRIED = (
    "place",
    "play_card",
    "move_workers",
    "trade_cards",
    "plunder",
    "plunder_one",
    "choose_shrine",
    "use_dragon",
    "put_under",
    "choose_symbol",
)
"""Kinds of decisions whose choices are tried out."""

INCOME = {"food": 0.13, "coin": 0.13, "wine": 0.17, "card": 0.25, "pawn": 0.9}
"""What a symbol of the village is worth for each season to come."""
PAWN = 0.3
"""What a pawn that is still to be placed is worth."""
HELD = {"food": 0.06, "coin": 0.06, "wine": 0.12, "card": 0.22}
UPGRADE = 0.13
"""What a played card is worth for each season in which it may be upgraded."""
ABILITY = 0.12
DOUBT = {**dict.fromkeys(TRACKS, 0.35), **dict.fromkeys(SYMBOLS, 0.15), "food": 0.9, "coin": 0.9}
"""How much each season to come may change a lead in a category."""
COPY_LIMIT = 5
"""The most goods a copy may cost, wine included."""
WORSHIP_CARDS = 2


@rules.bot
def gardener(seen: Seen) -> Choice:
    """Plans one action ahead, wants early pawns, and keeps its goods for the majorities."""
    kind = seen.decision.kind
    if kind in TRIED and (game := seen.sample()).state.season:
        choices = seen.choices
        if kind == "place":
            choices = [choice for choice in choices if choice[0] != "worship"]
            if len(choices) < len(seen.choices) and wants_worship(seen.view):
                return ("worship",)
        return best(game, seen.seat, choices, settle=True)
    return seen.decision.example(simple(kind, seen.choices, seen.view))


def best(game: Game[Bomarzo], seat: int, choices: list[Choice], *, settle: bool) -> Choice:
    """The choice after which, with what it has to add to it, the seat's position is worth most."""

    def worth_after(choice: Choice) -> float:
        after = game.copy()
        after.choose(seat, choice)
        if settle:
            go_on(after, seat)
        return worth(after.state, seat)

    return max(choices, key=worth_after) if len(choices) > 1 else choices[0]


def go_on(game: Game[Bomarzo], seat: int) -> None:
    """Make the choices that belong to the action begun."""
    while (decision := game.decision(seat)) and decision.kind not in ("place", "copy"):
        if decision.kind in TRIED:
            choice = best(game, seat, decision.choices, settle=False)
        else:
            choice = simple(decision.kind, decision.choices, game.view(seat))
        game.choose(seat, decision.example(choice))


def simple(kind: str, choices: list[Choice], view: Json) -> Choice:
    """A choice by rule of thumb."""
    if kind == "keep_card":
        return max(choices, key=lambda choice: liking(choice[0]))
    if kind == "move_workers":
        return ("pawn", "pawn")
    if kind in ("discard_card", "put_back"):
        return min(choices, key=lambda choice: sum(map(liking, choice)))
    if kind == "raise_offering":
        return choices[-1]
    if kind == "copy":
        return copying(choices, view)
    return choices[0]


def liking(card: str) -> float:
    """How gladly a card is kept."""
    face = CARDS[card]
    return sum(face.first_steps) + sum(face.second_steps) + len(face.symbols) + bool(face.extra)


def copying(choices: list[Choice], view: Json) -> Choice:
    """Copies what is cheap and of use."""
    asked = view["copying"]
    price = asked["food"] + asked["coin"] + asked["wine"] + 2
    symbol = PLAYS.get(asked["deity"])
    own = view["seats"][view["me"]]
    cards = [*own["hand"], *(card["card"] for card in own["played"] if card["level"] == 1)]
    useful = symbol is None or any(symbol in CARDS[card].symbols for card in cards)
    if price <= COPY_LIMIT and useful and asked["deity"] != "drago":
        return choices[-1]
    return ("no",)


def wants_worship(view: Json) -> bool:
    return view["season"] <= SEASONS // 2 and len(view["worship"]["own"]) < WORSHIP_CARDS


def worth(state: Bomarzo, seat: int) -> float:
    """What a seat's position seems to be worth, in points."""
    left = 0 if state.result else SEASONS - state.season
    goods, cards = state.goods[seat], state.played[seat]
    total = float(sum(owner == seat for _track, _space, owner in state.firsts))
    total += temple_points(cards) + sum(of_category(state, seat, left))
    total += sum(HELD[good] * goods[good] for good in GOODS)
    total += HELD["card"] * len(state.hands[seat]) * min(left, 4) / 4
    total += sum(of_played(card, left) for card in cards)
    total += PAWN * state.pawns[seat] * (not state.passed[seat])
    for track, spaces in VILLAGE.items():
        at = state.workers[seat][track]
        reached = sum(space <= at for space in spaces)
        before = max((space for space in (0, *spaces) if space <= at), default=0)
        beyond = [space for space in spaces if space > at]
        part = (at - before) / (beyond[0] - before) if beyond else 0.0
        total += INCOME[track] * left * (reached + 0.6 * part)
    return total


def of_played(card: Played, left: int) -> float:
    if card.level == 1:
        return UPGRADE * left
    extra = card.face.extra
    return INCOME.get(extra, ABILITY if extra else 0.0) * left


def of_category(state: Bomarzo, seat: int, left: int) -> list[float]:
    """What each deity may pay the seat, at the order that its own cards would bring about."""
    own = {
        name: sum(CARDS[card].worship for card, layer in deity.under if layer == seat)
        for name, deity in state.park.items()
    }
    order = sorted(state.order, key=lambda name: -own[name])
    found = []
    for position, name in enumerate(order):
        category = CATEGORIES[name]
        all_values = [value + 0.01 * arrival for value, arrival in values(state, category)]
        if category in SYMBOLS:
            all_values = [
                value
                + 0.6 * sum(undecided(card) and category in card.face.symbols for card in cards)
                for value, cards in zip(all_values, state.played, strict=True)
            ]
        mine = all_values[seat]
        others = sorted(
            (value for other, value in enumerate(all_values) if other != seat), reverse=True
        )
        doubt = 0.3 + DOUBT[category] * (left + 0.5)
        first, second = PLACES[position]
        lead = chance(mine - others[0], doubt) if mine or left else 0.0
        points = first * lead
        if len(others) > 1:
            follow = chance(mine - others[1], doubt) if mine or left else 0.0
            points += second * (follow - lead) if follow > lead else 0.0
        if name in state.worship[seat]:
            points += UNFULFILLED + (FULFILLED - UNFULFILLED) * lead
        found.append(points)
    return found


def chance(lead: float, doubt: float) -> float:
    """How likely a lead lasts; a tie is as good as a lead."""
    return 1 / (1 + exp(-(lead + 0.4) / doubt))
