"""The operator's pages: what is written is shown, what is missing is an error of the check."""

from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from boardgames import checks
from boardgames.web import notices

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", notices.TITLES)
def test_each_is_in_the_footer_and_speaks_of_no_files(
    client: Client, settings: Any, name: str, language: str, tmp_path: Path
) -> None:
    settings.NOTICES = tmp_path
    page = client.get(f"/about/{name}/", headers={"accept-language": language}).content.decode()
    assert f'href="/about/{name}/"' in page
    assert ".txt" not in page
    assert str(tmp_path) not in page
    assert "<p>" in page.split("<main")[1].split("</main>")[0]


def test_the_operators_words_are_shown_as_they_are_written(
    client: Client, settings: Any, tmp_path: Path
) -> None:
    settings.NOTICES = tmp_path
    (tmp_path / "imprint.de.txt").write_text("# Wir\n\nAnna <b>Muster</b>\nGasse 1")
    for language in ("de", "en"):
        page = client.get("/about/imprint/", headers={"accept-language": language})
        text = page.content.decode()
        assert "<h2>Wir</h2>" in text
        assert "<p>Anna &lt;b&gt;Muster&lt;/b&gt; Gasse 1</p>" in text
        assert "tried out" not in text


@pytest.mark.parametrize("name", ["nonsense", "..", "secrets"])
def test_there_are_no_others(client: Client, name: str) -> None:
    assert client.get(f"/about/{name}/").status_code == 404


def test_what_only_the_operator_can_say_is_an_error_while_it_is_missing(
    settings: Any, tmp_path: Path
) -> None:
    settings.NOTICES, settings.CONTACT = tmp_path, ""
    assert [str(error.msg) for error in checks.words_of_the_operator()] == [
        "There is no page Imprint.",
        "There is no page Privacy.",
        "CONTACT is not set: people do not see whom to write to.",
    ]
    (tmp_path / "imprint.de.txt").write_text(" \n")
    (tmp_path / "privacy.en.txt").write_text("We keep little.")
    assert [error.id for error in checks.words_of_the_operator()] == [
        "boardgames.E001",
        "boardgames.E003",
    ]
    (tmp_path / "imprint.de.txt").write_text("Anna Muster, Gasse 1")
    settings.CONTACT = "help@example.org"
    assert checks.words_of_the_operator() == []


def test_a_site_that_nobody_can_reach_or_that_reaches_nobody_is_an_error(settings: Any) -> None:
    settings.SITE_URL = "http://games.example.org"
    settings.EMAIL_BACKEND = "boardgames.mail.files.EmailBackend"
    assert [error.id for error in checks.reachable()] == ["boardgames.E004", "boardgames.E005"]
    settings.SITE_URL = "https://games.example.org"
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    assert checks.reachable() == []


@pytest.mark.parametrize(("language", "said"), [("en", "What this is"), ("de", "Was das hier ist")])
def test_a_page_says_what_this_is_who_runs_it_and_how_to_reach_them(
    client: Client, settings: Any, tmp_path: Path, language: str, said: str
) -> None:
    settings.NOTICES, settings.CONTACT = tmp_path, "help@example.org"
    settings.SOURCE_URL = "https://example.org/source"
    page = client.get("/about/", headers={"accept-language": language}).content.decode()
    main = page.split("<main")[1].split("</main>")[0]
    assert said in main
    assert 'href="mailto:help@example.org"' in main
    assert 'href="https://example.org/source"' in main
    assert "MIT" in main
    for name in ("conduct", "privacy"):
        assert f'href="/about/{name}/"' in main
    assert 'href="/about/imprint/"' not in main, "nothing stands there"
    (tmp_path / "imprint.en.txt").write_text("Anna Muster")
    page = client.get("/about/", headers={"accept-language": language}).content.decode()
    assert 'href="/about/imprint/"' in page.split("<main")[1].split("</main>")[0]
    assert 'href="/about/"' in page.split("<footer")[1]


def test_the_contact_is_a_page_where_it_is_no_address(
    client: Client, settings: Any, tmp_path: Path
) -> None:
    settings.NOTICES, settings.CONTACT = tmp_path, "https://example.org/help"
    page = client.get("/about/contact/").content.decode()
    assert 'href="https://example.org/help"' in page


@pytest.mark.parametrize("path", ["/accounts/signup/", "/accounts/guest/"])
def test_the_terms_can_be_read_before_signing_up(client: Client, path: str) -> None:
    main = client.get(path).content.decode().split("<main")[1].split("</main>")[0]
    for name in ("conduct", "privacy"):
        assert f'href="/about/{name}/"' in main
