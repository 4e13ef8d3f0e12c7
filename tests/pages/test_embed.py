"""A running table in a frame on other sites: read only, without cookies, what everybody may see."""

from __future__ import annotations

import html
import http.server
import re
import threading
from collections.abc import Callable, Iterator

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from playwright.sync_api import expect

from accounts.models import User
from games.lobby import open_games
from games.models import Game, Seat
from tests.browser import People, picture
from tests.games.playing import answer, asked
from tests.pages.test_watched import live

Browser = Callable[[User | None], Client]


def test_it_may_be_framed_everywhere_and_sets_no_cookie(
    db: None, as_: Browser, anna: User, ben: User
) -> None:
    game_id = live(anna, ben)
    answered = as_(None).get(f"/games/{game_id}/embed/")
    policy = answered.headers["Content-Security-Policy"]
    assert "frame-ancestors *" in policy
    assert "form-action 'none'" in policy
    assert "X-Frame-Options" not in answered.headers
    assert "Set-Cookie" not in answered.headers
    assert not answered.cookies
    page = answered.content.decode()
    assert "<form" not in page
    assert "csrf" not in page
    other = as_(None).get(f"/games/{game_id}/")
    assert "frame-ancestors 'none'" in other.headers["Content-Security-Policy"]


def test_players_see_in_it_what_strangers_see(
    db: None, as_: Browser, anna: User, ben: User
) -> None:
    """Also while a choice of theirs can still be taken back."""
    game_id = live(anna, ben)
    for _answer in range(6):
        answer(game_id, asked(game_id)[0])
    pages = [
        re.sub(r'data-left="[^"]*"', "", as_(one).get(f"/games/{game_id}/embed/").content.decode())
        for one in (None, anna, ben)
    ]
    assert pages[0] == pages[1] == pages[2]


def test_private_games_are_refused_to_all(db: None, as_: Browser, anna: User, ben: User) -> None:
    game_id = live(anna, ben, Game.Visibility.PRIVATE)
    key = Game.objects.get(pk=game_id).key
    for one in (None, anna):
        assert as_(one).get(f"/games/{game_id}/embed/?key={key}").status_code == 404
    assert "iframe" not in as_(anna).get(f"/games/{game_id}/").content.decode()


def test_nothing_is_sent_again_until_something_is_new(
    db: None, as_: Browser, anna: User, ben: User
) -> None:
    game_id = live(anna, ben)
    client = as_(None)
    address = f"/games/{game_id}/embed/"
    version = re.search(r'data-version="(\d+)"', client.get(address).content.decode())
    assert version is not None
    assert client.get(f"{address}?v={version[1]}").status_code == 204
    before = Game.objects.get(pk=game_id).public_version
    while Game.objects.get(pk=game_id).public_version == before:
        answer(game_id, asked(game_id)[0])
    assert client.get(f"{address}?v={version[1]}").status_code == 200


def test_before_the_start_there_is_none(db: None, as_: Browser, anna: User) -> None:
    game_id = open_games.create(anna.pk, "imhotep", 2).game.pk
    assert as_(None).get(f"/games/{game_id}/embed/").status_code == 404


def test_the_table_gives_the_text_of_the_frame(
    db: None, as_: Browser, anna: User, ben: User
) -> None:
    game_id = live(anna, ben)
    page = html.unescape(as_(None).get(f"/games/{game_id}/").content.decode())
    assert re.search(rf'<iframe src="http[^"]*/games/{game_id}/embed/" width', page)


@pytest.fixture
def elsewhere() -> Iterator[Callable[[str], str]]:
    """Another site, which shows a frame of this address."""
    shown = [""]

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(shown[0].encode())

        def log_message(self, *_said: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def show(text: str) -> str:
        shown[0] = f"<!doctype html><title>Elsewhere</title>{text}"
        return f"http://127.0.0.1:{server.server_port}/"

    yield show
    server.shutdown()


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("language", ["en", "de"])
def test_another_site_shows_it_and_what_is_new(
    people: People, elsewhere: Callable[[str], str], anna: User, ben: User, language: str
) -> None:
    game_id = live(anna, ben)
    page = people.page(language=language)
    page.goto(f"/games/{game_id}/embed/")
    page.goto(
        elsewhere(f'<iframe src="{page.url}" width="390" height="460" style="border:0"></iframe>')
    )
    frame = page.frame_locator("iframe")
    expect(frame.locator("time[data-left]").first).to_have_text(re.compile(r"^[23]:\d\d$"))
    mover = frame.locator("li", has=page.locator(".badge")).locator(".embed-name")
    first = Seat.objects.get(game=game_id, to_move=True)
    assert first.user is not None
    expect(mover).to_have_text(first.user.username)
    while asked(game_id) == [first.index]:
        answer(game_id, first.index)
    expect(mover).not_to_have_text(first.user.username, timeout=15_000)
    board = frame.locator("img")
    assert board.evaluate("(img) => img.decode().then(() => img.naturalWidth)") > 300
    inner = frame.locator("html")
    assert inner.evaluate("(root) => root.scrollWidth <= root.clientWidth")
    picture(page, f"embed-{language}")
    assert not page.context.cookies()
    assert Session.objects.count() == 0
