"""The A sides of the sites ("Erläuterungen zu den A-Seiten der Orte")."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ...engine import Choice, Game, Json, Kind, Part, _
from ..piles import draw_card, tell_card
from ..state import Imhotep, owner
from ..tables import (
    MARKET_SLOTS,
    OBELISKS,
    PYRAMID,
    PYRAMID_SIDE,
    TEMPLE_WIDTH,
    TOMB_ROWS,
    collection,
)
from .site import ELSEWHERE, Origin, Site, board, shared_places
from .wishes import card_wishes, wished


class Market(Site):
    """A) Market: a card for each stone; the stones then go back to the quarry."""

    name = "market"
    pays = False
    slots = MARKET_SLOTS

    def lay_out(self, game: Game[Imhotep]) -> None:
        """New cards for a round."""
        game.state.market = [draw_card(game) for _slot in range(self.slots)]

    def choices(self, state: Imhotep) -> list[Choice]:
        """What a stone may take."""
        return [(slot,) for slot, card in enumerate(state.market) if card is not None]

    def deliver(self, game: Game[Imhotep], stone: int, origin: Origin = ELSEWHERE) -> None:
        super().deliver(game, stone, origin)
        if self.choices(game.state):
            game.ask(owner(stone), TakeMarketCard)

    def take(self, game: Game[Imhotep], seat: int, what: Part) -> None:
        """Let a seat take the card of a slot for its stone.

        Before the public boat has come here, the slot is filled again ("Sonderregel Markt").
        """
        self.take_open(game, seat, int(what))
        if not game.state.boat_at(self.name):
            game.then(refill_market, what)

    def take_open(self, game: Game[Imhotep], seat: int, slot: int) -> None:
        """Give a seat the face-up card of a slot."""
        card = game.state.market[slot]
        assert card is not None
        game.state.market[slot] = None
        tell_card(game, "card_taken", seat, card, {"slot": slot})
        game.then("receive_card", seat, card)

    def refill(self, game: Game[Imhotep], slot: int) -> None:
        """A new card for a slot that was emptied."""
        card = draw_card(game)
        if card is not None:
            game.state.market[slot] = card
            game.reveal()
            # The next stone may take it at once; then it is secret again.
            named = {} if game.state.hidden else {"card": card}
            game.tell("market_refilled", slot=slot, **named)

    def clear(self, game: Game[Imhotep]) -> None:
        """Discard what is left over when the round has ended."""
        state = game.state
        state.discards += [card for card in state.market if card is not None]
        state.market = []

    def unloaded(self, game: Game[Imhotep]) -> None:
        state = game.state
        stones = state.placed[self.name]
        for stone in stones:
            state.quarry[owner(stone)] += 1
        game.tell("stones_returned", stones=list(stones), site=self.name)
        stones.clear()


def market(state: Imhotep) -> Market:
    """The side of the market that is in the game."""
    site = board(state, Market.name)
    assert isinstance(site, Market)
    return site


class TakeMarketCard(Kind):
    """A) Market: "darf der Besitzer des Steins sofort 1 Markt-Karte nehmen"."""

    prompt = _("Take a market card for your stone")
    first_time = _(
        "Statues are worth more the more you have; decorations pay at the end for "
        "everyone's stones; red cards act at once, blue ones as an action."
    )
    public = True
    out_of_turn = True

    def choices(self, game: Game[Imhotep], seat: int) -> list[Choice]:
        return market(game.state).choices(game.state)

    def chosen(self, game: Game[Imhotep], seat: int, what: Part) -> None:
        market(game.state).take(game, seat, what)

    def instructions(self, view: Json) -> list[Choice]:
        """A face-up card that the instruction names; without one, the player is asked."""
        return card_wishes(view)

    def answer(
        self, instruction: Choice, view: Json, choices: Sequence[Choice], *args: object
    ) -> Choice | None:
        return wished(instruction, view["market"])


def refill_market(game: Game[Imhotep], slot: int) -> None:
    """Step: a slot of the market that was emptied gets new cards."""
    market(game.state).refill(game, slot)


class Pyramid(Site):
    """A) Pyramid: points at once, by field."""

    name = "pyramid"

    def arrival_points(self, state: Imhotep, seat: int, position: int) -> int:
        return PYRAMID[position] if position < len(PYRAMID) else PYRAMID_SIDE


class Temple(Site):
    """A) Temple: a point for each stone visible from above, after every round."""

    name = "temple"
    #: Points of a visible stone on the average field, for the bot.
    average = 1.0

    def visible(self, state: Imhotep) -> list[int | None]:
        """The stone visible from above on each field, from the left."""
        stones, width = state.placed[self.name], TEMPLE_WIDTH[state.players]
        return [(stones[field::width] or (None,))[-1] for field in range(width)]

    def round_over(self, game: Game[Imhotep]) -> None:
        state = game.state
        points = self.round_points(state)
        for seat, more in enumerate(points):
            state.scored[seat][self.name] += more
        game.tell("temple_scored", points=points)

    def pending_points(self, state: Imhotep) -> list[int]:
        return self.round_points(state)

    def round_points(self, state: Imhotep) -> list[int]:
        """Points of each seat for its visible stones: the last ones to arrive, one per field."""
        points = [0] * state.players
        for stone in state.placed[self.name][-TEMPLE_WIDTH[state.players] :]:
            points[owner(stone)] += 1
        return points


class Tomb(Site):
    """A) Tomb: points at the end for each area of connected stones of one colour."""

    name = "tomb"

    def final_points(self, state: Imhotep) -> list[int]:
        points = [0] * state.players
        stones = state.placed[self.name]
        for area in tomb_areas(stones):
            points[owner(stones[area[0]])] += collection(len(area))
        return points


def tomb_areas(stones: Sequence[int]) -> list[tuple[int, ...]]:
    """The fields of each area of orthogonally connected stones; filled column by column."""
    return _areas(tuple(stones))


@lru_cache(1000)  # a bot that thinks ahead counts the same tomb after most of its choices
def _areas(stones: tuple[int, ...]) -> list[tuple[int, ...]]:
    owners = [owner(stone) for stone in stones]
    areas = []
    for start, seat in enumerate(owners):
        if seat < 0:
            continue
        owners[start] = -1  # counted
        area, edge = [], [start]
        while edge:
            field = edge.pop()
            area.append(field)
            for other in _neighbours(field):
                if 0 <= other < len(owners) and owners[other] == seat:
                    owners[other] = -1
                    edge.append(other)
        areas.append(tuple(area))
    return areas


def _neighbours(field: int) -> list[int]:
    row = field % TOMB_ROWS
    beside = [field - TOMB_ROWS, field + TOMB_ROWS]
    if row > 0:
        beside.append(field - 1)
    if row < TOMB_ROWS - 1:
        beside.append(field + 1)
    return beside


class Obelisks(Site):
    """A) Obelisks: points at the end for the tallest, the second tallest and so on."""

    name = "obelisks"

    def final_points(self, state: Imhotep) -> list[int]:
        return shared_places(self.own(state), OBELISKS[state.players])
