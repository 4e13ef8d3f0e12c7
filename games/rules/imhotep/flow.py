"""Set-up, rounds and the end ("Spielvorbereitung", "Ablauf einer Runde", "Endwertung")."""

from __future__ import annotations

from ..engine import Game
from .boats import take_stones
from .deck import CARD_KINDS, CARD_SOURCES
from .expansions import expansions
from .options import RANDOM, side_option
from .sites import SIDES, boards, market
from .state import Boat, Imhotep, owner
from .tables import (
    BASE_DECK,
    CARDS,
    ENDLESS,
    FIRST_SUPPLY,
    MONUMENTS,
    ROUND_CARDS,
    ROUNDS,
    STONES,
)
from .tables import SIDES as LETTERS
from .turn import ask_turn


def setup(game: Game[Imhotep]) -> None:
    state, seats = game.state, range(game.players)
    choose_sides(game)
    state.placed = {site: [] for site in SIDES}
    state.scored = [dict.fromkeys(MONUMENTS, 0) for _seat in seats]
    state.cards = [[] for _seat in seats]
    state.deck = list(range(len(CARDS) if game.option("new_cards") else BASE_DECK))
    game.shuffle("deck", state.deck)
    state.round_cards = list(range(len(ROUND_CARDS[game.players])))
    game.shuffle("round cards", state.round_cards)
    state.quarry = [ENDLESS if game.option("unlimited_stones") else STONES for _seat in seats]
    state.numbered = [0 for _seat in seats]
    state.supply = [[] for _seat in seats]
    for site in boards(state):
        site.set_up(game)
    for expansion in expansions(state):
        expansion.set_up(game)
    for seat in seats:
        take_stones(game, seat, FIRST_SUPPLY[seat])
    game.then(start_round)


def choose_sides(game: Game[Imhotep]) -> None:
    """The side of each site: the one chosen by its option, or drawn."""
    for site in SIDES:
        side = str(game.option(side_option(site)))
        if side == RANDOM:
            side = LETTERS[game.draw(f"side of the {site}", len(LETTERS))]
        if side != "A":
            game.state.sides[site] = side
    if RANDOM in game.state.options.values():
        game.tell("sides_drawn", sides={site: game.state.sides.get(site, "A") for site in SIDES})


def start_round(game: Game[Imhotep]) -> None:
    """Step: show a round card, lay out its boats and new market cards."""
    state = game.state
    state.round += 1
    card = ROUND_CARDS[game.players][state.round_cards.pop()]
    state.boats = [Boat([None] * fields) for fields in card]
    market(state).lay_out(game)
    state.sailor = state.start
    game.reveal()
    game.tell(
        "round_began",
        round=state.round,
        seat=state.start,
        boats=list(card),
        market=list(state.market),
    )
    for site in boards(state):
        site.round_began(game)
    ask_turn(game, state.start)


def end_round(game: Game[Imhotep]) -> None:
    """Step: clear the boats and score the temple."""
    state = game.state
    state.passes = 0
    game.tell("round_ended", round=state.round)
    left = [stone for boat in state.boats for stone in boat.stones if stone is not None]
    if left:
        for stone in left:
            state.quarry[owner(stone)] += 1
        game.tell("stones_returned", stones=left)
    state.boats = []
    for site in boards(state):
        site.round_over(game)
    for expansion in expansions(state):
        expansion.round_over(game)
    game.then(close_round)


def close_round(game: Game[Imhotep]) -> None:
    """Step: clear the market, then begin the next round or end the game."""
    state = game.state
    market(state).clear(game)
    state.start = (state.sailor + 1) % game.players
    if state.round < ROUNDS:
        game.then(start_round)
        return
    points = final_points(game)
    for source in points[0]:
        gained = [
            total[source] - scored.get(source, 0)
            for total, scored in zip(points, state.scored, strict=True)
        ]
        if any(gained):
            game.tell("final_scored", source=source, points=gained)
    game.finish(points, {"supply": [len(stones) for stones in state.supply]})


def final_points(game: Game[Imhotep], *, hands: bool = True) -> list[dict[str, int]]:
    """The points of each seat by source if the game ended now; ``hands``: with cards in hand."""
    state = game.state
    points: list[dict[str, int]] = [dict(scored) for scored in state.scored]
    for site in boards(state):
        if site.pays:
            for seat, more in enumerate(site.final_points(state)):
                points[seat][site.name] = points[seat].get(site.name, 0) + more
    if hands:
        for seat, cards in enumerate(state.cards):
            points[seat].update(card_points(state, seat, cards))
    for expansion in expansions(state):
        for source, gained in expansion.points(state).items():
            for seat, more in enumerate(gained):
                points[seat][source] = more
    return points


def card_points(state: Imhotep, seat: int, cards: list[int]) -> dict[str, int]:
    """What the cards in a seat's hand score, by source."""
    points = dict.fromkeys(CARD_SOURCES, 0)
    names = [CARDS[card] for card in cards]
    for name in dict.fromkeys(names):
        kind = CARD_KINDS[name]
        if kind.source:
            points[kind.source] += kind.points(state, seat, names.count(name))
    return points


def scored(game: Game[Imhotep]) -> list[dict[str, int]]:
    """The points of each seat by source that have been scored so far."""
    return [dict(points) for points in game.state.scored]


def standing(game: Game[Imhotep]) -> list[dict[str, int]]:
    """The standings that everyone can see: cards in hand may be hidden."""
    return final_points(game, hands=not game.state.hidden)
