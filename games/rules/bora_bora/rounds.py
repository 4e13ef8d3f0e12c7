"""A round from its display to its end ("Spielverlauf")."""

from __future__ import annotations

from ..engine import Game
from .final import last_tasks
from .phase_a import phase_a
from .phase_b import phase_b
from .phase_c import phase_c
from .settling import settle_tasks, take_tasks
from .state import BoraBora, rules
from .tables import ACTION_CARDS, FISHING, PEOPLE_LAID_OUT, ROUNDS, SEXES, TASKS_BEYOND_PLAYERS


@rules.step
def play_round(game: Game[BoraBora]) -> None:
    """One of six rounds; after the last one the end."""
    if game.state.round == ROUNDS:
        game.then(last_tasks)
        return
    game.state.round += 1
    lay_out(game)
    game.then(phase_a)
    game.then(phase_b)
    game.then(phase_c)
    game.then(settle_tasks)
    game.then(take_tasks)
    game.then(clear)
    game.then(play_round)


def lay_out(game: Game[BoraBora]) -> None:
    """New people and tasks on the board."""
    state = game.state
    state.cards = {card: [] for card in (*ACTION_CARDS[game.players], FISHING)}
    for sex in SEXES:
        state.people[sex] = [state.piles[sex].pop() for _space in range(PEOPLE_LAID_OUT)]
    number = game.players + TASKS_BEYOND_PLAYERS
    state.tasks = [state.task_pile.pop() for _task in range(number)]
    game.reveal()
    game.tell(
        "round_began",
        round=state.round,
        order=list(state.order),
        people={sex: list(state.people[sex]) for sex in SEXES},
        tasks=list(state.tasks),
    )


@rules.step
def clear(game: Game[BoraBora]) -> None:
    """The end of a round: tasks and people that nobody took leave the game, dice come back."""
    state = game.state
    left = [person for sex in SEXES for person in state.people[sex] if person is not None]
    game.tell("removed", tasks=list(state.tasks), people=left)
    state.tasks = []
    for sex in SEXES:
        state.people[sex] = [None] * PEOPLE_LAID_OUT
    for dice in state.cards.values():
        dice.clear()
