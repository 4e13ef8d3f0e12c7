"""The words and targets of the table: there for whatever comes up in play, in both languages."""

from __future__ import annotations

import random
import re

import pytest
from django.utils import translation

from games.rules.bali import rules, table
from games.rules.bali.final import end_game
from games.rules.bali.table import names
from games.rules.bali.tables import CARDS, KINDS
from games.rules.engine import Text, told
from games.words.texts import plain

from .board import Board, texts
from .positions import choices, hold, kinds, new, play, village

PEOPLE = ["Kenny", "Robert", "Jessica", "Anna"]
TARGET = re.compile(
    r"row-[0-3]|demon|altar(-[1-4])?|(supply|offer)-(rice|peanut|banana|paprika)"
    r"|play-[a-z]+|display-[0-3]-[a-z]+|(stones|points|offerings)-[0-3]"
)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("players", [2, 4])
def test_every_question_choice_and_event_has_words(players: int, language: str) -> None:
    rng = random.Random(players)
    with translation.override(language):
        for _game in range(6):
            game = rules.new(players, {"oracle": True, "demon": True}, rng.randbytes(32))
            while game.result() is None:
                decision = rng.choice(game.decisions())
                view = game.view(decision.seat)
                table.board(view)
                asked = (decision.kind, decision.args)
                assert plain(table.prompt(*asked, view, decision.seat), PEOPLE)
                labels = [plain(table.label(*asked, c, view), PEOPLE) for c in decision.choices]
                assert len(set(labels)) == len(labels), labels
                for choice in decision.choices:
                    for length in range(1, len(choice) + 1):
                        assert plain(table.label(*asked, choice[:length], view), PEOPLE)
                        target = table.target(*asked, choice[:length])
                        assert target is None or TARGET.fullmatch(target)
                for instruction in decision.asks.instructions(view):
                    assert plain(table.instruction(decision.kind, instruction), PEOPLE)
                for event in game.choose(decision.seat, rng.choice(decision.choices)):
                    for seat in (*range(players), None):
                        said = told(table.LINES, event.kind, event.seen_by(seat))
                        assert said is None or plain(said, PEOPLE)
                    marks = table.marks(event.kind, event.data)
                    assert all(TARGET.fullmatch(mark) for mark in marks), marks


def test_every_source_of_points_has_a_name() -> None:
    names = {"markers", "shrines", "stones", *KINDS}
    assert {plain(table.source(name), PEOPLE) for name in names} >= {"Point markers", "Bananas"}


def test_the_secret_of_a_face_down_card_is_written_to_its_owner_only() -> None:
    game = new()
    hold(game, 0, "shrine", "priest", "priest", stones=7)
    play(game, ("play", "shrine"), ("rice",), ("rice",))
    event = play(game, ("banana",))[0]
    lines = [told(table.LINES, event.kind, event.seen_by(seat)) for seat in (0, 1)]
    written = [plain(line, PEOPLE) for line in lines if line]
    assert written == ["Kenny offers bananas face down", "Kenny offers a card face down"]


def test_prices_say_what_is_saved() -> None:
    game = new()
    game.state.displays[0].update(rice=4, peanut=5)
    hold(game, 0, "banana", "banana", "priest", stones=3)
    view = game.view(0)
    labels = [plain(table.label("play", (0,), c, view), PEOPLE) for c in choices(game)]
    assert labels == [
        "Buy: Rice for 1 stone",
        "Take for free: Peanuts",
        "Play: Banana farmer",
        "Play: 2 banana farmers for 1 stone",
        "Play: Priest",
    ]


def test_the_log_of_a_scoring() -> None:
    game = new()
    village(game, ["rice", "stonemason"], ["rice"] * 4, ["rice"] * 4, ["rice"] * 4)
    game.state.displays[0]["rice"] = 2
    game.state.displays[2]["rice"] = 1
    hold(game, 0, "priest", "banana", "banana")
    play(game, ("play", "priest"))
    view = game.view(0)
    label = plain(table.label("take_card", (), (0,), view), PEOPLE)
    assert label == "Take: Mason from row 1 – scoring: Rice farmers"
    scored = next(event for event in play(game, (0,)) if event.kind == "scored")
    line = told(table.LINES, "scored", scored.data)
    assert line
    assert plain(line, PEOPLE) == "Rice farmers are scored: Kenny 2 × rice, Jessica 1 × rice"
    assert game.state.offerings[0] == kinds(rice=3, peanut=1, banana=1, paprika=1)


def test_one_shrine_brings_one_point_or_one_stone() -> None:
    """ "4. Wertung": for each shrine 1 point or 1 stone."""
    assert plain(names.gained("shrine", 1), PEOPLE) == "1 point or stone"
    with translation.override("de"):
        assert plain(names.gained("shrine", 1), PEOPLE, "bali") == "1 Punkt oder Stein"


@pytest.mark.parametrize("left", [1, 4])
def test_a_card_that_ends_the_game_is_said_to_end_it(left: int) -> None:
    """ "Spielende": with the last card of the deck the game ends at once, and nothing is scored."""
    game = new()
    village(game, ["rice"], ["rice"] * 4, ["rice"] * 4, ["rice"] * 4)
    hold(game, 0, "peanut", "peanut", "peanut", stones=2)
    game.state.deck = game.state.deck[:left]
    play(game, ("play", "peanut", 2))
    view = game.view(0)
    label = plain(table.label("take_card", (), (0,), view), PEOPLE)
    assert label == "Take: Rice farmer from row 1 – the game ends", "though one more is to be taken"
    told = table.about("row-0", view)
    assert told is not None
    assert "ends the game" in plain(told[0], PEOPLE)
    assert "Taking this card ends the game" in (tips := Board(game, 0).tips())
    assert "decides what is scored" not in tips
    root = Board(game, 0).root
    (plate,) = [n for n in root.iter() if "ends the game" in n.get("aria-description", "")]
    assert texts(plate) == ["The end"]
    play(game, (0,))
    assert game.result() is not None


def test_where_cards_are_left_to_deal_the_new_row_decides() -> None:
    game = new()
    village(game, ["rice"], ["rice"] * 4, ["rice"] * 4, ["rice"] * 4)
    hold(game, 0, "priest", "peanut", "peanut")
    game.state.deck = game.state.deck[:5]
    play(game, ("play", "priest"))
    label = plain(table.label("take_card", (), (0,), game.view(0)), PEOPLE)
    assert label == "Take: Rice farmer from row 1 – the new row decides what is scored"
    assert "the new row decides what is scored" in Board(game, 0).tips()


def test_after_the_end_no_row_foretells_a_scoring() -> None:
    game = new()
    game.state.deck = []
    end_game(game)
    assert table.about("row-0", game.view(0)) == (Text(""), "end")


def test_all_cards_have_names() -> None:
    assert set(names.CARD) == set(names.CARDS_OF) == set(names.A_CARD) == set(CARDS)
    assert set(names.FARMERS) == set(names.OFFERING) == set(names.GOODS) == set(KINDS)
