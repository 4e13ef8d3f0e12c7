"""What each seat may see, built up from nothing, in this shape (``card``: a key of
``reconstructed.CARDS``; *need*: ``{"food", "coin", "any"}``, goods of any kind beside the others)::

    me, active, start   seats; me is None for those who watch
    over                whether the game has ended
    season, seasons     1 to 8, and 8
    tiles               [colour by season] or None; the last one that counts is
    tile                the colour that holds now, white without the expansion
    order               deities by position, the most important first
    park                {deity: {mossy, asleep, goods {good: number}, pawns [seats as they
                        came], cost: need printed on the visible side, need: what the next
                        caller offers at least (None: asleep), cards: number under it,
                        own: [cards under it that this seat knows], worship: what the cards
                        add up to, None where it does not know all}}
    areas               {good: {pawns [seats as they came], next: number or None}}
    deck, top           number of cards in the draw pile and the one on top, or None
    discards            [cards], the top one last
    tracks              {track: {firsts {space: seat or None}, tens [seats as they came]}}
    majorities          {deity: {category, values [by seat], undecided [two-symbol cards of
                        each seat that may count], first, second: points, points [by seat],
                        best [seats]}}: as they stand at the present order
    forecast            [{source: points} by seat] if the game ended so
    copying             {deity, food, coin, wine} that is copied now, without the two wine, or
                        None
    worship             {stack: number, looking: [the two deities of which this seat keeps
                        one], own: {deity: whether fulfilled as it stands}}
    seats               [{pawns, owned, passed, goods, village {track: space}, incomes of this
                        season {good or card: number}, steps {track: space}, cards: number in
                        hand, callable [deities that it may put a pawn on in this season if it
                        can pay], hand [own, and what is known of others'], dealt [of which this
                        seat keeps some], choosing: number of these, played [{card, level,
                        tapped, counts_as}], temples: number of different ones, worship:
                        number of worship cards, shown [worship cards in the end]}]
"""

from __future__ import annotations

from msgspec.structs import asdict

from ..engine import Game, Json
from .final import deity_points, first_in, standing, undecided, values, worship_of
from .knowledge import viewer_bit
from .offering import PRINTED, Need, callable_deities, need
from .production import incomes
from .reconstructed import SPOTS, TRACKS, VILLAGE
from .state import Bomarzo, rules
from .tables import CATEGORIES, DEITIES, GOODS, HARVEST, PLACES, SEASONS
from .tracks import first_at


@rules.view
def view(game: Game[Bomarzo], seat: int | None) -> Json:
    """All that a seat may know."""
    state = game.state
    over = state.result is not None
    bit = viewer_bit(state, seat)
    copying = dict(zip(("deity", "food", "coin", "wine"), state.copying, strict=False))
    return {
        "me": seat,
        "active": state.active,
        "start": state.start,
        "over": over,
        "season": state.season,
        "seasons": SEASONS,
        "tile": state.tile,
        "tiles": list(state.tiles) or None,
        "order": list(state.order),
        "park": {name: _deity(state, name, bit) for name in state.order},
        "areas": {good: _area(state, good) for good in GOODS},
        "deck": len(state.deck),
        "top": state.deck[-1] if state.deck else None,
        "discards": list(state.discards),
        "tracks": {
            track: {
                "firsts": {str(space): first_at(state, track, space) for space in SPOTS},
                "tens": list(state.tens[track]),
            }
            for track in TRACKS
        },
        "majorities": {name: _majority(state, name) for name in DEITIES},
        "forecast": standing(game),
        "copying": copying or None,
        "worship": {
            "stack": len(state.worship_stack),
            "looking": sorted(state.looked_at) if seat == state.active else [],
            "own": {
                name: seat in first_in(state, CATEGORIES[name])
                for name in (state.worship[seat] if seat is not None else ())
            },
        },
        "seats": [_seat(state, i, seat, over=over) for i in range(game.players)],
    }


def _need(needed: Need) -> Json:
    return asdict(needed)


def _deity(state: Bomarzo, name: str, bit: int) -> Json:
    deity = state.park[name]
    known = [card for card, _seat in deity.under if state.known[card] & bit]
    return {
        "mossy": deity.mossy,
        "asleep": deity.asleep,
        "goods": dict(deity.goods),
        "pawns": list(deity.pawns),
        "cost": _need(PRINTED[deity.mossy][name]),
        "need": None if deity.asleep else _need(need(name, deity)),
        "cards": len(deity.under),
        "own": known,
        "worship": worship_of(deity) if len(known) == len(deity.under) else None,
    }


def _area(state: Bomarzo, good: str) -> Json:
    pawns = state.areas[good]
    return {"pawns": list(pawns), "next": dict(enumerate(HARVEST[good])).get(len(pawns))}


def _majority(state: Bomarzo, name: str) -> Json:
    category, position = CATEGORIES[name], state.order.index(name)
    return {
        "category": category,
        "values": [value for value, _arrival in values(state, category)],
        "undecided": [
            sum(undecided(card) and category in card.face.symbols for card in cards)
            for cards in state.played
        ],
        "first": PLACES[position][0],
        "second": PLACES[position][1] if state.players > 2 else 0,
        "points": deity_points(state, name, position),
        "best": first_in(state, category),
    }


def _seat(state: Bomarzo, seat: int, viewer: int | None, *, over: bool) -> Json:
    own = over or seat == viewer
    bit = viewer_bit(state, viewer)
    return {
        "pawns": state.pawns[seat],
        "owned": state.owned_pawns(seat),
        "passed": state.passed[seat],
        "goods": dict(state.goods[seat]),
        "village": {track: state.workers[seat][track] for track in VILLAGE},
        "incomes": incomes(state, seat),
        "steps": dict(state.steps[seat]),
        "cards": len(state.hands[seat]),
        "callable": [] if over or state.passed[seat] else callable_deities(state, seat),
        "hand": sorted(card for card in state.hands[seat] if own or state.known[card] & bit),
        "dealt": sorted(state.dealt[seat]) if own else [],
        "choosing": len(state.dealt[seat]),
        "played": [
            {
                "card": card.card,
                "level": card.level,
                "tapped": card.tapped,
                "counts_as": card.counts_as or None,
            }
            for card in state.played[seat]
        ],
        "temples": len({card.face.temple for card in state.played[seat] if card.level == 1}),
        "worship": len(state.worship[seat]),
        "shown": sorted(state.worship[seat]) if over else [],
    }
