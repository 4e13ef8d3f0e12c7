"""A bot that weighs what each choice brings at once and what it may bring later.

Weights are points. The bot looks at a sample: a state that its seat could not tell from the real
one. What others hide was dealt anew there.
"""

from __future__ import annotations

from random import Random

from ..engine import Choice, Decision, Game, Levels, Measured, Seen
from .final import on_altar, values
from .oracle import seen_on_altar
from .scoring import gains
from .state import Bali, price, rules
from .tables import (
    DECK,
    FARMER_PRICE,
    HAND,
    KINDS,
    MAJORITY,
    PRIEST,
    ROW_LENGTH,
    ROWS,
    SHRINE,
    SHRINE_POINTS,
    SHRINE_PRICE,
    STONEMASON,
    STONES_PER_POINT,
)

# Found by playing many games against random players and against itself.
OFFERING_WORTH = 1.7
"""An offering card before the altar tells anything."""
ALTAR_TRUST = 12
"""With so many cards on the altar its ranking is believed by half."""
MANY_SCORINGS = 8
"""With fewer scorings to come the altar is believed more."""
MAJORITY_KEPT = 0.44
"""How likely a majority lasts until it is scored."""
LATER = {PRIEST: 2.0, STONEMASON: 0.8, SHRINE: 1.25, **dict.fromkeys(KINDS, 1.3)}
"""How often a card in the display is scored, against its share of the deck: one sees to it."""
DISCOUNT = 0.2
"""What a farmer saves on a purchase, for each of the next turns."""
INCOME = 0.1
"""What a stonemason is worth for each own turn to come, in shrines and purchases it allows."""
HELD, SHRINE_HELD = 0.75, 0.45
"""What a card in hand is worth of what it is worth in the display."""
NEW_ROW = 1.0
"""What the scoring of a card is worth that is still to be dealt."""
RIVALRY = 0.6
"""How much a point of the others takes away from an own point."""
DECISIVE = 6
"""A lead or a lag of more points makes ending the game no better or worse."""

rules.levels = Levels(
    measured=(
        Measured("good", 2, 100, 0.8, 0.7112, 0.8666),
        Measured("good", 3, 100, 0.64, 0.5424, 0.7273),
        Measured("good", 4, 100, 0.38, 0.291, 0.4779),
        Measured("strong", 2, 100, 0.87, 0.7902, 0.9224),
        Measured("strong", 3, 100, 0.8, 0.7112, 0.8666),
        Measured("strong", 4, 100, 0.58, 0.4821, 0.672),
        Measured("master", 2, 100, 0.66, 0.5628, 0.7454),
    )
)


@rules.bot
def pilgrim(seen: Seen) -> Choice:
    """Collects, builds shrines as soon as it can, and offers what it has most of."""
    return promising(seen.sample(), seen.decision, seen.choices)[0]


@rules.candidates
def promising(game: Game[Bali], decision: Decision, choices: list[Choice]) -> list[Choice]:
    """The choices, the one the bot likes best first."""
    mind = Mind(game.state, decision.seat)
    return sorted(choices, key=lambda choice: -mind.of(decision.kind, choice))


@rules.policy
def playing_on(game: Game[Bali], decision: Decision, rng: Random) -> Choice:
    """How the bot plays on in a sample."""
    if len(decision.choices) == 1:
        return decision.choices[0]
    return promising(game, decision, decision.choices)[0]


def worths(altar: dict[str, int], scorings: float) -> dict[str, float]:
    """What a card of each kind may be worth at the end, by what lies on the altar now and how many
    scorings are still to come."""
    number = sum(altar.values())
    trust = number / (number + ALTAR_TRUST * min(1, scorings / MANY_SCORINGS)) if number else 0
    now = values(altar)
    return {kind: trust * now[kind] + (1 - trust) * OFFERING_WORTH for kind in KINDS}


def lead(guess: Bali, me: int) -> int:
    """The lead of a seat in points if the game ended now; negative if it would lose."""
    value = values(on_altar(guess))
    totals = [
        guess.points[seat]
        + SHRINE_POINTS * guess.displays[seat][SHRINE]
        + guess.stones[seat] // STONES_PER_POINT
        + sum(value[kind] * number for kind, number in guess.offerings[seat].items())
        for seat in range(guess.players)
    ]
    own = totals.pop(me)
    return own - max(totals)


class Mind:
    """What the bot thinks of a position."""

    def __init__(self, guess: Bali, me: int) -> None:
        """``guess`` is a state that the seat ``me`` could not tell from the real one."""
        self.me, self.guess = me, guess
        self.others = guess.players - 1
        self.stones = guess.stones[me]
        self.hand = list(guess.hands[me])
        self.offerings = guess.offerings[me]
        self.displays = [dict(display) for display in guess.displays]
        self.scorings = len(guess.deck) / 1.15 + 2  # still to come, of all players
        self.turns = self.scorings / guess.players  # still to come, own
        self.altar = on_altar(guess)
        self.worth = worths(self.altar, self.scorings)
        self.lead = lead(guess, me)
        self.stone = 0.2 + min(0.75, self.turns / 15)

    def of(self, kind: str, choice: Choice) -> float:
        """What a choice is worth, by the kind of question."""
        what = choice[0]
        if kind == "play":
            return self.of_play(choice)
        if kind == "take_card":
            rows = [(list(cards), i != self.guess.demon) for i, cards in enumerate(self.guess.rows)]
            return self.of_taking(rows, int(what))
        if kind == "choose_reward":
            return float(choice == self.of_rewards())
        if kind == "consult_oracle":
            return float(what == "look")
        if kind == "take_from_altar":
            return self.of_altar(seen_on_altar(self.guess)[int(what) - 1], -1, 1)
        if kind == "choose_other":
            return self.worth[str(what)]
        return self.of_altar(str(what), 1, 0 if kind == "offer_from_supply" else -1)

    def of_play(self, choice: Choice) -> float:
        """What playing or buying is worth. A purchase beats every play if it is worth making."""
        if choice[0] == "discard":
            return 0.0  # there is nothing else but buying
        card = str(choice[1])
        if choice[0] == "buy":
            cost = price(self.guess, self.me, card)
            within_reach = self.turns > 1 and self.stones + 1.2 * self.turns >= SHRINE_PRICE
            wants = SHRINE in self.hand and (self.stones >= SHRINE_PRICE or within_reach)
            if wants and self.stones - cost < SHRINE_PRICE:
                return -1.0
            worth = self.worth[card] + 0.1 * self.offerings[card] - cost * self.stone
            return 100.0 + worth if worth > 0.3 else -1.0
        number = int(choice[2]) if len(choice) == 3 else 1
        cost = SHRINE_PRICE if card == SHRINE else FARMER_PRICE[number]
        worth = self.of_cards(card, number) - cost * self.stone
        self.displays[self.me][card] += number
        closed = self.guess.demon
        if closed is not None and card == PRIEST:
            closed = (closed + 1) % ROWS
        worth += max(
            self.of_scoring(cards[-2] if len(cards) > 1 else None)
            for i, cards in enumerate(self.guess.rows)
            if i != closed
        )
        self.displays[self.me][card] -= number
        return worth

    def of_cards(self, card: str, number: int = 1) -> float:
        """What so many more cards in the display will bring until the end."""
        own = self.displays[self.me][card]
        scorings = self.scorings * DECK[card] / sum(DECK.values())
        rival = max(display[card] for i, display in enumerate(self.displays) if i != self.me)
        leads = own <= rival < own + number and own + number >= MAJORITY
        majority = scorings * MAJORITY_KEPT if leads else 0.0
        later = scorings * LATER[card]
        if card in KINDS:
            discount = DISCOUNT * number * min(self.turns, 6)
            return self.worth[card] * ((0.0 if own else later) + majority) + discount
        if card == STONEMASON:
            return self.stone * (later + majority) + INCOME * self.turns
        built = SHRINE_POINTS + 0.5 if card == SHRINE else 0
        return built + later + majority

    def of_taking(self, rows: list[tuple[list[str], bool]], row: int) -> float:
        """What taking the front card of a row is worth, with the best that can follow."""
        front, _open = rows[row]
        card = front.pop()
        worth = self.of_holding(card)
        if not front and self.ends(rows):
            worth = max(-DECISIVE, min(DECISIVE, self.lead))
        elif len(self.hand) + 1 == HAND:
            worth += self.of_scoring(front[-1] if front else None)
        else:
            self.hand.append(card)
            worth += max(
                self.of_taking(rows, other)
                for other, (left, is_open) in enumerate(rows)
                if is_open and left
            )
            self.hand.pop()
        front.append(card)
        return worth

    def ends(self, rows: list[tuple[list[str], bool]]) -> bool:
        """Whether dealing the rows that are empty now takes the last card of the deck."""
        return len(self.guess.deck) <= ROW_LENGTH * sum(not left for left, _open in rows)

    def of_rewards(self) -> Choice:
        """Points, or stones where they pay for a shrine in hand that is otherwise too expensive."""
        number = gains(self.displays, SHRINE)[self.me]
        for_shrine = SHRINE in self.hand and self.turns >= 1
        if for_shrine and self.stones < SHRINE_PRICE <= self.stones + number <= SHRINE_PRICE + 2:
            return ("stones",)
        return ("points",)

    def of_holding(self, card: str) -> float:
        """What a card in hand is worth, until it is played."""
        if self.turns < 1:
            return 0.0
        held = self.hand.count(card)
        if card == SHRINE:
            return 0.0 if held else SHRINE_HELD * (self.of_cards(card) - SHRINE_PRICE * self.stone)
        return HELD * self.of_cards(card) / (1 if card in KINDS else 1 + held)

    def of_scoring(self, card: str | None) -> float:
        """What the scoring of a card is worth, less what it brings the others on average."""
        if card is None:
            return NEW_ROW
        worth = self.worth[card] if card in KINDS else self.stone if card == STONEMASON else 1.0
        got = gains(self.displays, card)
        mine = got[self.me]
        return worth * (mine - RIVALRY * (sum(got) - mine) / self.others)

    def of_altar(self, kind: str, more: int, own: int) -> float:
        """What ``more`` cards of a kind on the altar and ``own`` more in hand are worth: the seat's
        own cards against those of the others on average.
        """
        altar = {**self.altar, kind: self.altar[kind] + more}
        worth = worths(altar, self.scorings)
        totals = [
            sum(worth[k] * number for k, number in offerings.items())
            for offerings in self.guess.offerings
        ]
        mine = totals[self.me]
        theirs = (sum(totals) - mine) / self.others
        return mine + own * worth[kind] - theirs + 0.05 * self.offerings[kind] * more
