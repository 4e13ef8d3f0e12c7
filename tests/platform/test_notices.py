"""The operator's pages: what is written is shown, what is missing is said."""

from pathlib import Path

import pytest
from django.test import Client

from boardgames import notices

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", notices.TITLES)
def test_each_is_in_the_footer_and_says_what_is_missing(
    client: Client, settings: object, name: str, tmp_path: Path
) -> None:
    settings.NOTICES = tmp_path  # type: ignore[attr-defined]
    page = client.get(f"/about/{name}/").content.decode()
    assert f'href="/about/{name}/"' in page
    assert f"{name}.en.txt" in page


def test_the_operators_words_are_shown_as_they_are_written(
    client: Client, settings: object, tmp_path: Path
) -> None:
    settings.NOTICES = tmp_path  # type: ignore[attr-defined]
    (tmp_path / "imprint.de.txt").write_text("# Wir\n\nAnna <b>Muster</b>\nGasse 1")
    for language in ("de", "en"):
        page = client.get("/about/imprint/", headers={"accept-language": language})
        text = page.content.decode()
        assert "<h2>Wir</h2>" in text
        assert "<p>Anna &lt;b&gt;Muster&lt;/b&gt; Gasse 1</p>" in text
        assert "imprint.de.txt" not in text


@pytest.mark.parametrize("name", ["nonsense", "..", "secrets"])
def test_there_are_no_others(client: Client, name: str) -> None:
    assert client.get(f"/about/{name}/").status_code == 404
