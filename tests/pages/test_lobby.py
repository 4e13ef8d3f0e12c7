"""Finding others: the lobby, the waiting room, invitations."""

import html
import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from boardgames.words import dates
from games.lobby import open_games
from games.models import Game
from games.moves import seat_holders
from games.storage.position import locked

Browser = Callable[[User | None], Client]


@pytest.fixture
def room(anna: User) -> Game:
    """A public game of anna's that looks for one more player."""
    return open_games.create(anna.pk, "imhotep", 2).game


@pytest.fixture
def secret(anna: User) -> Game:
    """A private one."""
    return open_games.create(anna.pk, "imhotep", 2, visibility="private").game


def test_the_lobby_lists_open_public_games(as_: Browser, room: Game, secret: Game) -> None:
    page = as_(None).get("/lobby/").content.decode()
    assert f"/games/{room.pk}/" in page
    assert f"/games/{secret.pk}/" not in page
    assert f"/games/{room.pk}/" not in as_(None).get("/lobby/?type=bali").content.decode()
    assert as_(None).get("/lobby/?type=chess&page=x").status_code == 200


def test_running_games_can_be_watched(as_: Browser, ben: User, room: Game) -> None:
    assert "No game is running" in as_(None).get("/lobby/?show=running").content.decode()
    open_games.join_game(room.pk, ben.pk)
    assert f"/games/{room.pk}/" in as_(None).get("/lobby/?show=running").content.decode()
    page = as_(None).get("/lobby/?show=running&type=bali").content.decode()
    assert f"/games/{room.pk}/" not in page


def test_a_players_public_games(as_: Browser, anna: User, room: Game, secret: Game) -> None:
    browser = as_(None)
    assert 'href="/players/anna/games/"' in browser.get("/players/anna/").content.decode()
    page = browser.get("/players/anna/games/").content.decode()
    assert f"/games/{room.pk}/" in page
    assert f"/games/{secret.pk}/" not in page
    for name in ("nobody", "%01", "a" * 300):
        assert browser.get(f"/players/{name}/games/").status_code == 404


def test_joining_the_last_seat_starts_the_game(as_: Browser, ben: User, room: Game) -> None:
    browser = as_(ben)
    assert "one more player joins" in browser.get(f"/games/{room.pk}/").content.decode()
    answer = browser.post(f"/games/{room.pk}/join/")
    assert answer.status_code == 303
    room.refresh_from_db()
    assert room.status == "running"


def test_nobody_joins_by_signing_in_first(as_: Browser, room: Game) -> None:
    answer = as_(None).post(f"/games/{room.pk}/join/")
    assert answer.status_code == 302
    assert answer["Location"].startswith("/accounts/login/")
    assert as_(None).get(f"/games/{room.pk}/join/").status_code == 405


def test_leaving_and_calling_off(as_: Browser, anna: User, ben: User) -> None:
    game = open_games.create(anna.pk, "imhotep", 3).game
    open_games.join_game(game.pk, ben.pk)
    assert as_(ben).post(f"/games/{game.pk}/leave/")["Location"] == "/lobby/"
    assert as_(ben).post(f"/games/{game.pk}/cancel/").status_code == 303
    game.refresh_from_db()
    assert game.status == "open", "only its maker calls it off"
    as_(anna).post(f"/games/{game.pk}/cancel/")
    game.refresh_from_db()
    assert game.status == "cancelled"
    assert "cancelled" in as_(anna).get(f"/games/{game.pk}/").content.decode()


def test_a_private_room_is_not_there_for_strangers(
    as_: Browser, anna: User, ben: User, secret: Game
) -> None:
    for user in (ben, None):
        assert as_(user).get(f"/games/{secret.pk}/").status_code == 404
    assert as_(ben).get(f"/games/{secret.pk}/?key=guess").status_code == 404
    as_(ben).post(f"/games/{secret.pk}/join/")
    secret.refresh_from_db()
    assert secret.status == "open"


def test_its_link_opens_it(as_: Browser, anna: User, ben: User, secret: Game) -> None:
    assert secret.key in as_(anna).get(f"/games/{secret.pk}/").content.decode()
    page = as_(ben).get(f"/games/{secret.pk}/?key={secret.key}").content.decode()
    assert f'name="key" value="{secret.key}"' in page
    as_(ben).post(f"/games/{secret.pk}/join/", {"key": secret.key})
    secret.refresh_from_db()
    assert secret.status == "running"


def test_an_invitation_is_shown_and_can_be_declined(
    as_: Browser, anna: User, ben: User, secret: Game
) -> None:
    answer = as_(anna).post(f"/games/{secret.pk}/invite/", {"names": "ben"})
    assert answer.status_code == 303
    for path in ("/my/", "/lobby/"):
        page = as_(ben).get(path).content.decode()
        assert "You are invited" in page
        assert f"/games/{secret.pk}/decline/" in page
    as_(ben).post(f"/games/{secret.pk}/decline/")
    assert "You are invited" not in as_(ben).get("/my/").content.decode()


def test_the_room_lists_who_is_invited_and_what_became_of_it(
    as_: Browser, anna: User, ben: User, cleo: User
) -> None:
    game = open_games.create(anna.pk, "imhotep", 2, invite=["ben"]).game
    page = as_(anna).get(f"/games/{game.pk}/").content.decode()
    asked_at = dates.format_date(game.invitations.get().at, "M j, H:i")
    assert 'href="/players/ben/">ben</a>' in page
    assert f"since {asked_at}" in page
    assert "by invitation" in page
    key = {"key": game.key}
    guessed = as_(cleo).get(f"/games/{game.pk}/", key).content.decode()
    assert "The free seats are reserved for invited players." in guessed
    assert f"/games/{game.pk}/join/" not in guessed
    assert f"/games/{game.pk}/join/" in as_(ben).get(f"/games/{game.pk}/").content.decode()
    as_(ben).post(f"/games/{game.pk}/decline/")
    page = as_(anna).get(f"/games/{game.pk}/").content.decode()
    assert "declined on" in page
    assert f"/games/{game.pk}/join/" in as_(cleo).get(f"/games/{game.pk}/", key).content.decode()
    public = open_games.create(anna.pk, "imhotep", 3, invite=["ben"]).game
    stranger = as_(cleo).get(f"/games/{public.pk}/").content.decode()
    assert f"/games/{public.pk}/join/" in stranger
    assert 'href="/players/ben/">ben</a>' not in stranger, "whom one invites is not for all"
    game.invitations.update(declined_at=None, lapsed_at=timezone.now())
    page = as_(anna).get(f"/games/{game.pk}/").content.decode()
    assert "did not answer in time; the seat is free again" in page


def test_a_profile_leads_to_a_game_by_invitation(as_: Browser, anna: User, ben: User) -> None:
    page = as_(anna).get("/players/ben/").content.decode()
    links = re.findall(r'href="(/games/types/[a-z_]+/new/[^"]+ben)"', page)
    form = as_(anna).get(html.unescape(links[0])).content.decode()
    assert re.search(r'value="private"[^>]* checked', form)


@pytest.mark.parametrize("names", ["", " , ", "nobody-we-know", "\1"])
def test_inviting_nobody_says_so(as_: Browser, anna: User, room: Game, names: str) -> None:
    browser = as_(anna)
    browser.post(f"/games/{room.pk}/invite/", {"names": names})
    page = browser.get(f"/games/{room.pk}/").content.decode()
    assert "site-messages" in page


def test_strangers_invite_nobody(as_: Browser, ben: User, cleo: User, room: Game) -> None:
    as_(ben).post(f"/games/{room.pk}/invite/", {"names": "cleo"})
    assert not room.invitations.exists()


def test_long_lists_have_pages_and_the_same_number_of_queries(
    as_: Browser, anna: User, ben: User, django_assert_max_num_queries: Callable
) -> None:
    for number in range(23):  # nobody may have so many
        open_games.create((anna, ben)[number % 2].pk, "imhotep", 4)
    browser = as_(None)
    with django_assert_max_num_queries(12):
        first = browser.get("/lobby/").content.decode()
    assert first.count('class="open-game"') == 20
    assert "?page=2" in first
    second = browser.get("/lobby/?page=2").content.decode()
    assert second.count('class="open-game"') == 3
    for page in ("0", "-1", "99999", "two", "٣"):
        assert browser.get(f"/lobby/?page={page}").status_code == 200


def test_one_game_that_cannot_be_loaded_leaves_the_others_in_the_list(
    as_: Browser, anna: User, ben: User, cleo: User
) -> None:
    ids = []
    for _game in range(2):
        game_id = open_games.create(anna.pk, "imhotep", 2).game.pk
        open_games.join_game(game_id, ben.pk)
        with locked(game_id) as position:
            seat_holders.offer(position, position.seats[0], timezone.now())
        ids.append(game_id)
    Game.objects.filter(pk=ids[0]).update(state=b"nonsense")
    page = as_(cleo).get("/lobby/?show=offered")
    assert page.status_code == 200
    assert f"/games/{ids[1]}/" in page.content.decode()
    assert Game.objects.get(pk=ids[0]).broken_at is not None
