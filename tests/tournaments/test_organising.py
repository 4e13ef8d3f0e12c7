"""Whoever runs a tournament decides, with others at the same time; a pairing is cut short."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Permission

from accounts.models import User
from games.errors import Forbidden, GameError, Refused
from games.models import Entrant, Game, Table, TablePlayer, Tournament, TournamentEvent
from games.moves import actions
from games.tournaments.running import organising, recount, running
from tests.games.test_races import at_once
from tests.games.times import Times
from tests.people import person
from tests.tournaments.playing import assert_whole, crowd, opened, play_out

pytestmark = pytest.mark.django_db(transaction=True)
REASON = "said so in the rules"


@pytest.fixture
def moderator(db: None) -> User:
    user = person("moderator", is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="moderate_game"))
    return user


def begun(people: list[User], *, by: User | None = None, **changed: Any) -> Tournament:
    """Run ``by`` somebody who does not play in it, or by the first player."""
    made = opened(by or people[0], people, **changed)
    running.advance(made.pk)
    return made


def over(here: Tournament, *, of: User | None = None) -> Table:
    """A table that is over, at which the one with the first seat has lost."""
    tables = Table.objects.filter(tournament=here, state="running")
    table = (tables.filter(players__entrant__user=of) if of else tables).order_by("pk")[0]
    assert table.game is not None
    actions.resign(table.game.pk, table.players.all()[0].entrant.user_id)
    running.advance(here.pk)
    return table


def test_of_two_who_decide_about_one_at_once_one_is_told_that_it_is_done(
    times: Times, moderator: User
) -> None:
    people = crowd(5)
    here = begun(people[:4], by=people[4])
    deciders = [people[4].pk, moderator.pk]
    said = at_once(lambda n: organising.disqualify(here.pk, deciders[n], "p3", REASON), 2)
    assert sorted(type(one).__name__ for one in said) == ["NoneType", "Refused"]
    assert TournamentEvent.objects.filter(kind="gone").count() == 1
    assert recount.anew(here) == recount.kept(here)


def test_of_two_who_change_a_result_at_once_the_last_one_holds_and_both_are_in_the_log(
    times: Times, moderator: User
) -> None:
    people = crowd(5)
    here = opened(people[0], people[1:], most=4)
    running.advance(here.pk)
    table = over(here)
    deciders = [(people[0].pk, [1, 1]), (moderator.pk, [1, 2])]
    said = at_once(
        lambda n: organising.correct(here.pk, deciders[n][0], table.pk, deciders[n][1], REASON), 2
    )
    assert said == [None, None]
    events = TournamentEvent.objects.filter(kind="corrected").order_by("pk")
    assert {event.by_id for event in events} == {people[0].pk, moderator.pk}
    assert len(events) == 2
    last = {entrant: rank for entrant, rank, *_more in events[1].data["seated"]}
    assert dict(TablePlayer.objects.filter(table=table).values_list("entrant", "rank")) == last
    assert recount.anew(here) == recount.kept(here)


def test_a_changed_result_changes_the_standings_and_nobody_changes_their_own(
    times: Times, moderator: User
) -> None:
    people = crowd(4)
    here = begun(people)
    own = over(here, of=people[0])
    with pytest.raises(Forbidden):
        organising.correct(here.pk, people[0].pk, own.pk, [1, 2], REASON)
    with pytest.raises(Forbidden):
        organising.correct(here.pk, people[1].pk, own.pk, [1, 2], REASON)
    for ranks in ([1], [0, 1], [1, 3]):
        with pytest.raises(GameError):
            organising.correct(here.pk, moderator.pk, own.pk, ranks, REASON)
    with pytest.raises(GameError):
        organising.correct(here.pk, moderator.pk, own.pk, [1, 2], "no")
    organising.correct(here.pk, moderator.pk, own.pk, [1, 2], REASON)
    won = own.players.all()[0].entrant
    assert recount.kept(here)[0, 0][0].entrant == won.pk
    assert recount.anew(here) == recount.kept(here)


def test_a_player_who_is_disqualified_loses_what_runs_and_the_others_go_on(times: Times) -> None:
    people = crowd(5)
    here = begun(people[:4], by=people[4])
    organising.disqualify(here.pk, people[4].pk, "p4", REASON)
    running.advance(here.pk)
    lost = Table.objects.filter(tournament=here, players__entrant__user=people[3])
    assert set(lost.values_list("state", flat=True)) == {"over"}
    play_out(here, times, gone=set())
    assert_whole(here)
    assert Entrant.objects.get(user=people[3]).place == 4
    with pytest.raises(Refused):
        organising.disqualify(here.pk, people[4].pk, "p4", REASON)


ACTS: dict[str, Callable[[Tournament, User], None]] = {
    "disqualify": lambda here, by: organising.disqualify(here.pk, by.pk, "p2", REASON),
    "correct": lambda here, by: organising.correct(here.pk, by.pk, over(here).pk, [1, 2], REASON),
    "pause": lambda here, by: organising.pause_tournament(here.pk, by.pk, 2, REASON),
    "go_on": lambda here, by: organising.resume_tournament(here.pk, by.pk, REASON),
    "call_off": lambda here, by: organising.call_off(here.pk, by.pk, REASON),
}


@pytest.mark.slow
@pytest.mark.parametrize("act", ACTS)
def test_nobody_who_takes_part_decides_about_a_tournament_that_runs(
    times: Times, moderator: User, act: str
) -> None:
    people = crowd(6)
    stranger, outside = people[4:]
    here = begun([*people[:4], moderator], pause_days=10)
    bystander = person("bystander", is_staff=True)
    bystander.user_permissions.add(Permission.objects.get(codename="moderate_game"))
    if act == "go_on":
        organising.pause_tournament(here.pk, bystander.pk, 2, REASON)
    for by, code in ((people[0], "interest"), (moderator, "interest"), (stranger, "not_organiser")):
        with pytest.raises(Forbidden) as refused:
            ACTS[act](here, by)
        assert refused.value.code == code, by
    Tournament.objects.filter(pk=here.pk).update(organiser=outside)
    User.objects.filter(pk=people[1].pk).update(owner=outside)  # a bot of theirs takes part
    with pytest.raises(Forbidden):
        ACTS[act](here, outside)
    ACTS[act](here, bystander)


def test_whoever_opened_a_tournament_may_call_it_off_before_it_begins(times: Times) -> None:
    people = crowd(3)
    here = opened(people[0], people, most=4)
    organising.call_off(here.pk, people[0].pk, REASON)
    here.refresh_from_db()
    assert here.status == "cancelled"


@pytest.mark.slow
@pytest.mark.parametrize(
    "manager", [TablePlayer.objects, TournamentEvent.objects], ids=["players", "log"]
)
def test_a_pairing_whose_process_died_in_the_middle_is_made_once(
    times: Times, monkeypatch: pytest.MonkeyPatch, manager: object
) -> None:
    people = crowd(6)
    here = opened(people[0], people, kind="swiss", rounds=2)

    def die(*given: Any, **named: Any) -> None:
        raise KeyboardInterrupt  # nothing catches it: as a kill, the transaction is cut

    with monkeypatch.context() as patched:
        patched.setattr(manager, "bulk_create", die)
        with pytest.raises(KeyboardInterrupt):
            running.advance(here.pk)
    assert not Table.objects.exists()
    Tournament.objects.update(due_at=times.now)
    running.tick()
    assert Table.objects.count() == Game.objects.count() == 3
    assert TournamentEvent.objects.filter(kind="paired").count() == 3
    said = at_once(lambda _n: running.advance(here.pk), 3)
    assert all(one is True or isinstance(one, GameError) for one in said)
    assert Game.objects.count() == 3
