"""What programs ask every site for."""

from datetime import datetime, timedelta
from typing import Any
from urllib.robotparser import RobotFileParser

import pytest
from django.test import Client
from django.utils import timezone

pytestmark = pytest.mark.django_db


def robots() -> str:
    answer = Client().get("/robots.txt")
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/plain; charset=utf-8")
    return answer.content.decode()


@pytest.mark.parametrize(
    ("path", "may"),
    [
        *((path, True) for path in ("/", "/games/", "/lobby/", "/about/", "/about/imprint/")),
        *((path, True) for path in ("/games/12/", "/players/anna/", "/games/types/bali/")),
        *((path, False) for path in ("/accounts/login/", "/admin/", "/api/v1/games", "/my/")),
        *((path, False) for path in ("/mail/choose/x/", "/notifications/", "/report/game/1/")),
    ],
)
def test_crawlers_read_public_pages_and_no_others(path: str, may: bool) -> None:
    parser = RobotFileParser()
    parser.parse(robots().splitlines())
    assert parser.can_fetch("any", f"http://localhost{path}") == may


def test_crawlers_leave_positions_of_games_alone() -> None:
    """Patterns, which Python's parser does not know."""
    assert {"Disallow: /*?at=", "Disallow: /*&at="} <= set(robots().splitlines())


def test_whom_to_tell_of_a_hole(settings: Any) -> None:
    settings.CONTACT, settings.SITE_URL = "help@example.org", "https://games.example.org"
    settings.LANGUAGES = [("en", "English"), ("de", "German")]
    answer = Client().get("/.well-known/security.txt")
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/plain; charset=utf-8")
    fields = dict(line.split(": ", 1) for line in answer.content.decode().splitlines())
    expires = datetime.fromisoformat(fields.pop("Expires"))
    assert timedelta(days=90) < expires - timezone.now() < timedelta(days=365)
    assert fields == {
        "Contact": "mailto:help@example.org",
        "Preferred-Languages": "en, de",
        "Canonical": "https://games.example.org/.well-known/security.txt",
    }


def test_without_a_contact_the_page_about_it_is_named(settings: Any) -> None:
    settings.CONTACT, settings.SITE_URL = "", "https://games.example.org"
    text = Client().get("/.well-known/security.txt").content.decode()
    assert "Contact: https://games.example.org/about/contact/\n" in text
