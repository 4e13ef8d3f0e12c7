"""God cards: taking and playing them ("Die Götter").

What a god action costs is a *way*: ``card`` is one card of that god, the name of a colour two equal
cards of it, both with an offering; ``tile`` is a god tile, without one.
"""

from __future__ import annotations

import msgspec

from ..engine import Choice, Game, Kind, _
from .state import Board, BoraBora, rules
from .tables import GOD_DISPLAY, GODS, ROUNDS

CARD, TILE, NONE = "card", "tile", "none"
DECK = "deck"


def ways(board: Board, god: str, then: str = "", offerings: int | None = None) -> list[str]:
    """Return the ways in which a seat can pay for this god, and for the god ``then`` as well."""
    have = board.offerings if offerings is None else offerings
    found = []
    if have:
        hand = board.hand
        found = [CARD] if hand[god] else []
        found += [colour for colour in GODS if colour != god and hand[colour] > 1]
    if board.god_tiles:
        found.append(TILE)
    if then:
        found = [way for way in found if ways(without(board, god, way), then)]
    return found


def without(board: Board, god: str, way: str) -> Board:
    """The board once a god has been paid for, for looking ahead."""
    if way == TILE:
        return msgspec.structs.replace(board, god_tiles=board.god_tiles - 1)
    hand = dict(board.hand)
    for colour in cards_of(god, way):
        hand[colour] -= 1
    return msgspec.structs.replace(board, hand=hand, offerings=board.offerings - 1)


def cards_of(god: str, way: str) -> list[str]:
    """The cards that a way costs."""
    return [] if way == TILE else [god] if way == CARD else [way, way]


def may_play(board: Board, offerings: int | None = None) -> bool:
    """Whether, for all that others know, this seat may play a god."""
    have = board.offerings if offerings is None else offerings
    return bool(board.god_tiles or (have and board.cards))


def play_god(game: Game[BoraBora], seat: int, god: str, way: str) -> None:
    """Pay for a god action."""
    state = game.state
    board = state.boards[seat]
    cards = cards_of(god, way)
    if way == TILE:
        board.god_tiles -= 1
    else:
        board.offerings -= 1
        for colour in cards:
            board.hand[colour] -= 1
            state.discards.append(colour)
            know(board, colour)
    game.tell("god_played", seat=seat, god=god, way=way, cards=cards)
    if state.round < ROUNDS or state.chapter != "C":  # else nobody takes a card any more
        fill_display(game)


def know(board: Board, colour: str, number: int | None = None) -> None:
    """Note that others saw ``number`` cards of a colour in the hand; by default those that left it.

    Hidden cards of this colour can be no more than the hand holds beside what was seen.
    """
    most = board.hand[colour] - (number or 0)
    for pile in (board.hidden_before, board.hidden):
        while colour in pile and _hidden(board, colour) > most:
            pile.remove(colour)


def _hidden(board: Board, colour: str) -> int:
    return board.hidden.count(colour) + board.hidden_before.count(colour)


def god_cards(state: BoraBora) -> list[Choice]:
    """What can be taken: colours that lie open, and the top of the deck."""
    found: list[Choice] = [(colour,) for colour in GODS if colour in state.gods]
    if state.deck or state.discards:
        found.append((DECK,))
    return found


def take_god(game: Game[BoraBora], seat: int, source: str) -> None:
    """Take a card that lies open, which is replaced at once, or the top of the deck."""
    state = game.state
    board = state.boards[seat]
    if source == DECK:
        colour = draw_god(game)
        board.hand[colour] += 1
        board.hidden.append(colour)
        game.tell("god_taken", {seat: {"god": colour}}, seat=seat, god=None)
        game.reveal(seat)
    else:
        place = state.gods.index(source)
        board.hand[source] += 1
        game.tell("god_taken", seat=seat, god=source)
        if state.deck or state.discards:
            state.gods[place] = draw_god(game)
            game.tell("god_revealed", god=state.gods[place], place=place)
        else:
            del state.gods[place]
        game.reveal()


def fill_display(game: Game[BoraBora]) -> None:
    """Fill the display up to five cards again as soon as there are cards."""
    state = game.state
    while len(state.gods) < GOD_DISPLAY and (state.deck or state.discards):
        state.gods.append(draw_god(game))
        game.tell("god_revealed", god=state.gods[-1], place=len(state.gods) - 1)
        game.reveal()


def draw_god(game: Game[BoraBora]) -> str:
    """Draw the top card of the deck; if the deck is empty, shuffle the discards first."""
    state = game.state
    if not state.deck:
        state.deck, state.discards = state.discards, []
        game.shuffle("god cards", state.deck)
        for board in state.boards:
            board.hidden_before += board.hidden
            board.hidden = []
        game.tell("gods_shuffled", cards=len(state.deck))
    return state.deck.pop()


@rules.step
def take_gods(game: Game[BoraBora], seat: int, number: int) -> None:
    """Let the seat take this many god cards, one by one, as long as any are left."""
    if number and god_cards(game.state):
        game.ask(seat, TakeGod, number)


@rules.decision
class TakeGod(Kind):
    """A god card: ``(colour,)`` or ``("deck",)``."""

    prompt = _("Take a god card")
    first_time = _(
        "Blue opens a closed card, white makes a die high, red scores a fish, green "
        "doubles people, yellow helps with a task."
    )
    public = True

    def choices(self, game: Game[BoraBora], seat: int, number: int) -> list[Choice]:
        return god_cards(game.state)

    def chosen(self, game: Game[BoraBora], seat: int, number: int, source: str) -> None:
        take_god(game, seat, source)
        game.then(take_gods, seat, number - 1)


@rules.step
def pay_for(game: Game[BoraBora], seat: int, god: str, then: str) -> None:
    """Play a god; ask how it is paid for, unless all can see that there is only one way."""
    board = game.state.boards[seat]
    found = ways(board, god, then)
    plainly_one = not board.offerings or not board.cards or board.cards + board.god_tiles == 1
    if plainly_one:
        play_god(game, seat, god, found[0])
    else:
        game.ask(seat, PayForGod, god, then)


@rules.decision
class PayForGod(Kind):
    """How a white god beside a blue one is paid for where the hand is large: ``(way,)``.

    Games of earlier versions ask it for any god of phase A; ``then`` is played beside it.
    """

    prompt = _("How do you pay for the god?")
    first_time = _(
        "A god tile that you keep scores at the end; leftover cards and offerings are "
        "worth nothing."
    )

    def choices(self, game: Game[BoraBora], seat: int, god: str, then: str) -> list[Choice]:
        return [(way,) for way in ways(game.state.boards[seat], god, then)]

    def chosen(self, game: Game[BoraBora], seat: int, god: str, then: str, way: str) -> None:
        play_god(game, seat, god, way)
