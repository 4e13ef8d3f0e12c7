"""How rollouts play on: by rules of thumb that copy no game, so that a whole game is quick.

What a step or a symbol is worth is how much it changes the chance to be first in its category; all
else are guesses in points.
"""

from __future__ import annotations

from random import Random

from ..engine import Choice, Decision, Game
from .bot import DOUBT, INCOME, UPGRADE, chance, liking, simple
from .final import values
from .offering import need
from .reconstructed import CARDS, TRACKS, VILLAGE, Card
from .state import Bomarzo, rules
from .tables import CATEGORIES, COIN, FOOD, GOODS, HARVEST, PLACES, PLAYS, SEASONS, WINE

GOOD = {FOOD: 0.24, COIN: 0.24, WINE: 0.34}
"""What a good is worth for what it pays, while seasons are to come."""
CARD = 0.35
TEMPLE = 0.45
SHRINE = 0.5
HASTE = 0.5
"""At most this much is added by lot, because the hands and plans of others are unknown."""

WEIGHED = (
    "place",
    "play_card",
    "move_workers",
    "trade_cards",
    "discard_card",
    "put_under",
    "choose_shrine",
    "use_dragon",
    "choose_symbol",
)
"""Kinds of decisions for which a seat makes up its mind; all else goes by rules of thumb."""


class Mind:
    """What a seat thinks of a position."""

    def __init__(self, state: Bomarzo, seat: int) -> None:
        self.state, self.seat = state, seat
        self.left = SEASONS - state.season
        self.unit: dict[str, float] = {}
        self.ahead: dict[str, float] = {}
        for position, name in enumerate(state.order):
            category = CATEGORIES[name]
            of_all = [value for value, _arrival in values(state, category)]
            mine = of_all.pop(seat)
            lead = mine - max(of_all)
            doubt = 0.3 + DOUBT[category] * (self.left + 0.5)
            gain = chance(lead + 1, doubt) - chance(lead, doubt)
            self.unit[category] = max(PLACES[position][0], 0.5 * (self.left > 2)) * gain
            self.ahead[name] = lead / doubt
        last = min(1.0, self.left / 2)
        self.good = {
            good: last * GOOD[good] + self.unit.get(good, 0.0) / (1 + self.left) for good in GOODS
        }

    def of_place(self, what: str, name: str = "", *_more: str) -> float:
        """What a pawn in an area or on a deity is worth."""
        state = self.state
        if what == "harvest":
            gains = HARVEST[name]
            return gains[min(len(state.areas[name]), len(gains) - 1)] * self.good[name]
        if what == "call":
            asked = need(name, state.park[name])
            price = asked.food * self.good[FOOD] + asked.coin * self.good[COIN]
            return self.of_favour(name) - price - asked.any * min(self.good.values())
        return 0.4 if what == "worship" and self.left >= SEASONS / 2 else 0.0

    def of_favour(self, name: str) -> float:
        state, hand = self.state, self.state.hands[self.seat]
        if name in PLAYS:
            return self.best_card(PLAYS[name])
        if name == "dea":
            return 2 * max(self.of_steps((track, track)) / 2 for track in VILLAGE)
        if name == "orco":
            lying = [
                max(deity.goods[FOOD], deity.goods[COIN])
                for other, deity in state.park.items()
                if other != "orco"
            ]
            return self.good[FOOD] * max(max(lying), sum(1 for goods in lying if goods))
        if name == "tartaruga":
            cards = sorted(map(self.of_hand, hand))[:2]
            best = max(self.unit[track] for track in TRACKS)
            return sum(max(0.0, best - card) for card in cards)
        if name == "drago":
            return SHRINE if hand else 0.0
        return 2 * CARD * min(1.0, self.left / 3)

    def of_steps(self, tracks: tuple[str, ...]) -> float:
        """What so many steps of workers bring in the seasons to come."""
        found = 0.0
        for track in dict.fromkeys(tracks):
            spaces, at = VILLAGE[track], self.state.workers[self.seat][track]
            to = at + tracks.count(track)
            nearer = next((space for space in spaces if space > to), to)
            reached = sum(at < space <= to for space in spaces)
            part = 0.4 * (to - at) / max(1, nearer - at) if not reached else 0.0
            found += INCOME[track] * self.left * (reached + part)
            found += 0.5 * reached * (track == "pawn" and not self.state.passed[self.seat])
        return found

    def best_card(self, symbol: str) -> float:
        """What the best card of this symbol brings, to play or to upgrade."""
        hand = (c for c in self.state.hands[self.seat] if symbol in CARDS[c].symbols)
        played = (c.card for c in self.state.played[self.seat] if c.level == 1)
        own = (card for card in played if symbol in CARDS[card].symbols)
        found = [
            *(self.of_card("play", c) for c in hand),
            *(self.of_card("upgrade", c) for c in own),
        ]
        return max(found, default=0.0)

    def of_card(self, what: str, card: str = "") -> float:
        if what == "decline":
            return 0.0
        face = CARDS[card]
        if what == "play":
            return self.of_board(face.first_steps) + UPGRADE * self.left + TEMPLE - 0.1
        extra = INCOME.get(face.extra, 0.12) * self.left if face.extra else 0.0
        return self.of_board(face.second_steps) + extra + self.of_symbols(face) - TEMPLE / 2

    def of_board(self, steps: tuple[int, int, int]) -> float:
        return sum(self.unit[track] * n for track, n in zip(TRACKS, steps, strict=True))

    def of_symbols(self, face: Card) -> float:
        return max(self.unit[symbol] for symbol in face.symbols)

    def of_hand(self, card: str) -> float:
        """What a card in hand is worth that may still be played."""
        return 0.05 * liking(card) * min(1.0, self.left / 3)


@rules.policy
def playing_on(game: Game[Bomarzo], decision: Decision, rng: Random) -> Choice:
    """The choice that is worth most by rules of thumb."""
    choices, kind, seat = decision.choices, decision.kind, decision.seat
    if len(choices) == 1 or kind in ("offer", "copy"):
        return decision.example(choices[0])  # the least that is asked; no copies
    if kind not in WEIGHED:
        return simple(kind, choices, game.state, seat, decision.args)
    mind = Mind(game.state, seat)
    if kind == "place":
        return max(choices, key=lambda choice: mind.of_place(*choice) + HASTE * rng.random())
    if kind == "play_card":
        return max(choices, key=lambda choice: mind.of_card(*choice))
    if kind == "move_workers":
        return max(choices, key=mind.of_steps)
    if kind == "trade_cards":
        return max(choices, key=lambda choice: sum(mind.unit.get(t, 0.0) for t in choice))
    if kind in ("discard_card", "put_under"):
        return min(choices, key=lambda choice: mind.of_hand(choice[0]))
    if kind in ("choose_shrine", "use_dragon"):
        return max(choices, key=lambda choice: mind.ahead.get(choice[0], -9.0))
    return max(choices, key=lambda choice: mind.unit[choice[0]])  # which symbol counts
