"""Standing invitations: people who fit are seated together, and each game is made once."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from datetime import timedelta
from itertools import combinations
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import exporting
from accounts import people as accounts
from accounts.calendar import calendars
from accounts.company import relationships
from accounts.models import Sanction, User
from accounts.moderation import sanctions
from boardgames.models import Failure
from games import tasks
from games.errors import Forbidden, Illegal, NotFound, Refused
from games.lobby import arranged_games, limits, open_games, quick, seating, standing
from games.models import Game, Habit, Placement, Seat, Standing, StandingInvitation, Tally
from games.moves import actions
from notifications.kinds import words_for_page
from notifications.models import Notification
from tests.games.test_races import at_once
from tests.people import person
from tests.sites import variables


def invite(user: User, **settings: Any) -> StandingInvitation:
    """Imhotep for two at three days a turn, one game at a time."""
    return standing.make(
        user.pk,
        settings.pop("type", "imhotep"),
        settings.pop("players", 2),
        settings.pop("pace", "medium"),
        **{"most": 1, **settings},
    )


def tables() -> list[list[str]]:
    """The people who sit together in running games."""
    found = []
    for game in Game.objects.filter(status=Game.Status.RUNNING).order_by("pk"):
        seats = Seat.objects.filter(game=game).select_related("user")
        found.append(sorted(seat.user.username if seat.user else "" for seat in seats))
    return found


def tick() -> list[list[str]]:
    tasks.bring_together()
    return tables()


def test_two_who_want_the_same_are_seated_once_and_told_why(anna: User, ben: User) -> None:
    mine, his = invite(anna), invite(ben)
    assert tick() == [["anna", "ben"]]
    assert tick() == [["anna", "ben"]], "each plays one at a time"
    game = Game.objects.get()
    assert (game.type, game.rated, game.visibility) == ("imhotep", False, "public")
    assert game.clock["days"] == 3
    assert {one.invitation_id for one in Placement.objects.all()} == {mine.pk, his.pk}
    told = list(Notification.objects.filter(kind="game_started"))
    assert {one.user_id for one in told} == {anna.pk, ben.pk}
    for words in words_for_page(told).values():
        assert "Your standing invitation has brought you together." in words.lines


def test_other_games_that_start_say_nothing_of_invitations(anna: User, ben: User) -> None:
    open_games.join_game(open_games.create(anna.pk, "imhotep", 2).game.pk, ben.pk)
    told = list(Notification.objects.filter(kind="game_started"))
    assert told
    assert "invitation" not in str([words.lines for words in words_for_page(told).values()])


def test_a_pair_plays_one_at_a_time_whatever_it_is(anna: User, ben: User, cleo: User) -> None:
    for user in (anna, ben):
        invite(user, most=5)
        invite(user, type="bali", most=5)
    assert tick() == [["anna", "ben"]]
    invite(cleo, most=5)
    tick()
    assert sorted(tick()) == [["anna", "ben"], ["anna", "cleo"], ["ben", "cleo"]]
    actions.resign(Game.objects.earliest("pk").pk, anna.pk)
    Game.objects.update(unplayed=False)
    assert sorted(tick())[0] == ["anna", "ben"], "the first is over"
    assert Game.objects.count() == 4


def test_a_player_who_leaves_an_unplayed_game_is_seated_with_the_same_person_a_day_later(
    anna: User, ben: User
) -> None:
    for user in (anna, ben):
        invite(user)
    assert tick() == [["anna", "ben"]]
    actions.resign(Game.objects.get().pk, ben.pk)
    assert tick() == []
    Game.objects.update(finished_at=timezone.now() - timedelta(hours=25))
    assert tick() == [["anna", "ben"]]


def test_no_more_games_than_somebody_wants(anna: User) -> None:
    wanted = invite(anna, most=2)
    for name in ("ida", "jan", "kim", "lea"):
        invite(person(name), pace="medium")
    for _tick in range(4):
        tick()
    assert standing.list_invitations(anna.pk).get().playing == 2  # type: ignore[attr-defined]
    assert wanted.placements.count() == 2
    assert Counter(name for table in tables() for name in table)["anna"] == 2


@pytest.mark.parametrize(
    ("hers", "his"),
    [
        ({"type": "bali"}, {}),
        ({"pace": "slow"}, {}),
        ({"type": "bali", "players": 3}, {"type": "bali"}),
        ({"rated": True}, {"rated": False}),
        ({"type": "bali", "options": {"oracle": True}}, {"type": "bali", "options": {}}),
        ({"friends_only": True}, {}),
        ({"asks": {"games": 1}}, {}),
        ({"asks": {"least": 1501}}, {}),
        ({"asks": {"most": 1499}}, {}),
    ],
)
def test_players_who_want_different_things_are_not_seated_together(
    anna: User, ben: User, hers: dict[str, Any], his: dict[str, Any]
) -> None:
    invite(anna, **hers)
    invite(ben, **his)
    assert tick() == []


def test_any_is_fine_with_what_the_other_wants(anna: User, ben: User) -> None:
    invite(anna, type="bali", options={"oracle": True}, rated=True)
    invite(ben, type="bali")
    tick()
    game = Game.objects.get()
    assert (game.options["oracle"], game.rated) == (True, True)


def test_a_player_who_has_what_is_asked_is_seated(anna: User, ben: User) -> None:
    invite(anna, asks={"least": 1600, "in_time": 90, "games": 5})
    invite(ben)
    Habit.objects.create(user=ben, recent="." * 50)
    Tally.objects.create(user=ben, type="imhotep", players=2, kind="record", games=5)
    assert tick() == []
    Standing.objects.create(
        type="imhotep", season=0, user=ben, mu=28, sigma=1, games=20, listed=True
    )
    assert tick() == [["anna", "ben"]]


def test_friends_only(anna: User, ben: User, cleo: User) -> None:
    invite(anna, friends_only=True)
    invite(cleo)
    relationships.befriend(anna, cleo)
    assert tick() == []
    relationships.befriend(cleo, anna)
    assert tick() == [["anna", "cleo"]]


def test_a_block_keeps_apart_and_another_is_found(anna: User, ben: User, cleo: User) -> None:
    relationships.block(ben, anna)
    for user in (anna, ben, cleo):
        invite(user)
    assert tick() == [["anna", "cleo"]]


def test_a_table_of_three_fits_each_with_each(anna: User, ben: User, cleo: User) -> None:
    relationships.block(cleo, anna)
    for user in (anna, ben, cleo):
        invite(user, players=3)
    assert tick() == []
    invite(person("dora"), players=3)
    assert tick() == [["anna", "ben", "dora"]]


def on_vacation(user: User) -> None:
    today = timezone.now().date()
    calendars.book(user.pk, today, today + timedelta(days=3))


def suspended(user: User) -> None:
    sanctions.impose(user, Sanction.Kind.SUSPENSION, by=None, reason="x", until=None)


def closing(user: User) -> None:
    accounts.ask_to_close(user)


def replaced(user: User) -> None:
    game = open_games.create(person("zoe").pk, "imhotep", 2).game
    open_games.join_game(game.pk, user.pk)
    Seat.objects.filter(game=game, user=user).update(bot="easy")


def waited_for(user: User) -> None:
    open_games.create(user.pk, "imhotep", 2, bots=1, first=True)


def paused(user: User) -> None:
    standing.pause_invitation(user.pk, StandingInvitation.objects.get(user=user).pk)


@pytest.mark.parametrize("happens", [on_vacation, suspended, closing, replaced, waited_for, paused])
def test_a_player_who_cannot_come_is_not_seated_nor_holds_others_up(
    anna: User, ben: User, cleo: User, happens: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    invite(anna)
    happens(anna)
    monkeypatch.setattr(limits, "MOST_WAITING", 1)
    before = tables()
    invite(ben)
    assert tick() == before
    invite(cleo)
    assert ["ben", "cleo"] in tick()
    assert not Placement.objects.filter(user=anna).exists()


def test_a_player_who_may_not_write_may_play(anna: User, ben: User) -> None:
    invite(anna)
    invite(ben)
    sanctions.impose(anna, Sanction.Kind.MUTE, by=None, reason="x", until=None)
    assert tick() == [["anna", "ben"]]


def test_resumed_it_is_taken_up_and_ended_the_games_go_on(anna: User, ben: User) -> None:
    mine = invite(anna)
    invite(ben)
    standing.pause_invitation(anna.pk, mine.pk)
    assert tick() == []
    standing.resume_invitation(anna.pk, mine.pk)
    assert len(tick()) == 1
    standing.end_invitation(anna.pk, mine.pk)
    invite(anna)
    assert len(tick()) == 1, "ben is at one with her still"


def test_guests_have_none_and_nobody_changes_anothers(anna: User, ben: User) -> None:
    guest = accounts.create_guest("en", "UTC")
    with pytest.raises(Forbidden):
        invite(guest)
    mine = invite(anna)
    for change in (standing.pause_invitation, standing.resume_invitation, standing.end_invitation):
        with pytest.raises(NotFound):
            change(ben.pk, mine.pk)
    assert StandingInvitation.objects.filter(paused_at=None).count() == 1


@pytest.mark.parametrize(
    "nonsense",
    [
        {"type": "chess"},
        {"players": 9},
        {"pace": "hasty"},
        {"most": 0},
        {"most": 11},
        {"options": {"sails": 3}},
        {"asks": {"least": 1800, "most": 1200}},
    ],
)
def test_nonsense_is_refused(anna: User, nonsense: dict[str, Any]) -> None:
    with pytest.raises(Illegal):
        invite(anna, **nonsense)
    assert not StandingInvitation.objects.exists()


def test_somebody_has_so_many_and_no_more(anna: User) -> None:
    for _one in range(standing.MOST):
        invite(anna)
    with pytest.raises(Refused):
        invite(anna)


def test_a_quick_match_finds_them_at_once(anna: User, ben: User) -> None:
    mine = invite(anna, most=2)
    position = quick.match(ben.pk, "imhotep", "medium")
    assert position.game.status == Game.Status.RUNNING
    assert tables() == [["anna", "ben"]]
    assert mine.placements.count() == 1
    again = quick.match(ben.pk, "imhotep", "medium")
    assert again.game.status == Game.Status.OPEN, "a pair has one at a time"


def test_a_player_who_waits_for_a_quick_match_is_found_by_the_tick(anna: User, ben: User) -> None:
    quick.match(ben.pk, "imhotep", "medium")
    invite(anna, pace="slow")
    assert tick() == []
    invite(anna)
    assert tick() == [["anna", "ben"]]
    assert Game.objects.count() == 1


def test_one_game_that_fails_holds_up_no_other(
    anna: User, ben: User, cleo: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin = arranged_games.start_game

    def fails(type_: str, *args: Any, **named: Any) -> Any:
        if type_ == "bali":
            raise RuntimeError("the rules fail")
        return begin(type_, *args, **named)

    monkeypatch.setattr(arranged_games, "start_game", fails)
    for user in (anna, ben):
        invite(user, type="bali")
    for user in (anna, cleo):
        invite(user)
    assert tick() == [["anna", "cleo"]]
    assert Failure.objects.filter(scan="standing invitations").count() == 1


def test_more_people_ask_no_more(db: None) -> None:
    asked = []
    for number in (2, 6):
        for index in range(number):
            invite(person(f"p{number}{index}"), asks={"games": 50})
        with CaptureQueriesContext(connection) as found:
            assert tick() == []
        asked.append(len(found))
    assert asked[0] == asked[1]


def test_the_export_has_them_and_a_closed_account_has_none(anna: User, ben: User) -> None:
    invite(anna, asks={"games": 3})
    data = json.loads(json.dumps(exporting.everything(anna), default=str))
    assert data["standing invitations"][0]["asks"] == {"games": 3}
    accounts.close_account(anna)
    assert not StandingInvitation.objects.exists()


# Many at once, and killed ---------------------------------------------------------------------


def crowd(number: int) -> list[User]:
    users = [person(f"p{index}") for index in range(number)]
    for user in users:
        invite(user, most=3)
        invite(user, type="bali", most=3)
    return users


def pairs(games: Iterable[list[str]]) -> Counter[tuple[str, ...]]:
    return Counter(pair for table in games for pair in combinations(table, 2))


def check_each_once() -> None:
    """No pair sits at two games, nobody at more than wanted, and no seat is without its reason."""
    assert set(Game.objects.values_list("status", flat=True)) <= {Game.Status.RUNNING}
    assert max(pairs(tables()).values(), default=1) == 1
    assert Placement.objects.count() == Seat.objects.filter(user__isnull=False).count()
    for user in User.objects.all():
        for one in standing.list_invitations(user.pk):
            assert one.playing <= one.most  # type: ignore[attr-defined]


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_many_ticks_at_once_make_each_game_once(transactional_db: None) -> None:
    crowd(4)
    at_once(lambda _index: seating.take_up(), 6)
    for _tick in range(3):
        seating.take_up()
    check_each_once()
    assert len(tables()) == 6, "everybody with everybody"


KILLED = """
import os, signal, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "boardgames.settings"
import django
django.setup()
from games.lobby import seating
left = int(sys.argv[1])
def trace(frame, event, argument):
    global left
    file = frame.f_code.co_filename
    if "/games/lobby/" not in file and "actions.py" not in file:
        return None
    if event == "line":
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
    return trace
sys.settrace(trace)
seating.take_up()
"""


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_killed_in_the_middle_it_makes_each_game_once(transactional_db: None) -> None:
    users = crowd(3)
    killed = 0
    for line in (150, 230, 300, 370):
        process = subprocess.run(
            [sys.executable, "-c", KILLED, str(line)], env=variables(), timeout=120, check=False
        )
        killed += process.returncode == -9
        check_each_once()
    for _tick in range(3):
        tasks.bring_together()
    assert killed >= 3
    check_each_once()
    assert len(tables()) == len(list(combinations(users, 2)))
