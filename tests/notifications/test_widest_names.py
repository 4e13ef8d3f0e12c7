"""Names as wide as names can be, in every kind of e-mail, on a phone and in a window."""

from __future__ import annotations

import pytest

from accounts.models import User
from community.models import Club
from games.storage.position import Position
from notifications import mail, registry
from tests.browser import People, picture
from tests.games.times import Times
from tests.notifications.test_mail_looks import SIZES, delivery, shown
from tests.notifications.test_words import known
from tests.pages.test_widest_names import CLUB, TITLE, anna, ben
from tests.tournaments.playing import opened

__all__ = ["anna", "ben"]

#: Characters of a subject, of which programs on a desk show about as many.
SUBJECT = 150


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_every_mail_and_its_subject_fit(
    people: People, times: Times, duel: Position, anna: User, ben: User
) -> None:
    opened(anna, [anna, ben], name=TITLE)
    Club.objects.create(name=CLUB, about="Bali")
    sheets = {name: people.page(size, scripts=False) for name, size in SIZES.items()}
    wide, long = {}, {}
    for kind in registry.names():
        one = delivery(anna, kind, duel.game.pk, **known(kind, duel, anna, ben))
        subject = mail.message(anna, [one]).subject
        if len(subject) > SUBJECT:
            long[kind] = subject
        head = mail.message(anna, [one]).message().as_bytes().split(b"\n\n", 1)[0]
        assert max(map(len, head.splitlines())) <= 998, kind
        html = shown(anna, [one])
        for name, sheet in sheets.items():
            sheet.set_content(html)
            picture(sheet, f"widest-mail-{kind}-{name}")
            width = sheet.evaluate("document.documentElement.scrollWidth")
            if width > SIZES[name][0]:
                wide[kind, name] = width
    assert (wide, long) == ({}, {})
