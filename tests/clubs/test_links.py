"""The link of a club's game opens it to nobody: members need none, and others learn by no way that
there is such a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from accounts.models import User
from accounts.sessions import sockets, tokens
from boardgames.redis import messages
from community.clubs import belonging
from community.models import Club
from games.lobby import open_games
from games.models import Game, Invitation
from games.moves import actions
from tests.clubs.founding import browser, page
from tests.security.test_private_games import ACTS, LOOKS, PAGE_ACTS, SAYS_NOTHING

#: What everybody who may see a game can open of it, and what is there of one that is over.
OPENS = ("", "log/", "moves.atom", "picture.png", "card.png", "glance.png", "play-on/")
STATES = ("open", "running", "over")


def _game(club: Club, maker: User, other: User, state: str) -> Game:
    game = open_games.create(maker.pk, "lanterns", 2, club=club.pk).game
    if state != "open":
        open_games.join_game(game.pk, other.pk)
    if state == "over":
        actions.resign(game.pk, other.pk)
    Invitation.objects.create(game=game, user=User.objects.get(username="cleo"), invited_by=maker)
    return Game.objects.get(pk=game.pk)


@pytest.fixture
def asked_and_gone(club: Club, cleo: User) -> Callable[[], User]:
    """A person who was invited as a member, and is none any more."""

    def leave() -> User:
        belonging.leave_club(club.pk, cleo.pk)
        return cleo

    return leave


@pytest.mark.slow
@pytest.mark.parametrize("state", STATES)
def test_no_page_of_it_opens_by_its_link(
    club: Club, anna: User, ben: User, dora: User, asked_and_gone: Callable[[], User], state: str
) -> None:
    game = _game(club, anna, ben, state)
    for stranger in (None, dora, asked_and_gone()):
        for look in {*OPENS, *LOOKS} - {"?key=guessed"}:
            path, _, query = look.partition("?")
            address = f"/games/{game.pk}/{path}?{query}&key={game.key}"
            status = browser(stranger).get(address).status_code
            assert status in (404, 302 if path == "play-on/" and stranger is None else 404), look
        for act in PAGE_ACTS:
            form = {"version": "1", "choice": "[]", "text": "Hello", "kind": "x", "key": game.key}
            answer = browser(stranger).post(f"/games/{game.pk}/{act}/?key={game.key}", form)
            if stranger is not None:
                assert answer.status_code == SAYS_NOTHING.get(act, 404), act


@pytest.mark.parametrize("state", STATES)
def test_no_program_reads_it_by_its_link(
    club: Club, anna: User, ben: User, dora: User, asked_and_gone: Callable[[], User], state: str
) -> None:
    game = _game(club, anna, ben, state)
    key = {"key": game.key}
    for stranger in (dora, asked_and_gone()):
        bearer = {"authorization": f"Bearer {tokens.mint(stranger, 'x')}"}
        for path in ("", "/chat", "/chat/onlookers", "/instructions"):
            address = f"/api/v1/games/{game.pk}{path}?key={game.key}"
            assert Client().get(address, headers=bearer).status_code == 404, path
        taking_a_key = {"join": key, "replace": key, "play-on": {"at": 0, **key}}
        for act, body in {**ACTS, **taking_a_key}.items():
            answer = Client().post(
                f"/api/v1/games/{game.pk}/{act}?key={game.key}",
                body,
                "application/json",
                headers=bearer,
            )
            assert answer.status_code == 404, (act, answer.content)


@pytest.mark.parametrize("state", STATES)
def test_no_socket_follows_it_by_its_link(
    club: Club, anna: User, ben: User, dora: User, state: str
) -> None:
    from games.live import watching

    game = _game(club, anna, ben, state)
    for stranger in (dora, None):
        assert watching.watcher(game.pk, stranger, game.key) is None


def test_a_member_who_leaves_hears_no_more_of_its_games_at_once(
    club: Club,
    cleo: User,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    told: list[bytes] = []
    monkeypatch.setattr("accounts.sessions.sockets.best_effort.publish", told.append)
    with django_capture_on_commit_callbacks(execute=True):
        belonging.leave_club(club.pk, cleo.pk)
    topics = [topic for message in told for topic in messages.topics(message)]
    assert sockets.topic(cleo.pk) in topics, "the sockets of open pages look again"


@pytest.mark.parametrize("state", STATES)
def test_members_see_all_of_it_without_a_key(
    club: Club, anna: User, ben: User, cleo: User, state: str
) -> None:
    game = _game(club, anna, ben, state)
    for path in ("", "moves.atom"):
        assert browser(cleo).get(f"/games/{game.pk}/{path}").status_code == 200, path
    seen = page(anna, f"/games/{game.pk}/")
    assert game.key not in seen, "no link that would open nothing"


def test_a_moderator_looks_as_a_bots_seat_of_it_sees_it(
    club: Club, anna: User, ben: User, dora: User
) -> None:
    game = open_games.create(anna.pk, "lanterns", 2, club=club.pk, bots=1).game
    dora.user_permissions.add(Permission.objects.get(codename="moderate_game"))
    User.objects.filter(pk=dora.pk).update(is_staff=True)
    for seat in game.seats.all():
        answer = browser(dora).get(f"/admin/games/game/{game.pk}/look/{seat.index}/")
        assert answer.status_code == 200
