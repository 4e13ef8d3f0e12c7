"""Phase C: the right half of the board, up to the jewellery ("Phase C", 1 to 3)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from ..engine import Choice, Game, Json, Kind, Text, _, ngettext
from .reconstructed import JEWELS, STATUS_POINTS
from .settling import settle_task
from .state import Account, BoraBora, rules, score
from .temple import score_temple

NOTHING: Choice = ("nothing",)


@rules.step
def phase_c(game: Game[BoraBora]) -> None:
    game.state.chapter = "C"
    game.state.account = None
    game.then(score_status)
    game.then(score_temple)
    game.then(sell_jewels)


@rules.step
def score_status(game: Game[BoraBora]) -> None:
    """Score the status track and make the new turn order; all markers go back to the start."""
    state = game.state
    points = [STATUS_POINTS[steps] for steps in state.steps]
    for seat, more in enumerate(points):
        score(state, seat, "status", more)
    state.order = list(state.track)
    state.steps = [0] * game.players
    game.tell("status_scored", points=points, order=list(state.order))


@rules.step
def sell_jewels(game: Game[BoraBora]) -> None:
    """Let each seat, in the new turn order, buy one jewel of this round; remove the jewels left.

    A buyer settles a task in the same visit: by then everything that counts for it is there.
    """
    for seat in game.state.order:
        game.then(offer_jewel, seat)
    game.then(clear_jewels)


@rules.step
def offer_jewel(game: Game[BoraBora], seat: int) -> None:
    """Ask the seat if it can pay for a jewel; otherwise skip it."""
    if affordable(game.state, seat):
        game.state.account = Account(seat, "C")
        game.ask(seat, BuyJewel)
        game.then(settle_task, seat)
        game.end_turn(seat)


def affordable(state: BoraBora, seat: int) -> list[str]:
    """The jewels of this round that a seat has the shells for."""
    shells = state.boards[seat].shells
    return [jewel for jewel in state.jewels[state.round - 1] if JEWELS[jewel][2] <= shells]


@rules.decision
class BuyJewel(Kind):
    """One jewel, ``(jewel,)``, or ``("nothing",)``."""

    prompt = _("Which jewel do you buy?")
    first_time = _(
        "Jewellery scores at the end, and some tasks ask for it; leftover shells are worth nothing."
    )
    public = True

    def choices(self, game: Game[BoraBora], seat: int) -> list[Choice]:
        return [*((jewel,) for jewel in affordable(game.state, seat)), NOTHING]

    def chosen(self, game: Game[BoraBora], seat: int, jewel: str) -> None:
        if (jewel,) == NOTHING:
            return
        board = game.state.boards[seat]
        _kind, _points, cost = JEWELS[jewel]
        game.state.jewels[game.state.round - 1].remove(jewel)
        board.jewels.append(jewel)
        board.shells -= cost
        game.tell("jewel_bought", seat=seat, jewel=jewel, shells=cost)

    def refusals(self, game: Game[BoraBora], seat: int) -> list[tuple[Choice, Text]]:
        shells = game.state.boards[seat].shells
        return [
            ((jewel,), Text(*ngettext("Costs {n} shell", "Costs {n} shells"), n=JEWELS[jewel][2]))
            for jewel in game.state.jewels[game.state.round - 1]
            if JEWELS[jewel][2] > shells
        ]

    def instructions(self, view: Json) -> list[Choice]:
        """Offer: most points; most points per shell; one particular jewel of this round; the first
        available of a ranking; nothing."""
        jewels = laid_out(view)
        ranks = [rank for n in range(1, len(jewels) + 1) for rank in permutations(jewels, n)]
        return [
            ("most",),
            ("cheapest",),
            *(("jewel", jewel) for jewel in jewels),
            *(("rank", *rank, *NOTHING) for rank in ranks),
            NOTHING,
        ]

    def answer(
        self, instruction: Choice, view: Json, choices: Sequence[Choice], *args: object
    ) -> Choice | None:
        for_sale = [str(choice[0]) for choice in choices if choice != NOTHING]
        if instruction == NOTHING:
            return NOTHING
        if instruction[0] == "most":
            return (max(for_sale, key=lambda jewel: JEWELS[jewel][1]),)
        if instruction[0] == "cheapest":
            return (max(for_sale, key=lambda jewel: JEWELS[jewel][1] / JEWELS[jewel][2]),)
        if instruction[0] == "rank":
            return (next((jewel for jewel in instruction[1:] if jewel in for_sale), *NOTHING),)
        return (instruction[1],) if instruction[1] in for_sale else None

    def expires(self, instruction: Choice, view: Json) -> bool:
        """Jewels named are for sale in one round only."""
        named = instruction[0] in ("jewel", "rank")
        return named and not set(instruction[1:]).intersection(laid_out(view))


def laid_out(view: Json) -> list[str]:
    """The jewels of the running round."""
    column = view["jewels"][view["round"] - 1] if view["round"] else []
    return [jewel["id"] for jewel in column]


@rules.step
def clear_jewels(game: Game[BoraBora]) -> None:
    """Jewels of this round that nobody bought leave the game."""
    left = game.state.jewels[game.state.round - 1]
    if left:
        game.tell("jewels_removed", jewels=list(left))
    game.state.jewels[game.state.round - 1] = []
