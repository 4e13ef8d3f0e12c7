"""``islander``: looks one action ahead and takes what leaves it best off."""

from __future__ import annotations

from ..engine import Choice, Decision, Game, Levels, Measured, Seen
from .final import end_points
from .gods import NONE, TILE
from .people import upright
from .phase_c import affordable
from .reconstructed import JEWELS, PEOPLE, STATUS_POINTS
from .settling import DISCARD
from .state import EMPTY, FILLED, Board, BoraBora, rules
from .tables import BUILDING_POINTS, MAN, PRIEST_POINTS, ROUNDS, SEXES
from .tasks import missing

# What things that may still bring points are worth to it. All are guesses, and good enough.
OFFERING, CARD, GOD_TILE, SHELL, TASK = 0.9, 0.9, 1.5, 1.0, 5.5
#: More shells than this buy nothing better.
ENOUGH_SHELLS = 6
#: For how many rounds the lowest priest stays, roughly.
PRIEST_STAYS = 1.2
#: What half a building tile's points come to for a material on the ground, and for a neighbour.
MATERIAL, NEIGHBOUR = 0.15, 0.12
#: A hut on the map, a free space, a step of status or a shell that a person may still bring.
HUT, SPACE, UNUSED = 1.0, 0.7, 0.5
#: What one, two or three equal people bring in a round, by what they do.
USES = {
    "land": 3.5,
    "water": 3.5,
    "woman": 2.0,
    "man": 2.0,
    "build": 5.0,
    "material": 1.8,
    "hut": 0.9,
    "god": 1.1,
    "offering": 1.0,
    "points": 2.0,
    "status": 1.1,
    "shell": 1.2,
}

STARTS = ("place_die", "use_people", "buy_jewel", "take_task", "settle_task", "first_hut")
"""Decisions that begin something new; the decisions after them complete it."""

rules.levels = Levels(
    measured=(
        Measured("good", 2, 100, 0.8, 0.7112, 0.8666),
        Measured("good", 3, 100, 0.78, 0.6893, 0.85),
        Measured("good", 4, 100, 0.69, 0.5937, 0.7722),
        Measured("strong", 2, 100, 0.91, 0.8377, 0.9519),
        Measured("strong", 3, 100, 0.77, 0.6785, 0.8416),
        Measured("strong", 4, 100, 0.55, 0.4524, 0.6439),
    )
)


@rules.bot
def islander(seen: Seen) -> Choice:
    """Return the choice after which the seat's position seems to be worth most."""
    return promising(seen.sample(), seen.decision, seen.choices)[0]


@rules.candidates
def promising(game: Game[BoraBora], decision: Decision, choices: list[Choice]) -> list[Choice]:
    """Return the choices, those that seem to lead to the best position first."""
    seat, settles = decision.seat, decision.kind == "settle_task"

    def value(choice: Choice) -> float:
        if settles:
            return _of_settling(game.state, seat, choice)
        return _worth_after(game, seat, choice)

    return sorted(choices, key=lambda choice: -value(choice))


@rules.horizon
def round_number(game: Game[BoraBora]) -> int:
    return game.state.round


def _of_settling(state: BoraBora, seat: int, choice: Choice) -> float:
    """Prefer tasks that are met, then the cheapest yellow god; discard the task furthest from being
    met."""
    task, way = choice
    if way == DISCARD:
        return float(missing(state, seat, task))
    return 200.0 if way == NONE else 100.0 - 2 * (way == TILE)


def _worth_after(game: Game[BoraBora], seat: int, choice: Choice) -> float:
    """Value a choice together with what the seat has to choose right after it."""
    after = game.copy()
    after.choose(seat, choice)
    while (further := after.decision(seat)) and not (further.sealed or further.kind in STARTS):
        best = max(further.choices, key=lambda more: _worth_at_once(after.copy(), seat, more))
        after.choose(seat, best)
    return worth(after, seat)


def _worth_at_once(game: Game[BoraBora], seat: int, choice: Choice) -> float:
    """Value a choice by the position right after it."""
    game.choose(seat, choice)
    return worth(game, seat)


@rules.worth
def worth(game: Game[BoraBora], seat: int) -> float:
    """Estimate a seat's position, in points."""
    state = game.state
    board = state.boards[seat]
    value = float(sum(board.scored.values()) + sum(end_points(state, seat).values()))
    if state.result is not None:
        return value
    rounds = ROUNDS + 1 - state.round
    later = min(1.0, rounds / 3)
    value += STATUS_POINTS[state.steps[seat]] - 0.1 * state.track.index(seat)
    value += _of_priests(state, seat)
    value += later * (OFFERING * min(board.offerings, board.cards + 2) + CARD * board.cards)
    value += later * GOD_TILE * board.god_tiles
    value += later * SHELL * min(board.shells, ENOUGH_SHELLS) + _of_jewel(state, seat, later)
    value += _of_ground(board, _of_building(state, board))
    value += _of_people(state, seat, rounds)
    value += later * HUT * (12 - board.huts - board.stored) + later * SPACE * board.free_spaces
    return value + sum(TASK / (1 + missing(state, seat, task)) for task in board.tasks)


def _of_jewel(state: BoraBora, seat: int, later: float) -> float:
    """Value the best jewel of this round that the seat can pay for, until jewels are sold."""
    if not state.round or state.chapter == "C":
        return 0.0
    worths = [
        JEWELS[jewel][1] - later * SHELL * JEWELS[jewel][2] for jewel in affordable(state, seat)
    ]
    return max(0.0, max(worths, default=0.0))


def _of_priests(state: BoraBora, seat: int) -> float:
    """Value what priests may score; the higher a priest is, the longer it is likely to stay."""
    worths = PRIEST_POINTS[max(state.round, 1) - 1 :]
    value = 0.0
    for space, who in enumerate(state.temple, start=1):
        if who == seat:
            stays = min(len(worths), PRIEST_STAYS + PRIEST_STAYS * space / 4)
            value += stays * sum(worths) / len(worths)
    return value


def _of_building(state: BoraBora, board: Board) -> int:
    """The points of a building tile when the seat next places a die."""
    worths = BUILDING_POINTS[max(state.round, 1) - bool(board.dice) :]
    return worths[0] if worths else 0


def _of_ground(board: Board, points: int) -> float:
    """What the materials on the ceremony ground may still bring."""
    filled = board.ground.count(FILLED)
    pairs = min(len(board.pairs()), filled // 2)
    return points * (MATERIAL * filled + 2 * NEIGHBOUR * pairs) + 0.3 * (
        12 - board.ground.count(EMPTY)
    )


def _of_people(state: BoraBora, seat: int, rounds: int) -> float:
    """What people may still do in phase B, and bring when they are pushed down."""
    board = state.boards[seat]
    turns = rounds - (state.chapter != "A")  # in phase B a use shows itself what it brings
    value = 0.0
    for sex in SEXES:
        kinds = board.kinds(sex)
        uses = (min(n, 3) ** 0.7 * USES[kind] for kind, n in kinds.items())
        value += turns * max(uses, default=0.0)
    for person in upright(state, seat):
        sex, _kind, count = PEOPLE[person]
        value += UNUSED * count * min(1.0, rounds / 2) * (0.8 if sex == MAN else 1.0)
    return value
