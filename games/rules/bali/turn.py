"""A turn up to the last card taken (phases 1 to 3 of the rulebook), and the next seat."""

from __future__ import annotations

from ..engine import Choice, Game, Kind, Text, _
from . import demon
from .final import end_game
from .offering import gain, offering_round, sold_out
from .oracle import ConsultOracle, deal
from .scoring import score
from .state import Bali, lacking, plays, price, rules
from .tables import FARMER_PRICE, HAND, KINDS, PRIEST, SHRINE, SHRINE_PRICE


@rules.step
def turn(game: Game[Bali]) -> None:
    game.ask(game.state.active, Play, 0)


@rules.decision
class Play(Kind):
    """Phase 1 ("Eine Opferkarte nehmen") until something is bought, and phase 2a ("ausspielen").

    ``("buy", kind)``, ``("play", card)``, ``("play", farmer, number)``, and with three shrines and
    too few stones ``("discard",)``.
    """

    prompt = _("Play cards from your hand")
    first_time = _(
        "Cards on your display work whenever their kind is scored. A player who alone has "
        "the most of a kind, and at least two, gets one more."
    )

    def choices(self, game: Game[Bali], seat: int, bought: int) -> list[Choice]:
        state = game.state
        stones = state.stones[seat]
        found: list[Choice] = []
        if not bought:
            found = [
                ("buy", kind)
                for kind in KINDS
                if state.supply[kind] and price(state, seat, kind) <= stones
            ]
        playable = plays(state.hands[seat], stones)
        if not playable:
            return [*found, ("discard",)]
        for card, number in playable:
            found.append(("play", card, number) if card in KINDS else ("play", card))
        return found

    def refusals(self, game: Game[Bali], seat: int, bought: int) -> list[tuple[Choice, Text]]:
        """What is sold out or too expensive; after a purchase, every other one."""
        state = game.state
        hand, stones = state.hands[seat], state.stones[seat]
        refused: list[tuple[Choice, Text]] = []
        if bought:
            refused = [(("buy",), Text(_("You have already bought an offering card this turn.")))]
        else:
            left = {kind: price(state, seat, kind) for kind in KINDS if state.supply[kind]}
            if not left or min(left.values()) > stones:
                reason = lacking(min(left.values()), stones) if left else sold_out()
                refused = [(("buy",), reason)]
            for kind in KINDS:
                if kind not in left:
                    refused.append((("buy", kind), sold_out()))
                elif left[kind] > stones:
                    refused.append((("buy", kind), lacking(left[kind], stones)))
        if SHRINE in hand and stones < SHRINE_PRICE:
            refused.append((("play", SHRINE), lacking(SHRINE_PRICE, stones)))
        refused += [
            (("play", kind, number), lacking(cost, stones))
            for kind in KINDS
            for number, cost in FARMER_PRICE.items()
            if number <= hand.count(kind) and cost > stones
        ]
        if set(hand) == {SHRINE} and stones < SHRINE_PRICE:
            refused.append((("play",), Text(_("You cannot play any of your cards."))))
        return refused

    def chosen(
        self, game: Game[Bali], seat: int, bought: int, what: str, card: str = "", number: int = 1
    ) -> None:
        if what == "buy":
            buy(game, seat, card)
        elif what == "play":
            play(game, seat, card, number)
        else:
            discard(game, seat)


def buy(game: Game[Bali], seat: int, kind: str) -> None:
    """Phase 1: one offering card from the supply."""
    paid = price(game.state, seat, kind)
    game.state.stones[seat] -= paid
    gain(game, seat, kind)
    game.tell("bought", seat=seat, kind=kind, stones=paid)
    game.ask(seat, Play, 1)


def play(game: Game[Bali], seat: int, card: str, number: int) -> None:
    """Phase 2: cards of one kind from the hand to the display."""
    state = game.state
    hand = state.hands[seat]
    for _card in range(number):
        hand.remove(card)
    if card in KINDS and card not in hand and card != state.lacks[seat]:
        # The start farmer is assumed to be played after all farmers that others saw taken.
        expose(state, seat, card)
    paid = SHRINE_PRICE if card == SHRINE else FARMER_PRICE[number]
    state.stones[seat] -= paid
    state.displays[seat][card] += number
    game.tell("played", seat=seat, card=card, number=number, stones=paid)
    if card == PRIEST and state.demon is not None:
        demon.drive_on(game)
    if card == SHRINE:
        game.then(offering_round, seat)
    game.then(take_cards)


def expose(state: Bali, seat: int, farmer: str) -> None:
    """Record that everyone can tell that the seat started with this farmer."""
    if farmer not in state.exposed[seat]:
        state.exposed[seat].append(farmer)


def discard(game: Game[Bali], seat: int) -> None:
    """Put a shrine into the box: phase 2 with three shrines and too few stones."""
    state = game.state
    state.hands[seat].remove(SHRINE)
    state.box.append(SHRINE)
    game.tell("discarded", seat=seat, card=SHRINE)
    game.then(take_cards)


@rules.step
def take_cards(game: Game[Bali]) -> None:
    game.ask(game.state.active, TakeCard)


@rules.decision
class TakeCard(Kind):
    """Phase 3 ("Karte(n) nehmen"): the front card of a row, ``(row,)``."""

    prompt = _("Take the front card of a row")
    first_time = _(
        "The card that your last one uncovers is scored for everyone: look behind the "
        "front card before you take it."
    )
    public = True

    def choices(self, game: Game[Bali], seat: int) -> list[Choice]:
        return [(row,) for row in range(len(game.state.rows)) if row != game.state.demon]

    def refusals(self, game: Game[Bali], seat: int) -> list[tuple[Choice, Text]]:
        demon = game.state.demon
        if demon is None:
            return []
        return [((demon,), Text(_("The demon guards this row.")))]

    def chosen(self, game: Game[Bali], seat: int, row: int) -> None:
        state = game.state
        cards, hand = state.rows[row], state.hands[seat]
        card = cards.pop()
        hand.append(card)
        game.tell("took", seat=seat, card=card, row=row, id=state.first[row] + len(cards))
        last = len(hand) == HAND
        if last:
            game.end_turn(seat)
        if not cards:
            game.then(new_row, row)
        if last:
            game.then(score, row)
            game.then(next_turn)
        else:
            game.then(take_cards)


@rules.step
def new_row(game: Game[Bali], row: int) -> None:
    """Deal an emptied row anew; the game ends with the last card of the deck."""
    state = game.state
    oracles = 0
    while not state.rows[row] and state.deck:
        oracles += deal(state, row)
    game.tell(
        "dealt", row=row, cards=list(state.rows[row]), first=state.first[row], oracles=oracles
    )
    game.reveal()
    if not state.deck:
        end_game(game)
    elif oracles and state.altar:
        game.ask(state.active, ConsultOracle)
        if (
            len(state.hands[state.active]) == HAND
        ):  # the last card, but the oracle prolongs the turn
            game.end_turn(state.active)


@rules.step
def next_turn(game: Game[Bali]) -> None:
    game.state.active = (game.state.active + 1) % game.players
    game.then(turn)
