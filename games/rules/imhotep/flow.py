"""Set-up, rounds and the end ("Spielvorbereitung", "Ablauf einer Runde", "Endwertung")."""

from __future__ import annotations

from collections import Counter

from ..engine import Game
from .actions import TakeAction
from .boats import take_stones
from .cards import CARD_KINDS, CARD_SOURCES
from .sites import SITES
from .state import Boat, Imhotep, owner
from .tables import (
    CARDS,
    ENDLESS,
    FIRST_SUPPLY,
    MARKET_SLOTS,
    MONUMENTS,
    ROUND_CARDS,
    ROUNDS,
    STONES,
    WRATH,
)


def setup(game: Game[Imhotep]) -> None:
    state, seats = game.state, range(game.players)
    state.placed = {site: [] for site in SITES}
    state.scored = [dict.fromkeys(MONUMENTS, 0) for _seat in seats]
    state.cards = [[] for _seat in seats]
    state.deck = list(range(len(CARDS)))
    game.shuffle("deck", state.deck)
    state.round_cards = list(range(len(ROUND_CARDS[game.players])))
    game.shuffle("round cards", state.round_cards)
    state.quarry = [ENDLESS if game.option("unlimited_stones") else STONES for _seat in seats]
    state.numbered = [0 for _seat in seats]
    state.supply = [[] for _seat in seats]
    for seat in seats:
        take_stones(game, seat, FIRST_SUPPLY[seat])
    game.then(start_round)


def start_round(game: Game[Imhotep]) -> None:
    """Step: a round card, the boats on it, new market cards."""
    state = game.state
    state.round += 1
    card = ROUND_CARDS[game.players][state.round_cards.pop()]
    state.boats = [Boat([None] * fields) for fields in card]
    state.market = [draw_card(game) for _slot in range(MARKET_SLOTS)]
    state.active = state.sailor = state.start
    game.reveal()
    game.tell(
        "round_began",
        round=state.round,
        seat=state.start,
        boats=list(card),
        market=list(state.market),
    )
    game.ask(state.start, TakeAction)


def draw_card(game: Game[Imhotep]) -> int | None:
    """The top card of the deck; the discards are shuffled when it is empty."""
    state = game.state
    if not state.deck and state.discards:
        state.deck, state.discards = state.discards, []
        game.shuffle("deck", state.deck)
        game.tell("deck_shuffled", cards=len(state.deck))
    return state.deck.pop() if state.deck else None


def next_turn(game: Game[Imhotep]) -> None:
    """Step: the next seat acts, unless the round is over.

    It also is when all have passed in a row: nobody can do anything any more.
    """
    state = game.state
    if state.passes == game.players or None not in [boat.site for boat in state.boats]:
        game.then(end_round)
        return
    state.active = (state.active + 1) % game.players
    game.ask(state.active, TakeAction)


def end_round(game: Game[Imhotep]) -> None:
    """Step: the temple is scored, boats and market are cleared."""
    state = game.state
    state.passes = 0
    game.tell("round_ended", round=state.round)
    left = [stone for boat in state.boats for stone in boat.stones if stone is not None]
    if left:
        for stone in left:
            state.quarry[owner(stone)] += 1
        game.tell("stones_returned", stones=left)
    for site in SITES.values():
        site.round_over(game)
    state.boats = []
    state.discards += [card for card in state.market if card is not None]
    state.market = []
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


def final_points(game: Game[Imhotep]) -> list[dict[str, int]]:
    """The points of each seat by source if the game ended now; everything in it is public."""
    state = game.state
    points = [{**scored, **dict.fromkeys(CARD_SOURCES, 0)} for scored in state.scored]
    for site in MONUMENTS:
        for seat, more in enumerate(SITES[site].final_points(state)):
            points[seat][site] += more
    for seat, cards in enumerate(state.cards):
        for name, copies in Counter(CARDS[card] for card in cards).items():
            kind = CARD_KINDS[name]
            points[seat][kind.source] += kind.points(state, copies)
    if game.option("wrath"):
        for seat in range(game.players):
            points[seat]["wrath"] = WRATH if _missed_a_monument(state, seat) else 0
    return points


def _missed_a_monument(state: Imhotep, seat: int) -> bool:
    return any(all(owner(stone) != seat for stone in state.placed[site]) for site in MONUMENTS)
