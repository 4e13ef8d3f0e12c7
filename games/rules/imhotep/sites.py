"""The sites and what a stone does there, one object per board side ("Anhang Orte")."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine import Choice, Game, Kind, _
from .state import Imhotep, owner
from .tables import OBELISKS, PYRAMID, PYRAMID_SIDE, TEMPLE_WIDTH, TOMB_ROWS, collection


class Site:
    """A place where stones arrive. Stones lie in ``state.placed[name]`` in order of arrival."""

    name = ""

    def deliver(self, game: Game[Imhotep], stone: int, **origin: int) -> None:
        """A stone arrives; ``origin`` names ``boat`` and ``field``, or nothing for the quarry."""
        state = game.state
        seat, placed = owner(stone), state.placed[self.name]
        position = len(placed)
        placed.append(stone)
        points = self.arrival_points(position)
        if points:
            state.scored[seat][self.name] += points
        game.tell(
            "stone_delivered",
            seat=seat,
            stone=stone,
            site=self.name,
            position=position,
            points=points,
            **origin,
        )

    def arrival_points(self, position: int) -> int:
        """What the stone laid ``position``-th (from 0) scores at once."""
        return 0

    def unloaded(self, game: Game[Imhotep]) -> None:
        """The boat that came here is empty."""

    def round_over(self, game: Game[Imhotep]) -> None:
        """The round has ended."""

    def final_points(self, state: Imhotep) -> list[int]:
        """What each seat's stones here score at the end of the game."""
        return [0] * state.players


class Market(Site):
    """A) Market: a card for each stone; the stones then go back to the quarry."""

    name = "market"

    def deliver(self, game: Game[Imhotep], stone: int, **origin: int) -> None:
        super().deliver(game, stone, **origin)
        if any(card is not None for card in game.state.market):
            game.ask(owner(stone), TakeMarketCard)

    def unloaded(self, game: Game[Imhotep]) -> None:
        state = game.state
        stones = state.placed[self.name]
        for stone in stones:
            state.quarry[owner(stone)] += 1
        game.tell("stones_returned", stones=list(stones), site=self.name)
        stones.clear()


class TakeMarketCard(Kind):
    """A) Market: "darf der Besitzer des Steins sofort 1 Markt-Karte nehmen"."""

    prompt = _("Take a market card for your stone")
    public = True
    out_of_turn = True

    def choices(self, game: Game[Imhotep], seat: int) -> list[Choice]:
        return [(slot,) for slot, card in enumerate(game.state.market) if card is not None]

    def chosen(self, game: Game[Imhotep], seat: int, slot: int) -> None:
        market = game.state.market
        card = market[slot]
        assert card is not None
        market[slot] = None
        game.tell("card_taken", seat=seat, card=card, slot=slot)
        game.then("receive_card", seat, card)


class Pyramid(Site):
    """A) Pyramid: points at once, by field."""

    name = "pyramid"

    def arrival_points(self, position: int) -> int:
        return PYRAMID[position] if position < len(PYRAMID) else PYRAMID_SIDE


class Temple(Site):
    """A) Temple: a point for each stone visible from above, after every round."""

    name = "temple"

    def round_over(self, game: Game[Imhotep]) -> None:
        state = game.state
        points = [0] * state.players
        for stone in state.placed[self.name][-TEMPLE_WIDTH[state.players] :]:
            points[owner(stone)] += 1
            state.scored[owner(stone)][self.name] += 1
        game.tell("temple_scored", points=points)


class Tomb(Site):
    """A) Tomb: in the end points for each area of connected stones of one colour."""

    name = "tomb"

    def final_points(self, state: Imhotep) -> list[int]:
        points = [0] * state.players
        stones = state.placed[self.name]
        for area in tomb_areas(stones):
            points[owner(stones[area[0]])] += collection(len(area))
        return points


def tomb_areas(stones: Sequence[int]) -> list[list[int]]:
    """The fields of each area of orthogonally connected stones; filled column by column."""
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
        areas.append(area)
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
    """A) Obelisks: in the end points for the highest, the second highest and so on."""

    name = "obelisks"

    def final_points(self, state: Imhotep) -> list[int]:
        return shared_places(heights(state), OBELISKS[state.players])


def heights(state: Imhotep) -> list[int]:
    """How many stones each seat has at the obelisks."""
    owners = [owner(stone) for stone in state.placed[Obelisks.name]]
    return [owners.count(seat) for seat in range(state.players)]


def shared_places(stones: Sequence[int], places: Sequence[int]) -> list[int]:
    """Points for most stones, second most, …: equal seats share their places, rounded down.

    Who has no stone takes no place.
    """
    points = []
    for own in stones:
        before = sum(other > own for other in stones)
        equal = stones.count(own)
        points.append(sum(places[before : before + equal]) // equal if own else 0)
    return points


SITES: dict[str, Site] = {
    site.name: site for site in (Market(), Pyramid(), Temple(), Tomb(), Obelisks())
}
