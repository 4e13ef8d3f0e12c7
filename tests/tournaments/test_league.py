"""A league goes on for years: its seasons follow each other, whoever vanishes, joins or leaves."""

import random
from datetime import timedelta

import pytest
from django.core.management import call_command

from games.models import Entrant, Tournament
from games.tournaments import entering, recount
from tests.games.times import Times
from tests.tournaments.playing import assert_whole, crowd
from tests.tournaments.seasons import LEAGUE, begun, edition, season

pytestmark = pytest.mark.django_db(transaction=True)


def users_of(here: Tournament) -> dict[int, int]:
    """The division of each, by user."""
    found = Entrant.objects.filter(tournament=here, division__gt=0)
    return dict(found.values_list("user", "division"))


@pytest.mark.slow
def test_a_league_of_three_seasons_with_a_tenth_vanishing_and_late_joiners(times: Times) -> None:
    people = crowd(22)
    there, late = people[:18], people[18:]
    here = begun(there[0], "over", 7, **LEAGUE)
    for user in there:
        entering.join(edition(here, 1).pk, user.pk)
    gone: set[int] = set()
    chance = random.Random(4)
    for number in (1, 2, 3):
        present = [each.pk for each in people if each.pk not in gone and each.pk != there[0].pk]
        gone |= set(chance.sample(present, 2))
        joining = late[2 * (number - 1) : 2 * number]
        now = season(here, number, times, gone, late=joining)
        assert_whole(now)
        assert recount.divided(now) == recount.kept_divisions(now)
        call_command("standings", str(now.pk))
        following = edition(here, number + 1)
        assert now.ended_at is not None
        assert following.starts_at == now.ended_at + timedelta(days=7)
        stayed = Entrant.objects.filter(tournament=now, state="in").values_list("user", flat=True)
        coming = list(following.entrants.filter(state="in").values_list("user", flat=True))
        assert sorted(coming) == sorted({*stayed, *(each.pk for each in joining)})
        assert here.editions.count() == number + 1
    before, after = users_of(edition(here, 2)), users_of(edition(here, 3))
    newcomers = set(after) - set(before)
    assert newcomers
    assert {after[each] for each in newcomers} == {max(after.values())}
