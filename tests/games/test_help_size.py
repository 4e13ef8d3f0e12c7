"""The help of a type is a part of each of its tables, so it is light."""

import pytest
from django.utils import translation

from games.pages.drawing.rendering import fixed
from games.rules import registry

#: Bytes.
MOST = 60_000


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("slug", [rules.slug for rules in registry.all()])
def test_the_help_of_a_type_is_light(slug: str, language: str) -> None:
    with translation.override(language):
        assert len(fixed(f"{slug}/help.html").encode()) < MOST
