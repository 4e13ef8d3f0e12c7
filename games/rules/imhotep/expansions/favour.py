"""The Pharaoh's favour ("Die Gunst des Pharao"), a mini expansion: five special actions, each for
one seat."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from ...engine import Choice, Game, Json, Kind, Part, Text, _
from ..actions import Action
from ..blue_cards import SailInOrder, can_load, load_if_wanted, sailings
from ..boats import from_quarry, load, sail, take_stones
from ..obstacles import (
    Refusals,
    cannot_load,
    join_reasons,
    no_stones_to_take,
    nothing_sails,
    stays,
    too_small_quarry,
    unloadable,
    voyages_refused,
)
from ..sites import Market, market, refill_market
from ..state import Imhotep, owner
from ..tables import ENDLESS
from .expansion import Expansion

CARDS_TAKEN = 2
STONES_BEFORE_SAILING = 2
STONES_LOADED = 3
ENOUGH: Choice = ("enough",)


class Favour(ABC):
    """One of the five fields."""

    @abstractmethod
    def possible(self, state: Imhotep, seat: int) -> bool:
        """Whether it would do something."""

    @abstractmethod
    def obstacle(self, state: Imhotep, seat: int) -> Text:
        """Why it would not, where it is not possible."""

    @abstractmethod
    def grant(self, game: Game[Imhotep], seat: int) -> None:
        """Do it."""


class TakeCards(Favour):
    """Take up to 2 face-up market cards, which are replaced."""

    def possible(self, state: Imhotep, seat: int) -> bool:
        return any(card is not None for card in state.market)

    def obstacle(self, state: Imhotep, seat: int) -> Text:
        return Text(_("There is no face-up card at the market."))

    def grant(self, game: Game[Imhotep], seat: int) -> None:
        game.ask(seat, TakeForFavour)


class FillSupply(Favour):
    """Load a stone if you like, then fill the supply."""

    def possible(self, state: Imhotep, seat: int) -> bool:
        # One stone of the quarry is for the field, one more must be there to be taken.
        room = state.supply_limit(seat) > len(state.supply[seat])
        return state.quarry[seat] > 1 and (room or can_load(state, seat))

    def obstacle(self, state: Imhotep, seat: int) -> Text:
        if reason := too_small_quarry(state, seat, 2):
            return reason
        reasons = (no_stones_to_take(state, seat), cannot_load(state, seat))
        return join_reasons([reason for reason in reasons if reason])

    def grant(self, game: Game[Imhotep], seat: int) -> None:
        game.then(load_if_wanted, seat, 1)
        game.then(fill_supply, seat)


class Reorder(Favour):
    """Load a stone if you like, then sail that boat, its stones in any order."""

    def possible(self, state: Imhotep, seat: int) -> bool:
        return any(state.may_sail_with(boat, seat, 1) for boat in state.boats)

    def obstacle(self, state: Imhotep, seat: int) -> Text:
        return nothing_sails(state) or Text("")

    def grant(self, game: Game[Imhotep], seat: int) -> None:
        game.ask(seat, LoadBeforeReordering)


class LoadTwoAndSail(Favour):
    """Up to 2 stones on one boat, which sails."""

    def possible(self, state: Imhotep, seat: int) -> bool:
        most = STONES_BEFORE_SAILING
        return any(state.may_sail_with(boat, seat, most) for boat in state.boats)

    def obstacle(self, state: Imhotep, seat: int) -> Text:
        return nothing_sails(state) or Text("")

    def grant(self, game: Game[Imhotep], seat: int) -> None:
        game.ask(seat, LoadBeforeSailing, STONES_BEFORE_SAILING)


class LoadThree(Favour):
    """Up to 3 stones on boats."""

    def possible(self, state: Imhotep, seat: int) -> bool:
        return can_load(state, seat)

    def obstacle(self, state: Imhotep, seat: int) -> Text:
        return cannot_load(state, seat) or Text("")

    def grant(self, game: Game[Imhotep], seat: int) -> None:
        game.then(load_if_wanted, seat, STONES_LOADED)


FAVOURS: dict[str, Favour] = {
    "cards": TakeCards(),
    "fill": FillSupply(),
    "reorder": Reorder(),
    "sail": LoadTwoAndSail(),
    "load": LoadThree(),
}


def fill_supply(game: Game[Imhotep], seat: int) -> None:
    """Step: fill the supply, as far as the quarry goes."""
    take_stones(game, seat, ENDLESS)


def before_sailing(state: Imhotep, seat: int, most: int, *only: int) -> list[Choice]:
    """The fields for a stone on a boat that can then sail with up to ``most`` more; or none."""
    boats = [
        (i, boat) for i, boat in enumerate(state.boats) if not boat.site and (not only or i in only)
    ]
    choices: list[Choice] = [ENOUGH] if any(boat.may_sail() for _i, boat in boats) else []
    for i, boat in boats if state.supply[seat] else ():
        if state.may_sail_with(boat, seat, most):
            choices += [(i, field) for field, stone in enumerate(boat.stones) if stone is None]
    return choices


def too_light(state: Imhotep, seat: int, most: int, *only: int) -> Refusals:
    """The boats and fields closed to a stone, because the boat could not sail then."""
    open_to = {choice[0] for choice in before_sailing(state, seat, most, *only)}
    found: Refusals = []
    for parts, reason in unloadable(state, only=only):
        if len(parts) == 1 or parts[0] in open_to:
            found.append((parts, reason))
    closed = {parts[0] for parts, _reason in found if len(parts) == 1}
    for i in range(len(state.boats)):
        if i not in open_to and i not in closed:
            few = Text(_("You have no stone in your supply."))
            found.append(((i,), stays(state, i) or few))
    return found


class TakeForFavour(Kind):
    """A face-up card, then another one; ``taken`` has the slots emptied so far."""

    prompt = _("Which card do you take?")
    first_time = _("Take what fits your cards and stones before the others can.")
    public = True

    def choices(self, game: Game[Imhotep], seat: int, *taken: int) -> list[Choice]:
        open_cards = Market.choices(market(game.state), game.state)
        return [ENOUGH, *open_cards] if taken else open_cards

    def chosen(self, game: Game[Imhotep], seat: int, *parts: Part) -> None:
        *taken, what = parts
        if what != "enough":
            market(game.state).take_open(game, seat, int(what))
            taken.append(what)
        if what != "enough" and len(taken) < CARDS_TAKEN and any_open(game.state):
            game.ask(seat, TakeForFavour, *taken)
        else:
            for slot in taken:
                game.then(refill_market, slot)


def any_open(state: Imhotep) -> bool:
    return any(card is not None for card in state.market)


class LoadBeforeReordering(Kind):
    """A stone on the boat that is to sail with its stones in another order, or none."""

    prompt = _("Put a stone on a boat, then sail it and unload in any order")
    first_time = _("A stone of your own on that boat benefits from the order that you choose next.")
    public = True

    def choices(self, game: Game[Imhotep], seat: int) -> list[Choice]:
        return before_sailing(game.state, seat, 1)

    def refusals(self, game: Game[Imhotep], seat: int) -> Refusals:
        return too_light(game.state, seat, 1)

    def chosen(self, game: Game[Imhotep], seat: int, *where: Part) -> None:
        if where == ENOUGH:
            game.ask(seat, SailInOrder)
        else:
            load(game, seat, int(where[0]), int(where[1]))
            game.ask(seat, SailInOrder, where[0])


class LoadBeforeSailing(Kind):
    """Up to ``left`` stones on one boat, which then sails; ``only`` is that boat."""

    prompt = _("Put up to 2 stones on a boat, then sail it")
    first_time = _(
        "The boat sails right after this: load where your stones are unloaded early, and "
        "only as many as help you."
    )
    public = True

    def choices(self, game: Game[Imhotep], seat: int, left: int, *only: int) -> list[Choice]:
        return before_sailing(game.state, seat, left, *only)

    def refusals(self, game: Game[Imhotep], seat: int, left: int, *only: int) -> Refusals:
        return too_light(game.state, seat, left, *only)

    def chosen(self, game: Game[Imhotep], seat: int, left: int, *parts: Part) -> None:
        state = game.state
        if parts[-1] == "enough":
            game.ask(seat, SailForFavour, *parts[:-1])
            return
        boat, field = int(parts[-2]), int(parts[-1])
        load(game, seat, boat, field)
        if left > 1 and state.supply[seat] and None in state.boats[boat].stones:
            game.ask(seat, LoadBeforeSailing, left - 1, boat)
        else:
            game.ask(seat, SailForFavour, boat)


class SailForFavour(Kind):
    """Which boat sails where; ``only`` may name the boat."""

    prompt = _("Which boat sails, and where?")
    first_time = _(
        "You decide for everyone on the boat: choose a site where your stones gain more "
        "than the others'."
    )
    public = True

    def choices(self, game: Game[Imhotep], seat: int, *only: int) -> list[Choice]:
        return sailings(game.state, *only)

    def refusals(self, game: Game[Imhotep], seat: int, *only: int) -> Refusals:
        return voyages_refused(game.state, only=only)

    def chosen(self, game: Game[Imhotep], seat: int, *parts: Part) -> None:
        *_only, boat, site = parts
        sail(game, seat, int(boat), str(site))


class ChooseFavour(Action):
    """1 stone of the quarry on a free field, whose action is carried out."""

    name = "favour"

    def choices(self, state: Imhotep, seat: int) -> list[Choice]:
        chosen_by = {stone % 4 for stone in state.favours.values()}
        if not state.quarry[seat] or seat in chosen_by:
            return []
        return [
            ("favour", name)
            for name, favour in FAVOURS.items()
            if name not in state.favours and favour.possible(state, seat)
        ]

    def refusals(self, state: Imhotep, seat: int) -> Refusals:
        if seat in {owner(stone) for stone in state.favours.values()}:
            return [(("favour",), Text(_("You have already had your favour.")))]
        if reason := too_small_quarry(state, seat):
            return [(("favour",), reason)]
        closed: Refusals = [
            (
                ("favour", name),
                Text(_("This favour is already taken."))
                if name in state.favours
                else favour.obstacle(state, seat),
            )
            for name, favour in FAVOURS.items()
            if name in state.favours or not favour.possible(state, seat)
        ]
        if len(closed) < len(FAVOURS):
            return closed
        return [(("favour",), Text(_("You cannot use any favour now."))), *closed]

    def act(self, game: Game[Imhotep], seat: int, *parts: Part) -> None:
        name = str(parts[0])
        stone = from_quarry(game, seat)
        game.state.favours[name] = stone
        game.tell("favour_chosen", seat=seat, stone=stone, favour=name)
        FAVOURS[name].grant(game, seat)


class PharaohsFavour(Expansion):
    """The expansion: one favour per seat, each used by one seat only."""

    name = "favour"
    label = _("The Pharaoh's favour")
    help = _(
        "Once per game, as an action: put a stone from your quarry on one of five favours "
        "and use it. Only one player can use each favour."
    )
    actions = (ChooseFavour(),)

    def view(self, state: Imhotep) -> Json:
        return {
            "fields": {
                name: None if stone is None else {"id": stone, "seat": stone % 4}
                for name, stone in ((name, state.favours.get(name)) for name in FAVOURS)
            }
        }


STEPS = (fill_supply,)
KINDS: Sequence[type[Kind]] = (
    TakeForFavour,
    LoadBeforeReordering,
    LoadBeforeSailing,
    SailForFavour,
)
