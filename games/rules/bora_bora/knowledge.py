"""What a seat has not been told, dealt anew.

Secret are the order of all piles, and the god cards that others hold and nobody saw: those dealt at
the start or drawn from the deck. Cards taken from the display, and cards shown for a task, are
known until they are played. Once the deck has been shuffled anew, cards drawn before are no longer
mixed with it. Of two equal cards the one that was seen is thought to be played first, and one from
an older deck before a newer one. What can be deduced from somebody not doing what a card would have
allowed is not kept track of.
"""

from __future__ import annotations

from ..engine import Game, Shuffler
from .state import Board, BoraBora, rules
from .tables import SEXES


@rules.resample
def resample(game: Game[BoraBora], seat: int | None, rng: Shuffler) -> None:
    state = game.state
    for sex in SEXES:
        rng.shuffle(state.piles[sex])
    rng.shuffle(state.task_pile)
    others = [board for i, board in enumerate(state.boards) if i != seat]
    for board in others:
        for colour in (*board.hidden, *board.hidden_before):
            board.hand[colour] -= 1
    older = [colour for board in others for colour in board.hidden_before]
    unseen = state.deck + [colour for board in others for colour in board.hidden]
    rng.shuffle(older)
    rng.shuffle(unseen)
    for board in others:
        board.hidden_before = _deal(board, older, len(board.hidden_before))
        board.hidden = _deal(board, unseen, len(board.hidden))
    state.deck = unseen


def _deal(board: Board, pool: list[str], number: int) -> list[str]:
    cards = [pool.pop() for _card in range(number)]
    for colour in cards:
        board.hand[colour] += 1
    return cards
