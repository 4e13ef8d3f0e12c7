"""A game type from outside begins as an alpha on a site in production, and nowhere else."""

import pytest
from pytest_django import Settings

from accounts.models import User
from boardgames.database import history
from games.lobby import open_games
from games.models import Package
from games.stages import stage_visibility

pytestmark = pytest.mark.usefixtures("lanterns")


@pytest.fixture
def _in_production(settings: Settings) -> None:
    settings.PRODUCTION = True


def start() -> None:
    """What a start announces once the database is up to date."""
    history.brought_up_to_date.send(sender=None)


@pytest.mark.usefixtures("_in_production")
def test_only_its_testers_see_it_until_the_operator_publishes_it(anna: User) -> None:
    start()
    assert stage_visibility.trial("lanterns") == "alpha"
    assert "lanterns" not in stage_visibility.type_names(anna.pk)
    assert {"imhotep", "bali", "bora_bora", "bomarzo"} <= stage_visibility.type_names(None).keys()
    Package.objects.filter(pk="lanterns").update(stage="published")
    start()
    assert "lanterns" in stage_visibility.type_names(anna.pk)


@pytest.mark.usefixtures("_in_production")
def test_a_type_that_people_have_played_stays_published(anna: User) -> None:
    open_games.create(anna.pk, "lanterns", 2)
    start()
    assert stage_visibility.trial("lanterns") == ""


def test_an_authors_own_server_shows_it_to_all(anna: User) -> None:
    start()
    assert "lanterns" in stage_visibility.type_names(None)
    assert not Package.objects.exists()
