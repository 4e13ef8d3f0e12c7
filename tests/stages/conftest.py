"""Everything here is about Lanterns."""

import pytest


@pytest.fixture(autouse=True)
def _with_lanterns(lanterns: None) -> None:
    pass
