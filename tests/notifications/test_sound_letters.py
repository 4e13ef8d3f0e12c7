"""What mail programs and filters look at in every letter."""

import re

from django.core import mail as outbox
from django.test import Client

from accounts.models import User
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
    assert "<!--[if mso]><style>.preview { mso-hide: all; }</style><![endif]-->" in html


def test_letters_about_accounts_say_who_made_them_and_that_nobody_need_answer(anna: User) -> None:
    Client().post("/accounts/password/reset/", {"email": anna.email})
    Client().post("/accounts/password/reset/", {"email": "nobody@example.org"})
    headers = [letter.message() for letter in outbox.outbox]
    assert len(headers) == 2
    names = {str(each["Message-ID"]) for each in headers}
    assert len(names) == 2
    for each in headers:
        assert re.fullmatch(r"<account-[0-9a-f]{32}@127\.0\.0\.1>", each["Message-ID"])
        assert each["Auto-Submitted"] == "auto-generated"
