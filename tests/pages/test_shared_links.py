"""What others make of our addresses: messengers a card, search engines an entry, readers a feed."""

import re
from html import unescape
from io import BytesIO
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.test import Client
from PIL import Image

from accounts.company import privacy
from accounts.models import User
from boardgames.drawing import raster
from games.lobby import open_games
from games.models import Game
from games.moves import actions
from games.pages.catalogue import samples
from games.storage.position import Position
from tests.games.playing import answer
from tests.games.tables import table

ATOM = "{http://www.w3.org/2005/Atom}"


SITE = settings.SITE_URL


@pytest.fixture(autouse=True)
def _with_lanterns(db: None, lanterns: None) -> None:
    pass


def head(path: str, client: Client | None = None) -> dict[str, str]:
    """What the head of a page says of it."""
    response = (client or Client()).get(path, headers={"Accept-Language": "en"})
    text = response.content.decode().partition("<body")[0]
    said = {}
    for tag in re.findall(r"<(?:meta|link) [^>]*>", text):
        given = dict(re.findall(r'([\w:-]+)="([^"]*)"', tag))
        name = given.get("property") or given.get("name") or given.get("rel")
        if name:
            said[name] = unescape(given.get("content") or given.get("href", ""))
    return said


def indexed(path: str) -> bool:
    return "noindex" not in head(path).get("robots", "")


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/games/", "/lobby/", "/about/", "/about/help/", "/about/imprint/", "/api/"),
        *("/games/types/imhotep/", "/games/types/imhotep/leaderboard/"),
        *("/games/types/imhotep/statistics/", "/players/anna/", "/players/anna/games/"),
    ],
)
def test_a_public_page_has_all_that_a_card_is_made_of(anna: User, path: str) -> None:
    said = head(path)
    assert 20 <= len(said["description"]) <= 200
    assert said["og:description"] == said["description"]
    assert said["og:title"]
    assert "·" not in said["og:title"][-2:]
    assert said["og:image"].startswith(f"{SITE}/")
    assert said["canonical"] == said["og:url"] == f"{SITE}{path}"


def test_pages_are_described_each_by_its_own_words(anna: User) -> None:
    paths = ["/", "/games/", "/lobby/", "/about/", "/api/", "/games/types/imhotep/"]
    paths += ["/games/types/bali/", "/games/types/bali/leaderboard/", "/players/anna/"]
    said = [head(path)["description"] for path in paths]
    assert len(set(said)) == len(paths)


def test_a_type_is_shown_by_its_board_once_it_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    path = "/games/types/imhotep/card.png"
    assert head("/games/types/imhotep/")["og:image"] == f"{SITE}{path}"
    assert Client().get(path, follow=True)["Content-Type"] == "image/png"
    board = raster.png('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"/>', 40)
    monkeypatch.setattr(samples, "read_picture", lambda *asked: board)
    assert Image.open(BytesIO(Client().get(path).content)).size == raster.CARD


def test_a_card_is_large_where_there_is_a_board_on_it_and_small_with_the_site_s_sign() -> None:
    assert head("/games/types/imhotep/")["twitter:card"] == "summary_large_image"
    assert head("/about/")["twitter:card"] == "summary"


def test_of_a_board_on_a_card_nothing_is_cut_off() -> None:
    square = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{}</svg>'
    ground = '<rect width="9" height="9" fill="#008000"/><rect x="1" width="7" height="9"/>'
    image = Image.open(BytesIO(raster.card(raster.png(square.format(ground), 90)))).convert("RGB")
    width, height = image.size
    left = (width - height) // 2
    assert image.getpixel((0, 0)) == image.getpixel((left + 20, height - 1)) == (0, 128, 0)
    assert image.getpixel((width // 2, 0)) == image.getpixel((width // 2, height - 1)) == (0, 0, 0)


def test_a_finished_game_is_shown_by_its_end(anna: User, ben: User) -> None:
    game = open_games.create(anna.pk, "imhotep", 2).game
    open_games.join_game(game.pk, ben.pk)
    actions.resign(game.pk, anna.pk)
    path = f"/games/{game.pk}/card.png"
    assert head(f"/games/{game.pk}/")["og:image"] == f"{SITE}{path}"
    assert Image.open(BytesIO(Client().get(path).content)).size == raster.CARD


def test_the_address_of_a_page_is_the_same_whatever_was_asked_beside(anna: User) -> None:
    page = "/games/types/imhotep/leaderboard/"
    assert head(f"{page}?from=mail")["canonical"] == f"{SITE}{page}"


class TestAnInvitation:
    def link(self, anna: User) -> str:
        game = open_games.create(anna.pk, "imhotep", 3, visibility="private").game
        return f"/games/{game.pk}/?key={game.key}"

    def test_says_who_invites_to_what(self, anna: User) -> None:
        said = head(self.link(anna))
        assert said["og:title"] == "anna invites you to play Imhotep"
        assert "3 players" in said["og:description"]

    def test_does_not_name_who_hides(self, anna: User) -> None:
        privacy.hide(anna, ["games"])
        assert "anna" not in " ".join(head(self.link(anna)).values())

    def test_is_in_no_index_and_may_be_read_for_its_card(self, anna: User) -> None:
        assert not indexed(self.link(anna))
        assert "key=" not in Client().get("/robots.txt").content.decode()


class TestSearch:
    def test_finds_the_newest_position_of_a_game_alone(self, anna: User, ben: User) -> None:
        game_id = table(anna, ben)
        assert indexed(f"/games/{game_id}/")
        answer(game_id, 0)
        assert not indexed(f"/games/{game_id}/?at=1")

    def test_finds_no_sign_in_on_the_way_to_something(self) -> None:
        assert indexed("/accounts/login/")
        assert not indexed("/accounts/login/?next=/my/")

    def test_finds_nobody_who_hides(self, anna: User) -> None:
        assert indexed("/players/anna/")
        privacy.hide(anna, ["results"])
        assert not indexed("/players/anna/")
        assert not indexed("/players/anna/games/")

    def test_is_told_what_there_is(self, anna: User, ben: User) -> None:
        running, private = table(anna, ben), open_games.create(anna.pk, "lanterns", 2).game.pk
        over = table(anna, ben)
        actions.resign(over, anna.pk)
        sitemap = Client().get("/sitemap.xml")
        assert sitemap["Content-Type"] == "application/xml"
        space = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
        found = {loc.text for loc in ElementTree.fromstring(sitemap.content).iter(f"{space}loc")}
        assert {
            *(f"{SITE}{path}" for path in ("/", "/games/", "/about/help/")),
            f"{SITE}/games/types/bali/",
            f"{SITE}/games/types/bali/leaderboard/",
            f"{SITE}/games/{over}/",
        } <= found
        assert not {f"{SITE}/games/{running}/", f"{SITE}/games/{private}/"} & found
        assert f"Sitemap: {SITE}/sitemap.xml" in Client().get("/robots.txt").content.decode()


class TestWhatEverySiteHas:
    def test_a_picture_at_the_old_address(self) -> None:
        icon = Client().get("/favicon.ico")
        assert icon["Content-Type"] == "image/x-icon"
        assert icon.content[:4] == b"\x00\x00\x01\x00"

    def test_the_way_to_change_a_password(self) -> None:
        way = Client().get("/.well-known/change-password")
        assert (way.status_code, way["Location"]) == (302, "/accounts/password/change/")


class TestTheFeedOfAGame:
    def test_tells_each_move_once(self, duel: Position) -> None:
        game_id = duel.game.pk
        answer(game_id, 0)
        answer(game_id, 1)
        path = f"/games/{game_id}/moves.atom"
        feed = Client().get(path)
        assert feed["Content-Type"].startswith("application/atom+xml")
        entries = ElementTree.fromstring(feed.content).findall(f"{ATOM}entry")
        names = [entry.findtext(f"{ATOM}id") for entry in entries]
        assert entries
        assert len(set(names)) == len(names)
        assert all(entry.findtext(f"{ATOM}updated") for entry in entries)
        link = entries[0].find(f"{ATOM}link")
        assert link is not None
        number = Game.objects.get(pk=game_id).number
        assert link.get("href", "") == f"{SITE}/games/{game_id}/?at={number}", "to its move"
        assert head(f"/games/{game_id}/")["alternate"] == f"{SITE}{path}?lang=en"

    def test_speaks_the_language_of_its_address(self, duel: Position) -> None:
        path = f"/games/{duel.game.pk}/moves.atom"
        german = Client().get(f"{path}?lang=de")
        assert 'xml:lang="de"' in german.content.decode()
        assert german["Content-Language"] == "de"
        assert f"{path}?lang=de" in german.content.decode(), "it names itself"
        for other in ("", "?lang=xx", "?lang=en"):
            assert 'xml:lang="en"' in Client().get(f"{path}{other}").content.decode()

    def test_is_the_same_for_everybody(self, duel: Position, anna: User) -> None:
        path = f"/games/{duel.game.pk}/moves.atom"
        client = Client()
        client.force_login(anna)
        assert client.get(path).content == Client().get(path).content

    def test_comes_once_as_long_as_nothing_is_new(self, duel: Position) -> None:
        path = f"/games/{duel.game.pk}/moves.atom"
        tag = Client().get(path)["ETag"]
        assert Client().get(path, headers={"If-None-Match": tag}).status_code == 304
        answer(duel.game.pk, 0)
        answer(duel.game.pk, 1)
        assert Client().get(path, headers={"If-None-Match": tag}).status_code == 200

    def test_of_a_private_game_is_there_for_whoever_has_its_link(self, anna: User) -> None:
        game = open_games.create(
            anna.pk, "imhotep", 2, visibility="private", bots=1, first=True
        ).game
        assert Client().get(f"/games/{game.pk}/moves.atom").status_code == 404
        assert Client().get(f"/games/{game.pk}/moves.atom?key={game.key}").status_code == 200
