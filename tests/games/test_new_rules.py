"""News of a game type: what its package says of a new version reaches those who play it, once."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils.translation import override

from accounts.models import User
from community.models import News
from community.news import reading
from games.lobby import open_games
from games.rules import registry
from games.rules.imhotep import table
from games.tasks import tell_of_new_rules
from games.words import table_package
from notifications import bell, planning

SAID = {2: ("It was old.",), 3: ("Old, too.",), 4: ("The bridge costs two.", "It rains.")}


@pytest.fixture
def imhotep(monkeypatch: pytest.MonkeyPatch, anna: User, ben: User) -> Any:
    """Rules of a third version, of which Anna and Ben play a game."""
    rules = registry.get("imhotep")
    monkeypatch.setattr(rules, "version", 3)
    monkeypatch.setattr(table, "CHANGES", SAID, raising=False)
    game = open_games.create(anna.pk, "imhotep", 2).game
    open_games.join_game(game.pk, ben.pk)
    tell_of_new_rules()
    assert not News.objects.exists(), "a site says nothing of the version that it begins with"
    return rules


def under_the_bell(user: User) -> list[str]:
    planning.plan_due()
    return [each.kind for each in bell.entries(user.pk) if each.kind == "site_news"]


def test_a_new_version_is_told_once_to_those_who_play(
    imhotep: Any, monkeypatch: pytest.MonkeyPatch, anna: User, ben: User, cleo: User
) -> None:
    monkeypatch.setattr(imhotep, "version", 4)
    for _tick in range(2):
        tell_of_new_rules()
    [news] = reading.list_news()
    assert news.title == "Imhotep: the rules have changed"
    assert news.text == "The bridge costs two.\nIt rains."
    assert under_the_bell(anna) == under_the_bell(ben) == ["site_news"]
    assert under_the_bell(cleo) == []


def test_it_is_told_in_the_language_of_a_player_who_reads(
    imhotep: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "CHANGES", {4: ("Temple",)})
    monkeypatch.setattr(imhotep, "version", 4)
    tell_of_new_rules()
    with override("de"):
        [news] = reading.list_news()
    assert (news.language, news.text) == ("de", "Tempel")


def test_a_version_of_which_nothing_is_said_and_old_rules_put_back_are_not_told(
    imhotep: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for version in (5, 4, 5):
        monkeypatch.setattr(table, "CHANGES", SAID if version < 5 else {})
        monkeypatch.setattr(imhotep, "version", version)
        tell_of_new_rules()
    assert not News.objects.exists()


def test_guests_and_programs_are_not_told(
    imhotep: Any, monkeypatch: pytest.MonkeyPatch, anna: User, ben: User
) -> None:
    User.objects.filter(pk=ben.pk).update(is_guest=True)
    monkeypatch.setattr(imhotep, "version", 4)
    tell_of_new_rules()
    assert under_the_bell(anna) == ["site_news"]
    assert under_the_bell(ben) == []


def test_a_package_that_slips_keeps_no_others_news_back(
    imhotep: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell = table_package.changes

    def slips(rules: Any, since: int) -> list[str]:
        if rules.slug == "imhotep":
            raise ZeroDivisionError
        return ["It snows."] if since else tell(rules, since)

    bali = registry.get("bali")
    monkeypatch.setattr(table_package, "changes", slips)
    for rules in (imhotep, bali):
        monkeypatch.setattr(rules, "version", rules.version + 1)
    tell_of_new_rules()
    assert [news.title for news in reading.list_news()] == ["Bali: the rules have changed"]


def test_changes_of_a_wrong_form_are_noted_and_cost_the_news_alone(
    imhotep: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "CHANGES", {4: 7})
    monkeypatch.setattr(imhotep, "version", 4)
    tell_of_new_rules()
    assert not News.objects.exists()
