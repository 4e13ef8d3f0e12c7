"""Every letter in both languages, whole, as it goes to a mail server: one of each kind, one with
the board of each game type, those about several things, and those about accounts.

`script/judge mail` has them written down (`LETTERS` names the folder) and sends them on.
"""

import os
import random
import re
from email import message_from_bytes
from email.message import EmailMessage, Message
from email.policy import default
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from allauth.account.adapter import get_adapter
from django.core import mail as outbox
from pytest_django import Settings

from accounts.models import User
from accounts.preferences import reading_as
from games.models import Game
from games.storage.position import Position
from notifications import mail, registry
from notifications.models import Channel, Delivery, Notification, When
from tests.games.times import Times
from tests.notifications.test_mail_looks import begun, delivery, played
from tests.notifications.test_words import known

#: Gmail shows no more of a letter and hides the rest.
LARGEST = 102_000
#: SpamAssassin counts against HTML with a picture that is shorter (HTML_IMAGE_ONLY_…).
SHORTEST_WITH_PICTURE = 3_200
#: As a site that others can reach.
SITE = "games.example.org"

TEMPLATES = Path(__file__).parents[2] / "templates"
ABOUT_ACCOUNTS = sorted(
    str(file.relative_to(TEMPLATES)).removesuffix("_message.txt")
    for file in TEMPLATES.glob("*/email/*_message.txt")
)
LANGUAGES = ["en", "de"]


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest, anna: User, settings: Settings) -> str:
    """That of the reader, at such a site."""
    settings.SITE_URL = f"https://{SITE}"
    settings.DEFAULT_FROM_EMAIL = f"{settings.SITE_NAME} <noreply@{SITE}>"
    User.objects.update(language=request.param)
    anna.refresh_from_db()
    return str(request.param)


@pytest.mark.parametrize("kind", registry.names())
def test_a_letter_of_each_kind_is_whole_and_small(
    times: Times, duel: Position, anna: User, ben: User, language: str, kind: str
) -> None:
    told = Notification(user=anna, game=_game(duel, kind), kind=kind)
    told.data = known(kind, duel, anna, ben)
    told.created_at = told.due_at = times.now
    number = registry.names().index(kind) * 2 + LANGUAGES.index(language)
    made = Delivery(pk=number, notification=told, user=anna, channel=Channel.MAIL)
    _look_at(f"{kind}.{language}", mail.message(anna, [made]).message())


@pytest.mark.parametrize("slug", ["bali", "bomarzo", "bora_bora", "imhotep"])
def test_a_letter_with_a_board_is_whole_and_small(
    times: Times, anna: User, ben: User, language: str, slug: str
) -> None:
    game = begun(slug, [anna, ben])
    turn = played(game, random.Random(3), 12)
    User.objects.filter(pk=turn.pk).update(email=anna.email)
    made = mail.message(turn, [delivery(turn, "your_turn", game)]).message()
    letter = _look_at(f"board-{slug}.{language}", made)
    html = letter.get_body(("html",))
    assert html is not None
    assert len(html.get_content()) > SHORTEST_WITH_PICTURE
    assert [part.get_content_type() for part in letter.walk()].count("image/png") == 1


@pytest.mark.parametrize("rhythm", [When.BATCHED, When.DAILY])
def test_a_letter_about_several_things_is_whole_and_small(
    times: Times, anna: User, ben: User, language: str, rhythm: When
) -> None:
    games = [begun("imhotep", [anna, ben]), begun("bali", [ben, anna])]
    several = [delivery(anna, "game_started", game, rhythm) for game in games]
    _look_at(f"several-{rhythm}.{language}", mail.message(anna, several).message())


@pytest.mark.parametrize("template", ABOUT_ACCOUNTS)
def test_a_letter_about_an_account_is_whole_and_small(
    times: Times, anna: User, ben: User, language: str, template: str
) -> None:
    link = f"https://{SITE}/accounts/somewhere/3-abc/"
    context = dict.fromkeys(("activate_url", "password_reset_url", "signup_url"), link)
    context |= {"email": anna.email, "from_email": anna.email, "to_email": ben.email}
    context |= {"ip": "203.0.113.7", "user_agent": "Mozilla/5.0", "deleted_email": ben.email}
    about = {"user": anna, "person": anna, "owner": ben, "at": times.now, "timestamp": times.now}
    with reading_as(anna):
        get_adapter().render_mail(template, anna.email, {**context, **about}).send()
    name = template.replace("/email/", "-")
    letter = _look_at(f"{name}.{language}", outbox.outbox[-1].message())
    assert "List-Id" not in letter, "it is of no list"


def _look_at(name: str, made: Message) -> EmailMessage:
    """The letter as it is read, judged by what holds for all of them."""
    raw = made.as_bytes().replace(b"\n", b"\r\n")
    if folder := os.environ.get("LETTERS"):
        Path(folder, f"{name}.eml").write_bytes(raw)
    assert len(raw) < LARGEST
    assert max(map(len, raw.split(b"\r\n"))) <= 998  # RFC 5321
    letter = message_from_bytes(raw, policy=default)
    assert isinstance(letter, EmailMessage)
    assert letter["Subject"]
    text = "".join(
        part.get_content() for part in letter.walk() if part.get_content_maintype() == "text"
    )
    for address in re.findall(r"https://[^\s\"'<>]+", text):
        parts = urlsplit(address).path.split("/")
        assert not [part for part in parts if part.startswith(".")], "hidden files, proxies say"
    return letter


def _game(duel: Position, kind: str) -> Game | None:
    """What is about no game has none."""
    own = ("tournament", "club", "series", "friend", "private", "site", "webhook", "challenge")
    return None if kind.startswith((*own, "ladder")) else duel.game
