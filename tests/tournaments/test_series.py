"""A plan that is opened again and again, by itself: each edition once, whoever dies or vanishes."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from accounts.models import User
from community.clubs import founding
from games.errors import GameError
from games.models import Entrant, Series, Tournament
from games.moves import actions
from games.rules import registry
from games.tournaments import entering, listing, opening
from games.tournaments.plan import Plan
from games.tournaments.series import series
from notifications.models import Notification
from tests.games.test_races import at_once
from tests.games.times import Times
from tests.people import browser_of as as_
from tests.people import person
from tests.tournaments.playing import crowd
from tests.tournaments.seasons import CUP, LEAGUE, begun, edition, join_all, ticks
from tests.tournaments.test_pages import NEW
from tests.tournaments.test_telling import told

pytestmark = pytest.mark.django_db(transaction=True)


def statuses(here: Series) -> list[tuple[int | None, str]]:
    return list(here.editions.order_by("edition").values_list("edition", "status"))


def test_each_month_one_is_opened_joined_begun_and_told_to_a_player_who_took_part(
    times: Times,
) -> None:
    people = crowd(5)
    here = begun(people[0], "month", 7, **CUP)
    first = edition(here, 1)
    assert (first.name, first.status) == ("Monthly 1", "open")
    assert first.starts_at == times.now + timedelta(days=7)
    assert here.next_at is not None
    join_all(first, people[:4])
    ticks()
    assert statuses(here) == [(1, "open")], "it begins at its date, though it is full"
    times.go(days=7, minutes=1)
    ticks()
    assert statuses(here) == [(1, "running")]
    times.go(days=22)
    ticks()
    assert statuses(here) == [(1, "running")]
    times.go(days=1)
    for _time in range(2):
        ticks()
    assert statuses(here) == [(1, "running"), (2, "open")]
    assert edition(here, 2).starts_at == first.starts_at.replace(month=12)
    assert told("tournament_opened") == ["p1", "p2", "p3", "p4"]
    assert told("tournament_opened", people[0])[0].startswith("You can join Monthly 2")
    assert Notification.objects.filter(kind="tournament_opened").count() == 4
    entering.join_tournament(edition(here, 2).pk, people[4].pk)


def test_the_next_one_follows_when_the_last_one_is_over(times: Times) -> None:
    people = crowd(2)
    here = begun(people[0], "over", 0, **{**CUP, "most": 2})
    join_all(edition(here, 1), people)
    ticks()
    assert statuses(here) == [(1, "running")], "it begins when it is full"
    game = edition(here, 1).tables.get().game
    assert game is not None
    actions.resign(game.pk, people[1].pk)
    ticks()
    assert statuses(here) == [(1, "finished"), (2, "open")]
    assert listing.editions(here)[1].winners == ["p1"]


def test_an_edition_whose_process_died_in_the_middle_is_opened_once(
    times: Times, monkeypatch: pytest.MonkeyPatch
) -> None:
    [one] = crowd(1)
    here = begun(one, "week", 3, **CUP)
    times.go(days=8)
    create = opening.create

    def die(*given: Any, **named: Any) -> None:
        create(*given, **named)
        raise KeyboardInterrupt  # nothing catches it: as a kill, the transaction is cut

    with monkeypatch.context() as patched:
        patched.setattr(opening, "create", die)
        with pytest.raises(KeyboardInterrupt):
            series.tick()
    assert here.editions.count() == 1
    said = at_once(lambda _n: series.open_next(here.pk), 3)
    assert sorted(map(str, said)) == ["False", "False", "True"]
    assert list(here.editions.order_by("edition").values_list("edition", flat=True)) == [1, 2]


def test_a_plan_that_cannot_be_opened_is_told_once_and_stays_until_it_is_changed(
    times: Times, monkeypatch: pytest.MonkeyPatch
) -> None:
    [one] = crowd(1)
    here = begun(one, "week", 7, **CUP)
    with monkeypatch.context() as patched:
        patched.setattr(registry, "get", _unknown)
        for _week in range(3):
            times.go(days=7, hours=1)
            series.tick()
            series.tick()
    here.refresh_from_db()
    assert (here.active, here.trouble, here.number) == (True, "bad_type", 1)
    assert len(told("series_stuck", one)) == 1
    assert "The game is no longer offered" in told("series_stuck", one)[0]
    page = Client().get(f"/tournaments/series/{here.pk}/").content.decode()
    assert "The next one cannot be opened. The game is no longer offered" in page
    series.change(here.pk, one.pk, Plan(**{**CUP, "days": 30}), "week", 7)
    ticks()
    here.refresh_from_db()
    assert (here.trouble, here.number, edition(here, 2).days) == ("", 2, 30)


def _unknown(type_: str) -> None:
    raise registry.UnknownGameType(type_)


def test_a_change_holds_from_the_next_one_on_and_an_end_lets_the_others_go_on(
    times: Times,
) -> None:
    people = crowd(2)
    here = begun(people[0], "week", 7, **CUP)
    series.change(here.pk, people[0].pk, Plan(**{**CUP, "name": "Weekly", "days": 20}), "week", 3)
    assert (edition(here, 1).name, edition(here, 1).days) == ("Monthly 1", 40)
    times.go(days=12)
    ticks()
    assert (edition(here, 2).name, edition(here, 2).days) == ("Weekly 2", 20)
    series.stop(here.pk, people[0].pk)
    times.go(days=2)
    join_all(edition(here, 2), people)
    times.go(days=1, hours=1)
    ticks()
    assert edition(here, 2).status == "running"
    times.go(days=90)
    ticks()
    assert here.editions.count() == 2
    with pytest.raises(GameError):
        series.stop(here.pk, people[0].pk)
    with pytest.raises(GameError):
        series.change(here.pk, people[0].pk, Plan(**LEAGUE), "over", 7)


def test_what_cannot_be_a_series_is_refused(times: Times) -> None:
    [one] = crowd(1)
    for rhythm, joining, changed in (
        ("daily", 7, {}),
        ("week", 8, {}),
        ("month", 0, {}),
        ("quarter", 61, {}),
        ("week", 7, {"name": "x" * 51}),
        ("week", 7, {"most": 1}),
        ("week", 7, {"by_invitation": True}),
    ):
        with pytest.raises(GameError):
            begun(one, rhythm, joining, **{**CUP, **changed})
    guest = User.objects.create(username="guest", is_guest=True)
    with pytest.raises(GameError):
        begun(guest, "week", 7, **CUP)
    for _time in range(series.MOST_RUN):
        begun(one, "week", 7, **CUP)
    with pytest.raises(GameError):
        begun(one, "week", 7, **CUP)
    assert opening.open_(one.pk, Plan(**CUP)), "editions are not counted"


def moderator() -> User:
    user = person("moderator", is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="moderate_game"))
    return user


def test_only_the_organiser_ends_and_changes_it_by_its_page(times: Times) -> None:
    organiser, other = crowd(2)
    client = as_(organiser)
    again = {**NEW, "rhythm": "month", "joining": "7"}
    assert client.post("/tournaments/new/", {**again, "joining": "99"}).status_code == 422
    assert client.post("/tournaments/new/", {**again, "joining": "30"}).status_code == 422
    made = client.post("/tournaments/new/", again)
    here = Series.objects.get()
    assert (made.status_code, made["Location"]) == (303, f"/tournaments/series/{here.pk}/")
    path = f"/tournaments/series/{here.pk}"
    page = client.get(f"{path}/").content.decode()
    for said in (
        "Winter 1",
        "every month",
        "Each tournament begins 7 days after",
        "End the series",
    ):
        assert said in page
    assert "End the series" not in as_(other).get(f"{path}/").content.decode()
    form = client.get(f"{path}/change/").content.decode()
    assert 'value="Winter"' in form
    changed = {**again, "days": "30", "group_size": "6", "kind": "swiss"}
    for user, status in ((None, 302), (other, 403), (organiser, 303)):
        assert as_(user).post(f"{path}/change/", changed).status_code == status
    here.refresh_from_db()
    assert (here.plan["days"], here.plan["group_size"], here.plan["kind"]) == (30, 6, "robin")
    assert (edition(here, 1).days, edition(here, 1).group_size) == (60, 8)
    for user, status in ((None, 302), (other, 403), (moderator(), 303), (organiser, 409)):
        assert as_(user).post(f"{path}/stop/").status_code == status
    page = client.get(f"{path}/").content.decode()
    assert "It has ended" in page
    assert "End the series" not in page
    for address in ("/tournaments/series/99999/", "/tournaments/series/99999999999999999999/"):
        assert client.get(address).status_code == 404


def test_the_list_and_programs_name_the_series(times: Times) -> None:
    people = crowd(2)
    here = begun(people[0], "month", 7, **CUP)
    page = as_(None).get("/tournaments/").content.decode()
    assert "No. 1 of a series, every month" in page
    assert "Recurring tournaments" in page
    [listed] = Client().get("/api/v1/series").json()["series"]
    assert (listed["name"], listed["rhythm"], listed["active"]) == ("Monthly", "month", True)
    whole = Client().get(f"/api/v1/series/{here.pk}").json()
    [one] = whole["editions"]
    assert one["winner"] is None
    assert (one["tournament"]["series"], one["tournament"]["edition"]) == (here.pk, 1)
    assert Client().get("/api/v1/series/99999999999999999999").status_code == 404


def test_a_series_of_a_club_is_for_its_members_alone(times: Times) -> None:
    owner, stranger = crowd(2)
    club = founding.found(owner.pk, founding.Words(name="Elm Street")).pk
    with pytest.raises(GameError):
        begun(stranger, "month", 7, **CUP, club=club)
    here = begun(owner, "month", 7, **CUP, club=club)
    for user, status in ((None, 404), (stranger, 404), (owner, 200)):
        assert as_(user).get(f"/tournaments/series/{here.pk}/").status_code == status
        assert as_(user).get(f"/api/v1/series/{here.pk}").status_code == status
        listed = as_(user).get("/api/v1/series").json()["series"]
        assert bool(listed) == (status == 200)
    founding.close_club(club, owner.pk)
    assert statuses(here) == [(1, "cancelled")]
    times.go(days=40)
    ticks()
    here.refresh_from_db()
    assert (here.number, bool(here.trouble)) == (1, True)
    assert Entrant.objects.count() == 0
    assert Tournament.objects.count() == 1


def test_whoever_plays_in_what_runs_of_anothers_series_does_not_decide_about_it(
    times: Times,
) -> None:
    people = crowd(5)
    here = begun(people[0], "month", 7, **CUP)
    moderator = person("moderator", is_staff=True)
    moderator.user_permissions.add(Permission.objects.get(codename="moderate_game"))
    join_all(edition(here, 1), [*people[:3], moderator])
    times.go(days=7, minutes=1)
    ticks()
    with pytest.raises(GameError) as refused:
        series.stop(here.pk, moderator.pk)
    assert refused.value.code == "interest"
    with pytest.raises(GameError) as refused:
        series.change(here.pk, moderator.pk, series.plan_of(here), "week", 5)
    assert refused.value.code == "interest"
    series.change(here.pk, people[0].pk, series.plan_of(here), "week", 5)
    series.stop(here.pk, people[0].pk)
