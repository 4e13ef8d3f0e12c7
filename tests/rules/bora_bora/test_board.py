"""The drawing of Bora Bora's board: every position, every viewer, nothing but the view."""

import copy
import gzip
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.utils import translation

from games.pages.drawing.rendering import fixed, jinja, render
from games.pages.table.view.choosing import Choosing
from games.rules.bora_bora import rules, table
from games.rules.bora_bora.tables import GODS
from games.rules.bora_bora.tasks import NEEDS
from games.rules.engine import Game
from tests.rules.drawing import NAMES, drawing, html


def positions(players: int, seed: int, every: int = 13) -> Iterator[Game[Any]]:
    """Some positions of a random game, its end included."""
    rng = random.Random(seed)
    game = rules.new(players, {}, rng.randbytes(32))
    for number in range(10_000):
        if game.result() is not None:
            break
        if number % every == 0:
            yield game
        decision = rng.choice(game.decisions())
        game.choose(decision.seat, rng.choice(decision.choices))
    yield game


def viewers(game: Game[Any]) -> list[int | None]:
    """A spectator, the player asked, and another."""
    asked = [decision.seat for decision in game.decisions()][:1]
    return [None, *asked, *[seat for seat in range(game.players) if seat not in asked][:1]]


def check_page(page: str) -> None:
    """Nothing is inline or twice, and everything has a name."""
    assert not re.search(r"\sstyle\s*=|<style|<script|\son\w+\s*=|hx-on", page)
    for attribute in ("id", "data-piece", "data-target"):
        values = re.findall(rf'\s{attribute}="([^"]*)"', page)
        assert len(values) == len(set(values)), attribute
        assert all(values), attribute
    for tag in re.findall(r"<(?:a|svg|g|use)\s[^>]*>", page):
        if 'role="none"' in tag:  # what is in it has names
            continue
        if 'role="' in tag or tag.startswith("<a "):
            name = re.search(r'aria-label="([^"]*)"', tag)
            assert name, tag
            assert name[1].strip(), tag
        if "tabindex" in tag:
            assert re.search(r'data-tip="|aria-description="[^"]+"', tag), tag
    assert "<b>nna" not in page, "names are escaped"
    symbols = set(re.findall(r'<(?:symbol|path) id="(bora-[^"]+)"', page))
    assert set(re.findall(r'href="#(bora-[^"]+)"', page)) <= symbols
    assert not re.search(r'(?:width|height)="-', page)


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
        assert wanted - {None} <= there, decision
        choosing = Choosing(rules, decision, game.view(decision.seat), NAMES)
        links = re.findall(r'<a class="choice" href="[^"]+" aria-label="([^"]*)"', page)
        assert len(links) == len(choosing.targets())


def test_before_the_first_throw_nobody_reads_that_all_dice_are_placed() -> None:
    game = next(positions(2, 5))
    page = html(drawing(game, 0))
    assert "You roll your dice after the first huts" in page
    assert "All your dice are placed" not in page


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_position_is_drawn_for_everybody(players: int) -> None:
    for game in positions(players, players):
        for seat in viewers(game):
            page = html(drawing(game, seat))
            check_page(page)
            asked = seat is not None and bool(drawing(game, seat).targets)
            assert ('class="choice"' in page) == asked


#: A target with what says its name, whether that is itself, its link, or what is drawn first in it.
FIRST_IN_TARGET = re.compile(
    r'<(?:g|div) data-target="([^"]*)"([^>]*>\s*(?:<a class="choice"[^>]*>)?\s*<\w+[^>]*>)'
)


def test_everything_on_the_board_says_what_it_is_whether_it_can_be_chosen_or_not() -> None:
    """To who listens: what stands for several things at once lies in a drawing with a name."""
    for game in positions(4, 2, every=29):
        for seat in viewers(game):
            page = html(drawing(game, seat))
            first = FIRST_IN_TARGET.findall(page)
            assert len(first) == len(re.findall("data-target=", page))
            silent = [
                target
                for target, attributes in first
                if not re.search('(role="img"|class="choice")[^>]* aria-label="[^"]+"', attributes)
            ]
            several = r"(ground|people|goods|tasks)-\d"
            assert [target for target in silent if not re.fullmatch(several, target)] == []


def test_own_things_are_told_as_those_of_others_are() -> None:
    game = list(positions(3, 9))[12]
    views = {seat: html(drawing(game, seat)) for seat in range(2)}
    named = {
        seat: {said for said in re.findall(r'aria-label="([^"]*)"', page) if "Field " in said}
        for seat, page in views.items()
    }
    assert len(named[0]) == 3 * 12
    assert named[0] == named[1]


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_choice_has_its_thing_on_the_board(players: int) -> None:
    """The first question of each kind in each game, and some more; `check_game` draws others."""
    kinds = set[str]()
    for seed in range(1, 7):
        met = set[str]()
        for number, game in enumerate(positions(players, 10 * players + seed, every=3)):
            asked = {decision.kind for decision in game.decisions()}
            if number % 6 == 0 or not asked <= met:
                check_choices(game)
                kinds |= asked
            met |= asked
    assert kinds >= set(rules.kinds) - {"settle_last_task", "pay_for_god", "take_material"}


def test_every_piece_lies_where_the_view_says() -> None:
    for game in positions(3, 5):
        view = game.view(1)
        page = html(drawing(game, 1))
        people = [person for row in view["people"].values() for person in row if person]
        people += [person for seat in view["seats"] for person in seat["people"]]
        jewels = [jewel for column in view["jewels"] for jewel in column]
        jewels += [jewel for seat in view["seats"] for jewel in seat["jewels"]]
        tasks = [*view["tasks"], *(task for seat in view["seats"] for task in seat["tasks"])]
        wanted = {f"person-{person['id']}" for person in people}
        wanted |= {f"jewel-{jewel['id']}" for jewel in jewels}
        wanted |= {f"task-{task['id']}" for task in tasks}
        wanted |= {f"status-{seat}" for seat in range(3)}
        wanted |= {
            f"hut-{id}-{seat}" for id, own in view["regions"].items() for seat in own["huts"]
        }
        fields = [
            (seat, field, holds)
            for seat, own in enumerate(view["seats"])
            for field, holds in enumerate(each["holds"] for each in own["ground"])
        ]
        wanted |= {f"good-{seat}-{at}" for seat, at, holds in fields if holds == "material"}
        wanted |= {f"tile-{seat}-{at}" for seat, at, holds in fields if isinstance(holds, int)}
        dice = [die for card in view["cards"].values() for die in card["dice"]]
        dice += [[i, value] for i, own in enumerate(view["seats"]) for value in own["dice"]]
        drawn = re.findall(r'data-piece="([^"]*)"', page)
        assert len(set(drawn)) == len(drawn)
        rolled = [name.split("-")[1:3] for name in drawn if name.startswith("die-")]
        assert sorted(rolled) == sorted([str(seat), str(value)] for seat, value in dice)
        priests = [name.split("-")[1] for name in drawn if name.startswith("priest-")]
        assert sorted(priests) == sorted(str(seat) for seat in view["temple"] if seat is not None)
        assert {name for name in drawn if not name.startswith(("die-", "priest-"))} == wanted


def test_the_drawing_stands_on_the_view_alone() -> None:
    for game in list(positions(2, 7))[::4]:
        view = game.view(None)
        same = copy.deepcopy(view)
        table.board(same)
        assert same == view, "board() changes nothing"
        again = html(drawing(game, None, json.loads(json.dumps(view))))
        assert again == html(drawing(game, None))


def test_hands_of_others_are_not_drawn() -> None:
    game = next(positions(4, 3))
    page = html(drawing(game, 0))
    hand = game.view(0)["seats"][0]["hand"]
    for god in GODS:
        drawn = re.findall(rf'data-target="hand-{god}" data-name="[^"]*hand: (\d+)', page)
        assert drawn == [str(hand[god])]
    assert "hand-" not in html(drawing(game, None))


def test_own_board_is_open_and_the_dice_of_others_lie_in_turn_order() -> None:
    game = next(game for game in positions(4, 4) if game.state.chapter == "A")
    view = game.view(None)
    view["order"], view["me"] = [2, 0, 3, 1], 0
    board = table.board(view)
    assert (board["first"], board["rollers"]) == (0, [2, 3, 1])
    view["me"] = None
    board = table.board(view)
    assert (board["first"], board["rollers"]) == (2, [2, 0, 3, 1])


def test_islands_and_market_fill_their_places_on_the_stage() -> None:
    """The style sheet lays cards and dice on them by these proportions."""
    style = Path(finders.find("bora_bora/board.css") or "").read_text()
    regions = drawing(next(positions(2, 5)), 0).regions()
    for name in ("islands", "market"):
        place = re.search(rf'region\$="{name}"\] {{.*?--w: (\d+);\s+--h: (\d+);', style, re.DOTALL)
        box = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', regions[f"board-{name}"].html)
        assert place
        assert box
        wide, high = (float(box[at]) / float(place[at]) for at in (1, 2))
        assert wide == pytest.approx(high, rel=0.005), name


@pytest.mark.parametrize("seat", [0, None])
def test_the_boards_of_others_open_in_their_panels(seat: int | None) -> None:
    game = next(positions(3, 5))
    panels = drawing(game, seat).goods()
    first = table.board(game.view(seat))["first"]
    assert ["<details" in panel for panel in panels] == [number != first for number in range(3)]
    opened = next(panel for panel in panels if "<details" in panel)
    for part in ("bora-spaces", "bora-ground", "bora-tasks", "bora-goods", "bora-gods"):
        assert f'class="board {part}' in opened


def test_the_board_of_four_late_in_the_game_is_light() -> None:
    games = [game.copy() for game in positions(4, 6)]
    page = html(drawing(games[len(games) * 9 // 10], 0)).encode()
    assert len(gzip.compress(page)) < 30_000


def test_full_boards_fit() -> None:
    game = next(positions(4, 8))
    view = game.view(0)
    for number, seat in enumerate(view["seats"]):
        seat["huts"], seat["stored"] = 0, 0
        seat["people"] = [
            {
                "id": 36 * (i % 2) + 9 * number + i // 2,
                "sex": ("man", "woman")[i % 2],
                "kind": "god",
                "count": 3,
                "pushed": i > 5,
            }
            for i in range(12)
        ]
        seat["aside"] = ["sand"] * 12
        seat["ground"] = [{"takes": "sand", "holds": "material"}] * 12
    page = html(drawing(game, None, view))
    assert len(re.findall(r'data-piece="person-', page)) >= 48


@pytest.mark.parametrize(("language", "word"), [("en", "Fire bonus"), ("de", "Feuer-Bonus")])
def test_help_and_cover(language: str, word: str) -> None:
    with translation.override(language):
        text = fixed("bora_bora/help.html")
        assert word in text
        assert "style=" not in text
        assert text.count("<svg") == 23
        assert render("bora_bora/cover.svg").startswith("<svg")


def test_german_is_complete() -> None:
    game = list(positions(3, 9))[12]
    with translation.override("de"):
        page = html(drawing(game, 0)) + fixed("bora_bora/help.html")
    said = re.findall(r'(?:aria-label|aria-description|data-tip|data-name)="([^"]*)"', page)
    said += re.findall(r">([^<>]+)<", page)
    english = re.compile(r"\b(the|with|hut|huts|shells|points|of|round|woman|god|card|tasks)\b")
    assert not [words for words in said if english.search(words)]


def test_no_two_tasks_are_drawn_alike() -> None:
    """ "Zwei der abgebildeten Personenplättchen (Frauen und/oder Männer)": such a task shows people
    of both sexes with what they do, never the goods or the sex that other tasks ask for."""
    view = next(positions(2, 1)).view(None)
    view["tasks"] = [
        {"id": id, "missing": 0, "needs": [{**need._asdict(), "have": None} for need in needs]}
        for id, needs in NEEDS.items()
    ]
    tasks = table.board(view)["tasks"]
    drawn = jinja().get_template("bora_bora/parts.html").make_module({})
    tiles = {task.id: str(vars(drawn)["task_tile"](task, 76, 44)) for task in tasks}
    assert len(set(tiles.values())) == len(NEEDS) == 60
    for id, (need, *_more) in NEEDS.items():
        of_people = need.what == "people_of"
        assert ("#bora-people" in tiles[id] and f"#bora-{need.of}" in tiles[id]) or not of_people


def test_at_the_end_the_board_of_the_winner_lies_open_to_all_others() -> None:
    game, rng = rules.new(3, {}, bytes(range(32))), random.Random(5)
    while game.result() is None:
        decision = game.decisions()[0]
        game.choose(decision.seat, rng.choice(decision.choices))
    result = game.result()
    assert result
    winner = result.ranks.index(1)
    assert table.board(game.view(None))["first"] == winner
    assert table.board(game.view(1 - min(winner, 1)))["first"] == 1 - min(winner, 1)
