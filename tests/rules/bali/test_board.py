"""The board: drawn for every position and everybody, with what can be chosen and no secrets."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest
from django.utils import translation

from games.pages.drawing.rendering import fixed
from games.rules.bali import rules, table
from games.rules.bali.state import Bali
from games.rules.bali.tables import CARDS, KINDS
from games.rules.engine import Event, Game

from .board import Board, boards, texts
from .positions import counts, displays, hold, kinds, new, play, village
from .test_random import VARIANTS, every_table, every_variant


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


def positions(
    players: int, variant: str, every: int, seed: int = 1
) -> Iterator[tuple[Game[Bali], list[Event]]]:
    """Positions of a random game rich in shrines, with the events that led there: the first of
    each kind of question, every so manyeth, and the last."""
    rng = random.Random(seed)
    game = rules.new(players, VARIANTS[variant], rng.randbytes(32))
    events = list(game.events)
    asked = Counter[str]()
    while game.result() is None:
        decision = rng.choice(game.decisions())
        asked[decision.kind] += 1
        if asked[decision.kind] % every == 1:
            yield game, events
            events = []
        shrine = [choice for choice in decision.choices if choice == ("play", "shrine")]
        events += game.choose(decision.seat, rng.choice(shrine or decision.choices))
    yield game, events


@every_table
@every_variant
def test_everybody_sees_a_sound_board(players: int, variant: str) -> None:
    for game, _events in positions(players, variant, every=20):
        for seat, board in zip((None, *range(players)), boards(game), strict=True):
            drawn = {name for name, html in board.regions.items() if html}
            assert drawn == {f"board-{name}" for name in table.REGIONS} - (
                {"board-hand"} if seat is None else set()
            )
            for attribute in ("id", "data-target", "data-piece"):
                assert not board.twice(attribute), attribute
            names = {name for node in board.root.iter() for name in node.attrib}
            assert not {name for name in names if name == "style" or name.startswith("on")}
            assert not [node for node in board.root.iter() if node.tag in ("script", "style")]


@every_table
@every_variant
def test_every_choice_and_every_mark_is_on_the_board(players: int, variant: str) -> None:
    seen = set()
    for game, events in positions(players, variant, every=6, seed=players):
        marks = {mark for event in events for mark in table.marks(event.kind, event.data)}
        for decision in game.decisions():
            board = Board(game, decision.seat, tuple(marks))
            asked = decision.kind, decision.args
            wanted = {
                target
                for choice in decision.choices
                for length in range(len(choice))
                if (target := table.target(*asked, choice[: length + 1]))
            }
            assert wanted == board.links()
            assert wanted or decision.kind == "choose_reward"
            assert marks <= set(board.all("data-target"))
            seen.add(decision.kind)
    assert {"play", "take_card", "offer_card", "offer_face_down", "offer_from_supply"} <= seen


@pytest.mark.slow
@every_table
@every_variant
def test_the_board_tells_nothing_that_its_viewer_may_not_know(players: int, variant: str) -> None:
    rng = random.Random(3)
    others = 0
    for game, _events in positions(players, variant, every=30, seed=7):
        if game.result() is not None:
            continue  # all is revealed
        for seat, board in zip((None, *range(players)), boards(game), strict=True):
            for _guess in range(2):
                other = game.resample(seat, rng)
                others += (
                    other.state.deck != game.state.deck or other.state.lacks != game.state.lacks
                )
                assert Board(other, seat).html == board.html
    assert others > 10


def test_others_do_not_see_my_hand() -> None:
    game = new(2)
    assert [piece for piece in Board(game, 0).all("data-piece") if piece.startswith("hand")]
    for seat in (None, 1):
        board = Board(game, seat)
        own = game.state.hands[1] if seat else []
        hand = [piece for piece in board.all("data-piece") if piece.startswith("hand")]
        assert hand == [f"hand-{card}-0" for card in sorted(own, key=CARDS.index)]
        assert texts(board.thing("offerings-0")) == ["4"]


def test_preview_says_what_the_last_card_would_score() -> None:
    game = new(3)
    village(
        game, ["priest", "shrine"], ["rice"], ["rice", "priest", "shrine"], ["shrine", "shrine"]
    )
    game.state.displays = displays({"priest": 2, "stonemason": 1}, {"priest": 1}, {"shrine": 1})
    tips = Board(game, 1).tips()
    assert "last, Priests are scored: anna 3, ben <b> 1, cleo 0." in tips
    assert "Row 2 from the front: Rice farmer. Taking this card empties the row" in tips
    assert "last, Shrines are scored: anna 0, ben <b> 0, cleo 1." in tips


def test_the_next_card_and_the_gains_are_drawn_below_the_row() -> None:
    game = new(2)
    village(game, ["priest", "shrine"], ["rice"], ["rice"], ["rice"])
    game.state.displays = displays({"priest": 2}, {"priest": 1})
    board = Board(game, 0)
    (plate,) = [
        node
        for node in board.root.iter()
        if "Priests are scored" in node.get("aria-description", "")
    ]
    assert texts(plate) == ["Priest", "3", "1"]
    assert "#bali-card-priest" in [node.get("href") for node in plate.iter()]


def test_no_preview_once_the_game_is_over() -> None:
    *_, (game, _events) = positions(2, "base", every=1000)
    board = Board(game, 0)
    assert game.result() is not None
    assert " scored: " not in board.tips()
    for kind, value in game.view(0)["altar"]["values"].items():
        assert f"× {value}" in texts(board.thing(f"supply-{kind}"))


def test_prices_include_the_discount() -> None:
    game = new(2)
    game.state.displays = displays({"stonemason": 1, "banana": 4}, {"stonemason": 1})
    assert texts(Board(game, 0).thing("supply-banana"))[-1] == "1"
    assert texts(Board(game, 1).thing("supply-banana"))[-1] == "5"
    assert texts(Board(game, None).thing("supply-banana"))[-1] == "1"  # of the active player
    for seat in (None, 0, 1):
        board = Board(game, seat)
        assert texts(board.thing("display-0-banana")) == ["4", "+1", "1"]
        assert texts(board.thing("display-1-banana")) == ["5"]  # no card, so no number


def test_a_sole_majority_of_two_is_marked() -> None:
    game = new(3)
    game.state.displays = displays({"priest": 2, "shrine": 1}, {"priest": 1}, {"rice": 2})
    game.state.displays[1]["rice"] = 2
    board = Board(game, 1)
    assert texts(board.thing("display-0-priest")) == ["2", "+1"]
    assert texts(board.thing("display-0-shrine")) == []  # one card needs no number
    assert texts(board.thing("display-1-rice")) == ["2", "3"]


def test_a_sold_out_kind_is_shown_so() -> None:
    game = new(2)
    game.state.supply = counts(KINDS, rice=3)
    board = Board(game, 0)
    assert "Peanuts: sold out" in board.tips()
    assert "supply-peanut" not in board.links()


def test_only_the_top_of_the_altar_is_seen() -> None:
    game = new(2)
    game.state.altar = [("rice", True), ("banana", True), ("paprika", True)]
    tips = Board(game, 1).tips()
    assert "Cards on the altar: 3. On top: Paprika." in tips
    game.state.altar.append(("peanut", False))
    assert "Cards on the altar: 4. The top card is face down." in Board(game, 0).tips()


def test_a_look_at_the_altar_is_for_one_pair_of_eyes() -> None:
    game = new(2, oracle=True)
    hold(game, 0, "priest", "priest", "shrine")
    village(game, *[["rice"]] * 4)
    game.state.deck = ["rice"] * 5 + ["priest", "priest", "oracle", "priest"]
    play(game, ("play", "priest"), (0,), ("look",))
    assert Board(game, 0).links() == {f"altar-{n}" for n in range(1, 5)}
    for seat in (None, 1):
        board = Board(game, seat)
        assert not [target for target in board.all("data-target") if target.startswith("altar-")]
        assert "You see" not in board.html


def test_the_demon_stands_on_its_row() -> None:
    game = new(2, demon=True)
    hold(game, 0, "priest", "rice", "shrine")
    assert "Demon on row 1" in Board(game, 0).tips()
    play(game, ("play", "priest"))
    board = Board(game, 0)
    assert "Demon on row 2" in board.tips()
    assert board.links() == {"row-0", "row-2", "row-3"}
    assert "demon" not in Board(new(2), 0).all("data-piece")


def test_the_board_speaks_german() -> None:
    game = new(2, demon=True)
    game.state.offerings[0] = kinds(rice=2)
    with translation.override("de"):
        board = Board(game, 0)
        prose = fixed("bali/help.html")
    said = " ".join(board.root.itertext()) + board.tips()
    for word in ("Dorfplatz", "Deine Hand", "Auslagen", "Erdnussbauer", "Der Dämon bewacht"):
        assert word in said
    assert "Ein Zug" in prose
    assert "A turn" not in prose


@pytest.mark.parametrize("template", ["help.html", "cover.svg"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_help_and_cover_stand_alone(template: str, language: str) -> None:
    with translation.override(language):
        html = str(fixed(f"bali/{template}"))
    root = ElementTree.fromstring("<page>" + html.replace("<br>", "<br/>") + "</page>")
    # They appear on pages that have no board, or have one: no symbols of it, no ids like its own.
    names = {name for node in root.iter() for name in node.attrib}
    assert not names & {"style", "href"}
    ids = [node.get("id", "") for node in root.iter() if node.get("id")]
    assert len(set(ids)) == len(ids)
    assert all(name.startswith("help-") for name in ids)
    assert [node for node in root.iter() if node.tag == "path"]
