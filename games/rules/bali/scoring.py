"""The scoring phase 4 ("Wertung"): the card uncovered last decides what everyone scores."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine import Choice, Game, Json, Kind, Part, Text, _
from .offering import gain, kinds_sold_out
from .state import Bali, from_left, rules
from .tables import KINDS, MAJORITY, PRIEST, SHRINE, STONEMASON


def gains(displays: Sequence[dict[str, int]], card: str) -> list[int]:
    """What each seat gets if ``card`` is scored: stones (stonemason), points (priest), points or
    stones (shrine), offering cards (farmers). A sole majority of at least two brings one more.
    """
    numbers = [display[card] for display in displays]
    got = [min(number, 1) for number in numbers] if card in KINDS else numbers
    sole = sole_majority(displays, card)
    if sole is not None:
        got[sole] += 1
    return got


def sole_majority(displays: Sequence[dict[str, int]], card: str) -> int | None:
    """The seat that alone has most of these cards, and at least two."""
    numbers = [display[card] for display in displays]
    most = max(numbers)
    return numbers.index(most) if most >= MAJORITY and numbers.count(most) == 1 else None


@rules.step
def score(game: Game[Bali], row: int) -> None:
    """Score the front card of the row that the last card was taken from."""
    state = game.state
    card = state.rows[row][-1]
    got = gains(state.displays, card)
    order = [state.active, *from_left(state, state.active)]
    game.tell("scored", card=card, row=row, gains=got)
    if card == STONEMASON:
        for seat, number in enumerate(got):
            state.stones[seat] += number
    elif card == PRIEST:
        for seat, number in enumerate(got):
            state.points[seat] += number
    elif card == SHRINE:
        game.ask_all([seat for seat in order if got[seat]], ChooseReward)
    else:
        for seat in order:
            if got[seat]:
                game.then(receive, seat, card)
        for seat in order:
            if got[seat] > 1:
                game.then(receive, seat, card)


@rules.decision
class ChooseReward(Kind):
    """Points or stones for all shrines of a seat: ``("points",)`` or ``("stones",)``."""

    prompt = _("Choose the reward for your shrines")
    first_time = _(
        "Points are yours to keep; stones buy offering cards and pay for the next shrine."
    )
    out_of_turn = True

    def choices(self, game: Game[Bali], seat: int) -> list[Choice]:
        return [("points",), ("stones",)]

    def chosen(self, game: Game[Bali], seat: int, good: str) -> None:
        state = game.state
        number = gains(state.displays, SHRINE)[seat]
        purse = state.points if good == "points" else state.stones
        purse[seat] += number
        game.tell("rewarded", seat=seat, good=good, number=number)

    def instructions(self, view: Json) -> list[Choice]:
        return [("points",), ("stones",)]

    def answer(
        self, instruction: Choice, view: Json, choices: Sequence[Choice], *args: Part
    ) -> Choice | None:
        return instruction


@rules.step
def receive(game: Game[Bali], seat: int, kind: str) -> None:
    """Give a seat an offering card for a farmer, or ask for another kind if it is sold out."""
    supply = game.state.supply
    if supply[kind]:
        gain(game, seat, kind)
        game.tell("received", seat=seat, kind=kind)
    elif any(supply.values()):
        game.ask(seat, ChooseOther, kind)
    else:
        game.tell("left_empty", seat=seat)


@rules.decision
class ChooseOther(Kind):
    """Any other kind of the supply, as the scored one is sold out: ``(kind,)``."""

    prompt = _("Sold out: take another offering card")
    first_time = _("Take the kind that you expect to be most common on the altar.")
    public = True
    out_of_turn = True

    def choices(self, game: Game[Bali], seat: int, wanted: str) -> list[Choice]:
        return [(kind,) for kind, number in game.state.supply.items() if number]

    def refusals(self, game: Game[Bali], seat: int, wanted: str) -> list[tuple[Choice, Text]]:
        return kinds_sold_out(game)

    def chosen(self, game: Game[Bali], seat: int, wanted: str, kind: str) -> None:
        gain(game, seat, kind)
        game.tell("received_other", seat=seat, kind=kind, instead_of=wanted)

    def instructions(self, view: Json) -> list[Choice]:
        return [("kind", kind) for kind in KINDS]

    def answer(
        self, instruction: Choice, view: Json, choices: Sequence[Choice], *args: Part
    ) -> Choice | None:
        return (instruction[1],)
