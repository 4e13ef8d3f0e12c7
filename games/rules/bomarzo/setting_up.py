"""Setting up ("Spielvorbereitung"), with the choices of all players at once."""

from __future__ import annotations

from ..engine import Choice, Game, Kind, _
from .drawing import discard, open_top
from .favours import MoveWorkers
from .reconstructed import CARDS, TILES, TRACKS, VILLAGE
from .state import Bomarzo, Deity, rules
from .tables import (
    COIN,
    DEALT,
    DEITIES,
    FOOD,
    GOODS,
    SEASONS,
    START_GOODS,
    START_PAWNS,
)


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
    game.each(seats, prepare)
    game.then("season")


@rules.step
def prepare(game: Game[Bomarzo], seat: int) -> None:
    """Each seat keeps a card and takes two steps; the last of four gets a good of its choice."""
    game.ask(seat, KeepCard)
    game.ask(seat, MoveWorkers)
    if game.players == 4 and seat == game.players - 1:
        game.ask(seat, ExtraGood)


@rules.decision
class KeepCard(Kind):
    """The one of the cards dealt that is kept: ``(card,)``."""

    prompt = _("Which card do you keep?")
    first_time = _(
        "The deities in front, with the highest numbers on their ribbons, pay most at the "
        "end: keep a card that gives what their ribbons show."
    )
    secret = True

    def choices(self, game: Game[Bomarzo], seat: int) -> list[Choice]:
        return [(card,) for card in sorted(game.state.dealt[seat])]

    def chosen(self, game: Game[Bomarzo], seat: int, card: str) -> None:
        state = game.state
        dealt = state.dealt[seat]
        discard(game, seat, [other for other in sorted(dealt) if other != card], dealt)
        state.hands[seat] += dealt
        dealt.clear()
        game.tell("kept", {seat: {"card": card}}, seat=seat)

    def shows(self, game: Game[Bomarzo], seat: int, card: str) -> str:
        """Others see the cards that are discarded."""
        return card


@rules.decision
class ExtraGood(Kind):
    """``("food",)`` or ``("coin",)``."""

    prompt = _("Which good do you take?")
    first_time = _("Take the good that you need for the deity that you want to call soon.")
    public = True

    def choices(self, game: Game[Bomarzo], seat: int) -> list[Choice]:
        return [(FOOD,), (COIN,)]

    def chosen(self, game: Game[Bomarzo], seat: int, good: str) -> None:
        game.state.goods[seat][good] += 1
        game.tell("got", seat=seat, good=good)
