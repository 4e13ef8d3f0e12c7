"""Phase A: rolling, placing dice, carrying out their actions ("Würfeln, einsetzen, ausführen")."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection

from ..engine import Choice, Game, Kind, Text, _
from .building import Build, buildable
from .gods import may_play, pay_for, play_god, ways, without
from .helper import helper
from .island import expand, reach
from .people import TakePerson, spaces
from .state import Account, Board, BoraBora, rules, score
from .tables import (
    ACTION_CARDS,
    BUILD,
    DICE,
    FISHING,
    FISHING_POINTS,
    HELPER,
    HIGHEST,
    ROUTES,
    TEMPLE,
)
from .temple import PlacePriest

PLAIN, BLUE, WHITE, BOTH = "plain", "blue", "white", "blue_white"
"""The gods with which a die is placed."""
GODS_OF = {PLAIN: (), BLUE: ("blue",), WHITE: ("white",), BOTH: ("blue", "white")}

FEW_CARDS = 5
"""Up to this many cards in hand (everybody can count them), every way of paying for two gods is
listed with every die and card: at most 198 choices. Above it, the way of paying for white is asked
separately."""


@rules.step
def phase_a(game: Game[BoraBora]) -> None:
    """Everybody rolls, then each places a die three times in turn order."""
    state = game.state
    state.chapter = "A"
    for board in state.boards:
        board.dice = [game.draw("die", 6) + 1 for _die in range(DICE)]
    game.tell("rolled", dice=[list(board.dice) for board in state.boards])
    for _nth in range(DICE):
        for seat in state.order:
            game.then(place_die, seat)


@rules.step
def place_die(game: Game[BoraBora], seat: int) -> None:
    """A turn of phase A: one die and its action."""
    state = game.state
    state.account = Account(seat, "A")
    board = state.boards[seat]
    if not may_play(board) and len(placements(state, seat)) == 1:
        place(game, seat, board.dice[0], FISHING, PLAIN)
    else:
        game.ask(seat, PlaceDie)
    game.end_turn(seat)


def lowest(state: BoraBora, card: str) -> int:
    """The lowest die on a card: a new one has to be lower."""
    dice = state.cards[card]
    return min([die for _seat, die in dice]) if dice else HIGHEST + 1


ANY_VALUE = range(1, HIGHEST + 1)


def numbers(state: BoraBora, seat: int, card: str) -> Collection[int]:
    """Return the least value of each thing that this card could do for the seat now."""
    actions = ACTION_CARDS[state.players][card]
    if card == HELPER:
        return ANY_VALUE
    if card == TEMPLE:
        return ANY_VALUE if state.boards[seat].priests else ()
    if card == BUILD:
        return buildable(state, seat)
    if actions[0] in ROUTES:
        return reach(state, seat, actions).values()
    return spaces(state, seat, actions)


def placements(state: BoraBora, seat: int) -> list[Choice]:
    """Return where each die may go, with which gods and how they are paid for, but only if its
    action can do something. A white god is listed only if it makes more possible.
    """
    board = state.boards[seat]
    dice = sorted(set(board.dice), reverse=True)
    blue, white, both = ways(board, "blue"), ways(board, "white"), ways_of_both(board)
    found: list[Choice] = []
    for card in ACTION_CARDS[state.players]:
        asked = sorted(numbers(state, seat, card))
        if not asked:
            continue
        bar = lowest(state, card)
        for die in dice:
            opens = die < bar
            possible = bisect_right(asked, die)
            more = possible < len(asked)
            if opens:
                found += [(die, card, PLAIN)] if possible else []
                found += [(die, card, WHITE, way) for way in white if more]
            else:
                found += [(die, card, BLUE, way) for way in blue if possible]
                found += [(die, card, BOTH, *paid) for paid in both if more]
    found += [(die, FISHING, PLAIN) for die in dice]
    return found


def ways_of_both(board: Board) -> list[tuple[str, ...]]:
    """Return how a blue and a white god can be paid for: both ways, or with a large hand only
    blue's."""
    found = ways(board, "blue", "white")
    if board.cards > FEW_CARDS:
        return [(way,) for way in found]
    return [(way, other) for way in found for other in ways(without(board, "blue", way), "white")]


@rules.decision
class PlaceDie(Kind):
    """A die on an action card, ``(die, card, gods)``, where gods are played
    ``(die, card, gods, way)``, for both with two ways or only the blue one's: see
    ``ways_of_both``; gods: plain, blue, white, blue_white.
    """

    prompt = _("Place a die")
    first_time = _(
        "A die must be lower than every die on its card. Place a high die while the card "
        "is empty; a low one does little, but closes the card to others."
    )

    def choices(self, game: Game[BoraBora], seat: int) -> list[Choice]:
        return placements(game.state, seat)

    def chosen(
        self, game: Game[BoraBora], seat: int, die: int, card: str, gods: str, *paid: str
    ) -> None:
        place(game, seat, die, card, gods, *paid)

    def refusals(self, game: Game[BoraBora], seat: int) -> list[tuple[Choice, Text]]:
        """The dice that a card does not take, even with the seat's gods."""
        state = game.state
        open_to = {choice[:2] for choice in placements(state, seat)}
        return [
            ((die, card), obstacle(state, seat, card, die))
            for die in sorted(set(state.boards[seat].dice), reverse=True)
            for card in ACTION_CARDS[state.players]
            if (die, card) not in open_to
        ]


def obstacle(state: BoraBora, seat: int, card: str, die: int) -> Text:
    """Why a die cannot be placed on a card."""
    asked = numbers(state, seat, card)
    board = state.boards[seat]
    if not asked:
        if card == TEMPLE:
            return Text(_("All your priests are in the temple"))
        if card == BUILD:
            if board.tiles:
                return Text(_("You have no two neighbouring materials"))
            return Text(_("You have built all your building tiles"))
        if ACTION_CARDS[state.players][card][0] in ROUTES:
            return Text(_("No path leads from your huts to a new region"))
        if board.free_spaces < 1:
            return Text(_("You have no free space for another person"))
        return Text(_("All people are taken"))
    bar = lowest(state, card)
    if die >= bar:
        return Text(_("A {n} is there: only lower dice may follow"), n=bar)
    return Text(_("Needs a {n} or higher"), n=min(asked))


def place(game: Game[BoraBora], seat: int, die: int, card: str, gods: str, *paid: str) -> None:
    """Put a die on a card, play the gods that belong to it, and carry the action out.

    A white god lends the value 6; the die keeps its face.
    """
    state = game.state
    state.boards[seat].dice.remove(die)
    state.cards[card].append((seat, die))
    value = HIGHEST if gods in (WHITE, BOTH) else die
    state.account = Account(seat, "A", card=card, die=die, value=value)
    game.tell("die_placed", seat=seat, die=die, card=card, value=value)
    played = GODS_OF[gods]
    for god, way in zip(played, paid, strict=False):
        play_god(game, seat, god, way)
    if len(paid) < len(played):
        game.then(pay_for, seat, "white", "")
    carry_out(game, seat, card, value)


def carry_out(game: Game[BoraBora], seat: int, card: str, value: int) -> None:
    """Carry out the action of a card with all that the value allows."""
    if card == FISHING:
        score(game.state, seat, "fishing", FISHING_POINTS)
        game.tell("fished", seat=seat, points=FISHING_POINTS)
        return
    actions = ACTION_CARDS[game.players][card]
    if card == HELPER:
        game.then(helper, seat, value)
    elif card == TEMPLE:
        game.ask(seat, PlacePriest, value)
    elif card == BUILD:
        game.ask(seat, Build, value)
    elif actions[0] in ROUTES:
        game.then(expand, seat, " ".join(actions), value)
    else:
        game.ask(seat, TakePerson, " ".join(actions), value)
