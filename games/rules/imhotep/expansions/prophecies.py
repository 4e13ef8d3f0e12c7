"""Götterprophezeiungen ("Eine neue Dynastie"): house cards, see ``figures.toml``.

The number of cards, seven of which three are drawn, and the placing of scarabs are the rulebook's.
What the cards ask for and pay is our own.
"""

from __future__ import annotations

from collections.abc import Callable

from ...engine import Choice, Game, Json, Part, Text, _
from ..actions import Action
from ..cards import AMUN
from ..figures import figure
from ..obstacles import Refusals
from ..sites import board
from ..state import Imhotep
from ..tables import MONUMENTS
from .expansion import Expansion

DRAWN: int = figure("prophecies", "drawn")
SCARABS: int = figure("prophecies", "scarabs")
FULFILLED: tuple[int, ...] = figure("prophecies", "fulfilled")
FAILED: tuple[int, ...] = figure("prophecies", "failed")
SUPPLY: int = figure("prophecies", "supply")
BUILDER: int = figure("prophecies", "builder")

Condition = Callable[[Imhotep], list[bool]]


def most(counts: list[int]) -> list[bool]:
    """The seat that alone has most; none if tied ("bei Gleichstand")."""
    return [own == max(counts) and counts.count(own) == 1 for own in counts]


def most_at(site: str) -> Condition:
    """The task of having most stones at a monument."""
    return lambda state: most(board(state, site).own(state))


def most_cards(state: Imhotep) -> list[bool]:
    """The task of Amun: having most market cards, used red ones included."""
    return most([len(cards) for cards in state.cards])


def full_supply(state: Imhotep) -> list[bool]:
    return [len(stones) >= SUPPLY for stones in state.supply]


def builder_everywhere(state: Imhotep) -> list[bool]:
    own = [board(state, site).own(state) for site in MONUMENTS]
    return [min(stones) >= BUILDER for stones in zip(*own, strict=True)]


#: For each card, the seats that fulfil it as things stand.
PROPHECIES: dict[str, Condition] = {
    **{site: most_at(site) for site in MONUMENTS},
    AMUN: most_cards,
    "supply": full_supply,
    "builder": builder_everywhere,
}


class Prophesy(Action):
    """A scarab on a prophecy: one for each prophecy, one for each pair of rounds."""

    name = "prophesy"

    def choices(self, state: Imhotep, seat: int) -> list[Choice]:
        placed = state.scarabs[seat]
        pair = round_pair(state)
        if len(placed) == SCARABS or any(when == pair for _card, when in placed):
            return []
        taken = {card for card, _when in placed}
        return [("prophesy", card) for card in state.prophecies if card not in taken]

    def refusals(self, state: Imhotep, seat: int) -> Refusals:
        placed = state.scarabs[seat]
        if len(placed) == SCARABS:
            return [(("prophesy",), Text(_("You have already placed both of your scarabs.")))]
        pair = round_pair(state)
        if any(when == pair for _card, when in placed):
            said = _("You have already placed your scarab for rounds {first} and {last}.")
            return [(("prophesy",), Text(said, first=2 * pair + 1, last=2 * pair + 2))]
        return [
            (("prophesy", card), Text(_("You have already prophesied this.")))
            for card, _when in placed
        ]

    def act(self, game: Game[Imhotep], seat: int, *parts: Part) -> None:
        card, pair = str(parts[0]), round_pair(game.state)
        game.state.scarabs[seat].append((card, pair))
        game.tell("prophesied", seat=seat, prophecy=card, pair=pair)


def round_pair(state: Imhotep) -> int:
    """0 in rounds 1 and 2, 1 in rounds 3 and 4, 2 in the last ones."""
    return (state.round - 1) // 2


class Prophecies(Expansion):
    """Three cards that pay seats that fulfil their prophecy, and cost seats that fail."""

    name = "prophecies"
    label = _("A New Dynasty: prophecies (house cards)")
    help = _(
        "Three of seven prophecies are in the game. Twice per game, as an action: place a "
        "scarab to prophesy that you will fulfil one. The earlier you do it, the more it "
        "scores, or costs if you fail. The tasks and points of the cards are our own, "
        "because we could not find the printed ones."
    )
    actions = (Prophesy(),)

    def set_up(self, game: Game[Imhotep]) -> None:
        cards = list(PROPHECIES)
        game.shuffle("prophecies", cards)
        game.state.prophecies = cards[:DRAWN]
        game.state.scarabs = [[] for _seat in range(game.players)]

    def points(self, state: Imhotep) -> dict[str, list[int]]:
        fulfilled = {card: PROPHECIES[card](state) for card in state.prophecies}
        return {
            "prophecies": [
                sum((FULFILLED if fulfilled[card][seat] else FAILED)[when] for card, when in placed)
                for seat, placed in enumerate(state.scarabs)
            ]
        }

    def view(self, state: Imhotep) -> Json:
        return {
            "cards": list(state.prophecies),
            "fulfilled": {card: PROPHECIES[card](state) for card in state.prophecies},
            "scarabs": [
                [{"prophecy": card, "pair": pair} for card, pair in placed]
                for placed in state.scarabs
            ],
        }
