"""Setting up ("Spielvorbereitung"), with the choices of all players at once."""

from __future__ import annotations

from ..engine import Choice, Game, Kind, Part, _
from .drawing import discard, open_top
from .reconstructed import CARDS, TILES, TRACKS, VILLAGE
from .state import Bomarzo, Deity, rules
from .tables import (
    COIN,
    DEALT,
    DEITIES,
    FOOD,
    GOODS,
    SEASONS,
    SET_UP_STEPS,
    START_GOODS,
    START_PAWNS,
)
from .tracks import advance_worker, worker_steps


@rules.setup
def setup(game: Game[Bomarzo]) -> None:
    state, seats = game.state, range(game.players)
    state.order = list(DEITIES)
    game.shuffle("deities", state.order)
    state.park = {name: Deity() for name in DEITIES}
    state.areas = {good: [] for good in GOODS}
    state.pawns = [START_PAWNS[game.players] for _seat in seats]
    state.passed = [False for _seat in seats]
    state.goods = [dict(START_GOODS) for _seat in seats]
    state.workers = [dict.fromkeys(VILLAGE, 0) for _seat in seats]
    state.steps = [dict.fromkeys(TRACKS, 0) for _seat in seats]
    state.tens = {track: [] for track in TRACKS}
    state.hands = [[] for _seat in seats]
    state.played = [[] for _seat in seats]
    state.worship = [[] for _seat in seats]
    state.keep = [1 for _seat in seats]
    if game.option("seasons"):
        tiles = [colour for colour, number in TILES.items() for _tile in range(number)]
        game.shuffle("season tiles", tiles)
        state.tiles = tiles[:SEASONS]
    if game.option("worship"):
        state.worship_stack = list(DEITIES)
        game.shuffle("worship", state.worship_stack)
    state.deck = list(CARDS)
    game.shuffle("deck", state.deck)
    state.dealt = [[state.deck.pop() for _card in range(DEALT)] for _seat in seats]
    state.known = dict.fromkeys(CARDS, 0)
    for seat, dealt in enumerate(state.dealt):
        state.known.update(dict.fromkeys(dealt, 1 << seat))
    open_top(game)
    game.ask_all(seats, Prepare)
    game.then("season")


def gets_extra(game: Game[Bomarzo], seat: int) -> bool:
    """The last of four players starts with one food or coin more."""
    return game.players == 4 and seat == game.players - 1


@rules.decision
class Prepare(Kind):
    """The card to keep and two steps in the village: ``(card, track, track)``; the last of four
    players adds a good, ``(card, track, track, good)``.
    """

    prompt = _("Keep one card and take two steps in your village")
    secret = True

    def choices(self, game: Game[Bomarzo], seat: int) -> list[Choice]:
        state = game.state
        found: list[Choice] = [
            (card, *steps)
            for card in sorted(state.dealt[seat])
            for steps in worker_steps(state, seat, SET_UP_STEPS)
        ]
        if gets_extra(game, seat):
            return [(*choice, good) for choice in found for good in (FOOD, COIN)]
        return found

    def chosen(self, game: Game[Bomarzo], seat: int, card: str, *rest: str) -> None:
        state = game.state
        tracks, extra = rest[:SET_UP_STEPS], rest[SET_UP_STEPS:]
        drawn = state.dealt[seat]
        game.tell("prepared", {seat: {"card": card}}, seat=seat, extra=list(extra))
        discard(game, seat, [other for other in sorted(drawn) if other != card], drawn)
        state.hands[seat] += drawn
        drawn.clear()
        for track in tracks:
            advance_worker(game, seat, track)
        for good in extra:
            state.goods[seat][good] += 1

    def shows(self, game: Game[Bomarzo], seat: int, *choice: Part) -> str:
        """Others see the cards discarded, the steps and the good."""
        return " ".join(map(str, choice))
