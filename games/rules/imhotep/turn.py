"""A turn ("Spielzug"): exactly one of the actions in the game."""

from __future__ import annotations

from itertools import chain, compress, product
from operator import itemgetter

from ..engine import Choice, Game, Kind, Part, _
from .actions import BASE_ACTIONS, Action
from .expansions import EXPANSIONS
from .obstacles import Refusals
from .state import Imhotep

PASS: Choice = ("pass",)
#: The actions that expansions add to a turn, by the name of each.
FURTHER = {each.name: each.actions for each in EXPANSIONS if each.actions}
ACTIONS: dict[str, Action] = {
    action.name: action for action in (*BASE_ACTIONS, *chain(*FURTHER.values()))
}
#: The actions of a turn, by whether each of FURTHER is in the game.
TURNS = {
    options: (*BASE_ACTIONS, *chain(*compress(FURTHER.values(), options)))
    for options in product((False, True), repeat=len(FURTHER))
}
_further_options = itemgetter(*FURTHER)


def actions_in(state: Imhotep) -> tuple[Action, ...]:
    """The actions of this game."""
    try:
        return TURNS[_further_options(state.options)]
    except KeyError:  # it was saved before there were all of these options
        return TURNS[tuple(bool(state.options.get(name)) for name in FURTHER)]


def ask_turn(game: Game[Imhotep], seat: int) -> None:
    """Ask this seat to take its turn."""
    game.state.active = seat
    game.ask(seat, TakeActionHidden if game.state.keeps_a_secret(seat) else TakeAction)


def next_turn(game: Game[Imhotep]) -> None:
    """Step: the next seat acts, unless the round is over.

    The round is also over when all have passed in a row: nobody can act any more.
    """
    state = game.state
    if state.passes == state.players or not state.boat_at(None):
        game.then("end_round")
    else:
        ask_turn(game, (state.active + 1) % state.players)


class TakeAction(Kind):
    """A turn: exactly one action, or a pass if nothing else is possible."""

    prompt = _("Choose an action")
    first_time = _(
        "Whoever sails a boat decides where everyone's stones on it go: sail before "
        "someone else takes your stones to a site where these score little."
    )
    public = True

    def choices(self, game: Game[Imhotep], seat: int) -> list[Choice]:
        state = game.state
        choices: list[Choice] = []
        for action in actions_in(state):
            choices += action.choices(state, seat)
        return choices or [PASS]

    def refusals(self, game: Game[Imhotep], seat: int) -> Refusals:
        state = game.state
        return [refusal for action in actions_in(state) for refusal in action.refusals(state, seat)]

    def chosen(self, game: Game[Imhotep], seat: int, name: str, *parts: Part) -> None:
        if name == "pass":
            game.state.passes += 1
            game.tell("passed", seat=seat)
        else:
            game.state.passes = 0
            ACTIONS[name].act(game, seat, *parts)
        game.end_turn(seat)
        game.then(next_turn)


class TakeActionHidden(TakeAction):
    """The same with hidden cards in hand: acting or passing unasked would reveal them."""

    public = False
