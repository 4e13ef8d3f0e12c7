"""A league goes on for years: its seasons follow each other, whoever vanishes, joins or leaves."""

import random
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from accounts.models import User
from games.errors import GameError, Illegal
from games.models import Entrant, Series, Tournament
from games.tournaments import entering, opening, seasons
from games.tournaments.kinds.divisions import DOWN, UP
from games.tournaments.plan import Plan
from games.tournaments.running import organising, recount, running
from games.tournaments.series import series
from tests.games.test_races import at_once
from tests.games.times import Times
from tests.tournaments.playing import assert_whole, crowd
from tests.tournaments.seasons import (
    LEAGUE,
    begun,
    divisions_of,
    edition,
    in_,
    join_all,
    let_begin,
    play,
    settle,
    ticks,
    without_games,
)
from tests.tournaments.test_telling import told

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def no_games(monkeypatch: pytest.MonkeyPatch) -> None:
    without_games(monkeypatch)


def league(people: list[User], **changed: object) -> Series:
    here = begun(people[0], "over", 7, **{**LEAGUE, **changed})
    join_all(edition(here, 1), people)
    return here


def assert_a_season_of_a_league(now: Tournament) -> None:
    """It has ended by its date; its log says the same, of divisions, too."""
    assert_whole(now)
    assert recount.divided(now) == recount.kept_divisions(now)
    call_command("standings", str(now.pk), verbosity=0)
    places = Entrant.objects.filter(tournament=now, seed__gt=0).order_by("place")
    divisions = list(places.values_list("division", flat=True))
    assert divisions == sorted(divisions), "places are by division first"


@pytest.mark.slow
def test_three_seasons_of_games_with_people_vanishing_and_late_joiners(times: Times) -> None:
    people = crowd(16)
    here, late = league(people[:12]), people[12:]
    gone: set[int] = set()
    for number in (1, 2, 3):
        now = let_begin(here, number, times)
        gone.add(people[3 * number].pk)
        joining = late[2 * (number - 1) : 2 * number]
        join_all(edition(here, number + 1), joining)
        play(now, times, gone)
        assert_a_season_of_a_league(now)
        following = edition(here, number + 1)
        assert now.ended_at is not None
        assert following.starts_at == now.ended_at + timedelta(days=7)
        assert in_(following) == in_(now) | {each.pk for each in joining}
        assert not in_(following) & gone
    assert here.editions.count() == 4


@pytest.mark.slow
def test_three_seasons_of_thirty_seven_people_with_a_tenth_vanishing_in_each(
    times: Times, no_games: None
) -> None:
    people = crowd(45)
    here, late = league(people[:37], group_size=8, rising=2), people[37:]
    chance = random.Random(2)
    gone: set[int] = set()
    for number in (1, 2, 3):
        now = let_begin(here, number, times)
        before = divisions_of(now)
        gone |= set(chance.sample(sorted(in_(now) - gone), 4))
        join_all(edition(here, number + 1), late[: 2 * number])
        late = late[2 * number :]
        settle(now, times, gone)
        assert_a_season_of_a_league(now)
        users = dict(now.entrants.values_list("pk", "user"))
        stood = {users[pk]: each for pk, each in seasons.now_stood(now).items()}
        if number == 3:
            break
        following = let_begin(here, number + 1, times)
        after = divisions_of(following)
        assert not gone & set(after)
        for user in set(after) & set(before):
            moved = after[user] - before[user]
            assert moved < 0 if stood[user].zone == UP else moved <= (stood[user].zone == DOWN)
        newcomers = set(after) - set(before)
        assert all(after[each] >= max(after.values()) - 1 for each in newcomers)
    assert Series.objects.get().number == 4


@pytest.mark.slow
def test_the_next_season_can_be_joined_while_one_runs_and_keeps_the_places_of_its_people(
    times: Times, no_games: None
) -> None:
    people = crowd(12)
    here = league(people[:6], most=8)
    first = let_begin(here, 1, times)
    following = edition(here, 2)
    assert first.ends_at is not None
    assert following.starts_at == first.ends_at + timedelta(days=7)
    join_all(following, people[6:9])
    states = following.entrants.order_by("pk").values_list("state", flat=True)
    assert list(states) == ["in", "in", "waiting"], "six of the eight places are kept"
    entering.join_tournament(following.pk, people[0].pk)
    assert in_(following) == {people[n].pk for n in (0, 6, 7)}, "of the season that runs"
    join_all(following, people[9:11])
    organising.withdraw_player(following.pk, people[0].pk)
    assert in_(following) == {people[n].pk for n in (6, 7, 8)}, "a place is free"
    times.go(days=60)
    Tournament.objects.filter(pk=following.pk).update(due_at=times.now)
    running.advance(following.pk)
    following.refresh_from_db()
    assert following.status == "open", "it does not begin before the last one is over"
    settle(first, times, {people[5].pk})
    following.refresh_from_db()
    assert in_(following) == {people[n].pk for n in (1, 2, 3, 4, 6, 7, 8, 9)}
    organising.withdraw_player(following.pk, people[1].pk)
    after = let_begin(here, 2, times)
    assert in_(after) == {people[n].pk for n in (2, 3, 4, 6, 7, 8, 9, 10)}
    assert set(divisions_of(after).values()) == {1}


@pytest.mark.slow
def test_each_is_told_whether_they_rise_fall_or_stay_and_when_it_goes_on(
    times: Times, no_games: None
) -> None:
    people = crowd(12)
    here = league(people)
    now = settle(let_begin(here, 1, times), times, set())
    said = {each.username: told("tournament_over", each)[0] for each in people}
    for entrant in Entrant.objects.filter(tournament=now).select_related("user"):
        stands = seasons.now_stood(now)[entrant.pk]
        words = {UP: "You are promoted", DOWN: "You are relegated", 0: "You stay"}[stands.zone]
        assert words in said[entrant.user.username]
        assert "Lantern League 1: the season is over" in said[entrant.user.username]
        assert "The next season begins on" in said[entrant.user.username]
    assert sum("promoted" in words for words in said.values()) == 1
    assert sum("relegated" in words for words in said.values()) == 1
    assert not told("tournament_opened"), "they are in it anyway"


@pytest.mark.slow
@pytest.mark.parametrize("where", ["carry", "create"])
def test_a_season_whose_opening_was_killed_comes_once_with_everybody_in_it_once(
    times: Times, no_games: None, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    people = crowd(8)
    here = league(people)
    first = let_begin(here, 1, times)
    if where == "create":  # the next season is not there yet when this one ends
        edition(here, 2).delete()
        Series.objects.update(number=1, next_at=times.now)
    module = seasons if where == "carry" else opening
    real = getattr(module, where)

    def die(*given: object, **named: object) -> None:
        real(*given, **named)
        raise KeyboardInterrupt  # nothing catches it: as a kill, the transaction is cut

    with monkeypatch.context() as patched:
        patched.setattr(module, where, die)
        with pytest.raises(KeyboardInterrupt):
            settle(first, times, set())
        with pytest.raises(KeyboardInterrupt):
            ticks()
    for _time in range(2):
        times.go(minutes=6)
        Tournament.objects.filter(status="running").update(due_at=times.now)
        ticks()
    first.refresh_from_db()
    assert first.status == "finished"
    assert list(here.editions.order_by("edition").values_list("edition", flat=True)) == [1, 2]
    assert sorted(edition(here, 2).entrants.values_list("user", flat=True)) == sorted(in_(first))


def test_a_season_that_is_opened_as_the_last_one_ends_gets_everybody_once(
    times: Times, no_games: None
) -> None:
    people = crowd(8)
    here = league(people)
    first = let_begin(here, 1, times)
    edition(here, 2).delete()
    Series.objects.update(number=1, next_at=times.now)

    def end(_tournament: Tournament) -> None:
        with transaction.atomic():
            locked = Tournament.objects.select_for_update().get(pk=first.pk)
            if locked.status == "running":
                running.end_tournament(locked, "finished", times.now)

    acts: list[Callable[[], object]] = [
        lambda: series.open_next(here.pk),
        lambda: end(first),
        lambda: series.open_next(here.pk),
    ]
    said = at_once(lambda n: acts[n](), 3)
    assert all(one is None or isinstance(one, bool) for one in said)
    ticks()
    assert here.editions.count() == 2
    assert sorted(edition(here, 2).entrants.values_list("user", flat=True)) == sorted(
        each.pk for each in people
    )


def test_a_league_is_always_a_series_and_its_numbers_are_checked(times: Times) -> None:
    [one] = crowd(1)
    with pytest.raises(Illegal):
        opening.open_(one.pk, Plan(**LEAGUE))
    for changed in ({"group_size": 9}, {"rising": 0}, {"rising": 3}, {"least": 3}):
        with pytest.raises(Illegal):
            begun(one, "over", 7, **{**LEAGUE, **changed})
    for rhythm, joining in (("month", 7), ("over", 0), ("over", 61)):
        with pytest.raises(GameError):
            begun(one, rhythm, joining, **LEAGUE)
    assert not Series.objects.exists()


def test_with_too_few_it_waits_for_more_and_ends_after_three_times(times: Times) -> None:
    people = crowd(3)
    here = league(people)
    for number in (1, 2, 3):
        assert in_(edition(here, number)) == {each.pk for each in people}, "who came comes again"
        times.go(days=7, minutes=1)
        ticks()
        assert edition(here, number).status == "cancelled"
    here.refresh_from_db()
    assert (here.active, here.number) == (False, 3)
    assert "The last three had too few players" in told("series_stuck", people[0])[0]


@pytest.mark.slow
def test_a_division_that_was_changed_by_hand_is_found(times: Times, no_games: None) -> None:
    people = crowd(12)
    here = league(people)
    now = settle(let_begin(here, 1, times), times, set())
    call_command("standings", str(now.pk), verbosity=0)
    entrant = now.entrants.filter(division=2).first()
    assert entrant is not None
    Entrant.objects.filter(pk=entrant.pk).update(division=1)
    with pytest.raises(CommandError, match="divisions"):
        call_command("standings", str(now.pk), verbosity=0)


@pytest.mark.slow
def test_a_substitute_takes_the_division_and_a_waiting_player_joins_the_next_season(
    times: Times, no_games: None
) -> None:
    people = crowd(10)
    here = begun(people[0], "over", 7, **{**LEAGUE, "most": 8})
    join_all(edition(here, 1), people)
    now = let_begin(here, 1, times)
    organising.withdraw_player(now.pk, people[2].pk)
    running.advance(now.pk)
    assert in_(now) == {each.pk for each in people[:9]} - {people[2].pk}
    assert set(divisions_of(now)) == in_(now)
    settle(now, times, set())
    assert_a_season_of_a_league(now)
    assert in_(edition(here, 2)) == in_(now), "all eight places are kept"
    organising.withdraw_player(edition(here, 2).pk, people[0].pk)
    assert people[9].pk in in_(edition(here, 2)), "who has waited all along"
