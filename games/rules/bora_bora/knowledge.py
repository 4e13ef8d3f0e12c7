"""What a seat has not been told, dealt anew.

Secret are the order of all piles, and the god cards that others hold and nobody saw: those dealt at
the start or drawn from the deck. Cards taken from the display, and cards shown for a task, are
known until they are played. Once the deck has been shuffled anew, cards drawn before are no longer
mixed with it. Of two equal cards the one that was seen is thought to be played first, and one from
an older deck before a newer one. What can be deduced from somebody not doing what a card would have
allowed is not kept track of.
"""

from __future__ import annotations

from ..engine import Game, Json, Shuffler
from .gods import PayForGod, ways
from .state import Board, BoraBora, rules
from .tables import MAN, SEXES, WOMAN

TRIES = 300
"""How many deals are tried until everybody can pay for the gods they have announced."""


@rules.resample
def resample(game: Game[BoraBora], seat: int | None, rng: Shuffler) -> None:
    state = game.state
    for sex in SEXES:
        rng.shuffle(state.piles[sex])
    rng.shuffle(state.task_pile)
    others = [board for i, board in enumerate(state.boards) if i != seat]
    older = [colour for board in others for colour in board.hidden_before]
    unseen = state.deck + [colour for board in others for colour in board.hidden]
    for _try in range(TRIES):
        rng.shuffle(older)
        rng.shuffle(unseen)
        _deal(state, others, list(older), list(unseen))
        if _all_can_pay(state):
            return


@rules.reshuffle
def reshuffle(game: Game[BoraBora]) -> None:
    """Nobody knows the order of the piles."""
    state = game.state
    for sex in SEXES:
        game.shuffle("people", state.piles[sex])
    game.shuffle("tasks", state.task_pile)
    game.shuffle("deck", state.deck)


def _deal(state: BoraBora, boards: list[Board], older: list[str], unseen: list[str]) -> None:
    """Deal hidden cards anew, each hand as many as it has, the rest to the deck."""
    for board in boards:
        for colour in (*board.hidden, *board.hidden_before):
            board.hand[colour] -= 1
        board.hidden_before = [older.pop() for _card in board.hidden_before]
        board.hidden = [unseen.pop() for _card in board.hidden]
        for colour in (*board.hidden, *board.hidden_before):
            board.hand[colour] += 1
    state.deck = unseen


def _all_can_pay(state: BoraBora) -> bool:
    """Whether each seat that is asked how it pays for a god can pay."""
    return all(
        ways(state.boards[open_.seat], str(open_.args[0]), str(open_.args[1]))
        for open_ in state.open
        if open_.kind == PayForGod.name
    )


@rules.secrets
def secrets(game: Game[BoraBora], seat: int | None) -> Json:
    """What a seat has not been told: for the checks."""
    state = game.state
    others = [board for i, board in enumerate(state.boards) if i != seat]
    return {
        "men to come": list(state.piles[MAN]),
        "women to come": list(state.piles[WOMAN]),
        "tasks to come": list(state.task_pile),
        "deck": list(state.deck),
        "hands": [sorted([*board.hidden, *board.hidden_before]) for board in others],
    }
