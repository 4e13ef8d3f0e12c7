"""A moderator who plays in a tournament decides about none of its tables and people, nor about a
club in which he has a part."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from accounts.models import User
from community.clubs import founding, joining
from community.clubs.founding import Words
from community.models import Club
from games.errors import Refused
from games.models import Entrant, Table, Tournament
from games.moderation import acts, clubs, people, seats
from games.tournaments.running import organising, running
from tests.games.tables import table
from tests.people import person
from tests.tournaments.playing import crowd, opened

pytestmark = pytest.mark.django_db(transaction=True)
REASON = "For a reason"


@pytest.fixture
def mod(lanterns: None) -> User:
    user = person("mod", is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="moderate_game"))
    return user


@pytest.fixture
def cup(mod: User) -> Tournament:
    """Of six, the moderator among them, at three tables."""
    runs, *users = crowd(6)
    here = opened(runs, [*users, mod], at_once=1)
    running.advance(here.pk)
    return here


def elsewhere(cup: Tournament, mod: User) -> tuple[int, User]:
    """A game at which the moderator does not sit, and somebody who plays there."""
    there = Table.objects.filter(tournament=cup).exclude(players__entrant__user=mod)
    found = there.exclude(game=None).order_by("pk")[0]
    return found.game_id or 0, found.players.all()[0].entrant.user


def code_of(act: object, *given: object) -> str:
    with pytest.raises(Refused) as refused:
        act(*given)  # type: ignore[operator]
    return refused.value.code


@pytest.mark.slow
def test_not_about_its_other_tables(cup: Tournament, mod: User) -> None:
    game, _user = elsewhere(cup, mod)
    for act, *given in (
        (acts.pause_game, REASON),
        (acts.cancel_game, REASON),
        (acts.end_game, REASON),
        (acts.rate, False, REASON),
        (acts.roll_back, 0, REASON),
        (seats.forfeit, 0, REASON),
        (seats.give_time, 0, 5, REASON),
        (seats.hand_to_bot, 0, REASON),
    ):
        assert code_of(act, game, mod.pk, *given) == "own_game"
    client = Client()
    client.force_login(mod)
    assert client.get(f"/admin/games/game/{game}/look/0/").status_code == 403


def test_not_about_those_who_take_part(cup: Tournament, mod: User) -> None:
    _game, rival = elsewhere(cup, mod)
    for act, *given in (
        (people.warn, REASON),
        (people.suspend, 1, REASON),
        (people.ban, REASON),
        (people.rename, "Quiet-Otter", REASON),
    ):
        assert code_of(act, rival.pk, mod.pk, *given) == "own_company"


@pytest.mark.slow
def test_but_again_once_it_is_over_for_them(cup: Tournament, mod: User) -> None:
    game, rival = elsewhere(cup, mod)
    organising.withdraw_player(cup.pk, mod.pk)
    assert not Entrant.objects.filter(user=mod, state=Entrant.State.IN).exists()
    acts.pause_game(game, mod.pk, REASON)
    people.warn(rival.pk, mod.pk, REASON)


def club(owner: User) -> Club:
    return founding.found(owner.pk, Words("A club", "request"))


def test_not_about_a_club_that_has_removed_or_not_taken_them(
    lanterns: None, mod: User, anna: User
) -> None:
    there = club(anna)
    joining.join_club(there.pk, mod.pk)
    for act in (clubs.close, clubs.clear, clubs.pass_on):
        assert code_of(act, there.pk, mod.pk) == "own_club"
    joining.withdraw_request(there.pk, mod.pk)
    clubs.clear(there.pk, mod.pk)


def test_not_about_a_club_of_somebody_with_whom_they_play(
    lanterns: None, mod: User, anna: User
) -> None:
    there = club(anna)
    table(mod, anna)
    for act in (clubs.close, clubs.clear, clubs.pass_on):
        assert code_of(act, there.pk, mod.pk) == "own_company"
