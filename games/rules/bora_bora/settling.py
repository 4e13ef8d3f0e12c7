"""Settling tasks and taking new ones ("Phase C: Aufgabenplättchen"), the yellow god included."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine import Choice, Game, Json, Kind, Text, _, ngettext
from .gods import CARD, NONE, TILE, cards_of, know, play_god, ways, without
from .state import Account, BoraBora, rules, score
from .tables import GODS, TASK_POINTS, TASK_POINTS_WITH_GOD
from .tasks import CARD_NEEDS, NEEDS, missing, progress

DISCARD = "discard"
DONE: Choice = ("done",)


@rules.step
def settle_task(game: Game[BoraBora], seat: int) -> None:
    """One task of a seat that has just been shopping."""
    game.state.boards[seat].visited = True
    if not settle_plainly(game, seat):
        game.ask(seat, SettleTask)


@rules.step
def settle_tasks(game: Game[BoraBora]) -> None:
    """Let everybody else settle one task: asked at once, carried out in turn order."""
    state = game.state
    state.account = None
    left = [seat for seat in state.order if not state.boards[seat].visited]
    for board in state.boards:
        board.visited = False
    asked = [seat for seat in left if not settle_plainly(game, seat)]
    game.ask_all(asked, SettleTask)
    if len(asked) == 1:
        game.end_turn(asked[0])


def settle_plainly(game: Game[BoraBora], seat: int) -> bool:
    """Settle a task without asking if everybody sees that the seat has only one choice."""
    state = game.state
    found = settlements(state, seat)
    plain = len(found) == 1 and not hand_matters(state, seat) and not yellow_possible(state, seat)
    if plain:
        settle(game, seat, *map(str, found[0]))
    return plain


def with_yellow(state: BoraBora, seat: int, task: str) -> list[str]:
    """Return the ways in which a yellow god could replace what is missing of a task.

    What is paid for the god no longer counts for the task.
    """
    board = state.boards[seat]
    return [
        way
        for way in ways(board, "yellow")
        if missing(state, seat, task, without(board, "yellow", way)) == 1
    ]


def settlements(state: BoraBora, seat: int) -> list[Choice]:
    """Return how a seat may settle one of its tasks; it may discard one only if none is met."""
    found: list[Choice] = []
    met = False
    for task in state.boards[seat].tasks:
        if missing(state, seat, task) == 0:
            met = True
            found.append((task, NONE))
        else:
            found += [(task, way) for way in with_yellow(state, seat, task)]
    if not met:
        found += [(task, DISCARD) for task in state.boards[seat].tasks]
    return found


def hand_matters(state: BoraBora, seat: int) -> bool:
    """Whether a hand of as many cards could meet one of the seat's tasks."""
    board = state.boards[seat]
    needs = [need for task in board.tasks for need in NEEDS[task]]
    return any(need.what in CARD_NEEDS and need.number <= board.cards for need in needs)


def yellow_possible(state: BoraBora, seat: int) -> bool:
    """Whether, for all that others know, a yellow god may settle one of the seat's tasks; they know
    how many cards it holds, but not which."""
    board = state.boards[seat]
    payments = [TILE] if board.god_tiles else []
    if board.offerings and board.cards:
        payments.append(CARD)
    return any(may_lack_one(state, seat, task, way) for task in board.tasks for way in payments)


def may_lack_one(state: BoraBora, seat: int, task: str, way: str) -> bool:
    """Whether at most one thing may be missing of a task after paying for a yellow god in this
    way."""
    board = state.boards[seat]
    (need, *_more) = NEEDS[task]
    if need.what in CARD_NEEDS:
        left = board.cards - len(cards_of("yellow", way))
        return need.number - 1 <= left
    return missing(state, seat, task, without(board, "yellow", way)) == 1


@rules.decision
class SettleTask(Kind):
    """``(task, way)``: ``none``, the way of paying a yellow god, or ``discard``."""

    prompt = _("Which task do you resolve?")
    first_time = _(
        "A task that is met scores points, and you hand in nothing. If none is met, you "
        "must discard one: choose the one furthest from your plans."
    )

    def choices(self, game: Game[BoraBora], seat: int) -> list[Choice]:
        return settlements(game.state, seat)

    def chosen(self, game: Game[BoraBora], seat: int, task: str, way: str) -> None:
        settle(game, seat, task, way)

    def refusals(self, game: Game[BoraBora], seat: int) -> list[tuple[Choice, Text]]:
        """How much is missing of tasks; a task that is met keeps others from being discarded."""
        found: list[tuple[Choice, Text]] = []
        legal = {choice[0] for choice in settlements(game.state, seat)}
        for task in game.state.boards[seat].tasks:
            if task not in legal:
                lacking = missing(game.state, seat, task)
                words = ngettext("{n} thing is missing", "{n} things are missing")
                found.append(((task,), Text(*words, n=lacking)))
        return found


def settle(game: Game[BoraBora], seat: int, task: str, way: str) -> None:
    """Fulfil a task or discard it; cards that it asks for are shown."""
    board = game.state.boards[seat]
    board.tasks.remove(task)
    if way == DISCARD:
        game.tell("task_discarded", seat=seat, task=task)
        return
    points = TASK_POINTS
    if way != NONE:
        points = TASK_POINTS_WITH_GOD
        play_god(game, seat, "yellow", way)
    shown = cards_to_show(game.state, seat, task)
    for colour, number in shown.items():
        know(board, colour, number)
    board.done.append(task)
    score(game.state, seat, "tasks", points)
    game.tell("task_done", seat=seat, task=task, way=way, cards=shown, points=points)


def cards_to_show(state: BoraBora, seat: int, task: str) -> dict[str, int]:
    """Return the god cards that prove a task, preferring those that others already know."""
    hand = state.boards[seat].hand
    board = state.boards[seat]
    unseen = {god: board.hidden.count(god) + board.hidden_before.count(god) for god in GODS}
    (first, *_more) = progress(state, seat, task)
    what, number, of = first.need
    if what == "cards":
        return {of: min(number, hand[of])} if hand[of] else {}
    if what == "equal_cards":
        most = min(number, max(hand.values()))
        least = min((god for god in GODS if hand[god] >= most), key=lambda god: unseen[god])
        return {least: most} if most else {}
    if what == "different_cards":
        held = sorted((god for god in GODS if hand[god]), key=lambda god: unseen[god] == hand[god])
        return dict.fromkeys(held[:number], 1)
    return {}


@rules.step
def take_tasks(game: Game[BoraBora]) -> None:
    """Let everybody take one of the tasks laid out, in turn order."""
    for seat in game.state.order:
        game.then(take_task, seat)


@rules.step
def take_task(game: Game[BoraBora], seat: int) -> None:
    game.state.account = Account(seat, "C")
    game.ask(seat, TakeTask)
    game.end_turn(seat)


@rules.decision
class TakeTask(Kind):
    """A new task, ``(task,)``."""

    prompt = _("Which task do you take?")
    first_time = _(
        "A task is your plan for one of the next rounds: take one that you have partly met already."
    )
    public = True

    def choices(self, game: Game[BoraBora], seat: int) -> list[Choice]:
        return [(task,) for task in game.state.tasks]

    def chosen(self, game: Game[BoraBora], seat: int, task: str) -> None:
        game.state.tasks.remove(task)
        game.state.boards[seat].tasks.append(task)
        game.tell("task_taken", seat=seat, task=task)

    def instructions(self, view: Json) -> list[Choice]:
        """Offer: the task with the fewest things missing; a particular task if nobody took it."""
        return [("nearest",), *(("task", task["id"]) for task in view["tasks"])]

    def answer(
        self, instruction: Choice, view: Json, choices: Sequence[Choice], *args: object
    ) -> Choice | None:
        if instruction[0] == "task":
            return (instruction[1],) if (instruction[1],) in choices else None
        left = [task for task in view["tasks"] if (task["id"],) in choices]
        return (min(left, key=lambda task: task["missing"])["id"],)

    def expires(self, instruction: Choice, view: Json) -> bool:
        """A task named is laid out in one round only."""
        return instruction[0] == "task" and instruction not in self.instructions(view)
