"""The pages about games: accessible, nothing inline, unique ids, pictures to be looked at."""

import random
import re
from collections.abc import Callable

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
from tests.browser import DESK, PHONE, People, picture
from tests.pages.reading import mover

PAGES = (
    "/",
    "/games/",
    "/games/types/imhotep/",
    "/about/",
    "/lobby/",
    "/lobby/?show=offered",
    "OFFERED",
)
OWN = (
    *("/my/", "/lobby/", "/next/", "/games/types/bali/new/", "TABLE", "ROOM", "OVER", "LOG"),
    *("/notifications/", "/notifications/settings/"),
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


def test_nothing_is_inline_and_ids_are_unique(
    as_: Callable[[User | None], Client], addresses: dict[str, str]
) -> None:
    browser = as_(mover(Game.objects.get(pk=int(addresses["TABLE"].split("/")[2]))))
    for client, pages in ((as_(None), PAGES), (browser, OWN)):
        for page in pages:
            html = client.get(addresses.get(page, page)).content.decode()
            assert not re.search(r"<[^>]+\sstyle\s*=", html), page
            assert not re.search(r"<[^>]+\s(on\w+|hx-on[^=]*)\s*=\s*[\"']", html), page
            assert not re.search(r"<script(?![^>]*(\ssrc=|application/json))", html), page
            ids = re.findall(r'<[^>]*\sid="([^"]+)"', html)
            assert sorted(ids) == sorted(set(ids)), page
            for target in re.findall(r'<[^>]+\saria-describedby="([^"]+)"', html):
                assert set(target.split()) <= set(ids), (page, target)


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
