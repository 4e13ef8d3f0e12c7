"""A letter of each kind in both languages, whole, as it goes to a mail server.

`script/judge mail` has them written down (`LETTERS` names the folder) and sends them on.
"""

import os
from pathlib import Path

import pytest
from pytest_django import Settings

from accounts.models import User
from games.models import Game
from games.storage.position import Position
from notifications import mail, registry
from notifications.models import Channel, Delivery, Notification
from tests.games.times import Times
from tests.notifications.test_words import known

#: Gmail shows no more of a letter and hides the rest.
LARGEST = 102_000
#: As a site that others can reach.
SITE = "games.example.org"


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("kind", registry.names())
def test_a_letter_of_each_kind_is_whole_and_small(
    times: Times,
    duel: Position,
    anna: User,
    ben: User,
    settings: Settings,
    kind: str,
    language: str,
) -> None:
    settings.SITE_URL = f"https://{SITE}"
    settings.DEFAULT_FROM_EMAIL = f"{settings.SITE_NAME} <noreply@{SITE}>"
    anna.language = language
    told = Notification(user=anna, game=_game(duel, kind), kind=kind)
    told.data = known(kind, duel, anna, ben)
    told.created_at = told.due_at = times.now
    number = registry.names().index(kind) * 2 + (language == "de")
    delivery = Delivery(pk=number, notification=told, user=anna, channel=Channel.MAIL)
    raw = mail.message(anna, [delivery]).message().as_bytes().replace(b"\n", b"\r\n")
    assert len(raw) < LARGEST
    assert max(map(len, raw.split(b"\r\n"))) <= 998  # RFC 5321
    if folder := os.environ.get("LETTERS"):
        Path(folder, f"{kind}.{language}.eml").write_bytes(raw)


def _game(duel: Position, kind: str) -> Game | None:
    """What is about no game has none."""
    own = ("tournament", "club", "series", "friend", "private", "site", "webhook", "challenge")
    return None if kind.startswith((*own, "ladder")) else duel.game
