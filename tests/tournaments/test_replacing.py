"""A waiting player replaces one who leaves in the first round."""

from typing import Any

import pytest

from accounts.models import User
from games.errors import Refused
from games.models import (
    Entrant,
    Game,
    Seat,
    Table,
    TablePlayer,
    Tournament,
    TournamentEvent,
    TournamentStanding,
)
from games.moves import actions, seat_holders
from games.tournaments import entering
from games.tournaments.running import organising, recount, running
from tests.games.test_races import at_once
from tests.games.times import Times
from tests.people import person
from tests.tournaments.playing import assert_whole, crowd, opened, play_out
from tests.tournaments.test_telling import told

pytestmark = pytest.mark.django_db(transaction=True)
REASON = "said so in the rules"


def begun(people: int, waiting: int, **changed: Any) -> tuple[Tournament, list[User], list[User]]:
    """With so many who have a place, and so many who wait for one."""
    users, others = crowd(people), crowd(waiting, "w")
    here = opened(users[0], [*users, *others], most=people, **changed)
    running.advance(here.pk)
    return here, users, others


@pytest.mark.slow
@pytest.mark.parametrize(
    ("how", "kind"), [("withdraw", "robin"), ("disqualify", "elimination"), ("close", "swiss")]
)
def test_a_substitute_takes_over_the_tables_and_the_seats(
    times: Times, how: str, kind: str
) -> None:
    here, users, others = begun(4, 2, kind=kind, rounds=2)
    leaver = users[2]
    held = set(Seat.objects.filter(user=leaver).values_list("game", "index"))
    tables = set(TablePlayer.objects.filter(entrant__user=leaver).values_list("table", flat=True))
    assert held
    if how == "withdraw":
        organising.withdraw_player(here.pk, leaver.pk)
    elif how == "disqualify":
        Tournament.objects.filter(pk=here.pk).update(organiser=person("referee"))
        by = User.objects.get(username="referee").pk
        organising.disqualify(here.pk, by, leaver.username, REASON)
    else:
        User.objects.filter(pk=leaver.pk).update(is_active=False)
    running.advance(here.pk)
    new = Entrant.objects.get(tournament=here, user=others[0])
    assert new.state == "in"
    assert set(TablePlayer.objects.filter(entrant=new).values_list("table", flat=True)) == tables
    assert set(Seat.objects.filter(user=others[0]).values_list("game", "index")) == held
    assert not Seat.objects.filter(user=leaver).exists()
    assert told("tournament_decided", others[0])[0].startswith("Autumn: you are in after all")
    event = TournamentEvent.objects.get(kind="replaced")
    assert event.data["entrant"] == new.pk
    assert recount.anew(here) == recount.kept(here)
    play_out(here, times, gone=set())
    assert_whole(here)
    assert Entrant.objects.get(tournament=here, user=leaver).place is None
    assert Entrant.objects.get(tournament=here, user=others[1]).state == "waiting"


def test_the_substitute_who_stays_is_as_one_who_began(times: Times) -> None:
    here, users, others = begun(2, 1)
    organising.withdraw_player(here.pk, users[1].pk)
    running.advance(here.pk)
    actions.resign(Game.objects.get().pk, users[0].pk)
    running.advance(here.pk)
    won = TablePlayer.objects.get(entrant__user=others[0])
    assert (won.rank, won.points, won.left) == (1, 1.0, False)
    assert Entrant.objects.get(user=others[0]).place == 1


def test_nobody_comes_in_once_a_game_of_theirs_is_over_or_where_nobody_waits(
    times: Times,
) -> None:
    here, users, _others = begun(4, 1, kind="robin")
    game = Game.objects.filter(seats__user=users[2])[0]
    actions.resign(game.pk, users[2].pk)
    running.advance(here.pk)
    organising.withdraw_player(here.pk, users[2].pk)
    assert not TournamentEvent.objects.filter(kind="replaced").exists()
    fresh = [
        user
        for user in users
        if not TablePlayer.objects.filter(entrant__user=user, table__state="over").exists()
    ]
    organising.withdraw_player(here.pk, fresh[0].pk)
    assert TournamentEvent.objects.filter(kind="replaced").count() == 1
    running.advance(here.pk)
    assert not Entrant.objects.filter(state="waiting").exists()
    assert recount.anew(here) == recount.kept(here)


def test_a_substitute_can_leave_the_list_while_it_runs(times: Times) -> None:
    here, users, others = begun(4, 1)
    organising.withdraw_player(here.pk, others[0].pk)
    organising.withdraw_player(here.pk, users[2].pk)
    assert not TournamentEvent.objects.filter(kind="replaced").exists()
    assert not TournamentStanding.objects.filter(entrant__user=others[0]).exists()


def test_of_two_who_leave_at_once_each_is_replaced_by_another(times: Times) -> None:
    here, users, others = begun(4, 2)
    said = at_once(lambda n: organising.withdraw_player(here.pk, users[n + 1].pk), 2)
    assert said == [None, None]
    at_once(lambda _n: running.advance(here.pk), 2)
    running.tick()
    assert {each.user_id for each in Entrant.objects.filter(state="in")} == {
        users[0].pk,
        users[3].pk,
        *(user.pk for user in others),
    }
    seated = set(Seat.objects.values_list("user", flat=True))
    assert seated == {users[0].pk, users[3].pk, *(user.pk for user in others)}
    assert recount.anew(here) == recount.kept(here)


def test_seats_that_a_lost_process_did_not_hand_over_are_handed_over_once(
    times: Times, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, users, others = begun(4, 1, at_once=3)
    organising.withdraw_player(here.pk, users[2].pk)
    replace, done = seat_holders.replace, list[int]()

    def die(*given: Any, **named: Any) -> None:
        replace(*given, **named)
        done.append(1)
        if len(done) == 2:
            raise KeyboardInterrupt  # nothing catches it: as a kill, the transaction is cut

    with monkeypatch.context() as patched:
        patched.setattr(seat_holders, "replace", die)
        with pytest.raises(KeyboardInterrupt):
            running.advance(here.pk)
    assert Seat.objects.filter(user=others[0]).count() == 1
    running.advance(here.pk)
    running.advance(here.pk)
    assert Seat.objects.filter(user=others[0]).count() == 3
    assert Table.objects.filter(state="running").count() == Game.objects.count() == 6
    assert set(Game.objects.values_list("status", flat=True)) == {"running"}


def test_nobody_joins_the_waiting_list_of_what_has_begun(times: Times) -> None:
    here, _users, _others = begun(2, 1)
    [late] = crowd(1, "l")
    with pytest.raises(Refused, match="has begun"):
        entering.join_tournament(here.pk, late.pk)
