"""A player that is a program: it tries each choice on a sample, with the best of what it has to
choose next, and takes the one after which its position looks best.

Weights are points; they are guesses that were tried against random players and each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from ..engine import Choice, Decision, Game, Kept, Levels, Measured, Seen
from .copying import copiers
from .final import temple_points, undecided, values
from .offering import callable_deities, need
from .payments import Offered, affordable, means
from .reconstructed import CARDS, SYMBOLS, TRACKS, VILLAGE
from .state import Bomarzo, Deity, Played, rules
from .tables import CATEGORIES, COIN, FOOD, FULFILLED, GOODS, PLACES, SEASONS, UNFULFILLED

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
    "discard_card",
    "keep_worship",
    "copy",
)
"""Kinds of decisions whose choices are tried out."""

BEGUN = ("discard_card", "choose_shrine", "use_dragon", "plunder")
"""Those of them whose value depends only on what is chosen after them."""

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
COPY_MARGIN = 0.1
"""How much better a copy has to be than none."""
SHUT_OUT = 0.3
"""What it is worth that one more opponent cannot call a deity any more."""
SPOILS = 0.25
"""What it costs to offer a good that Orco may take."""
UNKNOWN_WORSHIP = 3
"""The average worth of a card that another player put under a deity."""
WORSHIP: Choice = ("worship",)
WORSHIP_CARDS = 2

rules.levels = Levels(
    easy=6,
    rollouts=200,
    measured=(
        Measured("good", 2, 100, 0.755, 0.6623, 0.8288),
        Measured("good", 3, 100, 0.5983, 0.5003, 0.689),
        Measured("good", 4, 100, 0.5, 0.4038, 0.5962),
        Measured("strong", 2, 100, 0.665, 0.5679, 0.7499),
        Measured("strong", 3, 100, 0.7633, 0.6712, 0.8359),
        Measured("strong", 4, 100, 0.5275, 0.4305, 0.6225),
    ),
    tells_losses=False,
)


@rules.bot
def gardener(seen: Seen) -> Choice:
    """Plans one action ahead, wants early pawns, and keeps its goods for the majorities."""
    choice = promising(seen.sample(), seen.decision, seen.choices)[0]
    return seen.decision.example(choice)


@rules.worth
def position_worth(game: Game[Bomarzo], seat: int) -> float:
    return worth(game.state, seat)


@rules.horizon
def season(game: Game[Bomarzo]) -> int:
    return game.state.season


@rules.candidates
def promising(game: Game[Bomarzo], decision: Decision, choices: list[Choice]) -> list[Choice]:
    """The choices, those first after which the position is worth most; an early worship card before
    all, and where it goes by a rule of thumb, its choice."""
    seat, kind, state = decision.seat, decision.kind, game.state
    if kind not in TRIED or not state.season:
        first = simple(kind, choices, state, seat, decision.args)
        return [first, *(choice for choice in choices if choice != first)]
    tried = [choice for choice in choices if choice[0] not in ("worship", "later")]
    found = ranked(game, seat, tried, settle=True)
    if kind == "place" and WORSHIP in choices:
        return [WORSHIP, *found] if wants_worship(state, seat) else [*found, WORSHIP]
    return found


def decide(game: Game[Bomarzo], decision: Decision) -> Choice:
    """A whole answer within a trial, tried out or by rule of thumb: of several cards to discard the
    last alone is tried, since all their orders are too many."""
    seat, kind, choices = decision.seat, decision.kind, decision.choices
    more_to_discard = kind == "discard_card" and decision.args[0] != 1
    if kind in TRIED and game.state.season and not more_to_discard:
        choice = ranked(game, seat, choices, settle=kind in BEGUN)[0]
    else:
        choice = simple(kind, choices, game.state, seat, decision.args)
    return decision.example(choice)


def ranked(game: Game[Bomarzo], seat: int, choices: list[Choice], *, settle: bool) -> list[Choice]:
    """The choices in the order of what the seat's position is worth after them, with what it has
    to add to them; of equal ones that which costs the least liked cards."""

    def worth_after(choice: Choice) -> float:
        after = game.copy()
        decision = after.decision(seat)
        assert decision
        after.choose(seat, decision.example(choice))
        if settle:
            go_on(after, seat)
        return worth(after.state, seat) - (COPY_MARGIN if choice[0] == "copy" else 0.0)

    if len(choices) < 2:
        return choices
    if choices[0][0] in CARDS:
        choices = sorted(choices, key=lambda choice: liking(choice[0]))
    return sorted(choices, key=lambda choice: -worth_after(choice))


def go_on(game: Game[Bomarzo], seat: int) -> None:
    """Make the choices that belong to the action begun, as if nobody else copied it."""
    for decision in game.decisions():
        if decision.kind == "copy" and decision.seat != seat:
            game.choose(decision.seat, ("no",))
    while (own := game.decision(seat)) and own.kind not in ("place", "copy"):
        game.choose(seat, decide(game, own))


def simple(
    kind: str, choices: list[Choice], state: Bomarzo, seat: int, args: Sequence[Kept]
) -> Choice:
    """Return a choice by rule of thumb."""
    if kind == "discard_card":
        return min(choices, key=lambda choice: liking(choice[0]))
    if kind == "keep_card":
        return max(choices, key=lambda choice: liking(choice[0]))
    if kind == "move_workers":
        return ("pawn", "pawn")
    if kind == "put_back":
        return min(choices, key=lambda choice: sum(map(liking, choice)))
    if kind == "raise_offering":
        return max(choices, key=lambda choice: raising(state, seat, str(args[0]), *choice))
    if kind == "count_cards":
        return min(choices, key=lambda choice: copied(state, seat, args, *choice))
    return choices[0]


def raising(
    state: Bomarzo, seat: int, name: str, _what: str, food: int = 0, coin: int = 0
) -> float:
    """Value laying this much more on a deity: the opponents that it shuts out, less what Orco may
    take, or more if only this seat may take it."""
    now = state.park[name]
    goods = {**now.goods, FOOD: now.goods[FOOD] + food, COIN: now.goods[COIN] + coin}
    raised = Deity(mossy=now.mossy, goods=goods, pawns=now.pawns)
    others = [other for other in range(state.players) if other != seat and not state.passed[other]]
    shut_out = sum(can_call(state, other, name, now) for other in others)
    shut_out -= sum(can_call(state, other, name, raised) for other in others)
    orco = state.park["orco"]
    spoils = max(goods[FOOD], goods[COIN]) - max(now.goods[FOOD], now.goods[COIN])
    if name == "orco":
        spoils = 0
    elif not any(can_call(state, other, "orco", orco) for other in others):
        spoils = -spoils if can_call(state, seat, "orco", orco) else 0
    return SHUT_OUT * shut_out - SPOILS * spoils


def can_call(state: Bomarzo, seat: int, name: str, deity: Deity) -> bool:
    """Whether a seat could call a deity as it is now."""
    return (
        not deity.asleep
        and name in callable_deities(state, seat)
        and affordable(means(state, seat), need(name, deity))
    )


def copied(state: Bomarzo, seat: int, offer: Sequence[Kept], food: int, coin: int) -> int:
    """Return how many others could copy a call if the offered cards counted as this much."""
    name, *paid = offer
    of_food, of_coin, wine, _cards = (int(str(n)) for n in paid)
    return len(copiers(state, seat, str(name), Offered(of_food + food, of_coin + coin, wine)))


def liking(card: str) -> float:
    """Rate how much a seat wants to keep a card."""
    face = CARDS[card]
    return sum(face.first_steps) + sum(face.second_steps) + len(face.symbols) + bool(face.extra)


def wants_worship(state: Bomarzo, seat: int) -> bool:
    return state.season <= SEASONS // 2 and len(state.worship[seat]) < WORSHIP_CARDS


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
    """What each deity may pay the seat, at the order that the cards under them may bring about."""
    order = sorted(state.order, key=lambda name: -worship_seen(state.park[name], seat))
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


def worship_seen(deity: Deity, seat: int) -> int:
    """Estimate the total of the cards under a deity; a seat knows only its own."""
    return sum(
        CARDS[card].worship if layer == seat else UNKNOWN_WORSHIP for card, layer in deity.under
    )


def chance(lead: float, doubt: float) -> float:
    """Return how likely a lead lasts; a tie counts as a lead."""
    return 1 / (1 + exp(-(lead + 0.4) / doubt))
