"""Positions made to measure, and a player of choices, for the tests of Bora Bora."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.rules.bora_bora import rules
from games.rules.bora_bora.reconstructed import PEOPLE
from games.rules.bora_bora.state import EMPTY, FILLED, Board, BoraBora
from games.rules.bora_bora.tables import GODS
from games.rules.engine import Choice, Event, Game, Part

SEED = b"tahitian" * 4

ANNA, BEN, CLEO, DON = 0, 1, 2, 3
"""The people of the rulebook's examples, in turn order."""

START = "C-SE"
"""Where Anna's first hut stands, the mountain of the central island."""

Step = tuple[Part, ...]


def new(players: int = 4, round: int = 1, phase: str = "A") -> Game[BoraBora]:
    """A round that has just begun: Anna is first, nobody has a hut, a card or a god tile."""
    game = rules.new(players, {}, SEED)
    while game.state.chapter == "huts":
        play(game, choices(game)[0])
    state = game.state
    state.order, state.track = list(range(players)), list(range(players))
    state.steps = [0] * players
    state.regions = {region: [] for region in state.regions}
    state.round, state.chapter = round, phase
    for board in state.boards:
        board.huts, board.ground, board.scored = 11, [EMPTY] * 12, dict.fromkeys(board.scored, 0)
        board.offerings = board.god_tiles = 0
        board.dice = []
        hand(board)
    return game


def hand(board: Board, *cards: str, offerings: int | None = None, hidden: bool = True) -> None:
    """Give a board other god cards, and offerings."""
    board.hand = {god: cards.count(god) for god in GODS}
    board.hidden = list(cards) if hidden else []
    board.hidden_before = []
    if offerings is not None:
        board.offerings = offerings


def tile(sex: str, kind: str, copy: int = 0) -> int:
    """The id of a person tile."""
    return [i for i, person in enumerate(PEOPLE) if person[:2] == (sex, kind)][copy]


def people(board: Board, **kinds: str) -> list[int]:
    """Lay people on a board: ``man="land land"``; returns their ids."""
    board.people = [
        tile(sex, kind, names.split()[:i].count(kind))
        for sex, names in kinds.items()
        for i, kind in enumerate(names.split())
    ]
    board.huts = min(board.huts, 11 - len(board.people))
    return board.people


def huts(game: Game[BoraBora], seat: int, *regions: str) -> None:
    """Build huts of a seat; the last one built stands on the site."""
    for region in regions:
        game.state.regions[region].append(seat)
        game.state.boards[seat].huts -= 1


def fill(board: Board, *fields: int) -> None:
    """Lay materials on fields of the ceremony ground."""
    for field in fields:
        board.ground[field] = FILLED


def lay_out(game: Game[BoraBora], sex: str, *kinds: str) -> None:
    """Lay out people on the spaces from 1; further ones are empty."""
    row: list[int | None] = [tile(sex, kind) for kind in kinds]
    game.state.people[sex] = row + [None] * (6 - len(row))


def stage(game: Game[BoraBora], *steps: Step) -> Game[BoraBora]:
    """The game as it goes on with these steps; in the end seat 0 is asked for a new task."""
    state = game.state
    end: Step = ("take_task", 0)
    state.open = []
    state.agenda = [(str(step[0]), step[1:]) for step in reversed([*steps, end])]
    state.held = 0
    staged: Game[BoraBora] = rules.load(game.save())
    staged.confirm(0)
    return staged


def die(game: Game[BoraBora], seat: int, *dice: int) -> Game[BoraBora]:
    """The game as the seat is to place the first of its dice."""
    game.state.boards[seat].dice = list(dice)
    return stage(game, ("place_die", seat))


def play(game: Game[BoraBora], *chosen: Choice) -> list[Event]:
    """Carry out choices, each for whoever is asked first; returns all events."""
    events: list[Event] = []
    for choice in chosen:
        events += game.choose(game.decisions()[0].seat, choice)
    return events


def asked(game: Game[BoraBora]) -> list[tuple[int, str]]:
    return [(decision.seat, decision.kind) for decision in game.decisions()]


def choices(game: Game[BoraBora]) -> list[Choice]:
    """The choices of the first decision that is open."""
    return game.decisions()[0].choices


def told(events: Sequence[Event], kind: str) -> list[dict[str, Any]]:
    """The public data of the events of a kind."""
    return [event.data for event in events if event.kind == kind]


def points(game: Game[BoraBora], seat: int) -> int:
    """The points that a seat has scored so far."""
    return sum(game.state.boards[seat].scored.values())
