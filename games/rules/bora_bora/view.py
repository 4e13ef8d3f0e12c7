"""What each seat may see, built up from nothing; and the points as far as they are public."""

from __future__ import annotations

from ..engine import Game, Json
from .final import end_points, final_points
from .phase_a import lowest, placements
from .phase_b import uses
from .reconstructed import FISH, GROUND, JEWELS, PATHS, PEOPLE, STATUS_POINTS
from .settling import with_yellow
from .state import EMPTY, FILLED, Board, BoraBora, rules
from .tables import (
    ACTION_CARDS,
    BUILDING_POINTS,
    FISHING,
    GODS,
    HIGHEST,
    PRIEST_POINTS,
    REGIONS,
    ROUNDS,
    SEXES,
)
from .tasks import CARD_NEEDS, NEEDS, missing, progress
from .temple import leader

rules.standing(final_points)


@rules.view
def view(game: Game[BoraBora], seat: int | None) -> Json:
    """All that a seat may know. Seats are numbers, pieces and places are named as in the tables::

    me, round, rounds, phase    phase: huts, A, B, C
    over, order                 order: the seats in turn order
    account     the running turn: {seat, phase, card, die, value, left} or None;
                left: pips of the helper not spent
    regions     {id: {island, terrain, huts: [seats, the last on the site],
                      fish: {id, species, points}}}
    paths       {land, water: [[region, region, number]]}
    cards       {card: {actions, dice: [[seat, die]], bar: the lowest die or None}}
    openings    own dice, as if it were the seat's turn: {card: {die: [gods]}} or None
    temple      [seat or None, space 1 first]; temple_gods: tiles left; leader: who gets one
    worth       {priest, building}: points in this round
    status      {steps: [by seat], track: [seats, the one ahead first], points: [by space]}
    people      {man, woman: 6 × person or None}; piles: {man, woman: number}
                person: {id, sex, kind, count}
    gods        [colours that lie open]; deck: number; discards: {colour: number}
    tasks       [task]: laid out; task_pile: number
                task: {id, missing, needs: [{what, of, number, have}]}; have and missing are
                the seat's own, None where it cannot know
    jewels      by round, [{id, kind, points, shells}]
    seats       see _seat
    """
    state = game.state
    return {
        "me": seat,
        "round": state.round,
        "rounds": ROUNDS,
        "phase": state.chapter,
        "over": state.result is not None,
        "order": list(state.order),
        "account": _account(state),
        "regions": {region: _region(state, region) for region in REGIONS},
        "paths": {route: [list(path) for path in paths] for route, paths in PATHS.items()},
        "cards": _cards(state),
        "openings": None if seat is None else openings(state, seat),
        **_tracks(state),
        **_market(state, seat),
        "seats": [
            _seat(state, i, own=i == seat, over=state.result is not None)
            for i in range(game.players)
        ],
    }


def person(tile: int) -> Json:
    sex, kind, count = PEOPLE[tile]
    return {"id": tile, "sex": sex, "kind": kind, "count": count}


def openings(state: BoraBora, seat: int) -> dict[str, dict[str, list[str]]] | None:
    """By card and die: with which gods a seat could place it now."""
    if state.chapter != "A":
        return None
    found: dict[str, dict[str, list[str]]] = {}
    for die, card, gods, *_way in placements(state, seat):
        there = found.setdefault(str(card), {}).setdefault(str(die), [])
        if gods not in there:
            there.append(str(gods))
    return found


def _tracks(state: BoraBora) -> Json:
    """The temple and the status track."""
    round_now = max(1, state.round) - 1
    return {
        "temple": list(state.temple),
        "temple_gods": state.temple_gods,
        "leader": leader(state),
        "worth": {"priest": PRIEST_POINTS[round_now], "building": BUILDING_POINTS[round_now]},
        "status": {
            "steps": list(state.steps),
            "track": list(state.track),
            "points": list(STATUS_POINTS),
        },
    }


def _market(state: BoraBora, seat: int | None) -> Json:
    """Return what there is to take: people, god cards, tasks, jewels."""
    return {
        "people": {
            sex: [None if tile is None else person(tile) for tile in state.people[sex]]
            for sex in SEXES
        },
        "piles": {sex: len(state.piles[sex]) for sex in SEXES},
        "gods": list(state.gods),
        "deck": len(state.deck),
        "discards": {god: state.discards.count(god) for god in GODS},
        "tasks": [_task(state, seat, task, own=True) for task in state.tasks],
        "task_pile": len(state.task_pile),
        "jewels": [[_jewel(jewel) for jewel in column] for column in state.jewels],
    }


def _account(state: BoraBora) -> Json | None:
    account = state.account
    if account is None:
        return None
    return {
        "seat": account.seat,
        "phase": account.phase,
        "card": account.card or None,
        "die": account.die or None,
        "value": account.value or None,
        "left": account.left,
    }


def _region(state: BoraBora, region: str) -> Json:
    island, terrain = REGIONS[region]
    tile = state.fish[region]
    species, points = FISH[tile]
    return {
        "island": island,
        "terrain": terrain,
        "huts": list(state.regions[region]),
        "fish": {"id": tile, "species": species, "points": points},
    }


def _cards(state: BoraBora) -> Json:
    actions = {**ACTION_CARDS[state.players], FISHING: (FISHING,)}
    shown = {}
    for card, dice in state.cards.items():
        bar = HIGHEST + 1 if card == FISHING else lowest(state, card)
        shown[card] = {
            "actions": list(actions[card]),
            "dice": [list(die) for die in dice],
            "bar": None if bar > HIGHEST else bar,
        }
    return shown


def _jewel(jewel: str) -> Json:
    kind, points, shells = JEWELS[jewel]
    return {"id": jewel, "kind": kind, "points": points, "shells": shells}


def _task(state: BoraBora, seat: int | None, task: str, *, own: bool) -> Json:
    """Return a task and how far a seat is with it; only the seat itself sees what its hand adds."""
    if seat is None:
        return {
            "id": task,
            "missing": None,
            "needs": [{**need._asdict(), "have": None} for need in NEEDS[task]],
        }
    known = own or not any(need.what in CARD_NEEDS for need in NEEDS[task])
    return {
        "id": task,
        "missing": missing(state, seat, task) if known else None,
        "needs": [
            {**part.need._asdict(), "have": part.have if known else None}
            for part in progress(state, seat, task)
        ],
    }


def _seat(state: BoraBora, seat: int, *, own: bool, over: bool) -> Json:
    """A player's things::

    points, scored      points so far, and by source
    ending              by source: what the final scoring would add now
    coming              {status, temple}: what the end of this round would add now
    huts, stored        on the spaces 1 to 11, on the twelfth; free_spaces: room for people
    people              [person with pushed]
    ground              12 × {takes: material, holds: None, "material" or a building tile}
    aside, tiles        materials beside the board; building tiles left
    priests             left to place; god_tiles, offerings, shells, jewels, dice
    hand                {colour: number} or None; cards: number
    tasks               [task, own ones with ways: how a yellow god would do]; done: [ids]
    used, green         phase B: [[sex, kind]], and whether green was played
    usable              phase B: [[sex, kind, plain, green]] that it could use now
    """
    board = state.boards[seat]
    return {
        **_points(state, seat),
        "huts": board.huts,
        "stored": board.stored,
        "free_spaces": board.free_spaces,
        "people": [{**person(tile), "pushed": tile in board.pushed} for tile in board.people],
        "ground": [_field(board, field) for field in range(len(GROUND))],
        "aside": list(board.aside),
        "tiles": list(board.tiles),
        "priests": board.priests,
        "god_tiles": board.god_tiles,
        "offerings": board.offerings,
        "shells": board.shells,
        "jewels": [_jewel(jewel) for jewel in board.jewels],
        "dice": list(board.dice),
        "hand": dict(board.hand) if own or over else None,
        "cards": board.cards,
        "tasks": [
            {
                **_task(state, seat, task, own=own or over),
                **({"ways": with_yellow(state, seat, task)} if own else {}),
            }
            for task in board.tasks
        ],
        "done": list(board.done),
        "used": [list(use) for use in board.used],
        "green": board.green,
        "usable": [list(use) for use in uses(state, seat)] if state.chapter == "B" else [],
    }


def _points(state: BoraBora, seat: int) -> Json:
    """What has been scored, and what the end of the game and of this round would add."""
    scored, round_now = state.boards[seat].scored, max(1, state.round) - 1
    return {
        "points": sum(scored.values()),
        "scored": dict(scored),
        "ending": end_points(state, seat),
        "coming": {
            "status": STATUS_POINTS[state.steps[seat]],
            "temple": PRIEST_POINTS[round_now] * state.temple.count(seat),
        },
    }


def _field(board: Board, field: int) -> Json:
    holds: str | int | None = board.ground[field]
    if holds == EMPTY:
        holds = None
    elif holds == FILLED:
        holds = "material"
    return {"takes": GROUND[field], "holds": holds}
