"""The links of e-mails: whoever is signed out signs in, and comes to where they lead."""

from __future__ import annotations

import html
import re

import pytest
from django.core import mail as outbox
from django.test import Client

from accounts.models import User
from accounts.preferences import reading_as
from games.lobby import open_games
from games.models import Game
from games.storage.position import Position
from notifications import mail_links, registry
from notifications.kinds import kind_of
from notifications.models import Notification
from tests.notifications.telling import tell
from tests.notifications.test_words import known
from tests.people import PASSWORD

SITE = "http://127.0.0.1:8000"
#: For moderators and those who look after game types, whose pages are nobody else's.
OTHERS = (
    *("game_broken", "reported", "release_asked"),
    *("fault_reported", "package_slip", "release_answered"),
)


def sign_in(client: Client, page: str) -> str:
    """By the page's own way; the page that this leads to."""
    (way,) = set(re.findall(r'href="(/accounts/login/\?next=[^"]*)"', page))
    form = client.get(html.unescape(way)).content.decode()
    following = re.search(r'name="next" value="([^"]*)"', form)
    assert following
    data = {"login": "anna", "password": PASSWORD, "next": html.unescape(following[1])}
    answer = client.post("/accounts/login/", data, follow=True)
    assert answer.status_code == 200
    return str(answer.redirect_chain[-1][0])


@pytest.mark.parametrize("kind", [name for name in registry.names() if name not in OTHERS])
def test_the_button_of_each_letter_leads_there_by_the_sign_in(
    duel: Position, anna: User, ben: User, client: Client, kind: str
) -> None:
    Game.objects.update(visibility="private")
    told = Notification(kind=kind, user=anna, game=duel.game, data=known(kind, duel, anna, ben))
    with reading_as(anna):
        path = kind_of(told).words(told).path
    link = mail_links.link(path)
    answer = client.get(link.partition("#")[0], follow=True)
    assert answer.status_code == 200, "no page is missing"
    assert answer.redirect_chain[-1][0].startswith("/accounts/login/?next=/mail/to/")
    client.force_login(anna)
    answer = client.get(link.partition("#")[0])
    assert answer["Location"] == path.partition("#")[0]
    assert client.get(answer["Location"], follow=True).status_code == 200


def test_the_letter_and_the_summary_have_such_links(
    duel: Position, anna: User, ben: User, client: Client
) -> None:
    game = open_games.create(ben.pk, "lanterns", 2, invite=["anna"]).game
    tell()
    (letter,) = [each for each in outbox.outbox if "invites you" in each.subject]
    assert f"{SITE}/mail/to/games/{game.pk}/" in letter.body
    page = client.get(f"/mail/to/games/{game.pk}/", follow=True)
    assert page.status_code == 200
    assert "/games/" in page.redirect_chain[-1][0]


def test_a_link_leads_nowhere_else(client: Client, anna: User) -> None:
    client.force_login(anna)
    for way in ("//evil.example/", "https://evil.example/", "nowhere/", "\\evil.example"):
        assert client.get(f"/mail/to/{way}").status_code == 404
    assert mail_links.link("/report/x/?a=1#b") == "/mail/to/report/x/?a=1#b"


class TestSigningInFromAPage:
    def test_a_stranger_at_a_missing_page_can_sign_in_and_sees_it_then(
        self, duel: Position, anna: User
    ) -> None:
        Game.objects.update(visibility="private")
        client = Client()
        answer = client.get(f"/games/{duel.game.pk}/")
        assert answer.status_code == 404
        assert sign_in(client, answer.content.decode()) == f"/games/{duel.game.pk}/"

    def test_from_a_games_page_one_comes_back_to_it(self, duel: Position, anna: User) -> None:
        client = Client()
        page = client.get(f"/games/{duel.game.pk}/?at=0").content.decode()
        assert sign_in(client, page) == f"/games/{duel.game.pk}/?at=0"

    def test_somebody_who_is_signed_in_is_not_asked_to(self, anna: User, client: Client) -> None:
        client.force_login(anna)
        page = client.get("/games/99999/")
        assert page.status_code == 404
        assert "/accounts/login/" not in page.content.decode()
