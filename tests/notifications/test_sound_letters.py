"""What mail programs and filters look at in every letter."""

import re

import pytest
from django.core import mail as outbox
from django.test import Client

from accounts import account_mail
from accounts.models import User
from accounts.sessions import links
from games.pages.table.picture import Picture
from games.storage.position import Position
from tests.games.times import Times
from tests.notifications.test_letters import body
from tests.notifications.test_mail_looks import delivery, received


def test_the_preview_is_hidden_where_style_sheets_are_thrown_away(
    times: Times, duel: Position, anna: User
) -> None:
    html = body(received(anna, [delivery(anna, "your_turn", duel.game.pk)]), "html")
    tag = re.search(r'<div class="preview"[^>]*>', html)
    assert tag
    for how in ("display:none", "max-height:0", "overflow:hidden"):
        assert how in tag[0]
    assert "font-size" not in tag[0], "filters count against it"
    assert "<!--[if mso]><style>.preview { mso-hide: all; }</style><![endif]-->" in html


def test_the_picture_leads_nowhere_and_has_words_below_it(
    times: Times, duel: Position, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = Picture(b"png", "The board of Lanterns: anna 3 points, ben 2 points")
    monkeypatch.setattr("games.pages.table.picture.draw", lambda *_args: drawn)
    html = body(received(anna, [delivery(anna, "your_turn", duel.game.pk)]), "html")
    assert re.search(r"<p[^>]*><img [^>]*></p>\s*<p[^>]*>The board of Lanterns: anna 3", html)


def test_the_button_has_its_colours_at_itself(times: Times, duel: Position, anna: User) -> None:
    html = body(received(anna, [delivery(anna, "your_turn", duel.game.pk)]), "html")
    button = re.search(r'<a [^>]*style="([^"]*)"[^>]*>Make your move</a>', html)
    assert button
    for said in ("background-color:#ffce54", "color:#2a1e00", "border:2px solid"):
        assert said in button[1]


def test_no_address_in_a_letter_has_a_part_that_begins_with_a_dot(
    times: Times, duel: Position, anna: User
) -> None:
    """Proxies refuse these, as files that are hidden."""
    for words in ("x", "x" * 300):  # what is long is compressed
        token = links.signed(anna, duel.game.pk, words, salt="tests")
        assert re.fullmatch(r"[^.].*", token)
        found = links.read_link(token, salt="tests")
        assert found == (anna, [duel.game.pk, words])
        old = links.read_link(token.removeprefix("x"), salt="tests")
        assert old == found, "of letters that have gone out"


def test_letters_about_accounts_say_who_made_them_and_that_nobody_need_answer(anna: User) -> None:
    Client().post("/accounts/password/reset/", {"email": anna.email})
    Client().post("/accounts/password/reset/", {"email": "nobody@example.org"})
    account_mail.tell_of_guesses(anna.pk)
    headers = [letter.message() for letter in outbox.outbox]
    assert len(headers) == 3
    names = {str(each["Message-ID"]) for each in headers}
    assert len(names) == 3
    for each in headers:
        assert re.fullmatch(r"<account-[0-9a-f]{32}@127\.0\.0\.1>", each["Message-ID"])
        assert each["Auto-Submitted"] == "auto-generated"
