"""The frame of every page: each reader's links, messages, language, nothing inline."""

import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages import constants
from django.contrib.messages.storage.base import Message
from django.template import engines
from django.test import RequestFactory
from django.utils import translation

from accounts.models import User


def frame(user: User | AnonymousUser, path: str = "/", **context: object) -> str:
    """The bare frame in English, with this context and nothing from context processors."""
    request = RequestFactory().get(path)
    request.user = user
    template = engines["jinja2"].env.get_template("base.html")  # type: ignore[attr-defined]
    with translation.override("en"):
        return str(template.render(request=request, csrf_input="", csrf_token="token", **context))


def test_strangers_are_asked_in() -> None:
    html = frame(AnonymousUser())
    assert "Sign up" in html
    assert "Play as a guest" in html
    assert "My games" not in html
    assert "Next game" not in html


def test_players_see_how_many_games_wait() -> None:
    html = frame(User(username="anna"), "/my/", waiting_count=3)
    assert re.search(
        r'<a href="/my/" aria-current="page">.*>3<span[^>]*> games are waiting for you', html
    )
    # A script that changes the number has the words for it.
    assert 'data-one="game is waiting for you" data-several="games are waiting for you"' in html
    assert re.search(r'class="button button-small button-turn" href="/next/"', html)
    assert "Keep this account" not in html


def test_nothing_shines_when_nothing_waits() -> None:
    html = frame(User(username="anna"), waiting_count=0)
    assert ' button-turn"' not in html
    assert 'class="count" hidden' in html  # the script shows it when something comes


def test_guests_can_keep_their_account() -> None:
    assert "Keep this account" in frame(User(username="guest", is_guest=True))


def test_names_are_escaped() -> None:
    assert "<b>anna" not in frame(User(username="<b>anna"))


@pytest.mark.parametrize(
    ("level", "kind"),
    [(constants.SUCCESS, "success"), (constants.ERROR, "error"), (constants.DEBUG, "info")],
)
def test_messages_are_notices(level: int, kind: str) -> None:
    html = frame(AnonymousUser(), messages=[Message(level, "Saved <well>")])
    assert f"notice notice-{kind}" in html
    assert "Saved &lt;well&gt;" in html


def test_a_new_private_message_is_marked_in_the_bar_of_a_phone() -> None:
    html = frame(User(username="anna"), letters_count=2)
    assert re.search(
        r'<a href="/people/">.*>2<span[^>]*> conversations have new messages</span>', html
    )
    html = frame(User(username="anna"), letters_count=0)
    assert re.search(r'class="count count-letters" hidden>0<', html)
