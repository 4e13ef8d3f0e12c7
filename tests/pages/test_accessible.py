"""The pages about games: accessible, valid, nothing inline, ids unique; pictures to look at."""

import os
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.live import chat
from games.lobby import open_games
from games.models import Game
from games.moves import actions, pausing, tenures
from games.rules.engine.play import ask_bot, random_choice
from games.storage.position import Position, load, locked, newest
from games.votes import voting
from notifications.models import When
from script.judges import markup
from tests.browser import DESK, PHONE, People, picture
from tests.notifications.test_mail_looks import delivery, shown
from tests.pages.reading import mover

PAGES = (
    "/",
    "/games/",
    "/games/types/imhotep/",
    "/about/",
    "/lobby/",
    "/lobby/?show=offered",
    "/tournaments/",
    "/news/",
    "OFFERED",
)
OWN = (
    "/tournaments/new/",
    *("/my/", "/lobby/", "/next/", "/games/types/bali/new/", "TABLE", "ROOM", "OVER", "LOG"),
    *("/notifications/", "/notifications/settings/", "/people/?q=ben", "/friends/"),
    *("/messages/", "/messages/ben/", "/people/me/"),
)


#: What is pressed on a page and has a name of its own; what is drawn on boards are values.
NAMED = re.compile(
    r'<(?:a|button|summary)(?![^>]*class="choice")[^>]* aria-label="([^"]*)"[^>]*>'
    r"(.*?)</(?:a|button|summary)>",
    re.DOTALL,
)
#: Tables of each game type, which have colours of their own, by day and by night.
BOARDS = ("TABLE", "bali", "bora_bora", "bomarzo")


def begun(slug: str, users: list[User]) -> str:
    """The address of a table where the bots have played a little for both."""
    game = open_games.create(users[0].pk, slug, 2).game
    open_games.join(game.pk, users[1].pk)
    rng = random.Random(3)
    for _move in range(14):
        position = newest(game.pk)
        assert position
        running = position.running()
        decision = running.decisions()[0]
        choice = ask_bot(random_choice, running, decision, rng)
        user = position.seats[decision.seat].user_id
        assert user
        actions.choose(game.pk, user, choice, version=position.version)
    return f"/games/{game.pk}/"


@pytest.fixture
def addresses(anna: User, ben: User, started: Position) -> dict[str, str]:
    """Addresses of a table, a room and a finished game, for the person who is to move."""
    table = started.game
    user = mover(table)
    actions.choose(table.pk, user.pk, ("get",), version=load(table.pk, user.pk).version)
    chat.post(table.pk, user.pk, "Good luck!")
    over = open_games.create(anna.pk, "imhotep", 2).game
    open_games.join(over.pk, ben.pk)
    actions.resign(over.pk, mover(over).pk)
    voting.call(table.pk, user.pk, "pause")
    offered = open_games.create(anna.pk, "imhotep", 2).game
    open_games.join(offered.pk, ben.pk)
    with locked(offered.pk) as here:
        tenures.offer(here, here.seats[0], timezone.now())
        pausing.pause(here, timezone.now(), by="vote")
    room = open_games.create(anna.pk, "bali", 4, bots=1).game
    return {
        **{slug: begun(slug, [anna, ben]) for slug in BOARDS[1:]},
        "TABLE": f"/games/{table.pk}/",
        "ROOM": f"/games/{room.pk}/",
        "OVER": f"/games/{over.pk}/",
        "OFFERED": f"/games/{offered.pk}/",
        "LOG": f"/games/{table.pk}/log/",
    }


def test_pages_and_letters_are_valid_with_nothing_inline(
    as_: Callable[[User | None], Client], addresses: dict[str, str], anna: User, tmp_path: Path
) -> None:
    game_id = int(addresses["TABLE"].split("/")[2])
    browser = as_(mover(Game.objects.get(pk=game_id)))
    told = {
        page: client.get(addresses.get(page, page), follow=True).content.decode()
        for client, pages in ((as_(None), PAGES), (browser, (*OWN, *BOARDS)))
        for page in pages
    }
    for page, html in told.items():
        assert not re.search(r"<[^>]+\sstyle\s*=", html), page
        assert not re.search(r"<[^>]+\s(on\w+|hx-on[^=]*)\s*=\s*[\"']", html), page
        assert not re.search(r"<script(?![^>]*(\ssrc=|application/json))", html), page
        ids = re.findall(r'<[^>]*\sid="([^"]+)"', html)
        assert sorted(ids) == sorted(set(ids)), page
        for name, inner in NAMED.findall(html):
            seen = " ".join(re.sub(r"<[^>]+>", " ", inner).split())
            assert seen in name, (page, "the words that are seen are in the name that is said")
        for target in re.findall(r'<[^>]+\saria-describedby="([^"]+)"', html):
            assert set(target.split()) <= set(ids), (page, target)
    at_once, later = (delivery(anna, "your_turn", game_id, batch) for batch in ("", When.DAILY))
    letters = {"a letter": shown(anna, [at_once]), "a digest": shown(anna, [later])}
    assert found_by_the_validator(told | letters, tmp_path) == []


def found_by_the_validator(told: dict[str, str], folder: Path) -> list[str]:
    if lacking := markup.lacks():
        assert os.environ.get("CI") != "true" or os.environ.get("JUDGE_LEFT_OUT"), lacking
        pytest.skip(lacking)
    files = {folder / f"{number}.html": page for number, page in enumerate(told)}
    for file, page in files.items():
        file.write_text(told[page], encoding="utf-8")
    return [f"{files[file]}: {said}" for file, said in markup.read([*files])]


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("size", "dark", "pages"),
    [(PHONE, True, (*PAGES, *OWN)), (DESK, False, (*PAGES, *OWN)), (DESK, True, BOARDS)],
    ids=["phone-dark", "desk-light", "boards-by-night"],
)
def test_axe_finds_nothing(
    people: People,
    site: str,
    addresses: dict[str, str],
    size: tuple[int, int],
    dark: bool,
    pages: tuple[str, ...],
) -> None:
    user = mover(Game.objects.get(pk=int(addresses["TABLE"].split("/")[2])))
    page = people.page(size, dark=dark)
    look = f"{'dark' if dark else 'light'}-{size[0]}"
    found = {}
    for address in pages:
        if address in (OWN[0], BOARDS[0]):
            client = Client()
            client.force_login(user)
            session = client.cookies["sessionid"].value
            page.context.add_cookies([{"name": "sessionid", "value": session, "url": site}])
        page.goto(addresses.get(address, address))
        name = re.sub(r"\W+", "-", address).strip("-") or "start"
        picture(page, f"games-{name}-{look}")
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], address
        violations = Axe().run(page).response["violations"]
        if violations:
            found[address] = [
                (each["id"], [node["html"][:300] for node in each["nodes"]][:3])
                for each in violations
            ]
    assert found == {}
