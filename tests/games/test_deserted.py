"""A game that no person plays any more is called off, and nobody wins what a bot has won."""

from __future__ import annotations

import pytest
from django.core.mail import EmailMessage
from django.test import Client

from accounts.models import User
from games.absence import deadlines
from games.lobby import open_games, ready_check
from games.models import Incident, Seat
from games.tasks import look_at_live_games
from notifications.models import Notification
from tests.games.playing import answer, asked
from tests.games.tables import let_bots_move, seat_of, status, table
from tests.games.times import Times
from tests.notifications.telling import tell

LIVE = {"kind": "live", "move_minutes": 3}


def told(kind: str) -> set[str]:
    """The people who are notified."""
    return set(Notification.objects.filter(kind=kind).values_list("user__username", flat=True))


def page(user: User, game_id: int) -> str:
    client = Client()
    client.force_login(user)
    return " ".join(client.get(f"/games/{game_id}/").content.decode().split())


@pytest.mark.slow
def test_a_live_game_that_both_have_left_is_called_off_and_says_so(
    times: Times, anna: User, ben: User, mailoutbox: list[EmailMessage]
) -> None:
    game_id = open_games.create(anna.pk, "lanterns", 2, clock=LIVE).game.pk
    open_games.join_game(game_id, ben.pk)
    for user in (anna, ben):
        ready_check.ready(game_id, user.pk)
    for _look in range(60):
        times.go(seconds=5)
        look_at_live_games()
    let_bots_move()
    assert status(game_id) == "cancelled"
    assert Incident.objects.get(game=game_id, kind="cancelled").data["by"] == "deserted"
    for user in (anna, ben):
        assert "The game is cancelled: it has no players left" in page(user, game_id)
    assert told("cancelled") == {"anna", "ben"}
    assert told("game_over") == set()
    times.go(minutes=5)
    tell()
    letters = {mail.to[0]: mail.body for mail in mailoutbox}
    assert "it has no players left" in letters["anna@example.org"]
    assert "a bot plays on" not in letters["anna@example.org"]


@pytest.mark.parametrize("policy", ["bot", "replacement", "forfeit"])
def test_one_of_days_is_called_off_when_the_last_person_has_gone(
    times: Times, anna: User, ben: User, cleo: User, policy: str
) -> None:
    game_id = table(anna, ben, cleo, policy=policy)
    answer(game_id, seat_of(game_id, anna).index)
    answer(game_id, seat_of(game_id, ben).index)
    times.go(days=3)
    deadlines.act_on_overdue_seats()
    assert status(game_id) == "running"  # two are there
    for _turn in range(9):
        let_bots_move()
        times.go(days=3)
        deadlines.act_on_overdue_seats()
    over = "finished" if policy == "forfeit" else "cancelled"  # the last but one to go loses
    assert status(game_id) == over
    assert not Seat.objects.filter(game=game_id, offered_at__isnull=False).exists()


def test_whoever_resigns_as_the_last_person_leaves_no_game_to_bots(anna: User) -> None:
    game_id = open_games.create(anna.pk, "lanterns", 3, bots=2).game.pk
    client = Client()
    client.force_login(anna)
    client.post(f"/games/{game_id}/resign/")
    assert status(game_id) == "cancelled"
    assert "it has no players left" in page(anna, game_id)


def test_a_seat_that_a_bot_has_won_is_no_victory_of_its_owner(
    times: Times, anna: User, ben: User, mailoutbox: list[EmailMessage]
) -> None:
    game_id = table(anna, ben, policy="bot")
    answer(game_id, seat_of(game_id, ben).index)
    times.go(days=3)
    assert deadlines.act_on_overdue_seats() == 1
    Seat.objects.filter(game=game_id).update(deadline=None)
    while status(game_id) == "running":
        let_bots_move()
        mine = seat_of(game_id, ben).index
        if mine in asked(game_id):
            answer(game_id, mine)
    first = Seat.objects.filter(game=game_id, user=anna)
    first.update(rank=1)
    Seat.objects.filter(game=game_id, user=ben).update(rank=2)
    Notification.objects.exclude(kind="game_over", user=anna).delete()
    fact = Notification.objects.get()
    fact.due_at = times.now
    fact.save()
    tell()
    (letter,) = mailoutbox
    assert "The game is over" in letter.body
    assert "You have won" not in letter.body
    assert "You have won" not in page(anna, game_id)
