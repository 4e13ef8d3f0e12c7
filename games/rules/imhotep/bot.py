"""The bot ``builder``, which looks one turn ahead and takes what leaves it best off, and its
estimate of a position, for bots that look farther."""

from __future__ import annotations

from random import Random

from ..engine import Choice, Decision, Game, Seen
from .deck import CARD_KINDS
from .flow import final_points
from .sites import Temple, board
from .state import Imhotep, owner
from .tables import CARDS, ROUNDS, SLEDGES, TEMPLE_WIDTH

# The bot's value of things that may still bring points. All are guesses, and good enough.
SUPPLY_STONE = 0.7
LOADED_STONE = 2.8
MARKET_STONE = 2.5
#: Beyond the point for not playing it.
BLUE_CARD = 0.4
#: How many stones are expected at the temple in a round.
TEMPLE_STONES = 2.2
#: The share of the obelisks' points it counts on in the first round; all of it in the last.
EARLY_LEAD = 0.7
#: A wager or a private boat that is still to be used.
UNUSED = 0.8
#: Sledges beyond what they hold.
SLEDGE = 1.0
#: Decisions that are only about the place of a stone on a boat.
LOADING = ("load_stone", "load_more", "load_before_reordering", "load_before_sailing")
#: Decisions that begin a turn.
TURNS = ("take_action", "take_action_hidden")


#: When the bot plays on in a sample, one choice in so many is random: hardly anything is hidden
#: in this game, so it would otherwise play the same game again and again.
BY_LOT = 5


def builder(seen: Seen) -> Choice:
    """The choice after which this seat leads the average of the others by most."""
    return promising(seen.sample(), seen.decision, seen.choices)[0]


def promising(game: Game[Imhotep], decision: Decision, choices: list[Choice]) -> list[Choice]:
    """The choices that differ, in the order of the lead after them."""
    seat = decision.seat
    choices = _bow_first(decision.kind, choices)
    return sorted(choices, key=lambda choice: -_lead_after(game, seat, choice, settle=True))


def playing_on(game: Game[Imhotep], decision: Decision, rng: Random) -> Choice:
    """How the bot plays on in a sample, or a random choice."""
    if rng.randrange(BY_LOT) == 0:
        return decision.sample(rng.choice(decision.choices), rng)
    return promising(game, decision, decision.choices)[0]


def worth(game: Game[Imhotep], seat: int) -> float:
    """What a seat's position seems to be worth, in points."""
    return _worth(game)[seat]


def round_number(game: Game[Imhotep]) -> int:
    return game.state.round


def _bow_first(kind: str, choices: list[Choice]) -> list[Choice]:
    """The choices that load a boat at its first free field only: other fields look the same."""
    if kind in LOADING:
        return list({choice[0]: choice for choice in reversed(choices)}.values())
    places = {choice[:2]: choice for choice in reversed(choices) if choice[0] == "place"}
    return [*places.values(), *(choice for choice in choices if choice[0] != "place")]


def _lead_after(game: Game[Imhotep], seat: int, choice: Choice, *, settle: bool) -> float:
    """How far the seat leads after a choice, and after what it has to add to it at once."""
    after = game.copy()
    after.choose(seat, choice)
    while settle and (further := after.decision(seat)) and further.kind not in TURNS:
        if further.answer is not None:  # sealed, until others have chosen as well
            break
        more = max(further.choices, key=lambda more: _lead_after(after, seat, more, settle=False))
        after.choose(seat, more)
    worth = _worth(after.own(seat))
    return worth[seat] - (sum(worth) - worth[seat]) / (game.players - 1)


def _worth(game: Game[Imhotep]) -> list[float]:
    """What each seat's position seems to be worth, in points."""
    state = game.state
    points = final_points(game)
    if state.result:
        return [float(sum(own.values())) for own in points]
    rounds = ROUNDS + 1 - state.round
    played = (state.round - 1) / (ROUNDS - 1)
    lead = EARLY_LEAD + (1 - EARLY_LEAD) * played
    worth = [sum(own.values()) - (1 - lead) * own["obelisks"] for own in points]
    for seat, own in enumerate(points):
        # It counts on wagers and prophecies as the game comes to its end.
        worth[seat] -= (1 - played) * (own.get("wagers", 0) + own.get("prophecies", 0))
    supply = SUPPLY_STONE if rounds > 1 else SUPPLY_STONE / 3
    for seat, stones in enumerate(state.supply):
        worth[seat] += supply * len(stones)
        worth[seat] += BLUE_CARD * sum(
            CARD_KINDS[CARDS[card]].colour == "blue" for card in state.cards[seat]
        )
    for boat in state.boats:
        each = MARKET_STONE if boat.site == "market" else LOADED_STONE
        for stone in boat.stones:
            if stone is not None:
                worth[owner(stone)] += each
    # Those that have been unloaded, and whose owner has still to choose what they bring.
    for stone in state.arriving:
        worth[owner(stone)] += LOADED_STONE
    for question in state.open:
        if question.kind == "take_market_card":
            worth[question.seat] += MARKET_STONE
    temple = board(state, "temple")
    assert isinstance(temple, Temple)
    width = TEMPLE_WIDTH[state.players]
    for above, stone in enumerate(reversed(state.placed["temple"][-width:])):
        worth[owner(stone)] += temple.average * min(rounds, (width - above) / TEMPLE_STONES)
    if rounds > 1:
        for seat in range(state.players):
            worth[seat] += _unused(state, seat)
    return worth


def _unused(state: Imhotep, seat: int) -> float:
    """What a seat's pieces of the expansions may still bring."""
    stones = [stone for fields in state.wagers.values() for stone in fields]
    unused = bool(state.wagers) and all(s is None or owner(s) != seat for s in stones)
    ready = bool(state.private_boats) and state.private_boats[seat] == ""
    sledges = sum(card in SLEDGES for card in state.cards[seat])
    return UNUSED * (unused + ready) + SLEDGE * sledges
