"""The D sides of the sites ("Eine neue Dynastie"): house boards, see ``figures.toml``."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine import Choice, Game, Json, Kind, Part, _
from ..figures import figure
from ..state import Imhotep, owner
from .a_sides import Market, Obelisks, Pyramid, Temple, Tomb, market, refill_market
from .b_sides import rows_of_tomb
from .site import leaders, side_in

COINS: int = figure("market_d", "coins")
UNSPENT_COIN: int = figure("market_d", "unspent")
STEPS: tuple[int, ...] = figure("pyramid_d", "steps")
STEPS_FURTHER: int = figure("pyramid_d", "further")
FIRST: dict[int, int] = dict(figure("pyramid_d", "first"))
VISIBLE: int = figure("temple_d", "visible")
PAIR: int = figure("temple_d", "pair")
CRYPT: tuple[tuple[int, int], ...] = figure("tomb_d", "tiles")
BESIDE_CRYPT: int = figure("tomb_d", "further")
ROW: int = figure("tomb_d", "row_alone")
ROW_SHARED: int = figure("tomb_d", "row_shared")
OBELISK_TILES: tuple[tuple[int, ...], ...] = figure("obelisks_d", "tiles")
NO_TILE: int = figure("obelisks_d", "none_left")
HIGHER: int = figure("obelisks_d", "higher")


class MarketD(Market):
    """D) Market: a stone that takes a card may buy another one for a coin."""

    pays = True

    def set_up(self, game: Game[Imhotep]) -> None:
        game.state.coins = [COINS] * game.players

    def take(self, game: Game[Imhotep], seat: int, what: Part) -> None:
        super().take(game, seat, what)
        game.then(offer_purchase, seat)

    def final_points(self, state: Imhotep) -> list[int]:
        return [UNSPENT_COIN * coins for coins in state.coins]

    def view(self, state: Imhotep) -> Json:
        return {"coins": list(state.coins)}


def offer_purchase(game: Game[Imhotep], seat: int) -> None:
    """Step: ask a seat with a coin whether it buys another card, if there is one."""
    state = game.state
    if state.coins[seat] and any(card is not None for card in state.market):
        game.ask(seat, BuyMarketCard)


class BuyMarketCard(Kind):
    """D) Market: pay a coin for one more face-up card, which is replaced at once."""

    prompt = _("Pay a coin for another card?")
    first_time = _(
        "A coin that you keep also scores at the end: spend it only where the card is worth more."
    )
    public = True
    out_of_turn = True

    def choices(self, game: Game[Imhotep], seat: int) -> list[Choice]:
        return [("enough",), *Market.choices(market(game.state), game.state)]

    def chosen(self, game: Game[Imhotep], seat: int, what: Part) -> None:
        if what == "enough":
            return
        game.state.coins[seat] -= 1
        game.tell("coin_paid", seat=seat)
        market(game.state).take_open(game, seat, int(what))
        game.then(refill_market, what)

    def instructions(self, view: Json) -> list[Choice]:
        return [("enough",)] if side_in(view, Market.name) == "D" else []

    def answer(
        self, instruction: Choice, view: Json, choices: Sequence[Choice], *args: object
    ) -> Choice | None:
        return instruction


class PyramidD(Pyramid):
    """D) Pyramid: each stone drives its owner's chariot on; the step reached scores."""

    def arrival_points(self, state: Imhotep, seat: int, position: int) -> int:
        own = self.own(state)
        step = own[seat]
        points = STEPS[step - 1] if step <= len(STEPS) else STEPS_FURTHER
        is_first = all(other < step for rival, other in enumerate(own) if rival != seat)
        return points + (FIRST.get(step, 0) if is_first else 0)


class TempleD(Temple):
    """D) Temple: a point for each visible stone, and one for each pair of neighbours."""

    average = 1.2

    def round_points(self, state: Imhotep) -> list[int]:
        points = [0] * state.players
        owners = [None if stone is None else owner(stone) for stone in self.visible(state)]
        for seat, right in zip(owners, [*owners[1:], None], strict=True):
            if seat is not None:
                points[seat] += VISIBLE + (PAIR if seat == right else 0)
        return points


class TombD(Tomb):
    """D) Tomb: a tile with points on each field; majorities in the rows pay at the end."""

    def set_up(self, game: Game[Imhotep]) -> None:
        tiles = [points for points, number in CRYPT for _tile in range(number)]
        game.shuffle("crypt", tiles)
        game.state.crypt = tiles

    def arrival_points(self, state: Imhotep, seat: int, position: int) -> int:
        return state.crypt[position] if position < len(state.crypt) else BESIDE_CRYPT

    def final_points(self, state: Imhotep) -> list[int]:
        rows = [leaders(own, ROW, ROW_SHARED) for own in rows_of_tomb(state)]
        return [sum(points) for points in zip(*rows, strict=True)]

    def view(self, state: Imhotep) -> Json:
        return {"tiles": list(state.crypt)}


class ObelisksD(Obelisks):
    """D) Obelisks: the best tile left for the height reached, and nothing more at the end."""

    def arrival_points(self, state: Imhotep, seat: int, position: int) -> int:
        own = self.own(state)
        height = own[seat]
        if height > len(OBELISK_TILES):
            return HIGHER
        taken = sum(other >= height for rival, other in enumerate(own) if rival != seat)
        tiles = OBELISK_TILES[height - 1]
        return tiles[taken] if taken < len(tiles) else NO_TILE

    def final_points(self, state: Imhotep) -> list[int]:
        return [0] * state.players
