"""The moves of a game as a text to copy, as far as the reader may know them."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Page, expect

from accounts.models import User
from games.lobby import open_games
from games.models import Game
from games.moves import actions
from games.rules import registry
from games.showing import snapshot
from games.showing.data import LogEntry
from games.storage.position import Position, load
from games.words import table_package
from tests.browser import PHONE, People, picture
from tests.games.playing import answer, asked, to_the_end

As = Callable[[User | None], Client]
NUMBERED = re.compile(r"^ *(\d+)\. (.+)$", re.M)


def moves_of(game_id: int, client: Client, query: str = "", language: str = "en") -> str:
    answer = client.get(f"/games/{game_id}/moves.txt{query}", headers={"Accept-Language": language})
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    return answer.content.decode()


def play(game_id: int, moves: int) -> None:
    rng = random.Random(5)
    for _move in range(moves):
        answer(game_id, asked(game_id)[0], rng.choice)


def test_the_text_has_each_move_of_the_log_by_its_number(
    started: Position, anna: User, as_: As
) -> None:
    game_id = started.game.pk
    play(game_id, 6)
    text = moves_of(game_id, as_(anna))
    head = text.split("\n\n")[0].splitlines()
    assert head[0] == "Imhotep, 2 players"
    assert head[1] == f"{settings.SITE_URL}/games/{game_id}/"
    assert set(head[2:]) in ({"Seat 1: anna", "Seat 2: ben"}, {"Seat 1: ben", "Seat 2: anna"})
    log = [entry for entry in log_of(game_id) if entry.text]
    assert [int(number) for number, _line in NUMBERED.findall(text)] == sorted(
        {entry.number for entry in log if entry.number is not None}
    )
    assert all(entry.text in text for entry in log if entry.text and entry.number is not None)


def test_the_text_is_in_the_readers_language(started: Position, as_: As) -> None:
    play(started.game.pk, 2)
    text = moves_of(started.game.pk, as_(None), language="de")
    assert text.startswith("Imhotep, 2 Spieler\n")
    assert "takes" not in text


def test_the_text_of_an_earlier_position_ends_there(started: Position, as_: As) -> None:
    play(started.game.pk, 6)
    numbers = NUMBERED.findall(moves_of(started.game.pk, as_(None), "?at=2"))
    assert max(int(number) for number, _line in numbers) == 2


@pytest.mark.slow
def test_a_finished_game_ends_with_its_result(started: Position, anna: User, as_: As) -> None:
    to_the_end(started.game.pk, random.Random(3))
    result = moves_of(started.game.pk, as_(None)).split("\n\n")[-1].splitlines()
    assert result[0] == "Result"
    assert re.fullmatch(r"1\. (anna|ben): \d+ points \(.+\)", result[1])
    before = moves_of(started.game.pk, as_(anna), "?at=3")
    assert "Result" not in before


def test_a_card_that_only_its_owner_knows_is_only_in_their_text(
    lanterns: None, anna: User, ben: User, as_: As
) -> None:
    game_id = open_games.create(anna.pk, "lanterns", 2).game.pk
    open_games.join_game(game_id, ben.pk)
    answer(game_id, asked(game_id)[0])
    assert len(set(texts_of_all(game_id, as_))) == 1, "a card face down is nobody's yet"
    while not (drew := [entry for entry in log_of(game_id) if entry.kind == "drew"]):
        answer(game_id, asked(game_id)[0], lambda choices: choices[-1])
    owner = drew[0].seat
    told = texts_of_all(game_id, as_)
    for seat, text in enumerate(told):
        assert bool(re.search(r"drew card \d+", text)) == (seat == owner), text
    assert NUMBERED.findall(told[-1]), "and spectators know the moves"


def texts_of_all(game_id: int, as_: As) -> list[str]:
    """By seat, and at last a spectator's."""
    seats = load(game_id, None).seats
    return [moves_of(game_id, as_(seat.user)) for seat in seats] + [moves_of(game_id, as_(None))]


def log_of(game_id: int) -> list[LogEntry]:
    return snapshot.describe_log(load(game_id, None), None)


def test_a_private_game_gives_its_moves_to_its_link_alone_and_does_not_tell_the_link(
    started: Position, cleo: User, as_: As
) -> None:
    game = started.game
    Game.objects.filter(pk=game.pk).update(visibility="private")
    address = f"/games/{game.pk}/moves.txt"
    assert as_(cleo).get(address).status_code == 404
    text = moves_of(game.pk, as_(cleo), f"?key={game.key}")
    assert game.key not in text
    page = as_(cleo).get(f"/games/{game.pk}/?key={game.key}").content.decode()
    assert f'href="{address}?key={game.key}"' in page


def test_notation_fills_lines_and_other_moves_keep_their_words(
    started: Position, as_: As, monkeypatch: pytest.MonkeyPatch
) -> None:
    def notation(kind: str, data: dict[str, Any]) -> str | None:
        return f"b{data['boat']}-{data['field']}" if kind == "stone_loaded" else None

    table = table_package.table(registry.get("imhotep"))
    monkeypatch.setattr(table, "notation", notation, raising=False)
    game_id = started.game.pk
    play(game_id, 12)
    lines = moves_of(game_id, as_(None)).split("\n\n")[1].splitlines()
    noted = {
        entry.number: f"{entry.number}. b{entry.data['boat']}-{entry.data['field']}"
        for entry in log_of(game_id)
        if entry.kind == "stone_loaded"
    }
    assert any(line.count(". b") > 1 for line in lines), "several in a line"
    assert all(any(move in line for line in lines) for move in noted.values())
    others = {entry.number for entry in log_of(game_id)} - {*noted, None}
    assert {int(number) for number, _line in NUMBERED.findall("\n".join(lines))} >= others
    assert not any("loads" in line for line in lines)


def test_no_notation_is_asked_for_what_the_rules_know_nothing_of(
    started: Position, anna: User, as_: As, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_package.table(registry.get("imhotep"))
    monkeypatch.setattr(table, "notation", lambda kind, data: "swap", raising=False)
    play(started.game.pk, 3)
    actions.resign(started.game.pk, anna.pk)
    lines = moves_of(started.game.pk, as_(None)).split("\n\n")[1].splitlines()
    assert re.fullmatch(r" *\d+\. anna resigns", lines[-1])


def test_no_line_ends_between_a_number_and_its_move(
    started: Position, as_: As, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_package.table(registry.get("imhotep"))
    monkeypatch.setattr(table, "notation", lambda kind, data: "to the market", raising=False)
    play(started.game.pk, 12)
    lines = moves_of(started.game.pk, as_(None)).split("\n\n")[1].splitlines()
    assert len(lines) > 2
    assert all(re.match(r"\d+\. ", line) and line.endswith("to the market") for line in lines)


@pytest.mark.slow
def test_words_of_a_package_that_fail_leave_the_rest_of_the_text(
    started: Position, as_: As, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_args: Any) -> Any:
        raise TypeError("planted")

    to_the_end(started.game.pk, random.Random(3))
    for name in ("source", "notation"):
        monkeypatch.setattr(
            table_package.table(registry.get("imhotep")), name, failing, raising=False
        )
    text = moves_of(started.game.pk, as_(None))
    assert "\nResult\n1. " in text
    assert NUMBERED.findall(text)


# In a browser ---------------------------------------------------------------------------------


@pytest.fixture
def game_id(anna: User, ben: User) -> int:
    found = open_games.create(anna.pk, "imhotep", 2).game.pk
    open_games.join_game(found, ben.pk)
    play(found, 4)
    return found


browser = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def with_marks(test: Callable[..., None]) -> Callable[..., None]:
    for mark in browser:
        test = mark(test)
    return test


@with_marks
@pytest.mark.parametrize("path", ["", "log/"])
def test_one_press_copies_the_moves_and_says_so(
    people: People, anna: User, game_id: int, path: str
) -> None:
    page = people.page(PHONE)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    people.sign_in(page, anna)
    page.goto(f"/games/{game_id}/{path}")
    press(page)
    expect(page.get_by_text("The moves are copied.").first).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("Imhotep, 2 players")
    assert NUMBERED.findall(copied)
    picture(page, f"copied-moves-{path.strip('/') or 'table'}")


@with_marks
def test_a_browser_that_refuses_to_copy_shows_the_text(
    people: People, anna: User, game_id: int
) -> None:
    page = people.page(PHONE)
    page.add_init_script("Clipboard.prototype.write = () => Promise.reject(new Error('refused'))")
    people.sign_in(page, anna)
    page.goto(f"/games/{game_id}/")
    press(page)
    page.wait_for_url(f"**/games/{game_id}/moves.txt")
    expect(page.locator("body")).to_contain_text("Imhotep, 2 players")


@with_marks
def test_without_a_script_the_text_opens(people: People, anna: User, game_id: int) -> None:
    page = people.page(scripts=False)
    people.sign_in(page, anna)
    page.goto(f"/games/{game_id}/log/")
    press(page)
    page.wait_for_url(f"**/games/{game_id}/moves.txt")
    expect(page.locator("body")).to_contain_text("Imhotep, 2 players")


def press(page: Page) -> None:
    page.get_by_role("link", name="Copy the moves").click()
