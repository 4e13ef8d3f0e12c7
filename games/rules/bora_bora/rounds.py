"""A round from its display to its end ("Spielverlauf")."""

from __future__ import annotations

from ..engine import Game
from .display import lay_out
from .final import last_tasks
from .phase_a import phase_a
from .phase_b import phase_b
from .phase_c import phase_c
from .settling import settle_tasks, take_tasks
from .state import BoraBora, rules
from .tables import ACTION_CARDS, FISHING, PEOPLE_LAID_OUT, ROUNDS, SEXES


@rules.step
def play_round(game: Game[BoraBora]) -> None:
    """One of six rounds; after the last one the end."""
    if game.state.round == ROUNDS:
        game.then(last_tasks)
        return
    game.state.round += 1
    prepare(game)
    game.then(phase_a)
    game.then(phase_b)
    game.then(phase_c)
    game.then(settle_tasks)
    game.then(take_tasks)
    game.then(clear)
    game.then(play_round)


def prepare(game: Game[BoraBora]) -> None:
    """Free action cards, new people and tasks; those of the first round lie there already."""
    state = game.state
    state.cards = {card: [] for card in (*ACTION_CARDS[game.players], FISHING)}
    if state.round > 1:
        lay_out(state)
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
    """End a round: tasks and people that nobody took leave the game, and dice come back."""
    state = game.state
    left = [person for sex in SEXES for person in state.people[sex] if person is not None]
    game.tell("removed", tasks=list(state.tasks), people=left)
    state.tasks = []
    for sex in SEXES:
        state.people[sex] = [None] * PEOPLE_LAID_OUT
    for dice in state.cards.values():
        dice.clear()
