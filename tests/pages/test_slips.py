"""A slip in a game's ``table`` package: readers get plain words, and the operator is told."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from boardgames.models import Trouble
from games import package_errors
from games.game_cache import cache
from games.lobby import open_games
from games.models import Game
from games.moves import actions, instructions
from games.pages.drawing import rendering
from games.pages.table import picture
from games.pages.table.reader import Reader
from games.rules import registry
from games.rules.engine import Text
from games.storage.position import Position, load
from games.words import table_package, texts
from tests.pages.reading import choices, fields, mover

Browser = Callable[[User | None], Client]


def fails(*args: object, **kwargs: object) -> Any:
    raise ZeroDivisionError("a slip in the table")


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """As in a process that has noted nothing yet and keeps no words."""
    _forget()
    yield
    _forget()


def _forget() -> None:
    package_errors._noted.clear()
    cache.forget()
    rendering._fixed.cache_clear()


@pytest.fixture
def imhotep() -> Any:
    return table_package.table(registry.get("imhotep"))


def playable(as_: Browser, game_id: int) -> str:
    """Its page, after all ways to look at the game and to move in it; all of them work."""
    User.objects.update(confirm_turns=False)
    game = Game.objects.get(pk=game_id)
    user = mover(game)
    browser, watching = as_(user), as_(None)
    path = f"/games/{game_id}/"
    for who in (browser, watching):
        for rest in ("", "log/", "news/", "?at=0"):
            assert who.get(f"{path}{rest}").status_code == 200, rest
        assert who.get(f"/api/v1/games/{game_id}").status_code == 200
    page = browser.get(path).content.decode()
    assert choices(page)
    form = fields(page, f"{path}choose/") | {"choice": '["get"]'}
    assert browser.post(f"{path}choose/", form).status_code == 303
    seen = as_(mover(game)).get(f"/api/v1/games/{game_id}").json()
    move = {"choice": seen["decision"]["choices"][0]["choice"], "version": seen["version"]}
    sent = as_(mover(game)).post(
        f"/api/v1/games/{game_id}/moves", move, content_type="application/json"
    )
    assert sent.status_code == 200
    return page


def told(place: str) -> str:
    """What was noted of this place, and nothing else was."""
    row = Trouble.objects.get()
    assert (row.game, row.place) == ("imhotep", place)
    return row.error


SLIPS: dict[str, Any] = {
    "raises": fails,
    "gives a string": lambda *args: "words",
    "names a wrong brace": lambda *args: Text("{nobody} does something"),
    "has a brace too many": lambda *args: Text("{ does something"),
    "has no number": lambda *args: Text("{n} stone", "{n} stones"),
    "holds such a text": lambda *args: Text("{what}", what=Text("{nobody}")),
}


@pytest.mark.parametrize("slip", SLIPS)
@pytest.mark.parametrize("function", ["prompt", "label", "log"])
def test_words_that_slip_become_plain(
    as_: Browser, started: Position, imhotep: Any, monkeypatch: Any, function: str, slip: str
) -> None:
    User.objects.update(confirm_turns=False)
    actions.choose(started.game.pk, mover(started.game).pk, ("get",), version=started.version)
    if function == "log":  # which is asked where there is no table of lines
        monkeypatch.delattr(imhotep, "LINES")
    monkeypatch.setattr(imhotep, function, SLIPS[slip], raising=False)
    page = playable(as_, started.game.pk)
    plain = {"prompt": "Choose an action", "label": ">get<", "log": "stones_taken"}
    kind = registry.get("imhotep").kinds["take_action"].prompt
    assert (kind if function == "prompt" else plain[function].strip("><")) in page
    assert told(f"table.{function}")


def test_a_missing_function_is_a_slip_too(
    as_: Browser, started: Position, imhotep: Any, monkeypatch: Any
) -> None:
    monkeypatch.delattr(imhotep, "prompt")
    playable(as_, started.game.pk)
    assert "AttributeError" in told("table.prompt")


def test_a_translation_with_a_wrong_brace_costs_its_readers_nothing(
    as_: Browser, started: Position, imhotep: Any, monkeypatch: Any
) -> None:
    monkeypatch.setattr(
        texts, "_pattern", lambda language, message, plural, n: "{falsch} " + message
    )
    said = table_package.label(
        started.type, started.running().decisions()[0], ("get",), {"supply": []}
    )
    monkeypatch.undo()
    assert texts.plain(said, ["anna", "ben"])


@pytest.mark.parametrize("function", ["marks", "target"])
@pytest.mark.parametrize("slip", [fails, lambda *args: 7, lambda *args: [None]])
def test_things_that_cannot_be_named_are_not_marked(
    as_: Browser, started: Position, imhotep: Any, monkeypatch: Any, function: str, slip: Any
) -> None:
    User.objects.update(confirm_turns=False)
    actions.choose(started.game.pk, mover(started.game).pk, ("get",), version=started.version)
    monkeypatch.setattr(imhotep, function, slip)
    playable(as_, started.game.pk)
    assert told(f"table.{function}")


@pytest.mark.parametrize("slip", [fails, lambda name: None, lambda name: Text("{nobody}")])
def test_a_source_is_called_by_its_name(
    as_: Browser, started: Position, imhotep: Any, monkeypatch: Any, slip: Any
) -> None:
    monkeypatch.setattr(imhotep, "source", slip)
    assert "pyramid" in playable(as_, started.game.pk)
    assert told("table.source")


def test_an_instruction_is_told_by_its_parts(
    as_: Browser, anna: User, ben: User, monkeypatch: Any
) -> None:
    game = open_games.create(anna.pk, "bali", 2).game
    open_games.join_game(game.pk, ben.pk)
    rules = registry.get("bali")
    offered = load(game.pk, anna.pk).running().instructions(0)
    kind, listed = next(iter(offered.items()))
    instructions.leave_instruction(game.pk, anna.pk, kind, listed[0], once=False)
    monkeypatch.setattr(table_package.table(rules), "instruction", fails)
    assert as_(anna).get(f"/games/{game.pk}/").status_code == 200
    answer = as_(anna).get(f"/api/v1/games/{game.pk}/instructions")
    assert answer.status_code == 200
    assert answer.json()["standing"][0]["text"] == ", ".join(map(str, listed[0]))


# The board ----------------------------------------------------------------------------------------

NOTICE = "This part of the board cannot be drawn"


@pytest.mark.parametrize("slip", [fails, lambda view: None, lambda view: 7])
def test_without_its_board_a_page_shows_plain_tables(
    as_: Browser, started: Position, imhotep: Any, monkeypatch: Any, slip: Any
) -> None:
    monkeypatch.setattr(imhotep, "board", slip)
    page = playable(as_, started.game.pk)
    assert page.count(NOTICE) >= 1
    assert page.count("Contents of this part, as plain tables") == 1
    assert Trouble.objects.filter(game="imhotep").exists()


def test_a_region_without_a_template(
    as_: Browser, started: Position, imhotep: Any, monkeypatch: Any
) -> None:
    monkeypatch.setattr(imhotep, "REGIONS", ("harbour", "moon"))
    page = playable(as_, started.game.pk)
    assert page.count(NOTICE) == 1
    assert 'data-region="board-harbour"' in page
    assert "TemplateNotFound" in told("moon.html")


@pytest.mark.parametrize("template", ["yard.html", "panel.html", "cover.svg"])
@pytest.mark.parametrize("source", ["{{ 1 // 0 }}", "{% if %}", "{{ nothing.at.all }}"])
def test_a_template_that_fails(
    as_: Browser, started: Position, monkeypatch: Any, template: str, source: str
) -> None:
    broken_template(monkeypatch, f"imhotep/{template}", source)
    page = playable(as_, started.game.pk)
    assert as_(None).get("/").status_code == 200
    assert as_(None).get("/games/types/imhotep/").status_code in (200, 404)
    assert (NOTICE in page) == (template == "yard.html")
    if template != "cover.svg":
        assert told(template)


def broken_template(monkeypatch: Any, name: str, source: str) -> None:
    environment = type(rendering.jinja())
    whole = environment.get_template

    def get_template(self: Any, asked: Any, *args: Any, **kwargs: Any) -> Any:
        return self.from_string(source) if asked == name else whole(self, asked, *args, **kwargs)

    monkeypatch.setattr(environment, "get_template", get_template)


@pytest.mark.parametrize("names", ["harbour", 7, (1, 2), None])
def test_nonsense_for_regions_draws_plain_tables(
    as_: Browser, started: Position, imhotep: Any, monkeypatch: Any, names: Any
) -> None:
    monkeypatch.setattr(imhotep, "REGIONS", names)
    page = playable(as_, started.game.pk)
    assert 'data-region="board-view"' in page
    assert told("table.REGIONS")


@pytest.mark.parametrize("columns", [7, (("moon",),), (("harbour", None),), ((7,),)])
def test_a_picture_that_cannot_be_drawn_is_left_out(
    started: Position, anna: User, imhotep: Any, monkeypatch: Any, columns: Any
) -> None:
    table = Reader(load(started.game.pk, anna.pk), anna.pk)
    assert picture.draw(table) is not None
    monkeypatch.setattr(imhotep, "PICTURE", columns)
    assert picture.draw(table) is None
    assert told("picture")


def test_a_picture_with_a_hole_is_left_out(started: Position, anna: User, monkeypatch: Any) -> None:
    broken_template(monkeypatch, "imhotep/yard.html", "{{ 1 // 0 }}")
    assert picture.draw(Reader(load(started.game.pk, anna.pk), anna.pk)) is None
    assert told("yard.html")


# Recipients ---------------------------------------------------------------------------------------


def test_it_is_logged_once(
    as_: Browser, started: Position, imhotep: Any, monkeypatch: Any, caplog: Any
) -> None:
    monkeypatch.setattr(imhotep, "prompt", fails)
    with caplog.at_level(logging.ERROR):
        playable(as_, started.game.pk)
        as_(None).get(f"/games/{started.game.pk}/")
    lines = [line.getMessage() for line in caplog.records if "slip in a game" in line.getMessage()]
    assert len(lines) == 1
    assert "imhotep" in lines[0]
    assert "table.prompt" in lines[0]


def test_health_and_the_admin_show_it(
    as_: Browser, started: Position, imhotep: Any, monkeypatch: Any
) -> None:
    boss = User.objects.create_superuser("boss", "boss@example.org", "boss-secret")
    assert "troubles" not in as_(None).get("/readyz").json()
    monkeypatch.setattr(imhotep, "prompt", fails)
    playable(as_, started.game.pk)
    ready = as_(None).get("/readyz")
    assert (ready.status_code, ready.json()["troubles"]) == (200, 1)
    figures = as_(None).get("/metrics").content.decode()
    version = registry.get("imhotep").version
    assert f'game_package_slips{{game="imhotep",version="{version}"}} 1.0' in figures
    page = as_(boss).get("/admin/boardgames/trouble/").content.decode()
    assert "a slip in the table" in page


def test_a_package_that_could_not_be_loaded_is_shown_too(as_: Browser, monkeypatch: Any) -> None:
    boss = User.objects.create_superuser("boss", "boss@example.org", "boss-secret")
    broken = {"coin = their_coin.rules:rules": "SyntaxError: invalid syntax"}
    monkeypatch.setattr(registry, "left_out", lambda: broken)
    assert as_(None).get("/readyz").json()["troubles"] == 1
    assert "game_packages_left_out 1.0" in as_(None).get("/metrics").content.decode()
    page = as_(boss).get("/admin/boardgames/trouble/").content.decode()
    assert "oin = their_coin.rules:rules was not loaded: SyntaxError" in page
