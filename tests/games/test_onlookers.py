"""Talk of those who only watch: players learn nothing of it until the game is over."""

import zlib
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.company import relationships
from accounts.models import User
from accounts.sessions import tokens
from games.errors import Forbidden, NotFound
from games.live import chat, watching
from games.live import pages as live_pages
from games.lobby import open_games
from games.models import ChatMessage, Game, Incident
from games.moderation import hiding, reports
from games.moves import actions, seat_holders
from games.storage.position import Position, locked
from notifications.models import Notification
from tests.people import person

WORDS = "They do not see the ferry"


@pytest.fixture(autouse=True)
def _nobody_has_written(db: None) -> None:
    cache.clear()


@pytest.fixture
def said(duel: Position, cleo: User) -> ChatMessage:
    return chat.post(duel.game.pk, cleo.pk, WORDS, onlookers=True)


def read(game: Game, user: User | None) -> Iterator[tuple[str, str]]:
    """All that shows somebody what is said, by where: pages, programs, sockets, an export."""
    client, headers = Client(), {}
    if user:
        client.force_login(user)
        headers = {"authorization": f"Bearer {tokens.mint(user, 'reader')}"}
    for path in ("", "news/", "?at=0", "news/?at=0", "log/", "moves.atom"):
        yield path, client.get(f"/games/{game.pk}/{path}").content.decode()
    for path in ("", "/chat", "/chat/onlookers"):
        answer = Client().get(f"/api/v1/games/{game.pk}{path}", headers=headers)
        yield f"api{path}", answer.content.decode()
    watcher = watching.watcher(game.pk, user)
    assert watcher
    personal = user.pk if user and (watcher.personal or watcher.player) else None
    viewer = live_pages.Viewer(personal, user is not None, "en", "UTC")
    shown = live_pages._provided[0](game.pk, viewer, None)
    assert shown
    yield "frame", zlib.decompress(shown.message("")).decode()
    yield "export", client.get("/accounts/export/").content.decode() if user else ""


def where(game: Game, user: User | None) -> set[str]:
    """Where somebody finds the words of an onlooker."""
    return {name for name, text in read(game, user) if WORDS in text}


EVERYWHERE = {"", "news/", "?at=0", "news/?at=0", "api/chat/onlookers", "frame"}


def test_onlookers_read_what_onlookers_say(duel: Position, said: ChatMessage) -> None:
    assert where(duel.game, person("dora")) == EVERYWHERE


@pytest.mark.slow
def test_players_find_it_nowhere_until_the_game_is_over(
    duel: Position, said: ChatMessage, anna: User, ben: User
) -> None:
    for reader in (anna, ben, None):
        assert where(duel.game, reader) == set()
    assert not Notification.objects.filter(kind="chat").exists()
    actions.resign(duel.game.pk, anna.pk)
    for reader in (anna, ben, None):
        assert where(duel.game, reader) == EVERYWHERE


def test_a_player_who_has_left_is_a_player(said: ChatMessage, duel: Position, anna: User) -> None:
    dora = person("dora")
    with locked(duel.game.pk) as position:
        seat = position.seats[0]
        former = seat.user
        seat_holders.replace(position, seat, dora, position.game.created_at)
    assert former
    assert where(duel.game, former) == where(duel.game, dora) == set()
    for user in (former, dora):
        with pytest.raises(Forbidden):
            chat.post(duel.game.pk, user.pk, "Aha", onlookers=True)


@pytest.mark.slow
def test_the_owner_of_a_bot_at_the_table_is_a_player_and_so_are_their_other_bots(
    lanterns: None, anna: User, ben: User, cleo: User
) -> None:
    mine, other = (person(name, owner=ben) for name in ("plays", "spies"))
    game = open_games.create(anna.pk, "lanterns", 2).game
    open_games.join_game(game.pk, mine.pk)
    chat.post(game.pk, cleo.pk, WORDS, onlookers=True)
    for user in (mine, other, ben):
        assert where(game, user) == set()


def test_socket_of_a_player_does_not_hear_it(duel: Position, anna: User, cleo: User) -> None:
    watchers = [watching.watcher(duel.game.pk, user) for user in (cleo, anna, None)]
    assert [watcher and watcher.onlooks for watcher in watchers] == [True, False, False]


def test_players_do_not_write_there_nor_onlookers_at_the_table(
    duel: Position, anna: User, cleo: User, said: ChatMessage
) -> None:
    with pytest.raises(Forbidden):
        chat.post(duel.game.pk, anna.pk, "Hello", onlookers=True)
    with pytest.raises(Forbidden):
        chat.post(duel.game.pk, cleo.pk, "Hello")
    actions.resign(duel.game.pk, anna.pk)
    with pytest.raises(Forbidden):
        chat.post(duel.game.pk, anna.pk, "Hello", onlookers=True)


def test_before_the_start_there_are_no_onlookers(lanterns: None, anna: User, cleo: User) -> None:
    game = open_games.create(anna.pk, "lanterns", 2).game
    with pytest.raises(Forbidden):
        chat.post(game.pk, cleo.pk, "Anybody?", onlookers=True)


def test_of_a_private_game_onlookers_are_those_who_may_see_it(
    lanterns: None, anna: User, ben: User, cleo: User
) -> None:
    game = open_games.create(anna.pk, "lanterns", 2, visibility="private").game
    open_games.join_game(game.pk, ben.pk, key=game.key)
    with pytest.raises(NotFound):
        chat.post(game.pk, cleo.pk, WORDS, onlookers=True)
    client = Client()
    client.force_login(cleo)
    address = f"/games/{game.pk}/chat/onlookers/"
    assert client.post(address, {"text": WORDS}).status_code == 404
    client.post(f"{address}?key={game.key}", {"text": WORDS})
    assert WORDS in client.get(f"/games/{game.pk}/?key={game.key}").content.decode()


def test_a_player_who_is_apart_is_not_heard(duel: Position, cleo: User, said: ChatMessage) -> None:
    dora = person("dora")
    relationships.block(dora, cleo)
    assert where(duel.game, dora) == set()


def test_players_do_not_come_upon_it_by_a_report(
    duel: Position, anna: User, said: ChatMessage
) -> None:
    with pytest.raises(NotFound):
        reports.subject("message", said.pk, anna.pk)
    assert reports.subject("message", said.pk, person("dora").pk).said == WORDS
    actions.resign(duel.game.pk, anna.pk)
    assert reports.subject("message", said.pk, anna.pk).said == WORDS


def test_a_moderator_who_plays_finds_it_nowhere_in_the_admin(
    duel: Position, said: ChatMessage, anna: User, cleo: User
) -> None:
    for user in (anna, person("mo")):
        User.objects.filter(pk=user.pk).update(is_staff=True, is_superuser=True)
        client = Client()
        client.force_login(User.objects.get(pk=user.pk))
        page = client.get("/admin/games/chatmessage/").content.decode()
        desk = client.get(reverse("admin:person-desk", args=[cleo.pk])).content.decode()
        assert (WORDS in page, WORDS in desk) == (user != anna, user != anna)


def test_that_it_was_hidden_stands_in_no_log(duel: Position, said: ChatMessage) -> None:
    with locked(duel.game.pk) as position:
        hiding.hide(position, said, person("mo").pk, "Not kind")
    assert where(duel.game, person("dora")) == set()
    assert not Incident.objects.exists()


def test_an_own_export_has_own_words_and_where_they_were_said(
    cleo: User, said: ChatMessage
) -> None:
    client = Client()
    client.force_login(cleo)
    (own,) = client.get("/accounts/export/").json()["chat"]
    assert (own["text"], own["onlookers"]) == (WORDS, True)


def test_the_talk_of_the_table_is_read_by_all_as_before(
    duel: Position, anna: User, cleo: User
) -> None:
    chat.post(duel.game.pk, anna.pk, "Hello to all")
    for reader in (anna, cleo, None):
        found = {name for name, text in read(duel.game, reader) if "Hello to all" in text}
        assert {"", "api/chat", "frame"} <= found
