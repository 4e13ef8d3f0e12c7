"""The words and targets of the table: there for whatever comes up in play."""

import random
import re

import pytest
from django.utils import translation

from boardgames.words import package_translations
from games.pages.drawing.rendering import fixed
from games.rules.bora_bora import rules, table
from games.rules.bora_bora.reconstructed import CONFIDENCE
from games.rules.bora_bora.rulings import DIFFERENCES, RULINGS
from games.rules.bora_bora.table import names, needs
from games.rules.bora_bora.tables import ACTION_CARDS, END_SOURCES, PERSON_KINDS, SOURCES
from games.rules.bora_bora.tasks import COUNTERS, NEEDS
from games.rules.engine import Text, told
from games.words.texts import plain

TARGET = re.compile(
    r"region-[A-Z]+-[A-Z]+|die-\d|card-\w+|person-(man|woman)-\d|god-\w+|god-tiles|temple-\d"
    r"|jewel-J\d\d|task-\w+|field-\d+|tribe-(man|woman)-\w+|huts|hand-\w+"
    r"|(status|ground|people|goods|jewels|tasks)-\d"
)
SILENT = {"points", "offering", "done", "nothing", "none", "discard", "status", "shell"}
"""Parts of choices that only the decision bar names."""

PEOPLE = ["Anna", "Ben", "Cleo", "Don"]


def test_everything_has_a_name() -> None:
    for source in (*SOURCES, *END_SOURCES, "order"):
        assert table.source(source).message
    assert set(needs.ASKED) == set(COUNTERS)
    for task in NEEDS:
        assert plain(needs.task(task), PEOPLE)
    assert {card for cards in ACTION_CARDS.values() for card in cards} < set(names.CARDS)
    assert set(names.CARDS) == set(names.CARD_TEXTS)
    assert set(names.KINDS) == set(names.KIND_TEXTS) == set(PERSON_KINDS)


def test_every_task_is_said_in_its_own_way() -> None:
    assert len({plain(needs.task(task), PEOPLE) for task in NEEDS}) == len(NEEDS)


def test_people_who_act_are_called_by_their_act() -> None:
    """A task for two people who take women is no task for two women."""
    assert plain(needs.task("D44"), PEOPLE) == "2 × person (takes women)"
    assert plain(names.tribe("man", "build"), PEOPLE) == "Man (builds)"


def test_a_material_beside_the_board_is_no_piece_but_touches_the_goods() -> None:
    laid = {"seat": 1, "material": "wood", "field": None}
    assert table.moved("material_gained", laid) == []
    assert table.marks("material_gained", laid) == ["goods-1"]
    assert table.moved("material_gained", {**laid, "field": 3}) == ["good-1-3"]
    assert table.marks("material_gained", {**laid, "field": 3}) == ["ground-1"]


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_question_choice_and_event_has_words(players: int) -> None:
    rng = random.Random(players)
    kinds: set[str] = set()
    for _game in range(6):
        game = rules.new(players, {}, rng.randbytes(32))
        events = list(game.events)
        while game.result() is None:
            decision = game.decisions()[0]
            view = game.view(decision.seat)
            asked = (decision.kind, decision.args)
            kinds.add(decision.kind)
            assert plain(table.prompt(*asked, view, decision.seat), PEOPLE)
            labels = [plain(table.label(*asked, c, view), PEOPLE) for c in decision.choices]
            assert len(set(labels)) == len(labels), labels
            for choice in decision.choices:
                for length in range(1, len(choice) + 1):
                    assert plain(table.label(*asked, choice[:length], view), PEOPLE)
                    target = table.target(*asked, choice[:length])
                    assert target is None or TARGET.fullmatch(target), target
            for parts, why in decision.refusals:
                assert plain(table.label(*asked, parts, view), PEOPLE)
                assert plain(why, PEOPLE)
            for parts in rules.kinds[decision.kind].instructions(view):
                for length in range(1, len(parts) + 1):
                    assert plain(table.instruction(decision.kind, parts[:length]), PEOPLE)
            events += game.choose(decision.seat, rng.choice(decision.choices))
        for event in events:
            said = told(table.LINES, event.kind, event.data)
            assert said is not None, event.kind
            assert plain(said, PEOPLE)
            assert all(TARGET.fullmatch(mark) for mark in table.marks(event.kind, event.data))
    assert kinds >= set(rules.kinds) - {"pay_for_god", "take_material"}


@pytest.mark.parametrize("players", [2, 4])
def test_the_board_stands_for_all_that_is_on_it(players: int) -> None:
    """Each choice has a thing on the board, unless all its parts are named in the bar alone."""
    rng = random.Random(10 + players)
    for _game in range(3):
        game = rules.new(players, {}, rng.randbytes(32))
        while game.result() is None:
            decision = game.decisions()[0]
            for choice in decision.choices:
                found = [
                    table.target(decision.kind, decision.args, choice[: length + 1])
                    for length in range(len(choice))
                ]
                beside = decision.kind == "take_material" or choice[0] == "material"
                assert any(found) or beside or SILENT.intersection(choice), choice
            game.choose(decision.seat, rng.choice(decision.choices))


def test_a_god_is_paid_with_what_lies_before_one() -> None:
    assert table.target("expand", (), ("C-NW", "card")) == "hand-red"
    assert table.target("place_die", (), (3, "helper", "blue")) is None
    assert table.target("place_die", (), (3, "helper", "white", "card")) == "hand-white"
    assert table.target("place_die", (), (3, "helper", "blue_white", "red")) == "hand-red"
    assert table.target("place_die", (), (3, "helper", "blue_white", "red", "card")) == "hand-white"
    assert table.target("use_people", (), ("man", "land", "blue")) == "hand-blue"
    assert table.target("pay_for_god", ("white", ""), ("tile",)) == "god-tiles"
    assert table.target("settle_task", (), ("D04", "card")) == "hand-yellow"
    assert table.target("settle_task", (), ("D04", "none")) is None
    assert table.target("settle_task", (), ("D04",)) == "task-D04"


def test_the_helper_says_what_is_left() -> None:
    said = table.prompt("exchange", (3,), {}, 0)
    assert plain(said, PEOPLE) == "What does your helper give? 3 pips left"


def test_a_card_from_the_deck_is_told_to_its_owner_alone() -> None:
    hidden = told(table.LINES, "god_taken", {"seat": 0, "god": None})
    shown = told(table.LINES, "god_taken", {"seat": 0, "god": "blue"})
    assert isinstance(hidden, Text)
    assert isinstance(shown, Text)
    assert plain(hidden, PEOPLE) == "Anna takes a god card from the deck."
    assert plain(shown, PEOPLE) == "Anna takes a god card: blue."


def test_the_help_names_what_differs_what_we_decided_and_what_figures_are_ours() -> None:
    for language in ("en", "de"):
        with translation.override(language):
            text = fixed("bora_bora/help.html")
            for sentence in (*DIFFERENCES, *RULINGS, *CONFIDENCE.values()):
                assert package_translations.translate("bora_bora", sentence) in text


def test_the_log_names_what_leaves_the_game() -> None:
    """It lies on no board any more."""
    jewels = told(table.LINES, "jewels_removed", {"jewels": ["J01", "J16"]})
    assert isinstance(jewels, Text)
    assert plain(jewels, PEOPLE) == (
        "Jewellery that nobody bought leaves the game: Necklace worth 1, Headdress worth 7."
    )
    tasks = list(NEEDS)[:2]
    named = ", ".join(plain(needs.task(task), PEOPLE) for task in tasks)
    one, all_taken = (
        told(table.LINES, "removed", {"tasks": tasks, "people": people}) for people in ([0], [])
    )
    assert isinstance(one, Text)
    assert isinstance(all_taken, Text)
    assert plain(all_taken, PEOPLE) == f"The round ends. Tasks leaving the game: {named}."
    person = plain(names.person(0), PEOPLE)
    assert plain(one, PEOPLE) == (
        f"The round ends. Tasks leaving the game: {named}. Leftover people: {person}."
    )


def test_no_god_is_named_where_none_is_possible() -> None:
    openings = {"land": {"4": ["plain"]}, "water": {"4": ["plain", "white"]}}
    view = {"openings": openings}
    said = {
        card: plain(table.label("place_die", (), (4, card, "plain"), view), PEOPLE)
        for card in openings
    }
    assert said == {"land": "4 on Land", "water": "4 on Water, without a god"}


def test_first_huts_are_refused_with_reasons() -> None:
    game = rules.new(2, {}, b"tahitian" * 4)
    decision = game.decisions()[0]
    refused = {parts[0]: plain(reason, PEOPLE) for parts, reason in decision.refusals}
    free = {choice[0] for choice in decision.choices}
    assert refused.keys() | free == set(game.state.regions)
    assert set(refused.values()) == {"Its fish is worth more than 1"}
    game.choose(decision.seat, decision.choices[0])
    while game.decisions()[0].kind != "first_hut":
        further = game.decisions()[0]
        game.choose(further.seat, further.choices[0])
    after = {parts: plain(reason, PEOPLE) for parts, reason in game.decisions()[0].refusals}
    assert after[decision.choices[0]] == "Taken"
