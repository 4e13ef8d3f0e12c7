"""Finding people: by a part of the name, on the page and by programs, and people who are never
found."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import people
from accounts.company import privacy, relationships
from accounts.models import Sanction, User
from accounts.moderation import sanctions
from accounts.sessions import tokens
from community import finding
from games.lobby import open_games
from games.models import Encounter, Habit
from games.pages.people import finding as people_pages
from tests.people import person


def names(part: str, reader: User) -> list[str]:
    met = Encounter.objects.filter(user=reader).values_list("other", flat=True)
    return [one.username for one in finding.by_part(part, reader.pk, met)]


def befriend(one: User, other: User) -> None:
    relationships.befriend(one, other)
    relationships.befriend(other, one)


@pytest.fixture
def mara(db: None) -> User:
    return person("Mara")


@pytest.fixture
def tamara(db: None) -> User:
    return person("tamara")


class TestByAPart:
    def test_in_any_case_and_anywhere_in_the_name(
        self, anna: User, mara: User, tamara: User
    ) -> None:
        assert names("MAR", anna) == ["Mara", "tamara"]
        assert names("tam", anna) == ["tamara"]
        assert names("amara", anna) == ["tamara"]

    def test_friends_first_then_those_one_has_played_with(
        self, anna: User, mara: User, tamara: User
    ) -> None:
        marten, otmar = person("marten"), person("otmar")
        befriend(anna, tamara)
        Encounter.objects.create(user=anna, other=otmar, type="imhotep", games=4)
        assert names("mar", anna) == ["tamara", "otmar", "Mara", "marten"]
        assert marten.is_active

    @pytest.mark.parametrize(
        "part", ["", "m", "ma", "%a%", "ma ra", "mär", "..", "m" * 31, "a\x00b"]
    )
    def test_nonsense_and_less_than_three_letters_find_nobody(
        self, anna: User, mara: User, part: str
    ) -> None:
        assert names(part, anna) == []

    def test_the_pieces_have_to_stand_together(self, anna: User) -> None:
        person("arabam")
        assert names("bara", anna) == []

    def test_neither_yourself_nor_people_who_hide_are_apart_suspended_or_gone(
        self, anna: User, mara: User, tamara: User
    ) -> None:
        assert "anna" not in names("ann", anna)
        privacy.hide(mara, ["found"])
        assert names("mar", anna) == ["tamara"]
        relationships.block(tamara, anna)
        assert names("mar", anna) == []
        assert names("ann", tamara) == []
        relationships.unblock(tamara, anna)
        sanctions.impose(tamara, Sanction.Kind.SUSPENSION, by=None, reason="x", until=None)
        assert names("mar", anna) == []
        privacy.hide(mara, [])
        people.close_account(mara)
        assert names("for", anna) == []

    def test_a_new_name_is_found_and_the_old_one_no_more(self, anna: User, mara: User) -> None:
        User.objects.filter(pk=mara.pk).update(username="Gerlinde")
        assert names("mar", anna) == []
        assert names("lind", anna) == ["Gerlinde"]

    @pytest.mark.slow
    def test_it_goes_by_the_index(self, anna: User) -> None:
        many = [User(username=f"player{number}x") for number in range(3000)]
        User.objects.bulk_create([*many, User(username="zebulon")])
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE accounts_user")
            with CaptureQueriesContext(connection) as asked:
                assert names("bulo", anna) == ["zebulon"]
            (sql,) = [each["sql"] for each in asked if "name_parts" in each["sql"]]
            cursor.execute(f"EXPLAIN {sql}")
            assert "user_name_parts" in str(cursor.fetchall())


class TestPages:
    def test_the_part_that_was_looked_for_is_marked(self, anna: User, tamara: User) -> None:
        browser = Client()
        browser.force_login(anna)
        page = browser.get("/people/?q=MAR").content.decode()
        assert "ta<mark>mar</mark>a" in page
        assert "No visible player has" in browser.get("/people/?q=xyz").content.decode()

    def test_programs_find_the_same(self, anna: User, mara: User) -> None:
        befriend(anna, mara)
        token = tokens.mint(anna, "finder")
        answer = Client().get("/api/v1/people?q=mar", headers={"authorization": f"Bearer {token}"})
        assert answer.json() == {
            "people": [
                {"username": "Mara", "bot": False, "friend": True, "games": 0, "known": "friend"}
            ]
        }
        assert Client().get("/api/v1/people?q=mar").status_code == 401
        too_long = f"/api/v1/people?q={'m' * 31}"
        answer = Client().get(too_long, headers={"authorization": f"Bearer {token}"})
        assert answer.status_code == 400

    def test_few_are_shown_all_and_many_by_what_they_do(self, anna: User, ben: User) -> None:
        browser = Client()
        browser.force_login(anna)
        assert "Invite a friend." in browser.get("/people/").content.decode()
        for number in range(13):
            person(f"player{number}")
        page = browser.get("/people/").content.decode()
        assert "Invite a friend." not in page
        assert "New here" in page
        assert "player12" in page

    def test_somebody_who_is_not_listed_is_told_so(self, anna: User) -> None:
        browser = Client()
        browser.force_login(anna)
        assert "Others see you here as “anna”" in browser.get("/people/").content.decode()
        privacy.hide(anna, ["found"])
        assert "nobody can find you" in browser.get("/people/").content.decode()

    def test_it_costs_as_much_for_many_as_for_few(self, anna: User) -> None:
        browser = Client()
        browser.force_login(anna)
        for number in range(20):
            person(f"player{number}", date_joined=timezone.now())
        with CaptureQueriesContext(connection) as few:
            browser.get("/people/?q=player1")
        for number in range(20, 40):
            person(f"player{number}", date_joined=timezone.now())
        with CaptureQueriesContext(connection) as many:
            browser.get("/people/?q=player")
        assert len(many) == len(few)
        assert len(many) < 37


def test_of_a_part_that_very_many_have_the_name_itself_and_friends_are_found(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finding, "LOOKED_AT", 2)
    many = [person(f"player{number}") for number in range(6)]
    friend = person("zplayer")
    person("player-x")
    befriend(anna, friend)
    Encounter.objects.create(user=anna, other=many[5], type="imhotep", games=4)
    found = names("PLAYER-X", anna)
    assert found == ["player-x"]
    found = names("player", anna)
    assert found[:2] == ["zplayer", "player5"]
    assert len(found) <= 4
    person("Lay")
    assert names("lay", anna)[0] == "Lay"


def test_people_who_share_your_language_come_first_then_those_as_fast_as_you(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people_pages, "YOUNG", 1)
    User.objects.filter(pk=anna.pk).update(language="de")
    day = timedelta(days=1)
    Habit.objects.create(user=anna, pace=day)
    for name, language, pace in (("slow", "de", 9), ("other", "en", 1), ("fast", "de", 1)):
        user = person(name, language=language)
        Habit.objects.create(user=user, pace=pace * day)
        open_games.create(user.pk, "imhotep", 2)
    browser = Client()
    browser.force_login(anna)
    page = browser.get("/people/").content.decode()
    shown = re.findall(r'people-row"><a class="person" href="/players/(\w+)/"', page)
    assert shown[:3] == ["fast", "slow", "other"]
