"""The assembled rules of Imhotep: steps and decisions, the view of a seat, and the points.

Decisions and their choices (boats and fields count from 0, field 0 is the bow)::

    take_action                       ("get",) ("place", boat, field) ("sail", boat, site)
    take_action_hidden                ("card", name) ("private", site) ("wager", site, field)
                                      ("favour", name) ("prophesy", name)
                                      ("pass",), the last only if nothing else is
    take_market_card                  (slot,), out of turn for the owners of other stones;
                                      slot 3 of market B the two face down; ("pile",) at market C
    keep_card                         (number,) of the two cards looked at
    buy_market_card                   (slot,) for a coin, or ("enough",)
    choose_pyramid, choose_column     (pyramid,) (column,): where a stone goes on pyramid B and C
    temple_reward                     ("point",) ("stones",); its owners are asked at once
    load_stone(card, left)            (boat, field): hammer (left 1), chisel (left 2, then 1)
    load_more(left)                   (boat, field) or ("enough",): bonus of pyramid B, favours
    load_and_sail                     (boat, field, site): sail
    sail_in_order(*boat)              (boat, site): lever, favour "reorder"
    unload_next(boat, site, *fields)  (field,): then, after the fields named already
    raft_stone                        (site,)
    sail_after                        (boat, site): gangplank
    take_for_favour(*slots)           (slot,), the second one or ("enough",)
    load_before_reordering            (boat, field) or ("enough",)
    load_before_sailing(left, *boat)  (boat, field) or ("enough",), twice at most
    sail_for_favour(*boat)            (boat, site)

Events (stones, cards by id; if cards are hidden, ``card`` is told to its holder alone, unless it is
red)::

    sides_drawn          sides {site: letter}, if any was drawn
    stones_taken         seat, stones
    round_began          round, seat, boats [fields], market [cards]
    scaffold_laid        tiles, from the left: temple C
    deck_shuffled        cards (their number)
    stone_loaded         seat, stone, boat, field
    boat_sailed          seat, boat, site
    private_boat_sailed  seat, site
    stone_rafted         seat, site
    stone_delivered      seat (the owner), stone, site, position, points, and boat, field
                         unless it came from the quarry, by raft or by private boat; which
                         pyramid on side B
    imhotep_met          seat, column (where he stands now): pyramid C
    card_taken           seat, card, slot
    card_drawn           seat, card: the top of the draw pile
    packet_taken         seat, cards (their number): the two face down at market B
    packet_kept          seat, card, discarded [cards]
    market_refilled      slot, and card unless cards are hidden
    packet_laid          cards (their number)
    coin_paid            seat; card_taken follows
    red_card_used        seat, card, site, stone (False: none was left); follows card_taken
    private_quarry_used  seat, card, points; stones_taken follows
    card_played          seat, card
    supply_returned      seat, stones: from the supply to the quarry
    wager_placed         seat, stone, site, field
    favour_chosen        seat, stone, favour
    prophesied           seat, prophecy, pair (of rounds, from 0)
    stones_returned      stones, and site "market" unless they came from boats that did not sail
    passed               seat
    round_ended          round
    temple_scored        points [by seat]
    temple_rewarded      seat, points: a stone at temple B
    final_scored         source, points [by seat]
"""

from __future__ import annotations

from ..engine import Game, Json, Kind, Levels, Measured, Shuffler, _
from . import blue_cards, boats, cards, deck, expansions, flow, new_cards, piles, sites, turn
from .bot import builder, playing_on, promising, round_number, worth
from .options import OPTIONS, ImhotepRules
from .state import Boat, Imhotep, owner
from .tables import CARDS, ROUND_CARDS, ROUNDS

rules = ImhotepRules(
    "imhotep",
    _("Imhotep"),
    Imhotep,
    players=(2, 3, 4),
    package=__package__ or "",
    options=OPTIONS,
    version=4,
    counts_after=2,
)


@rules.migrate
def migrate(state: Json, version: int) -> Json:
    """Version 1 knew the A sides, the wrath of the Pharaoh and unlimited stones alone; version 2
    no cards in use and no disproved sledges, of which a game without them has none; version 3
    left cards face down as they were when moderators took a game back, and paid obelisks D as those
    of side A, too, at the end."""
    usual = {option.name: option.default for option in OPTIONS}
    return {**state, "options": {**usual, **state["options"]}}


rules.setup(flow.setup)
for step in (
    flow.start_round,
    turn.next_turn,
    flow.end_round,
    flow.close_round,
    boats.take_stones,
    boats.unload,
    boats.unloaded,
    piles.draw_top,
    deck.receive_card,
    cards.put_away,
    blue_cards.load_if_possible,
    blue_cards.load_if_wanted,
    *sites.STEPS,
    *expansions.STEPS,
):
    rules.step(step)
KINDS: tuple[type[Kind], ...] = (
    turn.TakeAction,
    turn.TakeActionHidden,
    blue_cards.LoadStone,
    blue_cards.LoadMore,
    blue_cards.LoadAndSail,
    blue_cards.SailInOrder,
    blue_cards.UnloadNext,
    new_cards.RaftStone,
    new_cards.SailAfter,
    *sites.KINDS,
    *expansions.KINDS,
)
for kind in KINDS:
    rules.decision(kind)
rules.bot(builder)
rules.worth(worth)
rules.candidates(promising)
rules.policy(playing_on)
rules.horizon(round_number)
rules.levels = Levels(
    measured=(
        Measured("good", 2, 100, 0.95, 0.8882, 0.9785),
        Measured("good", 3, 100, 0.555, 0.4574, 0.6486),
        Measured("good", 4, 100, 0.66, 0.5628, 0.7454),
        Measured("strong", 2, 100, 0.93, 0.8625, 0.9657),
        Measured("strong", 3, 100, 0.79, 0.7002, 0.8583),
        Measured("strong", 4, 100, 0.665, 0.5679, 0.7499),
        Measured("master", 2, 100, 0.555, 0.4574, 0.6486),
    )
)
rules.standing(flow.standing)
rules.scored(flow.scored)


@rules.view
def view(game: Game[Imhotep], seat: int | None) -> Json:
    """What a seat may know: everything but cards face down. A *stone* is
    ``{"id": 41, "seat": 1}``, a *card* ``{"id": 30, "name": "sail", "colour": "blue"}``; ids are
    unique and follow the piece::

        round, rounds   1 to 6, and 6
        start, active   the seat that began the round, the seat whose turn it is
        boats           4 × {fields: 3, minimum: 2, stones: [stone or null, bow first],
                             site: where it lies or null}; none when the round is over
        sites           {market, pyramid, temple, tomb, obelisks: [stones in order of arrival]};
                        those at the market go back to the quarry when its boat is empty
        market          [card or null]
        deck            number of cards in the draw pile
        discards        [cards], the last discarded last
        round_cards     [[4, 3, 2, 2], …]: cards not yet seen, one of which will never be
        seats           each {supply: [stones], limit: 5, quarry: number, null if unlimited,
                              cards: [cards], scored: {source: points scored so far}}

    and only where it is in the game::

        boards          {site: {side: "B", final: what its stones would score at the end [by
                         seat], …}} for each site that is not on its A side, with
                        market B packet: number of cards face down; market D coins [by seat];
                        pyramid B, C fields [of each stone], C imhotep (his column);
                        temple C tiles [of each field]; tomb D tiles [of each field]
        in_use          [cards] that are being carried out, in no pile as yet
        looking         [cards] of the packet, to the seat that looks at them
        arriving        [stones] whose owner is asked where they go
        wrath           {points: as things stand, by seat}
        private_boats   {boats: ["" ready, a site, or "away", by seat]}
        wagers          {fields: {site: [stone or null]}, worth: {site: points as things stand}}
        favour          {fields: {name: stone or null}}
        new_cards       {cards: how many there are}
        prophecies      {cards: [name], fulfilled: {name: [by seat]},
                         scarabs: [by seat [{prophecy, pair}]]}
        seats           each also {hidden_cards: number of cards that the viewer cannot see};
                        ``limit`` is then what the supply proves
    """
    state = game.state
    return {**_always(state, seat), **_where_in_the_game(state, seat)}


def _always(state: Imhotep, seat: int | None) -> Json:
    unseen = sorted(state.round_cards)
    return {
        "round": state.round,
        "rounds": ROUNDS,
        "start": state.start,
        "active": state.active,
        "boats": [_boat(boat) for boat in state.boats],
        "sites": {site: _stones(stones) for site, stones in state.placed.items()},
        "market": [None if card is None else _card(card) for card in state.market],
        "deck": len(state.deck),
        "discards": [_card(card) for card in state.discards],
        "round_cards": [list(ROUND_CARDS[state.players][card]) for card in unseen],
        "seats": [_seat(state, i, seat) for i in range(state.players)],
    }


def _where_in_the_game(state: Imhotep, seat: int | None) -> Json:
    """The parts of the view that exist only with some sides or expansions, or at some moments."""
    shown: Json = {}
    if state.sides:
        shown["boards"] = {
            site: {
                "side": side,
                "final": sites.board(state, site).final_points(state),
                **sites.board(state, site).view(state),
            }
            for site, side in state.sides.items()
        }
    if seat is not None and seat == state.looking:
        shown["looking"] = [_card(card) for card in state.packet]
    if state.in_use:
        shown["in_use"] = [_card(card) for card in state.in_use]
    if state.arriving:
        shown["arriving"] = _stones(state.arriving)
    for expansion in expansions.expansions(state):
        if more := expansion.view(state):
            shown[expansion.name] = more
    return shown


def _seat(state: Imhotep, seat: int, viewer: int | None) -> Json:
    cards = expansions.shown_cards(state, seat, viewer)
    shown: Json = {
        "supply": _stones(state.supply[seat]),
        "limit": expansions.shown_limit(state, seat, viewer),
        "quarry": None if state.options["unlimited_stones"] else state.quarry[seat],
        "cards": [_card(card) for card in cards],
        "scored": dict(state.scored[seat]),
    }
    if state.hidden:
        shown["hidden_cards"] = len(state.cards[seat]) - len(cards)
    return shown


def _stones(stones: list[int]) -> list[Json]:
    return [{"id": stone, "seat": owner(stone)} for stone in stones]


def _card(card: int) -> Json:
    name = CARDS[card]
    return {"id": card, "name": name, "colour": deck.CARD_KINDS[name].colour}


def _boat(boat: Boat) -> Json:
    return {
        "fields": len(boat.stones),
        "minimum": boat.minimum,
        "stones": [
            None if stone is None else {"id": stone, "seat": owner(stone)} for stone in boat.stones
        ],
        "site": boat.site,
    }


@rules.secrets
def secrets(game: Game[Imhotep], seat: int | None) -> Json:
    """What a seat does not know, for the checks."""
    state = game.state
    others = [cards for holder, cards in enumerate(state.cards) if holder != seat]
    return {
        "rounds to come": list(state.round_cards),
        "draw pile": list(state.deck),
        "cards face down": [] if seat is not None and seat == state.looking else [*state.packet],
        "hands": [card for cards in others for card in cards if card in state.unseen],
    }


@rules.reshuffle
def reshuffle(game: Game[Imhotep]) -> None:
    """Nobody knows the draw pile, nor cards face down at market B until a seat looks at them, and
    the order of the round cards to come."""
    state = game.state
    number = len(state.packet) if state.looking is None else 0
    cards = state.packet[:number] + state.deck
    game.shuffle("deck", cards)
    state.packet[:number], state.deck = cards[:number], cards[number:]
    game.shuffle("round cards", state.round_cards)


@rules.resample
def resample(game: Game[Imhotep], seat: int | None, rng: Shuffler) -> None:
    """Secret are the order of the draw pile and of the round cards to come, cards face down."""
    expansions.deal_anew(game, seat, rng)
    rng.shuffle(game.state.round_cards)
