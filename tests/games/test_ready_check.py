"""Before a live game begins: one table at a time, and everybody says that they are ready."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import User
from games.errors import Forbidden, GameError, Illegal, NotFound, Refused
from games.live import watching
from games.lobby import open_games, ready_check, rematch
from games.lobby.lists import Wish, waiting_for_players
from games.models import Game, Seat
from games.moves import actions
from games.tasks import look_at_live_games
from games.tournaments.plan import Plan, clock_of
from notifications.models import Notification
from tests.games.api import Caller
from tests.games.test_races import at_once
from tests.games.times import Times
from tests.people import person

LIVE = {"kind": "live", "move_minutes": 5}


def full(*people: User, **more: object) -> int:
    """A live table at which all seats are taken."""
    maker, *others = people
    made = open_games.create(maker.pk, "lanterns", len(people), clock=LIVE, **more)  # type: ignore[arg-type]
    for other in others:
        open_games.join_game(made.game.pk, other.pk)
    return made.game.pk


def there(game_id: int) -> set[str]:
    seats = Seat.objects.filter(game=game_id, user__isnull=False)
    return set(seats.values_list("user__username", flat=True))


def status(game_id: int) -> str:
    return Game.objects.get(pk=game_id).status


@pytest.fixture
def table(lanterns: None, times: Times, anna: User, ben: User) -> int:
    return full(anna, ben)


def test_it_begins_when_the_last_one_says_so(
    table: int, times: Times, anna: User, ben: User
) -> None:
    game = Game.objects.get(pk=table)
    assert (game.status, game.ready_by) == ("open", times.now + timedelta(seconds=30))
    ready_check.ready(table, anna.pk)
    ready_check.ready(table, anna.pk)
    assert status(table) == "open"
    times.go(seconds=29)
    ready_check.ready(table, ben.pk)
    game = Game.objects.get(pk=table)
    assert (game.status, game.ready_by) == ("running", None)
    assert game.live_clock == game.clock


def test_a_player_who_does_not_leaves_the_table_and_the_others_keep_waiting(
    table: int, times: Times, anna: User, ben: User, cleo: User
) -> None:
    ready_check.ready(table, ben.pk)
    times.go(seconds=30)
    with pytest.raises(Refused):
        ready_check.ready(table, anna.pk)
    look_at_live_games()
    game = Game.objects.get(pk=table)
    assert (game.status, game.ready_by, game.created_by) == ("open", None, ben)
    assert there(table) == {"ben"}
    told = Notification.objects.filter(game=table)
    assert told.get(kind="not_ready").user == anna
    assert told.get(kind="left").user == ben
    open_games.join_game(table, cleo.pk)  # and it goes on from the beginning
    assert Game.objects.get(pk=table).ready_by == times.now + timedelta(seconds=30)
    for each in (ben, cleo):
        ready_check.ready(table, each.pk)
    assert status(table) == "running"


def test_a_table_that_nobody_is_ready_at_is_called_off(table: int, times: Times) -> None:
    times.go(seconds=31)
    look_at_live_games()
    assert status(table) == "cancelled"
    assert Notification.objects.filter(game=table, kind="not_ready").count() == 2
    look_at_live_games()


def test_all_are_called_at_once(table: int, times: Times) -> None:
    called = Notification.objects.filter(game=table, kind="ready_check")
    assert {each.due_at for each in called} == {times.now}
    assert called.count() == 2


def test_open_pages_are_told_which_table_asks(table: int, anna: User, cleo: User) -> None:
    assert watching.read_counts(anna.pk)["ready"] == table
    assert "ready" not in watching.read_counts(cleo.pk)
    ready_check.ready(table, anna.pk)
    assert "ready" not in watching.read_counts(anna.pk)


def test_a_player_who_leaves_meanwhile_ends_it(
    table: int, anna: User, ben: User, cleo: User
) -> None:
    ready_check.ready(table, anna.pk)
    open_games.leave_game(table, ben.pk)
    game = Game.objects.get(pk=table)
    assert (game.ready_by, there(table)) == (None, {"anna"})
    open_games.join_game(table, cleo.pk)
    ready_check.ready(table, cleo.pk)
    assert status(table) == "open", "anna has to say so again"


def test_it_can_be_called_off_meanwhile(table: int, anna: User, times: Times) -> None:
    open_games.cancel(table, anna.pk)
    assert Game.objects.get(pk=table).ready_by is None
    times.go(seconds=40)
    look_at_live_games()
    assert status(table) == "cancelled"


def test_after_a_downtime_all_are_asked_anew(
    table: int, times: Times, anna: User, ben: User
) -> None:
    times.go(minutes=5)
    look_at_live_games()
    assert there(table) == {"anna", "ben"}
    assert Game.objects.get(pk=table).ready_by == times.now + timedelta(seconds=30)
    for each in (anna, ben):
        ready_check.ready(table, each.pk)
    assert status(table) == "running"


def test_against_bots_one_begins_at_once(lanterns: None, anna: User) -> None:
    made = open_games.create(anna.pk, "lanterns", 2, clock=LIVE, bots=1)
    assert status(made.game.pk) == "running"


def test_a_game_of_days_asks_nobody(lanterns: None, anna: User, ben: User) -> None:
    made = open_games.create(anna.pk, "lanterns", 2)
    with pytest.raises(Refused):
        ready_check.ready(made.game.pk, anna.pk)
    open_games.join_game(made.game.pk, ben.pk)
    assert status(made.game.pk) == "running"


def test_one_waits_at_one_live_table(
    table: int, lanterns: None, anna: User, ben: User, cleo: User
) -> None:
    other = open_games.create(cleo.pk, "lanterns", 2, clock=LIVE).game.pk
    with pytest.raises(Refused) as refused:
        open_games.create(anna.pk, "lanterns", 2, clock=LIVE)
    assert refused.value.code == "live_elsewhere"
    assert str(table) in str(refused.value)
    with pytest.raises(Refused) as refused:
        open_games.join_game(other, anna.pk)
    assert refused.value.code == "live_elsewhere"
    open_games.create(anna.pk, "lanterns", 2)  # games of days wait as they like
    open_games.leave_game(table, anna.pk)
    open_games.join_game(other, anna.pk)


def test_a_running_live_game_is_no_hindrance(table: int, anna: User, ben: User) -> None:
    for each in (anna, ben):
        ready_check.ready(table, each.pk)
    full(anna, ben)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_of_two_tables_at_the_same_moment_one_is_refused(lanterns: None) -> None:
    people = [person(f"player{number}") for number in range(5)]
    me, *makers = people
    tables = [open_games.create(one.pk, "lanterns", 2, clock=LIVE).game.pk for one in makers]

    def sit_down(number: int) -> int:
        try:
            open_games.join_game(tables[number], me.pk)
        except GameError:
            return 0
        return 1

    assert sum(at_once(sit_down, 4)) == 1
    assert Seat.objects.filter(user=me).count() == 1


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_two_who_are_ready_at_the_same_moment_begin_it_once(lanterns: None) -> None:
    people = [person("player0"), person("player1")]
    game_id = full(*people)
    at_once(lambda number: bool(ready_check.ready(game_id, people[number].pk)), 2)
    assert status(game_id) == "running"
    assert Game.objects.get(pk=game_id).moves.count() == 1


def test_a_rematch_asks_all_whether_they_are_there(
    table: int, times: Times, anna: User, ben: User
) -> None:
    for each in (anna, ben):
        ready_check.ready(table, each.pk)
    order = [seat.user for seat in Seat.objects.filter(game=table).order_by("index")]
    actions.resign(table, anna.pk)
    rematch.agree(table, anna.pk)
    made = rematch.agree(table, ben.pk).made
    assert made is not None
    assert (made.status, made.ready_by) == ("open", times.now + timedelta(minutes=10))
    for each in (anna, ben):
        ready_check.ready(made.pk, each.pk)
    turned = [seat.user for seat in Seat.objects.filter(game=made).order_by("index")]
    assert turned == order[::-1]


class TestByPageAndProgram:
    def test_the_room_asks_and_its_button_begins(
        self, table: int, client: Client, anna: User, ben: User
    ) -> None:
        client.force_login(anna)
        page = client.get(f"/games/{table}/").content.decode()
        assert "Are you ready?" in page
        assert client.post(f"/games/{table}/ready/").status_code == 303
        page = client.get(f"/games/{table}/").content.decode()
        assert "You are ready" in page
        ready_check.ready(table, ben.pk)
        assert 'data-room="' not in client.get(f"/games/{table}/").content.decode()

    def test_a_program_says_so_too(self, table: int, anna: User, ben: User) -> None:
        status_code, game = Caller(anna).get(f"games/{table}")
        assert (status_code, game["live"], game["status"]) == (200, True, "open")
        assert game["ready_by"]
        _status, game = Caller(anna).post(f"games/{table}/ready")
        assert {seat["user"]: seat["ready"] for seat in game["seats"]} == {
            "anna": True, "ben": False,
        }  # fmt: skip
        status_code, game = Caller(ben).post(f"games/{table}/ready")
        assert (status_code, game["status"], game["ready_by"]) == (200, "running", None)
        assert game["clock"]["move_minutes"] == 5

    def test_nobody_else_can(self, table: int, client: Client, cleo: User) -> None:
        with pytest.raises(Forbidden):
            ready_check.ready(table, cleo.pk)
        with pytest.raises(NotFound):
            ready_check.ready(999_999, cleo.pk)
        assert Caller().post(f"games/{table}/ready")[0] == 401
        assert Caller(cleo).post(f"games/{table}/ready")[0] == 403
        assert Caller(cleo).post("games/999999/ready")[0] == 404
        assert client.post(f"/games/{table}/ready/").status_code == 302
        assert client.get(f"/games/{table}/ready/").status_code == 405

    def test_one_is_made_by_form_and_by_program(
        self, lanterns: None, client: Client, anna: User, ben: User
    ) -> None:
        client.force_login(anna)
        form = {"players": 2, "bots": 0, "clock": "live-10-10", "visibility": "public"}
        for policy, made in (("vote", 422), ("forfeit", 303)):
            sent = client.post("/games/types/lanterns/new/", {**form, "policy": policy})
            assert sent.status_code == made, sent.content.decode()[:2000]
        game = Game.objects.get(created_by=anna)
        assert game.clock == {
            "kind": "live", "move_minutes": None, "reserve_minutes": 10, "increment_seconds": 10,
            "policy": "forfeit", "vacation": False, "stretch": 0,
        }  # fmt: skip
        new = {"type": "lanterns", "players": 2, "clock": {"kind": "live", "move_minutes": 1}}
        assert Caller(ben).post("games", new)[0] == 201
        assert Caller(anna).post("games", new)[1]["error"]["code"] == "live_elsewhere"
        new["clock"] = {"kind": "live"}
        assert Caller(ben).post("games", new)[0] == 422


def test_the_lobby_lists_live_tables_apart(table: int, lanterns: None, cleo: User) -> None:
    quick = open_games.create(cleo.pk, "lanterns", 2, clock=LIVE).game
    slow = open_games.create(cleo.pk, "lanterns", 2).game
    found = waiting_for_players(Wish(pace="live"), None)[:]
    assert [game.pk for game in found] == [quick.pk]
    fast = waiting_for_players(Wish(pace="medium"), None)[:]
    assert [game.pk for game in fast] == [slow.pk]


def test_a_quick_match_sits_down_at_a_live_table_that_waits(
    lanterns: None, client: Client, anna: User, ben: User
) -> None:
    said = []
    for each in (anna, ben):
        client.force_login(each)
        wanted = {"type": "lanterns", "pace": "live", "rated": "no"}
        page = client.post("/lobby/quick/", wanted, follow=True).content.decode()
        said.append("Other players can join now" in page)
    game = Game.objects.get()
    assert (game.clock["kind"], game.ready_by is not None, game.quick) == ("live", True, True)
    assert there(game.pk) == {"anna", "ben"}
    assert said == [True, False]


def test_no_tournament_is_live() -> None:
    plan = Plan(name="Cup", kind="robin", type="imhotep", clock=LIVE)
    with pytest.raises(Illegal):
        clock_of(plan)
