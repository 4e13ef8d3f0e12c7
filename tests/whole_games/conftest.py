"""A game that is played to its end at its pages is one in which nothing slipped."""

from collections.abc import Iterator

import pytest

from boardgames.models import Trouble


@pytest.fixture(autouse=True)
def _nothing_slips(transactional_db: None) -> Iterator[None]:
    yield
    assert list(map(str, Trouble.objects.all())) == []
