"""The drawing of Imhotep's board: every position, every viewer, nothing but the view."""

import copy
import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from games.pages.drawing.rendering import fixed, render
from games.pages.table.view.choosing import Choosing
from games.rules.engine import Game, Json
from games.rules.imhotep import table
from games.rules.imhotep.figures import CONFIDENCE
from games.rules.imhotep.flow import final_points
from games.rules.imhotep.rules import rules
from games.rules.imhotep.tables import SITES
from tests.rules.drawing import NAMES, drawing, html
from tests.rules.imhotep.positions import boat, card, position, stones
from tests.rules.imhotep.whole_games import FLAGS as FLAG_NAMES

SEEDS = (1, 2)
FLAGS = dict.fromkeys(FLAG_NAMES, True)
#: Games of several forms; together they have every side and every expansion.
FORMS: dict[str, Json] = {
    "base": {},
    "B": {"preset": "all_b", **FLAGS, "hidden_cards": False},
    "C": {f"{site}_side": "C" for site in SITES} | {"new_cards": True, "prophecies": True},
    "D": {f"{site}_side": "D" for site in SITES} | FLAGS,
}
FORM = pytest.mark.parametrize("form", FORMS)
#: Drawing all positions of larger games takes seconds.
PLAYERS = pytest.mark.parametrize(
    "players", [2, *(pytest.param(players, marks=pytest.mark.slow) for players in (3, 4))]
)
#: Elsewhere each process would draw the same positions again.
pytestmark = pytest.mark.xdist_group("board of imhotep")


@pytest.fixture(scope="module", autouse=True)
def _drawings_are_let_go() -> Iterator[None]:
    yield
    sampled.cache_clear()


def positions(players: int, seed: int, options: Json | None = None) -> Iterator[Game[Any]]:
    """A random game, position by position, its end included."""
    rng = random.Random(seed)
    game = rules.new(players, options or {}, rng.randbytes(32))
    while game.result() is None:
        yield game
        decision = game.decisions()[0]
        cards = [choice for choice in decision.choices if choice[0] == "card"]
        choice = rng.choice(cards or decision.choices)  # cards early: what they ask is rare
        game.choose(decision.seat, choice)
    yield game


@cache
def sampled(players: int, form: str) -> list[tuple[Json, dict[int | None, str], Any]]:
    """Some positions of a few games: the view, the page by viewer, and a copy of the game."""
    found = []
    for seed in SEEDS:
        seen: Counter[str] = Counter()
        for number, game in enumerate(positions(players, seed, FORMS[form])):
            decisions = game.decisions()
            kind = decisions[0].kind if decisions else "over"
            rare = not kind.startswith("take_action") and seen[kind] < 2
            seen[kind] += 1
            if rare or number % 30 == 0 or not decisions:
                viewers: list[int | None] = [None, *range(players)]
                pages = {seat: html(drawing(game, seat)) for seat in viewers}
                found.append((game.view(None), pages, game.copy()))
    return found


def everything(players: int, form: str) -> Iterator[tuple[Json, int | None, str, Game[Any]]]:
    for view, pages, game in sampled(players, form):
        for seat, page in pages.items():
            yield view, seat, page, game


@FORM
@PLAYERS
def test_nothing_is_inline_and_nothing_twice(players: int, form: str) -> None:
    for _view, _seat, page, _game in everything(players, form):
        assert not re.search(r"\sstyle\s*=|<style|<script|\son\w+\s*=|hx-on", page)
        for attribute in ("id", "data-piece", "data-target"):
            values = re.findall(rf'\s{attribute}="([^"]*)"', page)
            assert len(values) == len(set(values)), attribute
            assert all(values), attribute


def check_choices(game: Game[Any]) -> None:
    """What every choice is pointed at by is on the board, a link where it can be picked now."""
    for decision in game.decisions():
        page = html(drawing(game, decision.seat))
        there = set(re.findall(r'data-target="([^"]*)"', page))
        wanted = {
            table.target(decision.kind, decision.args, choice[:length])
            for choice in decision.choices
            for length in range(1, len(choice) + 1)
        }
        assert wanted - {None} <= there
        choosing = Choosing(rules, decision, game.view(decision.seat), NAMES)
        links = re.findall(r'<a class="choice" href="[^"]+" aria-label="([^"]*)"', page)
        assert len(links) == len(choosing.targets()) > 0


@FORM
@PLAYERS
def test_every_choice_has_its_thing_on_the_board(players: int, form: str) -> None:
    kinds = set()
    for _view, _pages, game in sampled(players, form):
        check_choices(game)
        kinds |= {decision.kind for decision in game.decisions()}
    asked = {"base": {"take_action"}, "B": {"keep_card", "choose_pyramid"}}
    asked |= {"C": {"choose_column"}, "D": {"take_action_hidden", "buy_market_card"}}
    assert {"take_market_card", *asked[form]} <= kinds


@pytest.mark.parametrize("name", ["lever", "hammer", "sail", "chisel"])
def test_every_choice_of_a_card_has_its_thing_on_the_board(name: str) -> None:
    game = position(
        3,
        boats=[boat("w.bg"), boat("b."), boat(".."), boat(".")],
        supply=[stones("ww", first=300), [], []],
        cards=[[card(name)], [], []],
    )
    assert "card-" + name in drawing(game, 0).targets
    check_choices(game)
    game.choose(0, ("card", name))
    kinds = set()
    while (decision := game.decisions()[0]).kind not in ("take_action", "take_market_card"):
        kinds.add(decision.kind)
        check_choices(game)
        game.choose(0, decision.choices[0])
    assert (
        kinds
        == {
            "lever": {"sail_in_order", "unload_next"},
            "hammer": {"load_stone"},
            "sail": {"load_and_sail"},
            "chisel": {"load_stone"},
        }[name]
    )


@FORM
@PLAYERS
def test_only_who_is_asked_can_choose(players: int, form: str) -> None:
    for _view, seat, page, game in everything(players, form):
        asked = seat is not None and game.decision(seat) is not None
        assert ('class="choice"' in page) == asked


def elsewhere(tag: str, page: str) -> re.Match[str] | None:
    """What a tag is explained by in another region."""
    place = re.search(r'aria-describedby="([^"]*)" data-tip-at="\1"', tag)
    return re.search(f'id="{place[1]}">([^<]+)<', page) if place else None


@FORM
@PLAYERS
def test_everything_has_a_name(players: int, form: str) -> None:
    for _view, _seat, page, _game in everything(players, form):
        for tag in re.findall(r"<(?:a|svg|g|use)\s[^>]*>", page):
            if 'role="' in tag or tag.startswith("<a "):
                name = re.search(r'aria-label="([^"]*)"', tag)
                assert name, tag
                assert name[1].strip(), tag
            if "tabindex" in tag:
                assert 'role="img"' in tag, tag
                told = re.search(r'data-tip="|aria-description="[^"]+"', tag)
                assert told or elsewhere(tag, page), tag
        assert "<b>nna" not in page, "names are escaped"


@FORM
@PLAYERS
def test_every_piece_lies_where_the_view_says_and_can_be_followed(players: int, form: str) -> None:
    for _view, seat, page, game in everything(players, form):
        view = game.view(seat)
        stones = [stone for site in view["sites"].values() for stone in site]
        stones += [stone for seat in view["seats"] for stone in seat["supply"]]
        stones += [stone for boat in view["boats"] for stone in boat["stones"] if stone]
        stones += view.get("arriving", [])
        if "wagers" in view:
            wagers = view["wagers"]["fields"].values()
            stones += [stone for fields in wagers for stone in fields if stone]
            stones += [stone for stone in view["favour"]["fields"].values() if stone]
        cards = [card for card in view["market"] if card] + view.get("looking", [])
        cards += [card for seat in view["seats"] for card in seat["cards"]]
        wanted = {f"stone-{stone['id']}" for stone in stones}
        wanted |= {f"card-{card['id']}" for card in cards}
        wanted |= {f"boat-{i}" for i in range(len(view["boats"]))}
        assert set(re.findall(r'data-piece="([^"]*)"', page)) == wanted


@FORM
@PLAYERS
def test_the_drawing_stands_on_the_view_alone(players: int, form: str) -> None:
    for view, pages, game in sampled(players, form)[::5]:
        same = copy.deepcopy(view)
        table.board(same)
        assert same == view, "board() changes nothing"
        assert html(drawing(game, None, json.loads(json.dumps(view)))) == pages[None]


@FORM
@PLAYERS
def test_the_points_shown_are_those_of_the_rules(players: int, form: str) -> None:
    for view, _pages, game in sampled(players, form):
        board, points = table.board(view), final_points(game)
        for site in ("pyramid", "temple", "tomb", "obelisks"):
            assert board["points"][site] == [own[site] for own in points]
        for own, held in zip(points, board["held"], strict=True):
            if game.state.hidden and game.result() is None:
                assert held == [group for group in held if group["colour"] == "red"]
                continue
            cards = own["statues"] + own["decorations"] + own["blue_cards"]
            assert sum(group["worth"] for group in held) == cards


def test_the_next_field_of_each_site() -> None:
    view = next(positions(2, 1)).view(None)
    view["sites"]["pyramid"] = [{"id": 4 * i, "seat": 0} for i in range(10)]
    view["sites"]["temple"] = [{"id": 100 + 4 * i, "seat": 0} for i in range(6)]
    view["sites"]["tomb"] = [{"id": 200 + 4 * i, "seat": 0} for i in range(7)]
    board = table.board(view)
    assert [field["value"] for field in board["pyramid"].fields][9:] == [2, 3, 1, 3, 4]
    assert board["pyramid"].next == 10
    assert board["temple"].next == 2
    assert [len(stack) for stack in board["temple"].stacks] == [2, 2, 1, 1]
    assert board["tomb"].next == {"column": 2, "row": 1}
    (area,) = board["tomb"].areas
    assert (area["size"], area["points"], len(area["joined"])) == (7, 19, 8)


@FORM
def test_far_more_stones_than_a_game_brings_still_fit(form: str) -> None:
    game = next(positions(4, 3, FORMS[form]))
    view = game.view(None)
    number = iter(range(1000, 9999))
    for site in ("pyramid", "temple", "tomb", "obelisks"):
        view["sites"][site] = [{"id": next(number), "seat": i % 4} for i in range(60)]
        if "fields" in view.get("boards", {}).get(site, {}):
            view["boards"][site]["fields"] = list(range(60))
    drawn = drawing(game, None, view)
    assert len(re.findall(r'data-piece="stone-', html(drawn))) == 240 + 2 + 3 + 4 + 5
    regions = drawn.regions()
    sites = "".join(regions[f"board-{site}"].html for site in SITES)
    assert not re.search(r'(?:width|height|x|y)="-', sites)


def test_options_show() -> None:
    game = next(positions(2, 1, {"unlimited_stones": True}))
    assert "∞" in html(drawing(game, None))


@pytest.mark.parametrize(("language", "word"), [("en", "Burial chamber"), ("de", "Grabkammer")])
def test_help_and_cover(language: str, word: str) -> None:
    with translation.override(language):
        text = fixed("imhotep/help.html")
        assert word in text
        assert "data-piece" not in text
        assert "style=" not in text
        assert text.count("<svg") == 22
        assert render("imhotep/cover.svg").startswith("<svg")


#: What each group of figures that is not certain is said to be: where in the help and on the board.
OURS = {
    "pyramid_b": "We made up what each place gives.",
    "temple_b": "their order is probably right",
    "tomb_b": "we made up the 1 for fourth place",
    "obelisks_b": "We made up what towers are worth.",
    **{
        f"{site}_{side}": "A house board: we made up its rules and figures"
        for site in ("market", "pyramid", "temple", "tomb", "obelisks")
        for side in "cd"
    },
    "prophecies": "We made up their tasks and points.",
}


def test_what_is_not_printed_is_marked_as_ours_in_the_help_on_the_board_and_at_the_option() -> None:
    uncertain = {name for name, how in CONFIDENCE.items() if how != "certain"}
    assert uncertain == {*OURS}
    text = unescape(fixed("imhotep/help.html"))
    options = {option.name: option.help for option in rules.options}
    plain = html(drawing(position(options={"market_side": "B"}), 0))
    assert "e made up" not in plain
    for name, said in OURS.items():
        assert said in text
        site, _, side = name.partition("_")
        option = f"{site}_side" if side else name
        assert re.search("we made up|house board|likely|our own", options[option])
        chosen = {option: side.upper() if side else True}
        page = unescape(html(drawing(position(options=chosen), 0)))
        assert said in page, name
        assert re.search(r">[A-Z][a-z ]+\*</text>", page), name


def test_tomb_b_says_for_each_number_of_players_what_of_its_points_is_ours() -> None:
    for players, said in ((2, "We made up the points, based on"), (4, "The points 8, 4 and 2")):
        page = html(drawing(position(players, options={"tomb_side": "B"}), 0))
        assert said in page


@pytest.mark.parametrize(
    ("language", "heads"),
    [
        (
            "en",
            [
                "What we made up",
                "Where we differ from the printed game",
                "Where the rulebook is silent",
            ],
        ),
        (
            "de",
            [
                "Was von uns ist",
                "Wo wir vom gedruckten Spiel abweichen",
                "Wo die Anleitung schweigt",
            ],
        ),
    ],
)
def test_the_help_lists_apart_what_is_ours_what_differs_and_what_is_left_open(
    language: str, heads: list[str]
) -> None:
    with translation.override(language):
        text = unescape(fixed("imhotep/help.html"))
    ours, differs, silent = (text.index(f">{head}<") for head in heads)
    assert ours < differs < silent
    assert text[differs:silent].count("<li>") == 9
    assert text[silent:].count("<li>") > 15


def test_what_is_in_the_game_brings_its_chapter_of_the_help_to_the_front() -> None:
    style = Path(table.__file__).parent / "static/imhotep/board.css"
    rule = r"body:has\(([^)]*)\) \.imhotep-chapters > \[data-chapter=\"(\w+)\"\]"
    found = {chapter: marks for marks, chapter in re.findall(rule, style.read_text())}
    assert set(found) == set(re.findall(r'data-chapter="(\w+)"', fixed("imhotep/help.html")))
    sides = {"market_side": "B", "tomb_side": "C"}
    page = html(drawing(position(options=FLAGS | sides), 1))
    plain = html(drawing(position(), 1))
    for marks in found.values():
        names = [mark.strip(" .") for mark in marks.split(",")]
        assert any(re.search(rf'class="[^"]*\b{name}[ "]', page) for name in names), marks
        assert not any(re.search(rf'class="[^"]*\b{name}[ "]', plain) for name in names), marks


def test_what_unloading_would_bring_is_told_at_the_site_and_at_the_boat() -> None:
    boats = [boat("wb."), boat("..."), boat("g.", "tomb"), boat("k")]
    game = position(boats=boats, options={"private_boats": True})
    page = unescape(html(drawing(game, 0)))
    pyramid = f"Boat 1: {NAMES[0]} +2, {NAMES[1]} +1\nBoat 4: {NAMES[3]} +2\nYour private boat: "
    assert f"If unloaded here now, bow first:\n{pyramid}{NAMES[0]} +2" in page
    assert f"Boat 4, if unloaded now, bow first:\nMarket: cards for {NAMES[3]}\n" in page
    assert "Boat 2:" not in page
    with translation.override("de"):
        assert "Jetzt hier abgeladen, Bug zuerst:\nBoot 1: " in html(drawing(game, 0))


def test_german_is_complete() -> None:
    game = list(positions(3, 1))[40]
    with translation.override("de"):
        page = html(drawing(game, 0)) + fixed("imhotep/help.html")
    said = re.findall(r'(?:aria-label|aria-description|data-tip)="([^"]*)"', page)
    said += re.findall(r">([^<>]+)<", page)
    english = re.compile(r"\b(the|stone|stones|boat|quarry|points|market|of|round)\b")
    assert not [words for words in said if english.search(words)]
