"""The end of the game ("Spielende")."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine import Choice, Game, Kind, _
from .knowledge import show
from .reconstructed import CARDS, SYMBOLS, TRACKS
from .state import Bomarzo, Deity, Played, rules
from .tables import (
    CATEGORIES,
    DEITIES,
    FULFILLED,
    PLACES,
    TEMPLE_POINTS,
    TRACK_END,
    UNFULFILLED,
)


@rules.step
def end_game(game: Game[Bomarzo]) -> None:
    """Cards under deities are turned and order them; then owners choose among two symbols, in turn
    order, before the deities pay; worship cards are shown last.
    """
    state = game.state
    worship = {name: worship_of(deity) for name, deity in state.park.items()}
    state.order.sort(key=lambda name: -worship[name])
    for deity in state.park.values():
        for card, _seat in deity.under:
            show(state, card)
    game.reveal()
    game.tell(
        "ordered",
        order=list(state.order),
        worship=worship,
        cards={name: [card for card, _seat in state.park[name].under] for name in DEITIES},
    )
    for seat in state.turn_order():
        game.then(choose_symbols, seat)
    game.then(award)


def worship_of(deity: Deity) -> int:
    """What the cards under a deity add up to."""
    return sum(CARDS[card].worship for card, _seat in deity.under)


@rules.step
def choose_symbols(game: Game[Bomarzo], seat: int) -> None:
    """Each upgraded card with two symbols counts for one of them."""
    cards = [card.card for card in game.state.played[seat] if undecided(card)]
    for card in cards:
        game.ask(seat, ChooseSymbol, card)
    if cards:
        game.end_turn(seat)


def undecided(card: Played) -> bool:
    return card.level == 2 and len(card.face.symbols) > 1 and not card.counts_as


@rules.decision
class ChooseSymbol(Kind):
    """The symbol for which a card counts: ``(symbol,)``."""

    prompt = _("Which symbol of this card counts?")
    first_time = _("The symbol helps where it lets you overtake another player.")
    public = True

    def choices(self, game: Game[Bomarzo], seat: int, card: str) -> list[Choice]:
        return [(symbol,) for symbol in CARDS[card].symbols]

    def chosen(self, game: Game[Bomarzo], seat: int, card: str, symbol: str) -> None:
        own = next(played for played in game.state.played[seat] if played.card == card)
        own.counts_as = symbol
        game.tell("chose_symbol", seat=seat, card=card, symbol=symbol)


@rules.step
def award(game: Game[Bomarzo]) -> None:
    """Pay for the deities, then for temples; the most points win, and a tie is shared."""
    state = game.state
    points = standing(game)
    best = {name: first_in(state, CATEGORIES[name]) for name in DEITIES}
    if game.option("worship"):
        for seat, cards in enumerate(state.worship):
            met = sum(seat in best[name] for name in cards)
            points[seat]["fulfilled"] = FULFILLED * met
            points[seat]["unfulfilled"] = UNFULFILLED * (len(cards) - met)
        game.tell("showed_worship", cards=[sorted(cards) for cards in state.worship])
    for source in points[0]:
        gained = [own[source] for own in points]
        if any(gained):
            game.tell("final_scored", source=source, points=gained)
    game.finish(points)


@rules.scored
def scored(game: Game[Bomarzo]) -> list[dict[str, int]]:
    """First spaces; all else counts at the end."""
    return [
        {"firsts": sum(owner == seat for _track, _space, owner in game.state.firsts)}
        for seat in range(game.players)
    ]


@rules.standing
def standing(game: Game[Bomarzo]) -> list[dict[str, int]]:
    """What all can see: first spaces, temples, and the deities as they lie and would pay now."""
    state = game.state
    points: list[dict[str, int]] = [
        {**firsts, "temples": temple_points(played)}
        for firsts, played in zip(scored(game), state.played, strict=True)
    ]
    for position, name in enumerate(state.order):
        for seat, gained in enumerate(deity_points(state, name, position)):
            points[seat][name] = gained
    return points


def temple_points(cards: Sequence[Played]) -> int:
    """For different temple symbols on cards that are still on level 1."""
    return TEMPLE_POINTS[len({card.face.temple for card in cards if card.level == 1})]


def deity_points(state: Bomarzo, name: str, position: int) -> list[int]:
    """What a deity at this position, from 0, pays each seat for its category."""
    places = PLACES[position][: 1 if state.players == 2 else 2]
    of_all = values(state, CATEGORIES[name])
    ranks = ranking(of_all)[: len(places)]
    return [places[ranks.index(value)] if value in ranks else 0 for value in of_all]


def ranking(of_all: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Those of these values that can score, the best first; equal ones share a place."""
    return sorted({value for value in of_all if value[0]}, reverse=True)


def first_in(state: Bomarzo, category: str) -> list[int]:
    """Return the seats that are best in a category; a seat with nothing never is."""
    of_all = values(state, category)
    best = ranking(of_all)[:1]
    return [seat for seat, value in enumerate(of_all) if value in best]


def values(state: Bomarzo, category: str) -> list[tuple[int, int]]:
    """Each seat's value in a category; at a track's end the earlier is the better one."""
    if category in TRACKS:
        tens = state.tens[category]
        return [
            (steps[category], -tens.index(seat) if steps[category] == TRACK_END else 0)
            for seat, steps in enumerate(state.steps)
        ]
    if category in SYMBOLS:
        return [(symbols(cards, category), 0) for cards in state.played]
    return [(goods[category], 0) for goods in state.goods]


def symbols(cards: Sequence[Played], symbol: str) -> int:
    """Symbols on upgraded cards; one with two counts when its owner has chosen."""
    return sum(
        card.counts_as == symbol or card.face.symbols == (symbol,)
        for card in cards
        if card.level == 2
    )
