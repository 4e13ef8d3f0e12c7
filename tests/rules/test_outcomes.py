"""What events tell and tables say of them: all points, the pieces they moved, joined lines."""

import random
import re
from collections import Counter
from typing import Any

import pytest
from django.utils import translation

from games.pages.drawing.board import Drawing
from games.pages.drawing.rendering import fixed
from games.rules import registry
from games.rules.engine import Event, Game, Rules
from games.rules.engine.play import ask_bot, random_choice
from games.words import table_package, texts

PEOPLE = ("Anna", "Ben", "Cleo", "Don")
#: What is a piece for one seat only, or has moved on when the choice is done.
ELSEWHERE = {"drew", "round_began", "priest_placed"}
#: All are taken off the board then.
CLEARED = {"season_began", "round_began"}


def playing(rules: Rules[Any], players: int) -> list[tuple[Game[Any], list[Event]]]:
    """A game by chance, after each choice: the position, and what the choice told."""
    rng = random.Random(5)
    game = rules.new(players, {}, rng.randbytes(32))
    told = [(game.copy(), list(game.events))]
    while game.result() is None:
        decision = game.decisions()[0]
        events = game.choose(decision.seat, ask_bot(random_choice, game, decision, rng))
        told.append((game.copy(), list(events)))
    return told


def points(event: Event) -> dict[int, int]:
    """What an event brought, by seat."""
    brought = 1 if event.kind == "first" else event.data.get("points", 0)
    if isinstance(brought, list):
        return dict(enumerate(brought))
    return {event.data["seat"]: brought} if brought else {}


def pieces(game: Game[Any]) -> list[str]:
    """The pieces that are drawn for somebody who watches."""
    people = [
        {"seat": i, "name": PEOPLE[i], "to_move": False, "score": 0, "bot": False}
        for i in range(game.players)
    ]
    drawn = Drawing(game.rules, game.view(None), None, people, {}, picked=(), marked=())
    return re.findall(
        r'data-piece="([^"]+)"', "".join(part.html for part in drawn.regions().values())
    )


@pytest.mark.parametrize("slug", ["bora_bora", "bomarzo"])
def test_events_tell_all_points_and_move_pieces_that_are_there(slug: str) -> None:
    rules = registry.get(slug)
    assert rules
    told = playing(rules, 3)
    earned = Counter[int]()
    for number, (game, events) in enumerate(told):
        cleared = CLEARED & {event.kind for event in events}
        drawn = [] if number % 23 or cleared else pieces(game)
        assert len(set(drawn)) == len(drawn)
        for event in events:
            earned.update(points(event))
            moved = table_package.moved(rules, event.kind, event.data)
            if drawn and moved and event.kind not in ELSEWHERE:
                assert set(moved) & set(drawn), (event.kind, event.data)
        scored = [{**own, "start": 0} for own in game.scored() or ()]
        assert [earned[seat] for seat in range(3)] == [sum(own.values()) for own in scored]
    assert told[-2][0].scored() != told[-2][0].standing()


BORA = [
    ("points_gained", [{"seat": 0, "points": 1}, {"seat": 0, "points": 2}], "Anna gains 3 points."),
    (
        "god_taken",
        [{"seat": 0, "god": "blue"}, {"seat": 0, "god": None}],
        "Anna takes god cards: blue, one from the deck.",
    ),
    (
        "material_gained",
        [
            {"seat": 1, "material": "sand", "field": 2},
            {"seat": 1, "material": "wood", "field": None},
        ],
        "Ben lays down materials: sand, wood.",
    ),
    ("final_scored", [{"source": "sites", "points": [1, 2]}] * 2, None),
]
BOMARZO = [
    (
        "stepped",
        [{"seat": 0, "track": "culture", "space": 2}, {"seat": 0, "track": "science", "space": 1}],
        "Anna advances: Culture 2, Science 1.",
    ),
    (
        "worked",
        [
            {"seat": 0, "track": track, "space": space, "reached": 0}
            for track, space in (("food", 1), ("coin", 1), ("food", 2))
        ],
        "Anna moves workers: Food 2, Coins 1.",
    ),
    (
        "plundered",
        [{"seat": 1, "deity": name, "good": "coin", "number": 1} for name in ("dea", "drago")],
        "Ben takes 1 coin from Dea, 1 coin from Drago.",
    ),
    ("discarded", [{"seat": 0, "cards": []}] * 2, None),
    ("called", [{"seat": 0, "deity": "dea", "paid": {}}] * 2, None),
]


@pytest.mark.parametrize(
    ("slug", "kind", "several", "line"),
    [("bora_bora", *each) for each in BORA] + [("bomarzo", *each) for each in BOMARZO],
)
def test_lines_that_say_the_same_are_joined(
    slug: str, kind: str, several: list[dict[str, Any]], line: str | None
) -> None:
    rules = registry.get(slug)
    assert rules
    said = table_package.joined(rules, kind, several)
    assert (said and texts.plain(said, PEOPLE)) == line
    if said:
        with translation.override("de"):
            assert texts.plain(said, PEOPLE) != line


@pytest.mark.parametrize("slug", registry.OWN)
def test_things_and_questions_lead_to_paragraphs_of_the_help(slug: str) -> None:
    rules = registry.get(slug)
    assert rules
    table: Any = table_package.table(rules)
    help_page = fixed(f"{slug}/help.html")
    anchors = set(re.findall(r'id="help-([^"]+)"', help_page))
    assert set(table.RULES) == set(rules.kinds)
    assert set(table.RULES.values()) <= anchors
    game = rules.new(2, {}, bytes(32))
    decision = game.decisions()[0]
    view = game.view(decision.seat)
    people = [
        {"seat": i, "name": PEOPLE[i], "to_move": False, "score": 0, "bot": False} for i in range(2)
    ]
    drawn = Drawing(rules, view, decision.seat, people, {}, picked=(), marked=())
    things = {
        name
        for region in drawn.regions().values()
        for name in re.findall(r'data-target="([^"]+)"', region.html)
    }
    assert things
    for name in things:
        _text, anchor = table_package.explain_thing(rules, name, view, PEOPLE)
        assert anchor in anchors, name
