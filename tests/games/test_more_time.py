"""A day more for the opponent: by whom, when, how often, and what it changes."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.errors import Forbidden, GameError, NotFound, Refused
from games.lobby import open_games
from games.models import Game, Incident, Seat
from games.moves import more_time, pausing
from games.storage.position import Position, locked
from games.votes import voting
from notifications.models import Notification
from tests.games.api import Caller
from tests.games.test_races import at_once

DAY = timedelta(days=1)


@pytest.fixture
def seats(anna: User, ben: User) -> tuple[Seat, Seat]:
    """Of a game for two: of the one who gives, and the one whose clock runs."""
    game = open_games.create(anna.pk, "imhotep", 2).game
    open_games.join_game(game.pk, ben.pk)
    giver, slow = Seat.objects.filter(game=game).order_by("to_move")
    return giver, slow


def give(seat: Seat) -> Position:
    assert seat.user_id
    return more_time.give_day(seat.game_id, seat.user_id)


def test_the_opponent_has_a_day_more_and_the_log_says_so(seats: tuple[Seat, Seat]) -> None:
    giver, slow = seats
    reminder = Notification.objects.get(kind="reminder", user=slow.user_id)
    before = slow.deadline
    give(giver)
    slow.refresh_from_db()
    assert before
    assert slow.deadline
    assert abs(slow.deadline - before - DAY) < timedelta(seconds=5)
    later = Notification.objects.filter(kind="reminder", user=slow.user_id).latest("pk")
    assert later.due_at > reminder.due_at
    assert giver.user
    page = Client()
    page.force_login(giver.user)
    log = page.get(f"/games/{slow.game_id}/log/").content.decode()
    name = slow.user.username if slow.user else ""
    assert f"{name}&#39;s opponent gives {name} one more day for this turn" in log


def test_it_is_once_a_day(seats: tuple[Seat, Seat]) -> None:
    giver, slow = seats
    give(giver)
    with pytest.raises(Refused, match="once a day"):
        give(giver)
    Incident.objects.update(at=timezone.now() - DAY)
    slow.refresh_from_db()
    before = slow.deadline
    give(giver)
    slow.refresh_from_db()
    assert slow.deadline
    assert before
    assert slow.deadline > before


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_of_many_presses_at_once_one_counts(seats: tuple[Seat, Seat]) -> None:
    giver, _slow = seats
    at_once(lambda _number: give(giver), 6)
    assert Incident.objects.filter(kind=Incident.Kind.DAY_GIVEN).count() == 1


def test_nobody_gives_it_to_themselves_or_from_outside(
    seats: tuple[Seat, Seat], cleo: User
) -> None:
    _giver, slow = seats
    with pytest.raises(Refused, match="cannot give"):
        give(slow)
    with pytest.raises(Forbidden, match="no seat"):
        more_time.give_day(slow.game_id, cleo.pk)
    Game.objects.update(visibility=Game.Visibility.PRIVATE)
    with pytest.raises(NotFound):
        more_time.give_day(slow.game_id, cleo.pk)
    assert not Incident.objects.exists()


@pytest.mark.parametrize("why", ["organised", "paused", "live", "voting", "broken", "over"])
def test_it_is_refused_where_it_is_not_the_affair_of_two(
    seats: tuple[Seat, Seat], why: str
) -> None:
    giver, slow = seats
    if why == "organised":
        Game.objects.update(organised=True)
    elif why == "live":
        Game.objects.update(clock={"kind": "live", "move_minutes": 5})
    elif why == "voting":
        assert giver.user_id
        voting.call(slow.game_id, giver.user_id, "pause")
    elif why == "broken":
        Game.objects.update(broken_at=timezone.now())
    elif why == "over":
        Game.objects.update(status=Game.Status.CANCELLED)
    else:
        with locked(slow.game_id) as position:
            pausing.pause_game(position, timezone.now(), by="vote")
    slow.refresh_from_db()
    before = slow.deadline
    with pytest.raises(GameError):
        give(giver)
    slow.refresh_from_db()
    assert slow.deadline == before


def test_beside_a_third_person_and_against_a_bot_it_is_refused(
    anna: User, ben: User, cleo: User
) -> None:
    game = open_games.create(anna.pk, "imhotep", 3).game
    for user in (ben, cleo):
        open_games.join_game(game.pk, user.pk)
    for user in (anna, ben, cleo):
        with pytest.raises(Refused, match="cannot give"):
            more_time.give_day(game.pk, user.pk)
    against_bot = open_games.create(anna.pk, "imhotep", 2, bots=1).game
    with pytest.raises(Refused, match="cannot give"):
        more_time.give_day(against_bot.pk, anna.pk)


def test_a_page_and_a_program_offer_it_only_to_the_one_who_waits(seats: tuple[Seat, Seat]) -> None:
    giver, slow = seats
    assert giver.user
    for seat, offered in ((giver, True), (slow, False)):
        page = Client()
        assert seat.user
        page.force_login(seat.user)
        shown = page.get(f"/games/{slow.game_id}/").content.decode()
        assert ("Give your opponent a day more" in shown) is offered
    more_time.give_day(slow.game_id, giver.user.pk)
    page = Client()
    page.force_login(giver.user)
    assert "a day more" not in page.get(f"/games/{slow.game_id}/").content.decode()
    Incident.objects.all().delete()
    program = Caller(giver.user)
    assert program.post(f"games/{slow.game_id}/more_time")[0] == 200
    assert program.post(f"games/{slow.game_id}/more_time")[0] == 409
    assert Caller(slow.user).post(f"games/{slow.game_id}/more_time")[0] == 409
