"""The words and targets of the table: there for whatever comes up in play."""

import random
import re

import pytest

from games.rules.engine import Text, told
from games.rules.imhotep import rules, table
from games.rules.imhotep.sites import SIDES, board
from games.rules.imhotep.table import names
from games.rules.imhotep.tables import CARDS, MONUMENTS
from games.words.texts import plain

from .positions import WHITE, boat, card, position, standing, stones
from .whole_games import EVERYTHING, any_options

TARGET = re.compile(
    r"quarry|deck|boat-\d(-field-\d)?|site-[a-z]+|market-\d|card-[a-z]+|supply-\d|cards-\d"
    r"|looking-\d|pyramid-\d|column-\d|private-boat|wager-[a-z]+-\d|favour-[a-z]+"
    r"|prophecy-[a-z]+"
)


def test_every_card_and_source_has_a_name() -> None:
    assert set(names.CARDS) == set(names.CARD_TEXTS) == set(CARDS)
    everything = {**EVERYTHING, "market_side": "D", "hidden_cards": False}
    for name in (*standing(position(options=everything))[WHITE], "supply"):
        assert isinstance(table.source(name), Text)


#: Answers that are no thing on the board.
WORDS_ALONE = {("enough",), ("pass",)}
#: Where two cards may have one name.
CARDS_TO_TAKE = {"take_market_card", "take_for_favour", "buy_market_card", "keep_card"}


@pytest.mark.slow
def test_every_question_choice_and_event_has_words() -> None:
    rng = random.Random(1)
    kinds = set()
    for number in range(80):
        options = any_options(rng) if number % 4 else {}
        game = rules.new(rng.choice((2, 3, 4)), options, rng.randbytes(32))
        events = list(game.events)
        while game.result() is None:
            decision = game.decisions()[0]
            kinds.add(decision.kind)
            view = game.view(decision.seat)
            table.board(view)
            asked = (decision.kind, decision.args)
            assert table.prompt(*asked, view, decision.seat).message
            labels = {repr(table.label(*asked, choice, view)) for choice in decision.choices}
            if decision.kind not in CARDS_TO_TAKE:
                assert len(labels) == len(decision.choices)
            for choice in decision.choices:
                beginnings = [choice[: length + 1] for length in range(len(choice))]
                assert all(table.label(*asked, parts, view).message for parts in beginnings)
                # The last part of every choice is a thing on the board.
                target = table.target(*asked, choice)
                assert choice in WORDS_ALONE or TARGET.fullmatch(target or ""), (asked, choice)
            events += game.choose(decision.seat, rng.choice(decision.choices))
        for event in events:
            for seat in (*range(game.players), None):
                said = told(table.LINES, event.kind, event.seen_by(seat))
                assert said is None or said.message
            assert all(TARGET.fullmatch(mark) for mark in table.marks(event.kind, event.data))
    assert kinds == set(rules.kinds)


def test_a_place_is_picked_at_once_and_a_boat_to_sail_it() -> None:
    assert table.target("take_action", (), ("place", 1)) is None
    assert table.target("take_action", (), ("place", 1, 0)) == "boat-1-field-0"
    assert table.target("take_action", (), ("sail", 1)) == "boat-1"
    assert table.target("take_action", (), ("sail", 1, "tomb")) == "site-tomb"


def test_taking_stones_names_how_many() -> None:
    game = position(quarry=[1, 9, 9, 9])
    said = table.label("take_action", (), ("get",), game.view(WHITE))
    assert said.values["n"] == 1


def test_what_is_told_once_is_not_told_twice() -> None:
    assert told(table.LINES, "stones_returned", {"stones": [], "site": "market"}) is None
    assert told(table.LINES, "temple_scored", {"points": [0, 0]}) is None
    used = {"seat": 0, "card": card("entrance"), "site": "pyramid"}
    assert told(table.LINES, "red_card_used", {**used, "stone": True}) is None
    assert told(table.LINES, "red_card_used", {**used, "stone": False}) is not None


def test_lever_asks_for_the_first_stone_then_for_the_next() -> None:
    cards = [[card("lever")], [], [], []]
    game = position(boats=[boat("wbkg"), boat("..")], cards=cards)
    game.choose(WHITE, ("card", "lever"))
    game.choose(WHITE, (0, "tomb"))
    prompts = []
    for field in (3, 1):
        decision = game.decision(WHITE)
        assert decision is not None
        prompts.append(table.prompt(decision.kind, decision.args, game.view(WHITE), WHITE).message)
        game.choose(WHITE, (field,))
    assert prompts == ["Which stone is unloaded first?", "Which stone is unloaded next?"]


def test_the_log_names_the_field_of_a_wager_and_the_pyramid_of_a_stone() -> None:
    wager = {"seat": 0, "stone": 4, "site": "tomb"}
    said = [str(told(table.LINES, "wager_placed", {**wager, "field": field})) for field in (0, 1)]
    assert "first field" in said[0]
    assert "second field" in said[1]
    game = position(options={"pyramid_side": "B"}, boats=[boat("w"), boat("..")])
    game.choose(WHITE, ("sail", 0, "pyramid"))
    events = game.choose(WHITE, (2,))
    data = next(event.data for event in events if event.kind == "stone_delivered")
    assert "the third pyramid" in str(told(table.LINES, "stone_delivered", data))


def test_a_red_card_without_a_stone_is_not_said_to_be_discarded_as_amun_keeps_it() -> None:
    used = {"seat": 0, "card": card("entrance"), "site": "pyramid", "stone": False}
    assert "discard" not in str(told(table.LINES, "red_card_used", used))


def test_temple_s_stones_are_promised_as_far_as_they_fit() -> None:
    view = position(options={"temple_side": "B"}).view(WHITE)
    assert "up to" in table.label("temple_reward", (), ("stones",), view).message


@pytest.mark.parametrize(
    ("site", "side"), [(site, side) for site in MONUMENTS for side in SIDES[site]]
)
def test_the_card_of_a_site_says_when_its_side_pays(site: str, side: str) -> None:
    game = position(options={f"{site}_side": side})
    built, state = board(game.state, site), game.state
    at_once = sum(built.put(state, stone, built.places(state)[0]) for stone in stones("wwwww"))
    found = table.about(f"site-{site}", game.view(None))
    assert found is not None
    said = plain(found[0], ["Anna", "Ben", "Cleo", "Don"])
    assert ("at once" in said) == (at_once > 0)
    assert ("at the end of the game" in said) == any(built.final_points(state))
    assert ("at the end of every round" in said) == (site == "temple")
    assert ("Scored so far" in said) != any(built.final_points(state))
