"""Copying an action ("Eine Aktion kopieren").

1. Every seat that can pay and may have a use for the copy is asked, all at once: no, yes with a
   payment, or to be asked again in turn.
2. Clockwise, copies are carried out. A seat that wished it is asked again, and so is a seat that
   said yes if an earlier copy may have changed what its own is worth.

Whether a seat can pay depends only on its goods and its number of cards, so being asked reveals
nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..engine import Choice, Game, Json, Kind, _
from .favours import favour, may_help
from .payments import Offered, copy_cards, copy_payments, pay
from .reconstructed import SPOTS, TRACKS, VILLAGE
from .state import Bomarzo, rules
from .tables import COPY_WINE, DEITIES, NO_COPIES, PLAYS, SEASONS, WORKER_STEPS
from .tracks import first_at

#: The most steps on a track of the board that a copy of a deity can bring.
MOST_STEPS = {"tartaruga": 2, **dict.fromkeys(PLAYS, 3)}
#: The prices in goods, wine included, for which a seat may copy by instruction.
LIMITS = (3, 4, 5, 6, 8)


def copy_window(game: Game[Bomarzo], caller: int, name: str, price: Offered) -> None:
    """Ask the others whether they copy, unless the deity sleeps or the season forbids it."""
    state = game.state
    if seats := copiers(state, caller, name, price):
        state.copying = (name, *price)
        game.ask_all(seats, Copy, name, *price)
        for seat in seats:
            game.then(copy_in_turn, seat, name, *price)
        game.then(copies_done)


def copiers(state: Bomarzo, caller: int, name: str, price: Offered) -> list[int]:
    """Return the seats that may copy, clockwise from the caller's left."""
    if state.park[name].asleep or state.tile == NO_COPIES:
        return []
    return [seat for seat in state.from_left(caller) if can_copy(state, seat, name, price)]


def can_copy(state: Bomarzo, seat: int, name: str, price: Offered) -> bool:
    """Whether a seat can pay for a copy and, as far as everybody can see, may have a use of it."""
    spent = copy_cards(state, seat, price)
    if spent is None or not may_help(state, seat, name, spent):
        return False
    return name != "dea" or state.season < SEASONS or pawn_near(state, seat)


def pawn_near(state: Bomarzo, seat: int) -> bool:
    """Whether two steps bring a pawn that can still be placed this season: in the last season
    workers are good for nothing else."""
    at = state.workers[seat]["pawn"]
    near = any(at < space <= at + WORKER_STEPS for space in VILLAGE["pawn"])
    return near and not state.passed[seat] and state.may_act(seat)


@rules.decision
class Copy(Kind):
    """``("no",)``, ``("copy", amounts)`` and, at first and where seats before may copy,
    ``("later",)``: to be asked again when they have.
    """

    prompt = _("Do you copy this action?")
    first_time = _(
        "A copy is a whole extra turn without a pawn, and leftover wine is worth nothing "
        "at the end."
    )
    out_of_turn = True
    secret = True

    def choices(self, game: Game[Bomarzo], seat: int, name: str, *price: int) -> list[Choice]:
        state, offer = game.state, Offered(*price)
        copies: list[Choice] = [("no",), ("copy", copy_payments(state, seat, offer))]
        others = state.from_left(state.active)
        before = others[: others.index(seat)]
        if str(seat) not in state.copies and any(
            can_copy(state, other, name, offer) for other in before
        ):
            copies.insert(1, ("later",))
        return copies

    def chosen(
        self,
        game: Game[Bomarzo],
        seat: int,
        name: str,
        food: int,
        coin: int,
        wine: int,
        *answer: Any,
    ) -> None:
        game.state.copies[str(seat)] = answer

    def shows(
        self,
        game: Game[Bomarzo],
        seat: int,
        name: str,
        food: int,
        coin: int,
        wine: int,
        *answer: Any,
    ) -> str:
        """Show others which seats copy and which are asked again."""
        return str(answer)

    def instructions(self, view: Json) -> list[Choice]:
        """``("never",)``; ``("never", season)``; ``("ask",)``; ``("copy", deity, limit, else)``:
        copy this deity if that costs no more goods than the limit, wine included, and of all else
        say no ("never") or ask ("ask").
        """
        return [
            ("never", view["season"]),
            ("never",),
            ("ask",),
            *(
                ("copy", name, limit, otherwise)
                for name in DEITIES
                for limit in LIMITS
                for otherwise in ("ask", "never")
            ),
        ]

    def expires(self, instruction: Choice, view: Json) -> bool:
        return (
            instruction[0] == "never" and len(instruction) == 2 and instruction[1] != view["season"]
        )

    def answer(
        self, instruction: Choice, view: Json, choices: Sequence[Choice], *args: Any
    ) -> Choice | None:
        """No, or a copy with nothing but goods; else the owner is asked."""
        if instruction[0] == "never":
            return None if self.expires(instruction, view) else ("no",)
        if instruction[0] == "copy":
            _what, deity, limit, otherwise = instruction
            name, *price = args
            if name == deity and sum(price) + COPY_WINE <= limit:
                return plain_copy(choices)
            return ("no",) if otherwise == "never" else None
        return None


def plain_copy(choices: Sequence[Choice]) -> Choice | None:
    """A copy paid with goods alone."""
    spec = next(choice[1] for choice in choices if choice[0] == "copy")
    paid = {good: number for good, number in spec.least.items() if number}
    return ("copy", paid) if all(spec.of.get(good, 0) >= n for good, n in paid.items()) else None


@rules.step
def copy_in_turn(game: Game[Bomarzo], seat: int, name: str, *price: int) -> None:
    """Carry out a seat's answer, or ask it again."""
    state = game.state
    answer = state.copies[str(seat)]
    if not can_copy(state, seat, name, Offered(*price)):
        state.copies[str(seat)] = ("no",)
        game.tell("nothing_to_copy", {seat: {"wanted": answer != ("no",)}}, seat=seat, deity=name)
    elif answer == ("later",) or (answer != ("no",) and order_matters(state, seat, name)):
        game.ask(seat, Copy, name, *price)
    game.then(carry_out, seat, name)


@rules.step
def carry_out(game: Game[Bomarzo], seat: int, name: str) -> None:
    """Carry out a copy: the offering goes to the supply, and no pawn is placed."""
    answer: Any = game.state.copies.pop(str(seat))
    if answer[0] != "copy":
        return
    _copy, paid = answer
    game.state.copied.append(seat)
    game.tell("copied", seat=seat, deity=name, paid=paid)
    pay(game, seat, paid)
    game.then(favour, seat, name)
    game.end_turn(seat)


def order_matters(state: Bomarzo, seat: int, name: str) -> bool:
    """Whether an earlier copy of this call may have changed what this one is worth: Orco's goods
    are shared, and so are the spaces of the tracks that reward the first.

    The reach of a card is bounded by what all can see, or the question would tell of hands.
    """
    before = [other for other in state.copied if other != seat]
    if not before:
        return False
    if name == "orco":
        return True
    reach = MOST_STEPS.get(name, 0)
    return any(
        first_at(state, track, space) in (None, *before)
        and state.steps[seat][track] < space <= state.steps[seat][track] + reach
        for track in TRACKS
        for space in SPOTS
        if reach
    )


@rules.step
def copies_done(game: Game[Bomarzo]) -> None:
    game.state.copying = ()
    game.state.copied = []
