"""The table of Bomarzo: the offering calculator, words, and a board drawn from the view alone."""

import copy
import gzip
import itertools
import random
import re
from typing import Any

import pytest
from django.utils import translation

from games.pages.drawing.board import Drawing
from games.pages.drawing.rendering import fixed
from games.pages.table.view.choosing import Choosing
from games.rules.bomarzo import rules, table
from games.rules.bomarzo.final import award
from games.rules.bomarzo.offering import Need
from games.rules.bomarzo.payments import COUNTS, least
from games.rules.bomarzo.reconstructed import CARDS
from games.rules.bomarzo.table.board import board
from games.rules.bomarzo.table.calls import Call, after, call, lot, proposed
from games.rules.bomarzo.tables import DEITIES
from games.rules.engine import Amounts, Choice, Game, Text, told
from games.rules.engine.play import ask_bot, random_choice
from games.words.texts import plain

from .positions import CHIARA, DAVID, begin, give, hold, lay, own

NAMES = ["Anna", "Benedikt", "Cleo", "Don"]


def played(players: int, moves: int, seed: int = 1) -> Game[Any]:
    """A random game after so many choices."""
    rng = random.Random(seed)
    game = rules.new(players, {"seasons": True, "worship": True}, rng.randbytes(32))
    for _move in range(moves):
        if game.result() is not None:
            break
        decision = rng.choice(game.decisions())
        game.choose(decision.seat, ask_bot(random_choice, game, decision, rng))
    return game


def drawing(game: Game[Any], seat: int | None) -> str:
    view = game.view(seat)
    decision = None if seat is None else game.decision(seat)
    choosing = Choosing(rules, decision, view, NAMES) if decision else None
    players = [
        {"seat": i, "name": NAMES[i], "to_move": False, "score": 0, "bot": False}
        for i in range(game.players)
    ]
    drawn = Drawing(
        rules, view, seat, players, choosing.targets() if choosing else {}, picked=(), marked=()
    )
    return "".join([region.html for region in drawn.regions().values()] + drawn.goods())


# The offering calculator --------------------------------------------------------------------------


def test_it_says_what_a_call_takes_leaves_and_makes_of_the_next_price() -> None:
    game = begin()
    give(game, DAVID, food=2, coin=3)
    assert call(game.view(DAVID), "dea", DAVID) == Call(
        need=(("food", 1), ("coin", 1)),
        paid=(("food", 1), ("coin", 1)),
        left=(("food", 1), ("coin", 2)),
        next=(("food", 1), ("coin", 1), ("any", 1)),
        copied=(("food", 1), ("coin", 1), ("wine", 2)),
    )


def test_it_proposes_what_the_page_proposes() -> None:
    compared = 0
    for seed in range(4):
        for moves in (60, 90, 120):
            game = played(4, moves, seed)
            for decision in game.decisions():
                if decision.kind != "offer" or game.state.untapped(decision.seat, "exchange"):
                    continue
                name = str(decision.args[0])
                _just, paid = decision.example(decision.choices[0])
                assert call(game.view(decision.seat), name, decision.seat).paid == lot(paid)
                compared += 1
    assert compared


@pytest.mark.parametrize("why", ["nothing", "own pawn", "passed", "no pawn", "green", "over"])
def test_it_proposes_only_what_can_be_called(why: str) -> None:
    game = begin(seasons=True)
    give(game, DAVID, food=2, coin=3)
    state = game.state
    if why == "own pawn":
        lay(game, "dea", DAVID)
    elif why == "passed":
        state.passed[DAVID] = True
    elif why == "no pawn":
        state.pawns[DAVID] = 0
    elif why == "green":
        state.tiles = ["green"] * 8
        state.pawns[DAVID] = 1
    elif why == "over":
        award(game)
    proposes = call(game.view(DAVID), "dea", DAVID).paid is not None
    assert proposes == (why == "nothing")


def test_in_a_season_without_copies_it_says_no_price_of_one() -> None:
    game = begin(seasons=True)
    give(game, DAVID, food=2, coin=3)
    game.state.tiles = ["yellow"] * 8
    game.changed()
    told = call(game.view(DAVID), "dea", DAVID)
    assert told.next
    assert told.copied is None
    assert "Nobody may copy in this season." in drawing(game, DAVID)


def test_numbers_on_a_plinth_stay_on_it_and_are_as_large_as_ever() -> None:
    game = begin()
    give(game, DAVID, food=3)
    lay(game, "dea", CHIARA, food=13, coin=12, wine=1)
    bay = drawing(game, DAVID).partition('data-target="deity-dea"')[2].partition("</svg>")[0]
    bowl = bay.partition("#bomarzo-bowl")[2].partition("bomarzo-lacking")
    assert bowl[1], "the pill of what is missing follows"
    found = re.findall(r'<text class="bomarzo-price" x="([^"]+)" [^>]*>(\d+)<', bowl[0])
    assert [number for _x, number in found] == ["13", "12", "2"]
    ends = [float(x) + 12.2 * len(number) for x, number in found]
    assert max(ends) <= 161
    assert [float(x) for x, _number in found][1:] > ends[:-1]
    lying = bay.partition("bomarzo-lying")[2]
    goods = re.findall(r'bay-text" x="([^"]+)" [^>]*>(\d+)<', lying)[:3]
    assert [number for _x, number in goods] == ["13", "12", "1"]
    assert max(float(x) + 9.8 * len(number) for x, number in goods) <= 205


@pytest.mark.parametrize(
    ("purse", "short"),
    [
        ({"food": 1}, (("coin", 1),)),
        ({"food": 3}, (("coin", 1),)),
        ({}, (("food", 1), ("coin", 1))),
        ({"wine": 1}, (("coin", 1),)),
        ({"coin": 1, "food": 1}, ()),
    ],
)
def test_it_says_what_is_missing_for_a_call(purse: dict[str, int], short: Any) -> None:
    game = begin()
    give(game, DAVID, **purse)
    assert call(game.view(DAVID), "dea", DAVID).short == short
    assert ("You cannot offer enough" in drawing(game, DAVID).partition("Dea asks")[2][:200]) == (
        short != ()
    )


def test_a_refused_call_says_what_is_missing() -> None:
    game = begin()
    give(game, DAVID, food=1)
    refused = dict(game.decisions()[0].refusals)
    why = plain(refused["call", "dea"], NAMES)
    assert why == "You cannot offer enough: 1 coin is missing."
    why = plain(refused["call", "elefante"], NAMES)
    assert why == "You cannot offer enough: 2 coins are missing."


def test_nothing_is_missing_where_exchange_helps() -> None:
    game = begin()
    exchange = next(card for card in CARDS if CARDS[card].extra == "exchange")
    give(game, DAVID, food=2)
    assert call(game.view(DAVID), "dea", DAVID).short == (("coin", 1),)
    own(game, DAVID, exchange)
    assert call(game.view(DAVID), "dea", DAVID).short == ()


def test_two_wine_put_a_deity_to_sleep() -> None:
    game = begin()
    lay(game, "orco", DAVID, wine=1)
    assert after(game.view(None), "orco", {"wine": 1}) is None
    assert after(game.view(None), "orco", {"food": 2}) == Need(2, 0, 2)


def test_what_cannot_be_paid_is_not_proposed() -> None:
    assert proposed(Need(2, 1, 0), {"food": 1, "coin": 9, "wine": 0}, cards=0) is None
    paid = proposed(Need(2, 1, 0), {"food": 1, "coin": 9, "wine": 0}, cards=1)
    assert paid == {"food": 1, "coin": 1, "wine": 0, "card": 1}


def test_whatever_is_asked_of_whomever_it_proposes_the_cheapest_payment() -> None:
    for needed in itertools.starmap(Need, itertools.product(range(3), repeat=3)):
        for amounts in itertools.product(range(4), repeat=4):
            purse = dict(zip(("food", "coin", "wine", "card"), amounts, strict=True))
            stand_ins = {good: COUNTS[good] for good in ("wine", "card")}
            spec = Amounts(purse, total=needed.total, least=least(needed), counts=stand_ins)
            paid = proposed(needed, purse, purse["card"])
            assert (paid is not None) == spec.possible
            if paid is not None:
                assert lot(paid) == lot(spec.example())


def test_a_payment_says_what_it_makes_of_the_next_call() -> None:
    game = begin()
    give(game, DAVID, food=2, coin=3, wine=2)
    game.choose(DAVID, ("call", "dea"))
    view = game.view(DAVID)
    paid: Choice = ("just", {"food": 1, "coin": 1})
    assert plain(table.label("offer", ("dea",), paid, view), NAMES) == "Give 1 food, 1 coin"
    then = table.then("offer", ("dea",), paid, view)
    assert then
    assert plain(then, NAMES) == "The next call costs 1 food, 1 coin, 1 good of any kind"
    asleep = table.then("offer", ("dea",), ("just", {"wine": 2}), view)
    assert asleep
    assert plain(asleep, NAMES) == "Then it falls asleep"
    assert table.then("copy", ("dea",), ("copy", {"wine": 2}), view) is None


# Words --------------------------------------------------------------------------------------------


def test_a_kept_card_is_named_to_its_owner_alone() -> None:
    own = told(table.LINES, "laid_under", {"seat": 0, "deity": "dea", "card": "B01"})
    others = told(table.LINES, "laid_under", {"seat": 0, "deity": "dea"})
    assert isinstance(own, Text)
    assert isinstance(others, Text)
    assert plain(own, NAMES) == "Anna puts Altar under Dea."
    assert plain(others, NAMES) == "Anna puts a card under Dea."


def test_everything_leads_to_a_paragraph_of_the_help() -> None:
    page = fixed("bomarzo/help.html")
    anchors = set(re.findall(r'id="help-([^"]+)"', page))
    view = begin().view(None)
    things = [*(f"deity-{name}" for name in DEITIES), "area-food", "card-B01", "card-B03", "deck"]
    for thing in (*things, "worker-food", "track-culture", "worship", "village-1", "played-0"):
        found = table.about(thing, view)
        assert found, thing
        assert found[1] in anchors, thing
    assert set(table.RULES.values()) <= anchors
    assert set(table.RULES) == set(rules.kinds)


def test_the_tile_of_a_season_leads_to_what_its_colour_does() -> None:
    game = begin(seasons=True)
    game.state.tiles = ["green", "black", *["white"] * 6]
    game.changed()
    view = game.view(DAVID)
    anchors = [table.about(f"season-{season}", view) for season in (1, 2, 3)]
    assert [found[1] for found in anchors if found] == [
        "season-green",
        "season-black",
        "season-white",
    ]
    assert 'id="help-season-black"' in fixed("bomarzo/help.html")
    assert 'data-target="season-2"' in drawing(game, DAVID)
    assert 'data-target="season-2"' not in drawing(begin(), DAVID)


# The board ----------------------------------------------------------------------------------------


def test_hands_of_others_are_not_drawn() -> None:
    game = begin()
    hold(game, CHIARA, "B01", "K02")
    assert 'data-target="card-B01"' in drawing(game, CHIARA)
    for other in (DAVID, None):
        page = drawing(game, other)
        assert "card-B01" not in page
        assert "card-K02" not in page


def test_cards_in_hand_and_played_lie_apart_and_show_their_names() -> None:
    game = begin()
    held, played_before = ["B02", "B03", "B04", "B05", "B06"], ["K01", "K02", "K03"]
    hold(game, DAVID, *held)
    own(game, DAVID, *played_before)
    page = drawing(game, DAVID)
    places = re.findall(
        r'bomarzo-card" transform="translate\(([\d.]+) ([\d.]+)\)" data-piece="card-(\w+)"', page
    )
    assert {card for _x, _y, card in places} == {*held, *played_before}
    for (x, y, _card), (left, top, _other) in itertools.combinations(places, 2):
        assert abs(float(x) - float(left)) >= 95 or abs(float(y) - float(top)) >= 94
    names = [CARDS[card].name for card in held] + [CARDS[card].upgraded for card in played_before]
    assert [name for name in names if f">{name}</text>" not in page] == []


def test_every_thing_has_a_name_whether_it_can_be_chosen_or_not() -> None:
    """What is only marked, a village and the cards beside it, is named by its region."""
    game = played(4, 100)
    mover = game.decisions()[0].seat
    for seat in (mover, None):
        page = drawing(game, seat)
        start = r'<g data-target="([^"]+)" data-name="([^"]+)"([^>]*>\s*(?:<[^>]*>)?)'
        things = re.findall(start, page)
        assert len(things) > 25
        for target, name, inside in things:
            if not target.startswith(("village-", "played-")):
                says = r'(?:role="img"|class="choice")[^>]* aria-label="([^"]*)"'
                named = re.search(says, inside)
                assert named, target
                assert named[1].startswith(name.removesuffix(".")), target
    regions = re.findall(r'<svg class="board [^"]*"[^>]*>', drawing(game, mover))
    assert [svg for svg in regions if not re.search(r'role="group" aria-label="[^"]', svg)] == []


def test_sentences_about_things_stand_apart() -> None:
    page = drawing(played(4, 100), 0)
    labels = re.findall(r'(?:aria-label|aria-description|data-tip)="([^"]*)"', page)
    assert [label for label in labels if re.search(r"[a-z0-9]\.[A-Z]", label)] == []


def test_the_board_changes_nothing_of_the_view() -> None:
    view = played(4, 100).view(2)
    same = copy.deepcopy(view)
    board(same)
    assert same == view


@pytest.mark.parametrize("language", ["en", "de"])
def test_late_boards_of_four_are_light(language: str) -> None:
    game = played(4, 150)
    with translation.override(language):
        assert len(gzip.compress(drawing(game, 0).encode())) < 30_000


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_piece_is_drawn_once(players: int) -> None:
    for moves in (0, 40, 100):
        game = played(players, moves)
        page = drawing(game, 0)
        pieces = re.findall(r'data-piece="([^"]*)"', page)
        assert len(set(pieces)) == len(pieces)
        assert {f"deity-{name}" for name in DEITIES} <= set(pieces)
        out = [seat for deity in game.state.park.values() for seat in deity.pawns]
        assert len([piece for piece in pieces if piece.startswith("pawn-")]) == len(out)


def test_the_log_says_the_same_of_a_payment_in_whatever_order_its_goods_were_stored() -> None:
    paid = {"food": 1, "coin": 2, "card": 1}
    lines = [
        told(table.LINES, "called", {"seat": 0, "deity": "dea", "paid": amounts})
        for amounts in (paid, dict(reversed(paid.items())))
    ]
    with translation.override("en"):
        said = [plain(line, NAMES) for line in lines if line]
    assert said == ["Anna calls Dea with 1 food, 2 coins, 1 card."] * 2
