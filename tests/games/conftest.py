"""Games of Lanterns."""

from collections.abc import Iterator

import pytest

from tests.sites import running_site


@pytest.fixture(autouse=True)
def _with_lanterns(lanterns: None) -> None:
    pass


@pytest.fixture(scope="session")
def lanterns_process(django_db_setup: None) -> Iterator[str]:
    """A site with the example game in its catalogue; tests that ask for it are in the group
    "lanterns", so that it is started once."""
    with running_site("tests.games.lanterns_site:application") as site:
        yield site.address
