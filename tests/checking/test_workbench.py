"""The workbench of authors: a position for all seats, changed, kept, and played on by new code."""

from __future__ import annotations

import base64
import html
import json
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from games.checking.workbench import fresh
from games.checking.workbench.sheet import unpacked
from games.rules import registry
from games.rules.engine.positions import position, replayed
from games.rules.example import rules as lanterns
from tests.checking.packages import NAME, served

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.checking.author_urls")]
HERE = f"/author/{NAME}/"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(fresh, "_latest", {})
    with served(tmp_path / NAME) as folder:
        yield folder


def read(address: str, status: int = 200) -> str:
    answer = Client().get(address, follow=True)
    assert answer.status_code == status, address
    return html.unescape(answer.content.decode())


def post(address: str, **fields: str) -> str:
    """Where it leads."""
    answer = Client().post(address, fields)
    assert answer.status_code == 302, html.unescape(answer.content.decode())
    return str(answer["Location"])


def refused(address: str, **fields: str) -> str:
    answer = Client().post(address, fields)
    assert answer.status_code == 422
    return html.unescape(answer.content.decode())


def replace(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def state(page: str) -> dict[str, Any]:
    """The fields of the state, as the form has them."""
    found = re.search(r'name="state"[^>]*>(.*?)</textarea>', page, re.S)
    assert found
    return dict(json.loads(found[1]))


def row(page: str) -> list[int]:
    """The tiles that lie open."""
    return list(state(page)["row"])


def test_each_seat_and_a_spectator_see_what_they_may_know(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_catalogue", lambda: {"lanterns": lanterns})
    monkeypatch.setattr(fresh, "_latest", {})
    page = read("/author/lanterns/?seed=3&move=0&players=3")
    assert page.count("<iframe") == 4
    views = re.findall(r'aria-label="View of [^"]*">(.*?)</pre>', page, re.S)
    known = [json.loads(view) for view in views]
    hands = [[seat.get("hand") for seat in view["seats"]] for view in known]
    for seat, seen in enumerate(hands[:3]):
        assert [bool(hand) for hand in seen] == [each == seat for each in range(3)]
    assert not any(hands[3])
    assert page.count("to move") == 3, "all three are asked at once"
    frame = read("/author/lanterns/board/?seed=3&move=0&players=3&seat=1")
    assert 'action="/author/lanterns/choose/?players=3' in frame
    assert "decision-yours" not in read("/author/lanterns/board/?seed=3&players=3&seat=3")


def test_a_seat_answers_and_the_moves_are_in_the_address(package: Path) -> None:
    first = row(read(f"{HERE}?players=2&seed=5"))
    after = post(f"{HERE}choose/?players=2&seed=5&seat=0", choice=json.dumps([first[0]]))
    page = read(after)
    assert first[0] not in row(page)
    assert "After move 1" in page
    assert "seat 1" in page
    assert "/author/tile_walk/looks/?sheet=" in page
    [sheet] = parse_qs(urlsplit(after).query)["sheet"]
    assert unpacked(sheet).moves == [(0, (first[0],))]
    on = post(f"{HERE}choose/?sheet={sheet}", bot="first")
    assert "After move 2" in read(on)
    back = read(f"{HERE}?{urlsplit(on).query}&at=1")
    assert row(back) == row(page)
    assert f"1. seat 0 <code>[{first[0]}]</code>" in back
    assert "One move on" in back
    illegal = read(post(f"{HERE}choose/?sheet={sheet}&seat=1", choice=json.dumps([first[0]])))
    assert f"move 2, [{first[0]}] of seat 1, is not legal any more" in illegal
    assert row(illegal) == row(page)
    for nobody in ("nobody", "good"):
        assert Client().post(f"{HERE}choose/?sheet={sheet}", {"bot": nobody}).status_code == 404


def test_a_state_is_changed_where_the_rules_can_read_it(package: Path) -> None:
    at = "players=2&seed=5&move=3"
    before = state(read(f"{HERE}?{at}"))
    changed = json.dumps(before | {"row": [23, 22], "taken": [[0, 3], before["taken"][1]]})
    page = read(post(f"{HERE}change/?{at}", state=changed))
    assert row(page) == [23, 22]
    assert state(page)["taken"][0] == [0, 3]
    assert "Move 0 after the position" in page
    without_players = {name: value for name, value in before.items() if name != "players"}
    for typed, said in [
        (before | {"row": ["blue"]}, "Expected `int`, got `str` - at `$.row[0]`"),
        (before | {"taken": [[], {}]}, "Expected `array`, got `object` - at `$.taken[1]`"),
        (without_players, "Object missing required field `players`"),
        (before | {"players": 9}, "there are games of (2, 3, 4) players, not of 9"),
        (
            before | {"open": [{"id": 3, "seat": 1, "kind": "nothing"}]},
            "the rules cannot go on from this: KeyError",
        ),
        (before | {"row": []}, "the rules cannot go on from this: take_tile has 0 choices"),
    ]:
        page = refused(f"{HERE}change/?{at}", state=json.dumps(typed))
        assert said in page
        assert state(page) == typed, "what was typed is still there"
        assert page.count('aria-invalid="true" aria-describedby="bench-refused"') == 1
    for nonsense, said in [
        ('{"row": [1, }', "Expecting value: line 1 column 13"),
        ("", "Expecting value: line 1 column 1"),
    ]:
        assert said in refused(f"{HERE}change/?{at}", state=nonsense)


def test_a_position_and_the_moves_to_it_are_kept_by_name(package: Path) -> None:
    at = "players=2&seed=5&move=4"
    kept = post(f"{HERE}keep/?{at}", what="position", name="Late, two amber", about="The end")
    assert kept == f"{HERE}?position=late-two-amber"
    rules = registry.get(NAME)
    assert row(read(kept)) == row(read(f"{HERE}?{at}"))
    assert row(read(kept)) == position(rules, "late, two amber").state.row
    line = post(f"{HERE}keep/?{at}", what="line", name="opening")
    page = read(line)
    assert replayed(rules, "opening").state.row == row(page)
    assert "After move 4" in page
    assert "late-two-amber" in page
    assert (package / "lines" / "opening.json").is_file()
    for what, name, said in [
        ("position", "…", "a position cannot be called '…'"),
        ("line", "", "a line cannot be called ''"),
    ]:
        assert said in refused(f"{HERE}keep/?{at}", what=what, name=name)
    post(f"{HERE}keep/?{at}", what="position", name="../../outside")
    assert (package / "positions" / "outside.json").is_file()
    in_the_middle = f"{HERE}keep/?position=late-two-amber"
    assert Client().post(in_the_middle, {"what": "line", "name": "x"}).status_code == 404
    assert Client().post(in_the_middle, {"what": "all", "name": "x"}).status_code == 404
    (package / "lines" / "opening.json").unlink()
    (package / "lines" / "opening.json").mkdir()
    assert "opening.json" in refused(f"{HERE}keep/?{at}", what="line", name="opening")
    assert "keeps no position '../nothing'" in read(f"{HERE}?position=../nothing")


def test_new_code_plays_the_same_position_and_broken_code_is_told(package: Path) -> None:
    kept = post(f"{HERE}keep/?players=2&seed=5&move=4", what="position", name="late")
    line = post(f"{HERE}keep/?players=2&seed=5&move=4", what="line", name="opening")
    before = row(read(kept))
    file = package / "rules.py"
    replace(file, "for tile in game.state.row]", "for tile in game.state.row[:1]] + [(99,)]")
    page = read(kept)
    assert row(page) == before
    assert "<code>[99]</code>" in page
    assert registry.get(NAME) is not fresh.latest(NAME).rules, "games at tables go on as they were"
    assert "is not legal any more" in read(line)

    replace(file, "+ [(99,)]", "+ [(99,)")
    page = read(kept)
    assert "The code cannot be loaded as it is now" in page
    assert "SyntaxError" in page
    assert "rules.py" in page
    assert "importlib" not in page
    assert row(page) == before
    assert "<code>[99]</code>" in page, "by the last code that could be loaded"

    replace(file, "+ [(99,)", "+ [(98,)]")
    page = read(kept)
    assert "cannot be loaded" not in page
    assert "<code>[98]</code>" in page
    replace(package / "table" / "__init__.py", "REGIONS: ", "nothing\nREGIONS: ")
    assert "NameError: name 'nothing' is not defined" in read(kept)


def test_a_lesson_is_read_anew_when_its_file_has_changed(package: Path) -> None:
    file = package / "table" / "lessons" / "first.toml"
    assert "Tiles and sets" in read(f"{HERE}lessons/")
    replace(file, "Tiles and sets", "Sets of tiles")
    assert "Sets of tiles" in read(f"{HERE}lessons/")

    replace(file, "choice = [23]", "chioce = [23]")
    said = "lessons/first.toml, step 1 ('Sets of tiles'): there is no 'chioce'"
    assert said in read(HERE)
    assert "Sets of tiles" in read(f"{HERE}lessons/"), "as it was read last"


def test_what_fails_in_the_rules_is_said_beside_the_last_position(package: Path) -> None:
    replace(package / "rules.py", "row.remove(tile)", "row.remove(tile); 1 / (tile != 5)")
    read(HERE)
    page = read(f"{HERE}?players=2&seed=5&move=24&bot=first")
    assert "ZeroDivisionError" in page
    assert "rules.py" in page
    assert row(page)
    rules = (package / "rules.py").read_text()
    replace(package / "rules.py", "return max(seen.choices, key=worth)", "return [][1]")
    page = read(f"{HERE}?players=2&seed=5&think=good")
    assert page.count("What fails in thoughts:") == 1
    assert "in collector" in page
    assert "IndexError" in refused(f"{HERE}choose/?players=2&seed=5", bot="collector")
    assert "after move 0: IndexError" in read(f"{HERE}?seed=5&move=3&bot=collector")
    (package / "rules.py").write_text(rules)
    kept = post(f"{HERE}keep/?players=2&seed=5", what="position", name="old")
    replace(package / "rules.py", "TakeTile", "TakeOne")
    assert "has no kind 'take_tile', of which a question is open" in read(kept)
    replace(package / "rules.py", '"row": state.row', '"row": state.rows')
    assert "has no attribute 'rows'" in read(f"{HERE}board/?players=2&seed=5&seat=0")
    assert "has no attribute 'rows'" in read(f"{HERE}?players=2&seed=5")


def test_a_question_has_its_choices_places_and_thoughts(package: Path) -> None:
    page = read(f"{HERE}?players=2&seed=5&move=2")
    assert re.search(r"TakeTile\.choices</code></td><td><code>tile_walk/rules\.py:\d+<", page)
    assert "table.label</code></td><td><code>tile_walk/table/__init__.py:" in page
    assert page.count("What fails in the region row:") == 1
    assert "TemplateNotFound: tile_walk/row.html" in page, "a slip of a template is told"
    assert "Choices, the best first" not in page
    for who in ("good", "strong", "easy"):
        page = read(f"{HERE}?players=2&seed=5&move=2&think={who}")
        assert page.count("badge-good") == 1, who
        assert f"{who} thought for" in page
    assert "Choices, the best first" not in read(f"{HERE}?players=2&seed=5&think=nobody")
    over = read(f"{HERE}?players=2&seed=5&move=999")
    assert "the game is over" in over
    assert "Nothing is asked of it" in over


def test_a_program_that_looks_for_replies_says_what_it_thinks(package: Path) -> None:
    rules = package / "rules.py"
    named = 'rules.levels = Levels(search="replies", nodes=300)'
    rules.write_text(f"{rules.read_text()}\n\nfrom games.rules.engine import Levels\n{named}\n")
    page = read(f"{HERE}?players=2&seed=5&move=2&think=strong")
    assert page.count("badge-good") == 1
    assert "strong thought for" in page


def test_a_report_opens_just_this_without_a_file(package: Path) -> None:
    kept = post(f"{HERE}keep/?players=2&seed=5&move=4", what="position", name="late")
    page = read(kept)
    found = re.search(r'href="(\?sheet=[^"]*)">Report', page)
    assert found
    (package / "positions" / "late.json").unlink()
    assert row(read(HERE + found[1])) == row(page)
    assert "keeps no position 'late'" in read(kept)


def test_nonsense_leads_nowhere(package: Path) -> None:
    bomb = base64.urlsafe_b64encode(zlib.compress(b" " * 50_000_000)).decode()
    for query in ("sheet=x", "sheet=%F0", f"sheet={bomb}", "players=9", "bot=nobody"):
        for page in ("", "board/", "looks/"):
            assert Client().get(f"{HERE}{page}?{query}").status_code == 404, (page, query)
        for page in ("choose/", "change/", "keep/"):
            assert Client().post(f"{HERE}{page}?{query}").status_code == 404, (page, query)
    for page in ("choose/", "change/", "keep/"):
        assert Client().get(HERE + page).status_code == 405
        assert Client().post(f"/author/nonsense/{page}").status_code == 404
        strict = Client(enforce_csrf_checks=True)
        assert strict.post(HERE + page, {"name": "x"}).status_code == 403
    assert Client().get("/author/nonsense/stamp/").status_code == 404


def test_a_package_that_was_left_out_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "left_out", lambda: {"broken = broken:rules": "KeyError: 'x'"})
    assert "KeyError: 'x'" in read("/author/broken/")
    assert Client().get("/author/broke/").status_code == 404
