"""Drawing and discarding cards ("Entwicklungskarten"), and the ability of Vision.

The top card of the draw pile lies open, as its second level faces up. Discards are laid down openly
one by one, so everybody knows what is among them. A used-up draw pile is replaced at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from ..engine import Choice, Game, Json, Kind, _
from .knowledge import show
from .state import Bomarzo, rules
from .tables import VISION

#: With fewer cards than this about, one seat's leftovers could be drawn by the next.
SHORT = 24


def draw(game: Game[Bomarzo], seat: int, number: int, to: list[str]) -> None:
    """Up to so many cards from the pile; as many as there are."""
    state = game.state
    got: list[str] = []
    top = state.deck[-1] if state.deck else None
    while len(got) < number and (state.deck or state.discards):
        if not state.deck:
            reshuffle(game)
        got.append(state.deck.pop())
    for card in got:
        state.known[card] |= 1 << seat
    to += got
    open_top(game)
    game.reveal()
    game.tell("drew", {seat: {"cards": sorted(got)}}, seat=seat, number=len(got), open=top)


def reshuffle(game: Game[Bomarzo]) -> None:
    state = game.state
    state.deck, state.discards = state.discards, []
    game.shuffle("deck", state.deck)
    state.known.update(dict.fromkeys(state.deck, 0))
    game.tell("reshuffled", number=len(state.deck))


def open_top(game: Game[Bomarzo]) -> None:
    """End a draw: the pile is never left empty, and everybody sees its new top card."""
    state = game.state
    if not state.deck and state.discards:
        reshuffle(game)
    if state.deck:
        show(state, state.deck[-1])


def discard(game: Game[Bomarzo], seat: int, cards: Sequence[str], of: list[str]) -> None:
    """Cards of a hand, or of those drawn, are laid on the discard pile for all to see."""
    state = game.state
    for card in cards:
        of.remove(card)
        state.discards.append(card)
        show(state, card)
    game.tell("discarded", seat=seat, cards=list(cards))


def draw_event(game: Game[Bomarzo], seat: int, number: int, when: str) -> None:
    """A seat draws: with an untapped Vision it is asked first. ``when``: production or favour."""
    state = game.state
    if not number or not (state.deck or state.discards):
        return
    if state.untapped(seat, "vision"):
        game.ask(seat, UseVision, number, when)
    else:
        draw(game, seat, number, state.hands[seat])


@rules.decision
class UseVision(Kind):
    """Draw 2 cards more and put 2 back: ``("use",)``, ``("spare",)``."""

    prompt = _("Use Vision: draw 2 more cards and put 2 back?")
    first_time = _(
        "You get more cards to choose from, but Vision is then used up until the next season."
    )
    public = True

    def choices(self, game: Game[Bomarzo], seat: int, number: int, when: str) -> list[Choice]:
        return [("use",), ("spare",)]

    def chosen(self, game: Game[Bomarzo], seat: int, number: int, when: str, answer: str) -> None:
        state = game.state
        if answer == "spare":
            draw(game, seat, number, state.hands[seat])
        else:
            state.untapped(seat, "vision")[0].tapped = True
            game.tell("used", seat=seat, ability="vision")
            draw(game, seat, number + VISION, state.dealt[seat])
            state.keep[seat] = number
            if when == "favour" or len(state.deck) + len(state.discards) < SHORT:
                game.then(keep_drawn)
        if when == "production":
            game.end_turn(seat)

    def instructions(self, view: Json) -> list[Choice]:
        return [("use",), ("spare",)]

    def answer(
        self, instruction: Choice, view: Json, choices: Sequence[Choice], *args: object
    ) -> Choice | None:
        return instruction


@rules.step
def keep_drawn(game: Game[Bomarzo]) -> None:
    """Ask seats that drew more than they keep to put cards back; all at once, as hands are
    independent."""
    state = game.state
    asked = []
    for seat in state.turn_order():
        if len(state.dealt[seat]) > state.keep[seat]:
            asked.append(seat)
        else:
            state.hands[seat] += state.dealt[seat]
            state.dealt[seat].clear()
    game.ask_all(asked, PutBack)


@rules.decision
class PutBack(Kind):
    """The cards to put back, ``(card, card)``; the others are kept."""

    prompt = _("Which cards do you put back?")
    first_time = _("Keep what suits the deities in front; everybody sees what you put back.")

    def choices(self, game: Game[Bomarzo], seat: int) -> list[Choice]:
        drawn = game.state.dealt[seat]
        return list(combinations(sorted(drawn), len(drawn) - game.state.keep[seat]))

    def chosen(self, game: Game[Bomarzo], seat: int, *cards: str) -> None:
        state = game.state
        discard(game, seat, cards, state.dealt[seat])
        state.hands[seat] += state.dealt[seat]
        state.dealt[seat].clear()
        open_top(game)


@rules.decision
class DiscardCard(Kind):
    """One of ``left`` cards to discard from the hand: ``(card,)``."""

    prompt = _("Which card do you discard?")
    first_time = _("Discard a card whose category pays little or where others are ahead.")

    def choices(self, game: Game[Bomarzo], seat: int, left: int) -> list[Choice]:
        return [(card,) for card in sorted(game.state.hands[seat])]

    def chosen(self, game: Game[Bomarzo], seat: int, left: int, card: str) -> None:
        discard(game, seat, [card], game.state.hands[seat])
        if left > 1:
            discard_from_hand(game, seat, left - 1)


def discard_from_hand(game: Game[Bomarzo], seat: int, number: int) -> None:
    """Discard this many hand cards of the seat's choice; nobody is asked if it is the whole
    hand."""
    hand = game.state.hands[seat]
    if number < len(hand):
        game.ask(seat, DiscardCard, number)
    else:
        discard(game, seat, sorted(hand), hand)
