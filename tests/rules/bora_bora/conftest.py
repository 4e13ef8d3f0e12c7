"""Bora Bora's own templates and words, found by themselves once it is in the catalogue."""

from pathlib import Path

import pytest
from django.conf import settings
from django.utils.translation import trans_real
from jinja2 import FileSystemLoader

from boardgames.catalogues import BASE, Owner
from games.pages.drawing import jinja
from games.rules import registry
from games.rules.bora_bora import rules

PACKAGE = BASE / "games" / "rules" / "bora_bora"
WORDS = Owner(PACKAGE / "table" / "locale", (PACKAGE,), BASE)


@pytest.fixture
def _table(monkeypatch: pytest.MonkeyPatch) -> None:
    known = dict(registry._catalogue())
    monkeypatch.setattr(registry, "_catalogue", lambda: {**known, rules.slug: rules})
    WORDS.compile()
    paths = [*map(Path, settings.LOCALE_PATHS), WORDS.locale]
    monkeypatch.setattr(settings, "LOCALE_PATHS", list(dict.fromkeys(paths)))
    loader = jinja().loader
    assert isinstance(loader, FileSystemLoader)
    templates = str(PACKAGE / "table" / "templates")
    monkeypatch.setattr(loader, "searchpath", [*loader.searchpath, templates])
    monkeypatch.setattr(trans_real, "_translations", {})
